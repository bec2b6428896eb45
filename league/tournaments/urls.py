"""The addresses of `league.tournaments`."""

from django.urls import path

from league.tournaments.views import desk, event

app_name = "tournaments"

EVENT = "tournaments/<str:public_id>/<slug:slug>/"
DESK = "tournaments/<str:public_id>/desk/"

urlpatterns = [
    path("tournaments/", event.tournaments, name="list"),
    path("clubs/<slug:slug>/tournaments/new/", desk.new, name="new"),
    path(EVENT, event.overview, name="tournament"),
    path(f"{EVENT}rounds/", event.rounds, name="rounds"),
    path(f"{EVENT}rounds/all/", event.all_rounds, name="all-rounds"),
    path(f"{EVENT}rounds/<int:number>/", event.one_round, name="round"),
    path(f"{EVENT}crosstable/", event.crosstable, name="crosstable"),
    path(f"{EVENT}standings/", event.standings, name="standings"),
    path(f"{EVENT}standings/<int:number>/", event.reckoning, name="reckoning"),
    path(f"{DESK}entries/", desk.entries, name="entries"),
    path(f"{DESK}entries/<str:entry>/leave/", desk.leave, name="leave"),
    path(f"{DESK}start/", desk.start_event, name="start"),
    path(f"{DESK}cancel/", desk.cancel_event, name="cancel"),
    path(f"{DESK}results/<int:number>/", desk.results, name="results"),
]
