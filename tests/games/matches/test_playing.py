"""A match is a function of its setup, and a bot's fault does not end the game of the others."""

from dataclasses import replace
from typing import Any

import pytest
from celery.exceptions import SoftTimeLimitExceeded

from engine.core.game import CHANCE, Event
from engine.core.record import replay, steps
from engine.notation import from_text
from engine.sandbox.guard import places_after
from games.matches.run_match import MatchSetup, Played, SeatSetup, play_match
from tests.games.odd_bots import Odd

SETUP = MatchSetup(
    game="lords-of-scotland",
    options={},
    seats=(SeatSetup(1, "wanderer", 0), SeatSetup(2, "lookout", 2)),
    secret=bytes(range(32)),
    rotation=0,
)


def play(setup: MatchSetup, **how: Any) -> Played:
    played = play_match(setup, **how)
    assert played is not None
    return played


def with_bots(*bots: str, rotation: int = 0) -> MatchSetup:
    return replace(SETUP, seats=tuple(SeatSetup(1 + seat, bot, 0) for seat, bot in enumerate(bots)), rotation=rotation)


def test_the_same_sheet_gives_the_same_match() -> None:
    assert play(SETUP) == play(SETUP)


@pytest.mark.parametrize("change", [{"secret": bytes(32)}, {"rotation": 1}, {"options": {"bruce": True}}])
def test_whatever_is_on_the_sheet_matters(change: dict[str, Any]) -> None:
    assert play(replace(SETUP, **change)).text != play(SETUP).text


def test_a_budget_matters_and_stands_in_the_label() -> None:
    more = replace(SETUP, seats=(SeatSetup(1, "wanderer", 0), SeatSetup(2, "lookout", 9)))
    assert play(more).text != play(SETUP).text
    assert from_text(play(more).text).seats == ("wanderer", "lookout-9")


def test_rotations_of_a_block_are_dealt_the_same_hands() -> None:
    one, other = (from_text(play(with_bots("wanderer", "steward", rotation=number)).text) for number in range(2))
    hands = [[event for state, event in steps(record) if state.turn == CHANCE][:10] for record in (one, other)]
    assert hands[0] == hands[1]
    assert one.events != other.events


def test_the_record_names_strategies_and_can_be_replayed() -> None:
    played = play(with_bots("wanderer", "wanderer"))
    record = from_text(played.text)
    assert record.seats == ("wanderer", "wanderer")
    outcome = replay(record).outcome
    assert outcome is not None
    assert (outcome.points, outcome.places) == (played.points, played.places)


def test_a_match_can_be_left() -> None:
    assert play_match(SETUP, stop=lambda: True) is None


@pytest.mark.parametrize("odd", ["stumbler", "crasher"])
@pytest.mark.parametrize("seats", [2, 3, 5])
def test_a_stand_in_plays_on_for_a_bot_that_fails(odd: str, seats: int) -> None:
    played = play(with_bots(odd, *["steward"] * (seats - 1)))
    record = from_text(played.text)
    assert replay(record).outcome == record.outcome
    (fault,) = record.faults
    assert fault.seat == 0
    assert played.faults[0].startswith(odd)
    assert played.places[0] == seats


def test_the_offender_is_last_even_when_the_stand_in_wins() -> None:
    setup = with_bots("crasher", "wanderer", "wanderer")
    matches = [play(replace(setup, secret=bytes([number] * 32))) for number in range(8)]
    assert any(played.points[0] == max(played.points) for played in matches)
    assert all(played.places[0] == 3 for played in matches)


def test_the_fault_is_noted_at_the_event_where_the_stand_in_began() -> None:
    record = from_text(play(with_bots("crasher", "wanderer")).text)
    turns = [state.turn for state, _event in steps(record)]
    assert record.faults[0].event == turns.index(0) + 1


def test_the_stand_in_is_seeded_too() -> None:
    setup = with_bots("crasher", "wanderer", "wanderer")
    assert play(setup) == play(setup)


def test_the_others_are_placed_as_they_played() -> None:
    assert places_after((1, 2, 2, 4), frozenset({0})) == (4, 1, 1, 3)
    assert places_after((3, 1, 2, 4, 5), frozenset({1, 2})) == (1, 4, 4, 2, 3)
    assert places_after((1, 2, 2, 4), frozenset()) == (1, 2, 2, 4)


@pytest.mark.parametrize("cause", [SoftTimeLimitExceeded, MemoryError])
def test_a_fault_of_the_machine_is_no_fault_of_the_bot(cause: type[Exception]) -> None:
    def fail(*_: object) -> Event:
        raise cause

    with pytest.raises(cause):
        play_match(SETUP, find=lambda slug: Odd(slug, fail))
