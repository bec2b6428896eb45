"""Doors of an evening: opened, ticked, seated, closed; and who came."""

from tests.doors.door import Door, of_club
from tests.doors.outcomes import EVERYBODY, ORGANISERS
from tests.doors.tournaments import desk, event

DOORS: tuple[Door, ...] = (
    of_club("tournaments:evenings", "GET", event, EVERYBODY),
    of_club("tournaments:evening", "GET", desk, ORGANISERS),
    of_club("tournaments:open-evening", "POST", desk, ORGANISERS),
    of_club("tournaments:evening-tick", "POST", desk, ORGANISERS, player="nobody", here="1"),
    of_club("tournaments:evening-clear", "POST", desk, ORGANISERS),
    of_club("tournaments:evening-somebody", "GET", desk, ORGANISERS),
    of_club("tournaments:evening-somebody", "POST", desk, ORGANISERS),
    of_club("tournaments:evening-tables", "POST", desk, ORGANISERS),
    of_club("tournaments:evening-join", "POST", desk, ORGANISERS, player="nobody", table="1"),
    of_club("tournaments:close-evening", "GET", desk, ORGANISERS),
    of_club("tournaments:close-evening", "POST", desk, ORGANISERS),
    of_club("tournaments:end-season", "GET", desk, ORGANISERS),
    of_club("tournaments:end-season", "POST", desk, ORGANISERS),
)
