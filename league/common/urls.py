"""The addresses of `league.common`. `/events` is not Django's: league.common.live.stream answers it."""

from django.urls import path

from league.common import views

app_name = "common"

urlpatterns = [
    path("health", views.health_page, name="health"),
    path("help/", views.help_contents, name="help"),
    path("help/<slug:name>/", views.guide, name="guide"),
    path("design/", views.design, name="design"),
]
