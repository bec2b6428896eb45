"""The check of conservation finds what is wrong, so that its silence means something."""

from __future__ import annotations

import pytest

from engine.games.kings_kilt.components import ONE
from engine.games.kings_kilt.game import GAME
from engine.games.kings_kilt.state import KiltState
from tests.engine.kings_kilt.policies import kilt_states


@pytest.fixture
def state() -> KiltState:
    """A sound position in the middle of a match."""
    for state in kilt_states(3, {}, 1, "any"):
        if state.discards and state.pyramid[11] >= 0 and state.phase == 5:
            assert GAME.broken_invariant(state) is None
            return state
    raise LookupError("That match has no such position.")


def test_a_card_too_many(state: KiltState) -> None:
    state.discards += (0,)
    assert GAME.broken_invariant(state) == "There are 9 cards of clan Bruce, and there should be 8."


def test_a_card_nowhere(state: KiltState) -> None:
    state.discards = state.discards[1:]
    assert "There are 7 cards of clan" in str(GAME.broken_invariant(state))


def test_a_pile_that_was_miscounted(state: KiltState) -> None:
    state.pile += 1
    assert str(GAME.broken_invariant(state)).startswith("The pile is said to hold")


def test_first_cards_of_one_clan(state: KiltState) -> None:
    first, second = state.families[0], state.families[1]
    state.families[1] = (first[0], *second[1:])
    state.members += ONE[second[0]] - ONE[first[0]]
    assert "here one comes twice" in str(GAME.broken_invariant(state))


def test_a_family_with_a_clan_twice(state: KiltState) -> None:
    family, third = state.families[0], state.families[0][2]
    clan = family[0]
    state.families[0] = (*family[:2], clan)
    state.discards += (third,)
    found = next(name for name in ("discards", "betrayed") if clan in getattr(state, name)[:-1])
    row = list(getattr(state, found))
    row.remove(clan)
    setattr(state, found, tuple(row))
    assert GAME.broken_invariant(state) == "The Family of seat 1 has a clan twice."


def test_a_card_shown_that_is_of_no_family(state: KiltState) -> None:
    state.shown[0] = (next(clan for clan in range(8) if clan not in state.families[0]),)
    assert GAME.broken_invariant(state) == "Seat 1 has shown a card that is not of its Family."


def test_a_card_that_hangs_in_the_air(state: KiltState) -> None:
    state.pyramid[19], state.pyramid[6] = state.pyramid[6], -1
    assert "does not rest on two others." in str(GAME.broken_invariant(state))


def test_an_outline_that_is_not_that_of_the_pyramid(state: KiltState) -> None:
    state.filled |= 1 << 20
    assert str(GAME.broken_invariant(state)).startswith("The outline of the pyramid")
