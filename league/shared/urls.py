"""The addresses of `league.shared`. `/events` is not Django's: league.shared.live.stream answers it."""

from django.urls import path

from league.shared import views

app_name = "shared"

urlpatterns = [
    path("health", views.health_page, name="health"),
    path("help/", views.help_contents, name="help"),
    path("help/<slug:name>/", views.guide, name="guide"),
    path("design", views.design, name="design"),
]
