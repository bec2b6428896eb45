"""The organiser's desk: an event is made, started, called off."""

from django.urls import path

from league.tournaments.urls.places import DESK
from league.tournaments.views import desk, ending, log, planning

urlpatterns = [
    path("clubs/<slug:slug>/tournaments/new/", planning.new, name="new"),
    path(DESK, desk.at_the_desk, name="desk"),
    path(f"{DESK}start/", desk.start_event, name="start"),
    path(f"{DESK}settings/", planning.settings, name="settings"),
    path(f"{DESK}rehearsal/", planning.rehearsal, name="rehearsal"),
    path(f"{DESK}log/", log.log, name="log"),
    path(f"{DESK}cancel/", desk.cancel_event, name="cancel"),
    path(f"{DESK}end/", ending.end, name="end"),
    path(f"{DESK}reopen/", ending.reopen_event, name="reopen"),
    path(f"{DESK}next-season/", ending.next_season, name="next-season"),
    path(f"{DESK}results/<int:number>/", desk.results, name="results"),
]
