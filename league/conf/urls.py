"""Every address of the site, an app a line."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("", include("league.shared.urls")),
    path("", include("league.members.urls")),
    path("", include("league.clubs.urls")),
    path("", include("league.ratings.urls")),
    path("", include("league.tournaments.urls")),
    path("", include("games.matches.urls")),
    path("api/v1/", include("league.conf.api")),
    path("admin/", admin.site.urls),
]
