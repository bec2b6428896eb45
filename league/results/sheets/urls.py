"""URLs of score sheets."""

from django.urls import path

from league.results.sheets import views

app_name = "sheets"

RECORD = "clubs/<slug:slug>/record-a-game/"

urlpatterns = [
    path(RECORD, views.record, name="record"),
    path(f"{RECORD}whole/", views.whole, name="whole"),
    path(f"{RECORD}reckon/", views.reckoned, name="reckon"),
]
