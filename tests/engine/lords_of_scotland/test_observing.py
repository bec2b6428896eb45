"""A seat's view is a function of what that seat has observed, and holds what follows from it: no more and no less."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.game import Event
from engine.games.lords_of_scotland import events
from engine.games.lords_of_scotland.components import cards_in
from engine.games.lords_of_scotland.game import GAME
from engine.games.lords_of_scotland.state import LordsState
from tests.engine.games import playing
from tests.engine.lords_of_scotland.notebook import Notebook, Seat, observed, occupied, shown, was_shuffled
from tests.engine.lords_of_scotland.policies import POLICIES

steadily = settings(derandomize=True, max_examples=12, database=None)
seeds = st.integers(0, 10_000)
tables = st.integers(2, 5)
HOLDS_A_CARD = {*range(events.DRAW + 1), events.RECRUIT, events.MUSTER, events.SWAP, events.CLAIM}


@pytest.mark.long
@pytest.mark.parametrize("policy", POLICIES)
@steadily
@given(seed=seeds, seats=tables)
def test_everybody_knows_of_every_unseen_card_what_a_notebook_would_say(policy: str, seed: int, seats: int) -> None:
    notebook = Notebook(GAME.start(seats, {"bruce": True}))
    for before, event, after in steps(seats, seed, policy):
        notebook.note(before, event, after)
        traces, listed = public_knowledge(after)
        assert traces == notebook.places
        assert listed == notebook.listed


@pytest.mark.parametrize("policy", POLICIES)
@steadily
@given(seed=seeds, seats=tables)
def test_two_games_that_a_seat_observes_alike_look_alike_to_it(policy: str, seed: int, seats: int) -> None:
    """The other game has two cards of one shuffle in each other's place, from that shuffle on."""
    rng = Random(seed)
    game = list(steps(seats, seed, policy))
    shuffles = [0, *(at + 1 for at, (before, _, after) in enumerate(game) if was_shuffled(before, after))]
    for start in shuffles:
        for seat in (None, *range(seats)):
            if start < len(game):
                pool = game[start][0].pools[game[start][0].lot]
                compare_until_told_apart(game[start:], seat, tuple(rng.sample(cards_in(pool), 2)))


def compare_until_told_apart(
    game: list[tuple[LordsState, Event, LordsState]], seat: Seat, pair: tuple[int, ...]
) -> None:
    other = game[0][0].copy()
    for before, event, after in game:
        there, alike = other.copy(), exchanged(event, pair)
        if shown(before, event, seat) != shown(there, alike, seat):
            return
        other.apply(alike)
        if observed(before, event, after, seat) != observed(there, alike, other, seat):
            return
        assert after.view(seat) == other.view(seat)


def exchanged(event: Event, pair: tuple[int, ...]) -> Event:
    """The event with the cards of the pair in each other's place."""
    swap = dict(zip(pair, reversed(pair), strict=True))
    return (event[0], swap.get(event[1], event[1]), *event[2:]) if event[0] in HOLDS_A_CARD else event


def public_knowledge(state: LordsState) -> tuple[dict[int, set[str]], dict[int, int]]:
    """Where a spectator's view says each unseen card may lie, used-up lots left out, and for whom each is listed."""
    facts = GAME.view_to_json(state.view(None))
    gone = {f"lot {lot}" for lot in range(len(state.pools))} - occupied(state)
    traces = {
        card: {f"{kind[:-1]} {number}" for kind, numbers in trace["places"].items() for number in numbers} - gone
        for trace in facts["traces"]
        for card in trace["cards"]
    }
    return traces, {card: seat for seat, cards in enumerate(facts["listed"]) for card in cards}


def steps(seats: int, seed: int, policy: str) -> Iterator[tuple[LordsState, Event, LordsState]]:
    return playing.steps(GAME, seats, {"bruce": True}, seed, POLICIES[policy])
