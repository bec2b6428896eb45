"""URLs of leagues."""

from django.urls import path

from league.seasons import views

app_name = "seasons"

LEAGUE = "leagues/<str:public_id>/"

urlpatterns = [
    path("leagues/", views.leagues, name="list"),
    path("clubs/<slug:slug>/leagues/new/", views.new, name="new"),
    path(f"{LEAGUE}start/", views.start, name="start"),
    path(f"{LEAGUE}moves/", views.moves, name="promotions"),
    path(f"{LEAGUE}next/", views.next_season, name="next-season"),
    path(f"{LEAGUE}put-away/", views.discard, name="discard"),
    path(f"{LEAGUE}play-off/<int:level>/<int:place>/", views.play_off, name="play-off"),
    path(f"{LEAGUE}<slug:slug>/", views.league, name="league"),
    path(f"{LEAGUE}<slug:slug>/<int:number>/", views.season, name="season"),
]
