"""URLs of results."""

from django.urls import path

from league.results import views
from league.results.views import preview

app_name = "results"

RESULT = "results/<slug:slug>/<int:number>/"

urlpatterns = [
    path(RESULT, views.result, name="result"),
    path(f"{RESULT}preview.png", preview, name="preview"),
    path(f"{RESULT}correct/", views.correct, name="correct"),
    path(f"{RESULT}withdraw/", views.withdraw, name="withdraw"),
]
