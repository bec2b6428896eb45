"""The addresses of `league.seasons`."""

from django.urls import path

from league.seasons.views import desk, reading

app_name = "seasons"

LEAGUE = "leagues/<str:public_id>/"

urlpatterns = [
    path("leagues/", reading.leagues, name="list"),
    path("clubs/<slug:slug>/leagues/new/", desk.new, name="new"),
    path(f"{LEAGUE}start/", desk.start, name="start"),
    path(f"{LEAGUE}moves/", desk.moves, name="moves"),
    path(f"{LEAGUE}next/", desk.following, name="next"),
    path(f"{LEAGUE}put-away/", desk.put_away, name="put-away"),
    path(f"{LEAGUE}play-off/<int:level>/<int:place>/", desk.play_off, name="play-off"),
    path(f"{LEAGUE}<slug:slug>/", reading.league, name="league"),
    path(f"{LEAGUE}<slug:slug>/<int:number>/", reading.season, name="season"),
]
