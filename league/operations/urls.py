"""URLs of operations."""

from django.urls import path

from league.operations import views

app_name = "operations"

urlpatterns = [
    path("operator", views.operator, name="system-status"),
    path("operator/again/<slug:kind>", views.retry, name="retry-jobs"),
    path("operator/given-up/<slug:kind>", views.failed_jobs, name="failed-jobs"),
    path("metrics", views.metrics, name="metrics"),
]
