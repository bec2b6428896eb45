"""Points for a round without a table, as read back from the database."""

from collections.abc import Callable

import pytest

from league.competition.format import Bye
from league.competition.scores import totals_of
from league.competition.scoring import scoring_named
from league.tournaments.models import Tournament
from league.tournaments.queries.history import history_of
from tests.league.tournaments.rounds import published, started

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("legs", [1, 2])
def test_a_full_bye_pays_as_much_as_winning_every_leg(event: Callable[..., Tournament], legs: int) -> None:
    options = {"table_size": 4, "smallest": 4, "largest": 4, "legs": legs}
    swiss = started(event(5, format="table-swiss", pace="desk", format_options=options))
    published(swiss)
    history = history_of(swiss.pk)
    (bye,) = (pairing for pairing in history.pairings if pairing.bye)
    assert bye.bye is Bye.FULL
    assert bye.decided
    assert totals_of(history.entries, history.pairings, scoring_named("share"))[bye.seats[0]] == 720 * legs
