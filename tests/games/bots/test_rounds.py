"""Rounds of bot matches become matches, once, and their results advance the tournament."""

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.bots.eligibility import builtin_bot_players
from games.bots.errors import NobodyPlaysFor
from games.bots.models import BuiltinBot
from games.bots.services import ensure_builtin_bots
from games.bots.tournament_matches import cancel_matches_of_round, make_matches
from games.matches.claims import claim_matches
from games.matches.models import Block, Match
from games.matches.worker import run_batch
from league.accounts.models import Account, Player
from league.accounts.services.players import make_bot_player, player_for
from league.clubs.services.clubs import found_club
from league.common import jobs
from league.ratings.models import Rating
from league.tournaments.errors import TooManyOnServer
from league.tournaments.models import Leg, Round, Tournament
from league.tournaments.services.creation import make_tournament
from league.tournaments.services.entries import enter_players
from league.tournaments.services.lifecycle import advance, cancel, reopen, start
from league.tournaments.services.publishing import MOST_ON_SERVER, repeat_withdrawals
from league.tournaments.tasks import after_results
from tests.factories import account_of
from tests.games.factories import TERMS
from tests.tracing import functions_called

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("redis_url")]


@pytest.fixture(autouse=True)
def broker(redis_url: str) -> None:
    """Publishing needs one."""


@pytest.fixture
def event() -> Callable[..., Tournament]:
    """A running tournament of bot matches."""

    def begun(players: list[Player], **choices: object) -> Tournament:
        given: dict[str, object] = {"format": "round-robin", "format_options": {"legs": 2}} | choices
        made = make_tournament(
            club=found_club(name="Glen Orchy Games"),
            name="The bots' cup",
            game="lords-of-scotland",
            venue="machine",
            by=None,
            **given,  # type: ignore[arg-type]  # a test's choices
        )
        enter_players(tournament=made, players=players, by=None)
        return start(tournament=made, by=None)

    return begun


def cheap_bots(how_many: int) -> list[Player]:
    players = [make_bot_player(name=f"Wanderer {number}") for number in range(how_many)]
    BuiltinBot.objects.bulk_create(
        BuiltinBot(player=player, strategy="wanderer", playouts=number) for number, player in enumerate(players)
    )
    return players


def first_round() -> int:
    return Round.objects.earliest("number").pk


def test_every_leg_of_a_round_gets_its_match(event: Callable[..., Tournament]) -> None:
    event(cheap_bots(4))
    made = make_matches(round_id=first_round())
    legs = Leg.objects.filter(pairing__round=first_round())
    assert set(Match.objects.values_list("subject", flat=True)) == set(legs.values_list("subject", flat=True))
    assert len(made) == 2
    assert len(legs) == 4


def test_a_round_announced_twice_makes_nothing_twice(event: Callable[..., Tournament]) -> None:
    event(cheap_bots(4))
    assert [len(make_matches(round_id=first_round())) for _ in range(2)] == [2, 0]
    assert Block.objects.count() == 2


def test_a_pairing_of_many_legs_takes_several_deals(event: Callable[..., Tournament]) -> None:
    event(cheap_bots(2), format_options={"legs": 5})
    make_matches(round_id=first_round())
    assert sorted(block.matches.count() for block in Block.objects.all()) == [1, 2, 2]


def test_who_sits_where_is_what_the_round_says(event: Callable[..., Tournament]) -> None:
    event(cheap_bots(3), format="table-round-robin", format_options={"table_size": 3, "largest": 3, "legs": 3})
    make_matches(round_id=first_round())
    seatings = [[seat.player_id for seat in match.seats.all()] for match in Match.objects.order_by("rotation")]
    assert [{*at_seat} for at_seat in zip(*seatings, strict=True)] == [{*seatings[0]}] * 3


def test_a_tournament_is_played_to_its_end(event: Callable[..., Tournament]) -> None:
    tournament = event(cheap_bots(4))
    while tournament.is_running:
        for number in Round.objects.filter(status="published").values_list("pk", flat=True):
            make_matches(round_id=number)
        run_batch(list(Match.objects.filter(status="queued").values_list("pk", flat=True)), terms=TERMS)
        advance(tournament_id=tournament.pk)
        tournament.refresh_from_db()
    assert tournament.status == "finished"
    assert Match.objects.filter(status="done").count() == 12


def test_a_player_without_a_strategy_is_named(event: Callable[..., Tournament]) -> None:
    event([*cheap_bots(1), make_bot_player(name="Senga's bot")])
    with pytest.raises(NobodyPlaysFor, match="Senga's bot: no strategy"):
        make_matches(round_id=first_round())
    assert not Match.objects.exists()


def test_a_tournament_that_is_over_cancels_its_matches(event: Callable[..., Tournament]) -> None:
    cup = event(cheap_bots(4))
    make_matches(round_id=first_round())
    held = Match.objects.earliest("pk")
    (claim,) = claim_matches(ids=[held.pk], terms=TERMS)
    cancel(tournament=cup, by=None)
    assert cancel_matches_of_round(round_id=first_round()) == 4
    assert cancel_matches_of_round(round_id=first_round()) == 0
    assert set(Match.objects.values_list("status", flat=True)) == {"cancelled"}
    assert jobs.extend(Match, [claim], TERMS.lease) == set()
    assert Round.objects.get(pk=first_round()).announced_at is None


def test_a_reopened_tournament_queues_them_again(event: Callable[..., Tournament]) -> None:
    cup = event(cheap_bots(4))
    make_matches(round_id=first_round())
    cancel(tournament=cup, by=None)
    cancel_matches_of_round(round_id=first_round())
    reopen(tournament=cup, by=None)
    make_matches(round_id=first_round())
    assert set(Match.objects.values_list("status", flat=True)) == {"queued"}
    assert cancel_matches_of_round(round_id=first_round()) == 0  # a message that came late
    run_batch(list(Match.objects.values_list("pk", flat=True)), terms=TERMS)
    advance(tournament_id=cup.pk)
    assert cup.rounds.filter(status="closed").count() == 1


def test_a_lost_message_is_sent_again(event: Callable[..., Tournament]) -> None:
    cup = event(cheap_bots(4))
    cancel(tournament=cup, by=None)
    assert repeat_withdrawals() == 0
    Round.objects.update(announced_at=timezone.now() - timedelta(minutes=1))
    assert repeat_withdrawals() == Round.objects.count()


def test_an_account_has_so_many_tournaments_on_the_server_at_once() -> None:
    ensure_builtin_bots()
    morag, hamish = account_of("Morag"), account_of("Hamish")

    clubs = {owner: found_club(name="Glen Orchy Games", by=player_for(owner)) for owner in (morag, hamish)}

    def draft(owner: Account) -> Tournament:
        made = make_tournament(
            club=clubs[owner], name="Bots", game="lords-of-scotland", format="round-robin", venue="machine", by=owner
        )
        enter_players(tournament=made, players=builtin_bot_players("lords-of-scotland")[:2], by=owner)
        return made

    first = start(tournament=draft(morag), by=morag)
    make_matches(round_id=first_round())
    assert set(Match.objects.values_list("ordered_by", flat=True)) == {morag.pk}
    for _ in range(MOST_ON_SERVER - 1):
        start(tournament=draft(morag), by=morag)
    with CaptureQueriesContext(connection) as queries:
        start(tournament=draft(hamish), by=hamish)
    # Accepting an invitation locks the account before tournaments.
    locks = [query["sql"] for query in queries if re.search("FOR (NO KEY )?UPDATE", query["sql"])]
    assert locks
    assert not [lock for lock in locks if 'FROM "accounts_account"' in lock]
    waiting = draft(morag)
    with pytest.raises(TooManyOnServer):
        start(tournament=waiting, by=morag)
    start(tournament=draft(hamish), by=hamish)
    cancel(tournament=first, by=morag)
    start(tournament=waiting, by=morag)
    with pytest.raises(TooManyOnServer):
        reopen(tournament=first, by=morag)
    cancel(tournament=waiting, by=morag)
    assert reopen(tournament=first, by=morag).is_running


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
