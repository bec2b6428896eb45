"""Evenings of a club: who is here, tables, play again."""

from django.urls import path

from league.tournaments.urls.places import DESK, EVENT
from league.tournaments.views import evenings

EVENING = f"{DESK}evening/"

urlpatterns = [
    path(EVENING, evenings.evening, name="evening"),
    path(f"{EVENING}open/", evenings.open_one, name="open-evening"),
    path(f"{EVENING}tick/", evenings.tick_one, name="evening-tick"),
    path(f"{EVENING}clear/", evenings.clear, name="evening-clear"),
    path(f"{EVENING}somebody/", evenings.somebody, name="evening-somebody"),
    path(f"{EVENING}tables/", evenings.get_tables, name="evening-tables"),
    path(f"{EVENING}join/", evenings.join, name="evening-join"),
    path(f"{EVENING}close/", evenings.close, name="close-evening"),
    path(f"{EVENING}season/", evenings.season, name="end-season"),
    path(f"{EVENT}evenings/", evenings.held, name="evenings"),
]
