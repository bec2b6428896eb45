"""An imagined state is indistinguishable from the true one for its seat, at every step of any play."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.game import CHANCE
from engine.core.options import OptionValue
from engine.games.lords_of_scotland import events
from engine.games.lords_of_scotland.components import HIDDEN, card_name
from engine.games.lords_of_scotland.game import GAME
from engine.games.lords_of_scotland.phases import ACTING
from engine.games.lords_of_scotland.public_information import MARKS, VEILS
from engine.games.lords_of_scotland.state import LordsState
from tests.engine.lords_of_scotland.invariants import broken_invariant
from tests.engine.lords_of_scotland.policies import POLICIES, lords_states
from tests.engine.lords_of_scotland.positions import Table, laid

pytestmark = pytest.mark.slow

steadily = settings(derandomize=True, max_examples=25, database=None)
seeds = st.integers(0, 10_000)
tables = st.integers(2, 5)
options = st.fixed_dictionaries(
    {"bruce": st.booleans(), "activation": st.sampled_from(["by-players", "strict", "same-clan"])}
)


@pytest.mark.long
@pytest.mark.parametrize("policy", POLICIES)
@steadily
@given(seed=seeds, seats=tables, options=options)
def test_every_seat_sees_in_its_imagination_what_it_sees(
    policy: str, seed: int, seats: int, options: dict[str, OptionValue]
) -> None:
    rng = Random(seed)
    for state in lords_states(seats, options, seed, policy):
        assert broken_invariant(state) is None
        seat = rng.choice([None, *range(seats)])
        view = state.view(seat)
        imagined = GAME.imagine(view, rng)
        assert imagined.view(seat) == view
        assert broken_invariant(imagined) is None
        if state.turn is not None and state.turn >= 0:
            mover = GAME.imagine(state.view(state.turn), rng)
            assert mover.legal_moves() == state.legal_moves()


@pytest.mark.long
@pytest.mark.parametrize("policy", POLICIES)
@steadily
@given(seed=seeds)
def test_a_deck_too_small_for_the_table_makes_no_difference(policy: str, seed: int) -> None:
    """Gaps, passes, Recruits of two shuffles side by side: there are 24 cards for four."""
    rng = Random(seed)
    state = _short_of_cards(rng).state
    for _ in range(150):
        seat = rng.choice([None, *range(4)])
        imagined = GAME.imagine(state.view(seat), rng)
        assert imagined.view(seat) == state.view(seat)
        assert imagined.pools[state.lot].bit_count() == state.pools[state.lot].bit_count()
        if state.turn is None:
            break
        legal = state.legal_moves()
        state.apply(POLICIES[policy](state, legal, rng) if legal else rng.choice(state.chance_outcomes())[0])


@steadily
@given(seed=seeds, seats=tables)
def test_what_others_do_in_secret_looks_alike_whatever_the_card(seed: int, seats: int) -> None:
    """A face-down muster, a face-down Recruit and a draw change the spectators' view by nothing but numbers."""
    rng = Random(seed)
    for state in lords_states(seats, {"bruce": True}, seed, "secretive"):
        other = GAME.imagine(state.view(None), rng)
        if state.phase == ACTING and state.hands[state.actor]:
            _play_the_same(state, other, (events.MUSTER, state.hands[state.actor][0], events.FACE_DOWN),
                           (events.MUSTER, other.hands[state.actor][-1], events.FACE_DOWN))  # fmt: skip
        elif state.turn == CHANCE and state.chance_outcomes()[0][0][0] in (events.DEAL, events.TAKE, events.DRAW):
            _play_the_same(state, other, state.chance_outcomes()[0][0], other.chance_outcomes()[-1][0])


def test_every_unseen_card_is_as_likely_to_lie_in_another_hand() -> None:
    """Chi-squared with 90 degrees of freedom stays below its 0.1 % point (about 137)."""
    *_, state = islice(lords_states(3, {}, 1, "blind"), 16)
    view, rng = state.view(0), Random(1)
    unseen = [card for card in range(1, 97) if card not in view.hand]
    drawn = Counter(card for _ in range(1820) for card in GAME.imagine(view, rng).hands[1])
    expected = 1820 * 5 / len(unseen)
    assert sum((drawn[card] - expected) ** 2 / expected for card in unseen) < 137


def test_these_matches_reach_the_corners() -> None:
    """Else the properties above would prove less than they seem to."""
    met: Counter[str] = Counter()
    for seed, policy in enumerate(list(POLICIES) * 8):
        for state in lords_states(5, {"bruce": True}, seed, policy):
            met.update(_corners(state))
    assert set(met) == {
        "two lots", "a veil swapped", "a listed card that may be anywhere", "a token", "ten in hand",
        "a carried MacDonnell",
    }, met  # fmt: skip


def _short_of_cards(rng: Random) -> Table:
    """Two cards in each hand, five in the pile, the rest Recruits, Supporters and discards."""
    deck = [card_name(card) for card in rng.sample(range(1, 97), 24)]
    hands = [f"{name}: hand {deck.pop()}, {deck.pop()}" for name in ("Morag", "Hamish", "Senga", "Judy")]
    rows = [f"Supporters: {deck.pop()}, {deck.pop()}", f"Recruits: {deck.pop()}, ?, ?, ?, -",
            f"Discards: {deck.pop()}, {deck.pop()}", f"Pile: {', '.join(deck)}"]  # fmt: skip
    return laid("\n".join([*hands, *rows]))


def _play_the_same(state: LordsState, other: LordsState, event: tuple[int, ...], alike: tuple[int, ...]) -> None:
    here, there = state.copy(), other.copy()
    here.apply(event)
    there.apply(alike)
    if not here.ranking and not there.ranking and here.round == there.round == state.round:
        assert here.view(None) == there.view(None)


def _corners(state: LordsState) -> set[str]:
    followers = [(seat, *follower) for seat, army in enumerate(state.armies) for follower in army]
    down = {lot for card, lot in zip(state.recruits, state.slot_lots, strict=True) if card == HIDDEN}
    return {
        name
        for name, is_met in {
            "two lots": len(down) > 1,
            "a veil swapped": any(veil and seats.bit_count() > 1 for _, _, _, veil, seats in followers),
            "a listed card that may be anywhere": any(
                places & MARKS and (places & VEILS).bit_count() > 2 for _, places in state.traces
            ),
            "a token": any(power and (card - 1) % 8 == 0 and card < 97 for _, card, power, _, _ in followers),
            "ten in hand": any(len(hand) == 10 for hand in state.hands),
            "a carried MacDonnell": state.step == 0 and state.phase == ACTING and bool(followers),
        }.items()
        if is_met
    }
