"""One message after the results of a round: close it, pair the next, create its matches, rate."""

import pytest

from games.bots.queries import builtin_bot_players
from games.bots.services import ensure_builtin_bots
from games.bots.tournament_matches import make_matches
from games.matches.models import Match
from games.matches.worker import run_batch
from league.clubs.services.clubs import found_club
from league.ratings.models import Rating
from league.tournaments.models import Tournament
from league.tournaments.services.creation import make_tournament
from league.tournaments.services.entries import enter_players
from league.tournaments.services.lifecycle import start
from league.tournaments.tasks import after_results
from tests.games.tables import TERMS
from tests.tracing import functions_called

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("redis_url")]

GAME = "lords-of-scotland"
MOST_FUNCTIONS, MOST_FILES = 200, 60


@pytest.fixture
def played() -> Tournament:
    """A Swiss of four bots, whose first round is played and whose second is not paired."""
    ensure_builtin_bots()
    swiss = make_tournament(
        club=found_club(name="Glen Orchy Games"),
        name="The bots' cup",
        game=GAME,
        venue=Tournament.Venue.MACHINE,
        pace=Tournament.Pace.ROUND,
        format="swiss",
        format_options={"rounds": 2},
        by=None,
    )
    enter_players(tournament=swiss, players=list(builtin_bot_players(GAME))[:4], by=None)
    start(tournament=swiss, by=None)
    make_matches(round_id=swiss.rounds.get().pk)
    run_batch(list(Match.objects.values_list("pk", flat=True)), terms=TERMS)
    return swiss


def test_one_message_carries_results_to_the_next_matches_and_the_leaderboard(played: Tournament) -> None:
    with functions_called() as called:
        after_results.apply((played.pool_id, played.pk), throw=True)
    assert list(played.rounds.order_by("number").values_list("status", flat=True)) == ["closed", "published"]
    assert Match.objects.filter(status="queued").count() == 2
    assert Rating.objects.filter(fold__pool=played.pool_id).values("player").distinct().count() == 4
    assert len(called) <= MOST_FUNCTIONS
    assert len({code.co_filename for code in called}) <= MOST_FILES
