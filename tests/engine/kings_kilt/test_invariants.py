"""The check of conservation finds what is wrong, so that its silence means something."""

from __future__ import annotations

from collections.abc import Callable

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


def clash_first_cards(state: KiltState) -> None:
    first, second = state.families[0], state.families[1]
    state.families[1] = (first[0], *second[1:])
    state.members += ONE[second[0]] - ONE[first[0]]


def repeat_clan(state: KiltState) -> None:
    family, third = state.families[0], state.families[0][2]
    clan = family[0]
    state.families[0] = (*family[:2], clan)
    state.discards += (third,)
    found = next(name for name in ("discards", "betrayed") if clan in getattr(state, name)[:-1])
    row = list(getattr(state, found))
    row.remove(clan)
    setattr(state, found, tuple(row))


def show_strange_card(state: KiltState) -> None:
    state.shown[0] = (next(clan for clan in range(8) if clan not in state.families[0]),)


def hang_card(state: KiltState) -> None:
    state.pyramid[19], state.pyramid[6] = state.pyramid[6], -1


SPOILED: dict[str, Callable[[KiltState], None]] = {
    "There are 9 cards of clan Bruce, and there should be 8.": lambda state: setattr(
        state, "discards", (*state.discards, 0)
    ),
    "There are 7 cards of clan": lambda state: setattr(state, "discards", state.discards[1:]),
    "The pile is said to hold": lambda state: setattr(state, "pile", state.pile + 1),
    "here one comes twice": clash_first_cards,
    "The Family of seat 1 has a clan twice.": repeat_clan,
    "Seat 1 has shown a card that is not of its Family.": show_strange_card,
    "does not rest on two others.": hang_card,
    "The outline of the pyramid": lambda state: setattr(state, "filled", state.filled | 1 << 20),
}


@pytest.mark.parametrize("sentence", SPOILED)
def test_it_says_what_is_amiss(state: KiltState, sentence: str) -> None:
    SPOILED[sentence](state)
    assert sentence in str(GAME.broken_invariant(state))
