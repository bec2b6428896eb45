"""The addresses of `league.tournaments`."""

from django.urls import path

from league.tournaments import desk, views

app_name = "tournaments"

EVENT = "tournaments/<str:public_id>/<slug:slug>/"
DESK = "tournaments/<str:public_id>/desk/"

urlpatterns = [
    path("tournaments/", views.tournaments, name="list"),
    path("clubs/<slug:slug>/tournaments/new/", desk.new, name="new"),
    path(EVENT, views.overview, name="tournament"),
    path(f"{EVENT}rounds/", views.rounds, name="rounds"),
    path(f"{EVENT}rounds/all/", views.all_rounds, name="all-rounds"),
    path(f"{EVENT}rounds/<int:number>/", views.one_round, name="round"),
    path(f"{EVENT}crosstable/", views.crosstable, name="crosstable"),
    path(f"{EVENT}standings/", views.standings, name="standings"),
    path(f"{EVENT}standings/<int:number>/", views.reckoning, name="reckoning"),
    path(f"{DESK}entries/", desk.entries, name="entries"),
    path(f"{DESK}entries/<str:entry>/leave/", desk.leave, name="leave"),
    path(f"{DESK}start/", desk.start_event, name="start"),
    path(f"{DESK}cancel/", desk.cancel_event, name="cancel"),
    path(f"{DESK}results/<int:number>/", desk.results, name="results"),
]
