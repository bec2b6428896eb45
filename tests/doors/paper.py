"""Access to prints: those for the wall are as public as the tournament, those for tables are for scorers."""

from tests.doors.door import Door, of_club, of_site
from tests.doors.games import game
from tests.doors.outcomes import EVERYBODY, SCORERS
from tests.doors.tournaments import event, first_round, numbered

DOORS: tuple[Door, ...] = (
    of_club("tournaments:print-pairings", "GET", numbered, EVERYBODY),
    of_club("tournaments:print-seats", "GET", numbered, EVERYBODY),
    of_club("tournaments:print-standings", "GET", event, EVERYBODY),
    of_club("tournaments:print-crosstable", "GET", event, EVERYBODY),
    of_club("tournaments:print-cards", "GET", first_round, SCORERS),
    of_club("tournaments:print-slips", "GET", first_round, SCORERS),
    of_club("tournaments:print-score-sheets", "GET", first_round, SCORERS),
    of_site("matches:score-sheet", "GET", EVERYBODY, game),
)
