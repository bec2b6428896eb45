"""Practice games: begun once, played by their owner only, kept when finished and deleted when abandoned."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from engine.core import registry
from engine.core.record import replay
from engine.notation import from_text
from games.bots.eligibility import bots_without, builtin_bot_players
from games.ladder.participants import ladder_bots
from games.matches.models import Match
from games.play import services
from games.play.errors import CannotBegin, NoSuchPracticeGame, NotNow, NotThatMove, TooManyPracticeGames
from games.play.models import PracticeGame
from games.play.opponents import default_opponents, opponents_for
from games.play.owners import SessionOwner, claim_practice_games, hash_of
from games.play.services import (
    ENDED_STAY,
    VISITORS_STAY,
    PracticeOrder,
    begin,
    continue_game,
    give_up,
    move,
    rematch,
    sweep_practice_games,
)
from league.accounts.models import Player
from league.results import draft_checks
from league.results.models import Pool, Result
from league.results.services.ledger import pool_for
from tests.factories import account_of
from tests.games.play.factories import GAME, begun, moved, of, played_out, position, visitor

pytestmark = pytest.mark.django_db


# --- beginning ---------------------------------------------------------------------------------------------------
def test_a_practice_game_begins_with_the_person_to_move() -> None:
    practice_game = begun(visitor(), "wanderer", "steward", seat=1)
    assert practice_game.bots == [["steward", 0], None, ["wanderer", 0]]
    assert position(practice_game).waits_for_person


@pytest.mark.parametrize(
    ("order", "sentence"),
    [
        ({"opponents": ()}, "needs 1 to 4 opponents"),
        ({"opponents": ("wanderer", "wanderer")}, "once"),
        ({"opponents": ("archangel",)}, "no such built-in bot"),
        ({"opponents": ("lookout-5", "lookout-10", "lookout-25", "lookout-50", "wanderer")}, "needs 1 to 4 opponents"),
        ({"options": {"bruce": "perhaps"}}, "can be off or on"),
        ({"game": "whist"}, "whist"),
    ],
)
def test_it_refuses_a_company_that_makes_no_table(order: dict[str, Any], sentence: str) -> None:
    with pytest.raises(CannotBegin, match=sentence):
        begin(owner=visitor(), order=replace(PracticeOrder(game=GAME, opponents=("wanderer",)), **order))
    assert not PracticeGame.objects.exists()


def test_nobody_begins_more_games_than_they_can_finish() -> None:
    for _ in range(services.MOST_UNFINISHED):
        begun(visitor())
    with pytest.raises(TooManyPracticeGames, match="Finish or abandon one"):
        begun(visitor())
    begun(visitor("another key"))


def test_visitors_together_leave_room_for_those_who_join(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "MOST_OF_VISITORS", 1)
    begun(visitor())
    with pytest.raises(TooManyPracticeGames, match="Sign up"):
        begun(visitor("another key"))
    begun(of(account_of("Morag")))
    assert PracticeGame.objects.count() == 2


def test_the_next_game_has_the_same_company_and_everybody_one_seat_further() -> None:
    first = begun(visitor(), "wanderer", "steward", seat=0)
    second = rematch(owner=visitor(), practice_game=first)
    assert (first.bots, second.bots) == (
        [None, ["wanderer", 0], ["steward", 0]],
        [["steward", 0], None, ["wanderer", 0]],
    )
    assert second.secret != first.secret


# --- moving ------------------------------------------------------------------------------------------------------
def test_a_move_is_played_and_answered_until_it_is_the_persons_turn_again() -> None:
    practice_game = begun(visitor())
    before = len(practice_game.events)
    after = moved(visitor(), practice_game)
    assert len(after.events) > before
    assert position(after).waits_for_person


def test_the_same_moves_at_the_same_table_give_the_same_game() -> None:
    one = begun(visitor(), "lookout-5")
    twin = PracticeGame.objects.get(pk=one.pk)
    twin.pk, twin.public_id = None, "twin"
    twin.save()
    for _ in range(5):
        one, twin = moved(visitor(), one), moved(visitor(), twin)
    assert one.events == twin.events


def test_a_move_sent_twice_is_played_once() -> None:
    practice_game = begun(visitor())
    event = position(practice_game).state.legal_moves()[0]
    send = partial(
        move, public_id=practice_game.public_id, owner=visitor(), events_seen=len(practice_game.events), event=event
    )
    after = send()
    with pytest.raises(NotNow, match="was not played"):
        send()
    assert PracticeGame.objects.get().events == [list(one) for one in after.events]


@pytest.mark.django_db(transaction=True)
def test_two_taps_at_once_play_one_move() -> None:
    practice_game = begun(visitor())
    event = position(practice_game).state.legal_moves()[0]

    def tap(_: int) -> str:
        try:
            move(public_id=practice_game.public_id, owner=visitor(), events_seen=len(practice_game.events), event=event)
        except NotNow:
            return "refused"
        finally:
            connection.close()
        return "played"

    with ThreadPoolExecutor(4) as fingers:
        assert sorted(fingers.map(tap, range(4))) == ["played", "refused", "refused", "refused"]


def test_it_refuses_a_move_that_the_rules_do_not_allow_and_says_why() -> None:
    practice_game = begun(visitor())
    with pytest.raises(NotThatMove) as refused:
        move(public_id=practice_game.public_id, owner=visitor(), events_seen=len(practice_game.events), event=(15, 3))
    assert refused.value.message.endswith(".")
    assert PracticeGame.objects.get().events == [list(event) for event in practice_game.events]


@pytest.mark.parametrize("game", registry.games())
@pytest.mark.parametrize("event", [(), (99,), (6, 1, 2, 3), (-1, 5), (7, 10**6, 1), (6, -9), (0, 1), (10, 0, 0)])
def test_it_refuses_what_is_no_move_of_any_game(game: str, event: tuple[int, ...]) -> None:
    practice_game = begun(visitor(), *default_opponents(game, registry.game(game).min_seats), game=game)
    assert event not in position(practice_game).state.legal_moves()
    with pytest.raises(NotThatMove):
        move(public_id=practice_game.public_id, owner=visitor(), events_seen=len(practice_game.events), event=event)


def test_nobody_moves_at_somebody_elses_table() -> None:
    morag, hamish = account_of("Morag"), account_of("Hamish")
    for own, strangers in (
        (visitor(), [visitor("another"), SessionOwner(), of(hamish)]),
        (of(morag), [visitor(), SessionOwner(), of(hamish)]),
    ):
        practice_game = begun(own)
        for stranger in strangers:
            with pytest.raises(NoSuchPracticeGame):
                moved(stranger, practice_game)
            with pytest.raises(NoSuchPracticeGame):
                give_up(public_id=practice_game.public_id, owner=stranger)


def test_a_practice_game_of_other_rules_is_not_played_on() -> None:
    practice_game = begun(visitor())
    PracticeGame.objects.update(rules_version="lords-of-scotland/0")
    with pytest.raises(NotNow, match="earlier version"):
        continue_game(public_id=practice_game.public_id, owner=visitor())


def test_slow_bots_are_given_another_request(monkeypatch: pytest.MonkeyPatch) -> None:
    practice_game = begun(visitor(), "steward", "lookout-5")
    event = position(practice_game).state.legal_moves()[0]
    with monkeypatch.context() as patch:
        patch.setattr("games.play.game_state.MOST_SECONDS", 0.0)
        move(public_id=practice_game.public_id, owner=visitor(), events_seen=len(practice_game.events), event=event)
        assert not position(practice_game).waits_for_person
    with pytest.raises(NotNow, match="not your turn"):
        move(public_id=practice_game.public_id, owner=visitor(), events_seen=len(practice_game.events) + 1, event=event)
    continue_game(public_id=practice_game.public_id, owner=visitor())
    assert position(practice_game).waits_for_person


# --- the end -----------------------------------------------------------------------------------------------------
def test_a_finished_game_is_kept_as_a_match_with_its_record() -> None:
    practice_game = played_out(visitor(), begun(visitor(), "wanderer", "steward"))
    assert practice_game.status == PracticeGame.Status.OVER
    match = Match.objects.get(practice_game=practice_game)
    record = from_text(match.record.text)
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
        give_up(public_id=practice_game.public_id, owner=visitor())


@pytest.mark.parametrize("game", registry.games())
def test_every_game_of_the_house_is_played_to_its_end_and_its_result_entered(game: str) -> None:
    morag, least = account_of("Morag"), registry.game(game).min_seats
    company = [one.key for one in opponents_for(game)][: max(least, 2) - 1]
    practice_game = played_out(of(morag), begun(of(morag), *company, game=game))
    assert practice_game.status == PracticeGame.Status.OVER
    assert Result.objects.get().pool.game == game


def test_a_visitors_game_enters_no_ledger() -> None:
    played_out(visitor(), begun(visitor()))
    assert not Result.objects.exists()


def test_a_game_of_somebody_with_an_account_enters_the_ledger_unrated() -> None:
    morag = account_of("Morag")
    practice_game = played_out(of(morag), begun(of(morag)))
    result = Result.objects.get()
    assert (result.is_rated, result.pool.player_kind, result.how) == (False, "all", "played")
    assert practice_game.match is not None
    assert result.subject == practice_game.match.subject
    assert {seat.player.name for seat in result.seats.all()} == {"Morag", "Wanderer"}


def test_it_is_rated_where_an_operator_allows_it_before_it_begins() -> None:
    morag = account_of("Morag")
    early = begun(of(morag))
    pool = pool_for(game=GAME, player_kind="all")
    pool.rates_play = True
    pool.save()
    late = begun(of(morag))
    assert [played_out(of(morag), practice_game).pool for practice_game in (early, late)] == [None, pool]
    assert list(Result.objects.order_by("number").values_list("is_rated", flat=True)) == [False, True]


def test_a_result_that_the_ledger_refuses_keeps_nobody_from_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    morag = account_of("Morag")
    practice_game = begun(of(morag))
    monkeypatch.setattr(draft_checks, "LARGEST_TABLE", 1)
    practice_game = played_out(of(morag), practice_game)
    assert practice_game.match is not None
    assert practice_game.match.pool is None
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
    practice_game = begun(of(morag))
    for _ in range(2):
        given_up = give_up(public_id=practice_game.public_id, owner=of(morag))
    assert given_up.status == PracticeGame.Status.GIVEN_UP
    assert not Match.objects.exists()
    assert not Result.objects.exists()
    with pytest.raises(NotNow, match="abandoned this game"):
        moved(of(morag), practice_game)


# --- whose they are ----------------------------------------------------------------------------------------------
def test_a_visitor_who_joins_takes_games_along_and_they_stay_unrated() -> None:
    pool = pool_for(game=GAME, player_kind="all")
    pool.rates_play = True
    pool.save()
    finished, unfinished = played_out(visitor(), begun(visitor())), begun(visitor())
    morag = account_of("Morag")
    begun(visitor("another key"))
    assert claim_practice_games(key_hash=hash_of("a key nobody guesses"), player=morag.player) == 2
    finished.refresh_from_db()
    assert finished.player == morag.player
    assert finished.match is not None
    assert finished.match.seats.get(seat=0).player == morag.player
    assert played_out(of(morag), unfinished).status == PracticeGame.Status.OVER
    assert list(Result.objects.values_list("is_rated", flat=True)) == [False, False]
    assert claim_practice_games(key_hash=hash_of("a key nobody guesses"), player=morag.player) == 0


def test_nobody_takes_along_what_has_no_key() -> None:
    begun(of(account_of("Morag")))
    assert claim_practice_games(key_hash="", player=Player.objects.create(name="Senga")) == 0


# --- sweeping ----------------------------------------------------------------------------------------------------
def aged(practice_game: PracticeGame, by: timedelta) -> PracticeGame:
    PracticeGame.objects.filter(pk=practice_game.pk).update(touched_at=timezone.now() - by)
    return practice_game


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
    assert sweep_practice_games() == 2
    assert set(PracticeGame.objects.all()) == set(stay)
    assert ended.match is not None
    assert Match.objects.filter(pk=ended.match.pk).exists()


# --- levels ------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("game", ["highland-clans", "kings-kilt", "lords-of-scotland"])
def test_the_levels_are_offered_first_and_the_second_weakest_is_preselected(game: str) -> None:
    keys = [one.key for one in opponents_for(game)]
    assert keys[:5] == ["beginner", "casual", "intermediate", "advanced", "expert"]
    assert {"wanderer", "lookout-5", "lookout-100"} < set(keys[5:])
    assert default_opponents(game, 2) == ["casual"]


def test_a_game_against_a_level_is_kept_and_the_level_enters_no_bot_matches() -> None:
    morag = account_of("Morag")
    practice_game = played_out(of(morag), begun(of(morag), "beginner", "casual"))
    assert practice_game.status == PracticeGame.Status.OVER
    result = Result.objects.get()
    assert not result.is_rated
    assert {"Beginner", "Casual"} < set(result.seats.values_list("player__name", flat=True))
    levels = Player.objects.filter(builtin_bot__strategy__in=registry.levels())
    assert levels.count() == 5
    excluded = Player.objects.filter(bots_without(GAME))
    assert not set(levels) - set(excluded)
    seated = {one.player_id for one in ladder_bots() if one.games}
    assert seated.isdisjoint(levels.values_list("pk", flat=True))
    assert not set(levels) & set(builtin_bot_players(GAME))
