"""Practice games: begun once, played by their owner only, kept when finished and deleted when abandoned."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from functools import partial

import pytest
from django.db import connection
from django.utils import timezone

from engine.core import registry
from engine.core.record import replay
from games.matches import run_match
from games.matches.models import Match
from games.play import services
from games.play.errors import CannotBegin, NoSuchSitting, NotNow, NotThatMove, TooManySittings
from games.play.models import Sitting
from games.play.opponents import opponents_for, usual_company
from games.play.owners import SessionOwner, claim_sittings, hash_of
from games.play.services import (
    ENDED_STAY,
    VISITORS_STAY,
    Wanted,
    begin,
    begin_again,
    give_up,
    go_on,
    move,
    sweep_sittings,
)
from league.accounts.models import Player
from league.results import drafts
from league.results.models import Pool, Result
from league.results.services.ledger import pool_for
from tests.cast import account_of
from tests.games.play.sittings import GAME, begun, moved, of, played_out, position, visitor

pytestmark = pytest.mark.django_db


# --- beginning ---------------------------------------------------------------------------------------------------
def test_a_sitting_begins_with_the_person_to_move() -> None:
    sitting = begun(visitor(), "wanderer", "steward", seat=1)
    assert sitting.bots == [["steward", 0], None, ["wanderer", 0]]
    assert position(sitting).waits_for_person


@pytest.mark.parametrize(
    ("opponents", "sentence"),
    [
        ((), "needs 1 to 4 opponents"),
        (("wanderer", "wanderer"), "once"),
        (("archangel",), "no such built-in bot"),
        (("lookout-5", "lookout-10", "lookout-25", "lookout-50", "wanderer"), "needs 1 to 4 opponents"),
    ],
)
def test_it_refuses_a_company_that_makes_no_table(opponents: tuple[str, ...], sentence: str) -> None:
    with pytest.raises(CannotBegin, match=sentence):
        begin(owner=visitor(), wanted=Wanted(game=GAME, opponents=opponents))
    assert not Sitting.objects.exists()


def test_it_refuses_options_and_games_that_the_house_does_not_have() -> None:
    for wanted in (
        Wanted(game=GAME, opponents=("wanderer",), options={"bruce": "perhaps"}),
        Wanted(game="whist", opponents=("wanderer",)),
    ):
        with pytest.raises(CannotBegin):
            begin(owner=visitor(), wanted=wanted)


def test_nobody_begins_more_games_than_they_can_finish() -> None:
    for _ in range(services.MOST_UNFINISHED):
        begun(visitor())
    with pytest.raises(TooManySittings, match="Finish or abandon one"):
        begun(visitor())
    begun(visitor("another key"))


def test_visitors_together_leave_room_for_those_who_join(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "MOST_OF_VISITORS", 1)
    begun(visitor())
    with pytest.raises(TooManySittings, match="Sign up"):
        begun(visitor("another key"))
    begun(of(account_of("Morag")))
    assert Sitting.objects.count() == 2


def test_the_next_game_has_the_same_company_and_everybody_one_seat_further() -> None:
    first = begun(visitor(), "wanderer", "steward", seat=0)
    second = begin_again(owner=visitor(), sitting=first)
    assert (first.bots, second.bots) == (
        [None, ["wanderer", 0], ["steward", 0]],
        [["steward", 0], None, ["wanderer", 0]],
    )
    assert second.secret != first.secret


# --- moving ------------------------------------------------------------------------------------------------------
def test_a_move_is_played_and_answered_until_it_is_the_persons_turn_again() -> None:
    sitting = begun(visitor())
    before = len(sitting.events)
    after = moved(visitor(), sitting)
    assert len(after.events) > before
    assert position(after).waits_for_person


def test_the_same_moves_at_the_same_table_give_the_same_game() -> None:
    one = begun(visitor(), "lookout-5")
    twin = Sitting.objects.get(pk=one.pk)
    twin.pk, twin.public_id = None, "twin"
    twin.save()
    for _ in range(5):
        one, twin = moved(visitor(), one), moved(visitor(), twin)
    assert one.events == twin.events


def test_a_move_sent_twice_is_played_once() -> None:
    sitting = begun(visitor())
    event = position(sitting).state.legal_moves()[0]
    send = partial(move, public_id=sitting.public_id, owner=visitor(), answers=len(sitting.events), event=event)
    after = send()
    with pytest.raises(NotNow, match="was not played"):
        send()
    assert Sitting.objects.get().events == [list(one) for one in after.events]


@pytest.mark.django_db(transaction=True)
def test_two_taps_at_once_play_one_move() -> None:
    sitting = begun(visitor())
    event = position(sitting).state.legal_moves()[0]

    def tap(_: int) -> str:
        try:
            move(public_id=sitting.public_id, owner=visitor(), answers=len(sitting.events), event=event)
        except NotNow:
            return "refused"
        finally:
            connection.close()
        return "played"

    with ThreadPoolExecutor(4) as fingers:
        assert sorted(fingers.map(tap, range(4))) == ["played", "refused", "refused", "refused"]


def test_it_refuses_a_move_that_the_rules_do_not_allow_and_says_why() -> None:
    sitting = begun(visitor())
    with pytest.raises(NotThatMove) as refused:
        move(public_id=sitting.public_id, owner=visitor(), answers=len(sitting.events), event=(15, 3))
    assert refused.value.message.endswith(".")
    assert Sitting.objects.get().events == [list(event) for event in sitting.events]


@pytest.mark.parametrize("game", registry.games())
@pytest.mark.parametrize("event", [(), (99,), (6, 1, 2, 3), (-1, 5), (7, 10**6, 1), (6, -9), (0, 1), (10, 0, 0)])
def test_it_refuses_what_is_no_move_of_any_game(game: str, event: tuple[int, ...]) -> None:
    sitting = begun(visitor(), *usual_company(game, registry.game(game).min_seats), game=game)
    assert event not in position(sitting).state.legal_moves()
    with pytest.raises(NotThatMove):
        move(public_id=sitting.public_id, owner=visitor(), answers=len(sitting.events), event=event)


def test_nobody_moves_at_somebody_elses_table() -> None:
    morag, hamish = account_of("Morag"), account_of("Hamish")
    for own, strangers in (
        (visitor(), [visitor("another"), SessionOwner(), of(hamish)]),
        (of(morag), [visitor(), SessionOwner(), of(hamish)]),
    ):
        sitting = begun(own)
        for stranger in strangers:
            with pytest.raises(NoSuchSitting):
                moved(stranger, sitting)
            with pytest.raises(NoSuchSitting):
                give_up(public_id=sitting.public_id, owner=stranger)


def test_a_sitting_of_other_rules_is_not_played_on() -> None:
    sitting = begun(visitor())
    Sitting.objects.update(rules_version="lords-of-scotland/0")
    with pytest.raises(NotNow, match="earlier version"):
        go_on(public_id=sitting.public_id, owner=visitor())


def test_slow_bots_are_given_another_request(monkeypatch: pytest.MonkeyPatch) -> None:
    sitting = begun(visitor(), "steward", "lookout-5")
    event = position(sitting).state.legal_moves()[0]
    with monkeypatch.context() as patch:
        patch.setattr("games.play.practice_game.MOST_SECONDS", 0.0)
        move(public_id=sitting.public_id, owner=visitor(), answers=len(sitting.events), event=event)
        assert not position(sitting).waits_for_person
    with pytest.raises(NotNow, match="not your turn"):
        move(public_id=sitting.public_id, owner=visitor(), answers=len(sitting.events) + 1, event=event)
    go_on(public_id=sitting.public_id, owner=visitor())
    assert position(sitting).waits_for_person


# --- the end -----------------------------------------------------------------------------------------------------
def test_a_finished_game_is_kept_as_a_match_with_its_record() -> None:
    sitting = played_out(visitor(), begun(visitor(), "wanderer", "steward"))
    assert sitting.status == Sitting.Status.OVER
    match = Match.objects.get(sitting=sitting)
    record = run_match.read_record(match.record.text)
    assert replay(record).outcome == record.outcome
    assert record.seats == ("person", "wanderer", "steward")
    seats = list(match.seats.all())
    assert [(seat.player and seat.player.name, seat.bot) for seat in seats] == [
        (None, ""), ("Wanderer", "wanderer"), ("Steward", "steward"),
    ]  # fmt: skip
    assert record.outcome is not None
    assert [seat.points for seat in seats] == list(record.outcome.points)
    assert not match.block.is_sealed
    with pytest.raises(NotNow, match="finished"):
        give_up(public_id=sitting.public_id, owner=visitor())


@pytest.mark.parametrize("game", registry.games())
def test_every_game_of_the_house_is_played_to_its_end_and_its_result_entered(game: str) -> None:
    morag, least = account_of("Morag"), registry.game(game).min_seats
    company = [one.key for one in opponents_for(game)][: max(least, 2) - 1]
    sitting = played_out(of(morag), begun(of(morag), *company, game=game))
    assert sitting.status == Sitting.Status.OVER
    assert Result.objects.get().pool.game == game


def test_a_visitors_game_enters_no_ledger() -> None:
    played_out(visitor(), begun(visitor()))
    assert not Result.objects.exists()


def test_a_game_of_somebody_with_an_account_enters_the_ledger_unrated() -> None:
    morag = account_of("Morag")
    sitting = played_out(of(morag), begun(of(morag)))
    result = Result.objects.get()
    assert (result.is_rated, result.pool.player_kind, result.how) == (False, "all", "played")
    assert sitting.match is not None
    assert result.subject == sitting.match.subject
    assert {seat.player.name for seat in result.seats.all()} == {"Morag", "Wanderer"}


def test_it_is_rated_where_an_operator_allows_it_before_it_begins() -> None:
    morag = account_of("Morag")
    early = begun(of(morag))
    pool = pool_for(game=GAME, player_kind="all")
    pool.rates_play = True
    pool.save()
    late = begun(of(morag))
    assert [played_out(of(morag), sitting).pool for sitting in (early, late)] == [None, pool]
    assert list(Result.objects.order_by("number").values_list("is_rated", flat=True)) == [False, True]


def test_a_result_that_the_ledger_refuses_keeps_nobody_from_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    morag = account_of("Morag")
    sitting = begun(of(morag))
    monkeypatch.setattr(drafts, "LARGEST_TABLE", 1)
    sitting = played_out(of(morag), sitting)
    assert sitting.match is not None
    assert sitting.match.pool is None
    assert not Result.objects.exists()


def test_a_pool_for_other_tables_rates_nothing() -> None:
    morag = account_of("Morag")
    Pool.objects.filter(pk=pool_for(game=GAME, player_kind="all", seats=3).pk).update(rates_play=True)
    Pool.objects.filter(pk=pool_for(game=GAME, player_kind="person").pk).update(rates_play=True)
    assert begun(of(morag)).pool is None
    rated = begun(of(morag), "wanderer", "steward").pool
    assert rated is not None
    assert rated.seats == 3


def test_what_is_given_up_has_no_result() -> None:
    morag = account_of("Morag")
    sitting = begun(of(morag))
    for _ in range(2):
        given_up = give_up(public_id=sitting.public_id, owner=of(morag))
    assert given_up.status == Sitting.Status.GIVEN_UP
    assert not Match.objects.exists()
    assert not Result.objects.exists()
    with pytest.raises(NotNow, match="abandoned this game"):
        moved(of(morag), sitting)


# --- whose they are ----------------------------------------------------------------------------------------------
def test_a_visitor_who_joins_takes_games_along_and_they_stay_unrated() -> None:
    pool = pool_for(game=GAME, player_kind="all")
    pool.rates_play = True
    pool.save()
    finished, unfinished = played_out(visitor(), begun(visitor())), begun(visitor())
    morag = account_of("Morag")
    begun(visitor("another key"))
    assert claim_sittings(key_hash=hash_of("a key nobody guesses"), player=morag.player) == 2
    finished.refresh_from_db()
    assert finished.player == morag.player
    assert finished.match is not None
    assert finished.match.seats.get(seat=0).player == morag.player
    assert played_out(of(morag), unfinished).status == Sitting.Status.OVER
    assert list(Result.objects.values_list("is_rated", flat=True)) == [False, False]
    assert claim_sittings(key_hash=hash_of("a key nobody guesses"), player=morag.player) == 0


def test_nobody_takes_along_what_has_no_key() -> None:
    begun(of(account_of("Morag")))
    assert claim_sittings(key_hash="", player=Player.objects.create(name="Senga")) == 0


# --- sweeping ----------------------------------------------------------------------------------------------------
def aged(sitting: Sitting, by: timedelta) -> Sitting:
    Sitting.objects.filter(pk=sitting.pk).update(touched_at=timezone.now() - by)
    return sitting


def test_the_sweep_clears_away_what_visitors_left_and_nothing_else(
    django_capture_on_commit_callbacks: Callable[..., object],
) -> None:
    morag, day = account_of("Morag"), timedelta(days=1)
    stay = [
        aged(begun(visitor()), VISITORS_STAY - day),
        aged(begun(of(morag)), VISITORS_STAY + day),
        aged(played_out(visitor(), begun(visitor())), ENDED_STAY - day),
    ]
    aged(begun(visitor()), VISITORS_STAY + day)
    ended = aged(played_out(visitor(), begun(visitor())), ENDED_STAY + day)
    assert sweep_sittings() == 2
    assert set(Sitting.objects.all()) == set(stay)
    assert ended.match is not None
    assert Match.objects.filter(pk=ended.match.pk).exists()
