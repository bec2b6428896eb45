"""The addresses of `league.ratings`."""

from django.urls import path

from league.ratings import views

app_name = "ratings"

urlpatterns = [
    path("ratings/", views.guide, name="guide"),
    path("leaderboards/", views.leaderboards, name="leaderboards"),
    path("leaderboards/<slug:slug>/", views.leaderboard, name="leaderboard"),
    path("leaderboards/<slug:slug>/preview.png", views.leaderboard_preview, name="leaderboard-preview"),
    path("leaderboards/<slug:slug>/stakes/", views.stakes, name="stakes"),
    path("leaderboards/<slug:slug>/why/<int:number>/", views.why, name="why"),
    path("players/<slug:public_id>/<slug:slug>/", views.player, name="player"),
    path("players/<slug:public_id>/<slug:slug>/preview.png", views.player_preview, name="player-preview"),
]
