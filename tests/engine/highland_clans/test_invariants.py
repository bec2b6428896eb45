"""Nothing gets lost, hands and courts fit together, and the corners of the game are reached by playing for them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine.core.options import OptionValue
from engine.games.highland_clans import events
from engine.games.highland_clans.components import MOST_ESTATES
from engine.games.highland_clans.game import GAME
from engine.games.highland_clans.phases import (
    ACTING,
    DISCARDING,
    DRAWING_CARDS,
    EMPTY_SACK,
    EMPTY_STOCK,
    PUTTING_BACK,
    RAIDING,
    SPOILING,
    TILE_REACHED,
)
from engine.games.highland_clans.state import ClansState
from tests.engine.highland_clans.invariants import broken_invariant
from tests.engine.highland_clans.policies import POLICIES, clans_states
from tests.engine.highland_clans.positions import laid

steadily = settings(derandomize=True, max_examples=15, database=None)
seeds = st.integers(0, 10_000)
tables = st.integers(3, 5)
options = st.fixed_dictionaries(
    {"exchange": st.sampled_from(["up-to-3", "exactly-3"]), "no-green": st.sampled_from(["never", "ranked"])}
)


@pytest.mark.long
@pytest.mark.parametrize("policy", POLICIES)
@steadily
@given(seed=seeds, seats=tables, options=options)
@example(seed=319, seats=4, options={})  # hoarding, the sack is empty when the last turn of a round would begin
def test_nothing_is_lost_however_people_play(
    policy: str, seed: int, seats: int, options: dict[str, OptionValue]
) -> None:
    """Tokens, cards and estates; three warriors at least, six estates at most; hands and actions by the rulings."""
    rng = Random(seed)
    for state in clans_states(seats, options, seed, policy):
        assert broken_invariant(state) is None
        assert all(warriors >= 3 for warriors, _, _ in state.courts)
        assert all(land[0] <= MOST_ESTATES for land in state.lands)
        view = state.view(rng.choice([None, *range(seats)]))
        imagined = GAME.imagine(view, rng)
        assert imagined.view(view.seat) == view
        assert broken_invariant(imagined) is None
        if state.turn is not None and state.turn >= 0:
            assert GAME.imagine(state.view(state.turn), rng).legal_moves() == state.legal_moves()
        if state.phase in (ACTING, RAIDING):  # ruling 7: whenever somebody may act, raid or exchange
            assert [len(hand) for hand in state.hands] == [warriors for warriors, _, _ in state.courts]
        no_action_comes_twice_and_no_turn_uses_more_than_four_tokens(state, seats)


def no_action_comes_twice_and_no_turn_uses_more_than_four_tokens(state: ClansState, seats: int) -> None:
    """Ruling 3."""
    assert len(set(state.acted)) == len(state.acted) <= 2
    assert state.used <= 4
    assert events.BARD not in state.acted or len(state.acted) == 1
    assert state.step < seats - 1 or len(state.acted) <= 1 or state.outcome is not None  # no turn began


CORNERS: dict[str, tuple[str, Callable[[ClansState], bool]]] = {
    "a sack with too few tokens": ("hoarding", lambda state: state.ending == EMPTY_SACK),
    "an estate that ends the game": ("brawling", lambda state: state.ending == TILE_REACHED),
    "an empty stock": ("settling", lambda state: state.stock == 0),
    "an empty stock and 42 points": ("settling", lambda state: state.ending == EMPTY_STOCK),
    "a deck renewed amid a draw": (
        "brawling",  # The second draw of a seat: fewer cards are owed than a raid ever makes due.
        lambda state: state.phase == DRAWING_CARDS and bool(state.combats) and state.owed[0][1] in (1, 2, 4),
    ),
    "a raid nobody won": ("brawling", lambda state: state.phase == PUTTING_BACK),
    "a raid with spoils": ("brawling", lambda state: state.phase == SPOILING),
    "a combat with two pipers": ("brawling", lambda state: any(a and b for _, a, _, b in state.combats)),
    "a bard that takes a warrior": (
        "luring", lambda state: state.phase == DISCARDING and state.turn != state.actor and bool(state.owed),
    ),
    "an estate paid with a warrior": ("luring", lambda state: state.phase == DISCARDING and state.turn == state.actor),
    "six estates": ("settling", lambda state: any(land[0] == MOST_ESTATES for land in state.lands)),
    "the largest following at work": ("luring", lambda state: state.redrawn and state.phase == ACTING),
}  # fmt: skip


@pytest.mark.parametrize("corner", CORNERS)
def test_a_corner_is_reached(corner: str) -> None:
    policy, is_reached = CORNERS[corner]
    assert any(is_reached(state) for state in played(policy))


def played(policy: str) -> Iterator[ClansState]:
    for seed in range(20):
        yield from clans_states(3 + seed % 3, {}, seed, policy)


def test_the_deck_is_renewed_now_and_then() -> None:
    """Ruling 13."""
    shuffles: Counter[int] = Counter()
    for seed in range(5):
        deck = 67
        for state in clans_states(4, {}, seed, "brawling"):
            shuffles[seed] += state.deck > deck
            deck = state.deck
    assert min(shuffles[seed] for seed in range(5)) >= 1


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (lambda state: state.courts.__setitem__(0, (4, 3, 0)), "There are 24 blue tokens, but 23 are in play."),
        (lambda state: state.hands.__setitem__(0, (1, 2, 3, 3)), "There are 18 cards of value 3, but 17 in the game."),
        (lambda state: setattr(state, "deck", 7), "The deck is said to hold 7 cards, but holds 55."),
        (lambda state: setattr(state, "stock", 7), "There are 9 estates, but 25 in the game."),
        (lambda state: setattr(state, "used", 5), "5 drawn tokens have been used."),
    ],
)
def test_it_says_what_is_amiss(spoil: Callable[[ClansState], None], sentence: str) -> None:
    state = laid("Morag:\nHamish:\nSenga:").state
    assert broken_invariant(state) is None
    spoil(state)
    assert broken_invariant(state) == sentence
