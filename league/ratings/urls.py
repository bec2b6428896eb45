"""The addresses of `league.ratings`."""

from django.urls import path

from league.ratings import views

app_name = "ratings"

urlpatterns = [
    path("leaderboards/", views.leaderboards, name="leaderboards"),
    path("leaderboards/<slug:slug>/", views.leaderboard, name="leaderboard"),
    path("players/<slug:public_id>/<slug:slug>/", views.player, name="player"),
]
