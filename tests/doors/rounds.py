"""Access to rounds in the organiser's area: scorers read, organisers change."""

from tests.doors.door import Door, of_club
from tests.doors.outcomes import LED_ON, OPEN, ORGANISERS, SCORERS
from tests.doors.tournaments import desk, first_round

TO_THE_ROUND = {role: LED_ON if outcome == OPEN else outcome for role, outcome in SCORERS.items()}

DOORS: tuple[Door, ...] = (
    of_club("tournaments:desk-rounds", "GET", desk, TO_THE_ROUND),
    of_club("tournaments:desk-round", "GET", first_round, SCORERS),
    of_club("tournaments:ask-for-round", "POST", desk, ORGANISERS),
    of_club("tournaments:change-round", "POST", first_round, ORGANISERS, who="table:1", to="table:2"),
    of_club("tournaments:take-back-step", "POST", first_round, ORGANISERS, step="1"),
    of_club("tournaments:publish-round", "POST", first_round, ORGANISERS),
    of_club("tournaments:take-off-round", "POST", first_round, ORGANISERS),
    of_club("tournaments:put-away-round", "POST", first_round, ORGANISERS),
    of_club("tournaments:draw-anew", "POST", first_round, ORGANISERS),
    of_club("tournaments:repair-round", "GET", first_round, ORGANISERS),
    of_club("tournaments:repair-round", "POST", first_round, ORGANISERS, gone="1"),
    of_club("tournaments:deadlines", "GET", desk, ORGANISERS),
    of_club("tournaments:deadlines", "POST", desk, ORGANISERS),
    of_club("tournaments:move-deadline", "POST", first_round, ORGANISERS, day="2020-01-01"),
    of_club("tournaments:forfeit-table", "POST", first_round, ORGANISERS, table="1", away="1"),
)
