"""The root URL configuration."""

from django.contrib import admin
from django.urls import include, path

from games.ladder.urls import daily_report_patterns
from league.common.views import favicon

handler400 = "league.common.error_responses.bad_request"
handler403 = "league.common.error_responses.forbidden"
handler404 = "league.common.error_responses.not_found"
handler500 = "league.common.error_responses.server_error"

urlpatterns = [
    path("", include("league.common.urls")),
    path("", include("league.accounts.urls")),
    path("", include("league.clubs.urls")),
    path("", include("league.operations.urls")),
    path("", include("league.results.urls")),
    path("", include("league.ratings.urls")),
    path("", include("league.integrations.urls")),  # above the pages of events, whose names are any word
    path("", include("league.tournaments.urls")),
    path("", include("league.seasons.urls")),
    path("", include("games.matches.urls")),
    path("", include("games.records.urls")),
    path("", include("games.reviews.urls")),
    # above what is asked for a bot of that id
    path("bots/daily-report/", include((daily_report_patterns, "daily-report"))),
    path("", include("games.bots.urls")),
    path("ladders/", include("games.ladder.urls")),
    path("", include("games.contests.urls")),
    path("play/", include("games.play.urls")),
    path("api/v1/", include("league.conf.api")),
    path("admin/", admin.site.urls),
    path("favicon.ico", favicon, name="favicon"),
]
