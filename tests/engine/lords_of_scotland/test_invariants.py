"""The check of card conservation finds what is wrong, so that its silence means something."""

from __future__ import annotations

import pytest

from engine.games.lords_of_scotland.game import GAME
from engine.games.lords_of_scotland.state import LordsState
from tests.engine.lords_of_scotland.policies import lords_states


@pytest.fixture
def state() -> LordsState:
    """A sound position in the middle of a match."""
    for state in lords_states(3, {}, 1, "secretive"):
        if state.round == 2 and state.veils_on_table() and state.discards and state.hands[0]:
            assert GAME.broken_invariant(state) is None
            return state
    raise LookupError("That match has no such position.")


def test_a_card_in_two_places(state: LordsState) -> None:
    state.discards |= 1 << state.hands[0][0]
    assert "is both in the hand of seat 1 and discarded" in str(GAME.broken_invariant(state))


def test_a_card_nowhere(state: LordsState) -> None:
    state.hands[0] = state.hands[0][1:]
    assert str(GAME.broken_invariant(state)).endswith("is nowhere.")


def test_a_card_that_is_not_in_the_deck(state: LordsState) -> None:
    state.discards |= 1 << 97
    assert GAME.broken_invariant(state) == "A card is on the table that is not in the deck."


def test_a_pile_that_was_miscounted(state: LordsState) -> None:
    state.pile += 1
    assert "which is not what lies there" in str(GAME.broken_invariant(state))


def test_points_that_nobody_claimed(state: LordsState) -> None:
    state.points[1] += 1
    assert "which is not what it claimed" in str(GAME.broken_invariant(state))


def test_a_card_where_nobody_would_look_for_it(state: LordsState) -> None:
    state.traces = tuple((cards, places & ~1) for cards, places in state.traces)
    assert "lies at place 0, where nobody would look for it" in str(GAME.broken_invariant(state))


def test_a_trace_of_a_card_that_all_can_see(state: LordsState) -> None:
    state.traces = (*state.traces, (state.discards & -state.discards, 1))
    assert str(GAME.broken_invariant(state)).startswith("The traces still speak of")
