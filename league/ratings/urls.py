"""URLs of ratings."""

from django.urls import path

from league.ratings.views import (
    guide,
    leaderboard,
    leaderboard_preview,
    leaderboards,
    player,
    player_preview,
    stakes,
    why,
)

app_name = "ratings"

urlpatterns = [
    path("ratings/", guide, name="guide"),
    path("leaderboards/", leaderboards, name="leaderboards"),
    path("leaderboards/<slug:slug>/", leaderboard, name="leaderboard"),
    path("leaderboards/<slug:slug>/preview.png", leaderboard_preview, name="leaderboard-preview"),
    path("leaderboards/<slug:slug>/stakes/", stakes, name="stakes"),
    path("leaderboards/<slug:slug>/why/<int:number>/", why, name="calculation"),
    path("players/<slug:public_id>/<slug:slug>/", player, name="player"),
    path("players/<slug:public_id>/<slug:slug>/preview.png", player_preview, name="player-preview"),
]
