"""URLs of operations."""

from django.urls import path

from league.operations import views

app_name = "operating"

urlpatterns = [
    path("operator", views.operator, name="operator"),
    path("operator/again/<slug:kind>", views.retry, name="again"),
    path("operator/given-up/<slug:kind>", views.failed_jobs, name="given-up"),
    path("metrics", views.metrics, name="metrics"),
]
