"""An event, for everybody who may read it."""

from django.urls import path

from league.tournaments.urls.places import EVENT, SHORT
from league.tournaments.views import event
from league.tournaments.views.preview import preview

urlpatterns = [
    path("tournaments/", event.tournaments, name="list"),
    path(SHORT, event.short, name="short"),
    path(EVENT, event.overview, name="tournament"),
    path(f"{EVENT}preview.png", preview, name="preview"),
    path(f"{EVENT}rounds/", event.rounds, name="rounds"),
    path(f"{EVENT}rounds/all/", event.all_rounds, name="all-rounds"),
    path(f"{EVENT}rounds/<int:number>/", event.one_round, name="round"),
    path(f"{EVENT}crosstable/", event.crosstable, name="crosstable"),
    path(f"{EVENT}bracket/", event.bracket, name="bracket"),
    path(f"{EVENT}standings/", event.standings, name="standings"),
    path(f"{EVENT}standings/<int:number>/", event.reckoning, name="reckoning"),
]
