"""The check of card conservation finds what is wrong, so that its silence means something."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.games.lords_of_scotland.state import LordsState
from tests.engine.lords_of_scotland.invariants import broken_invariant
from tests.engine.lords_of_scotland.policies import lords_states


@pytest.fixture
def state() -> LordsState:
    """A sound position in the middle of a match."""
    for state in lords_states(3, {}, 1, "secretive"):
        if state.round == 2 and state.veils_on_table() and state.discards and state.hands[0]:
            assert broken_invariant(state) is None
            return state
    raise LookupError("That match has no such position.")


SPOILED: dict[str, Callable[[LordsState], None]] = {
    "is both in the hand of seat 1 and discarded": lambda state: discard(state, 1 << state.hands[0][0]),
    "is nowhere.": lambda state: state.hands.__setitem__(0, state.hands[0][1:]),
    "A card is on the table that is not in the deck.": lambda state: discard(state, 1 << 97),
    "which is not what lies there": lambda state: setattr(state, "pile", state.pile + 1),
    "which is not what it claimed": lambda state: state.points.__setitem__(1, state.points[1] + 1),
    "lies at place 0, where nobody would look for it": lambda state: setattr(
        state, "traces", tuple((cards, places & ~1) for cards, places in state.traces)
    ),
    "A trace has no cards.": lambda state: setattr(state, "traces", (*state.traces, (0, 1))),
    "The traces still speak of": lambda state: setattr(
        state, "traces", (*state.traces, (state.discards & -state.discards, 1))
    ),
}


def discard(state: LordsState, cards: int) -> None:
    state.discards |= cards


@pytest.mark.parametrize("sentence", SPOILED)
def test_it_says_what_is_amiss(state: LordsState, sentence: str) -> None:
    SPOILED[sentence](state)
    assert sentence in str(broken_invariant(state))
