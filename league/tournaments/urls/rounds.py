"""Rounds at the desk: drawn, looked at, changed, published, undone, repaired."""

from django.urls import path

from league.tournaments.urls.places import DESK
from league.tournaments.views import deadlines, rounds

ROUND = f"{DESK}rounds/<int:number>/"

urlpatterns = [
    path(f"{DESK}rounds/", rounds.rounds, name="desk-rounds"),
    path(f"{DESK}rounds/ask/", rounds.ask, name="ask-for-round"),
    path(ROUND, rounds.one_round, name="desk-round"),
    path(f"{ROUND}change/", rounds.change, name="change-round"),
    path(f"{ROUND}take-back/", rounds.take_back, name="take-back-step"),
    path(f"{ROUND}publish/", rounds.publish, name="publish-round"),
    path(f"{ROUND}take-off/", rounds.take_off, name="take-off-round"),
    path(f"{ROUND}put-away/", rounds.put_away, name="put-away-round"),
    path(f"{ROUND}anew/", rounds.anew, name="draw-anew"),
    path(f"{ROUND}repair/", rounds.repair, name="repair-round"),
    path(f"{ROUND}forfeit/", rounds.forfeit, name="forfeit-table"),
    path(f"{DESK}deadlines/", deadlines.deadlines, name="deadlines"),
    path(f"{ROUND}deadline/", deadlines.move, name="move-deadline"),
]
