"""A seat's view is a function of what that seat has observed, and holds what follows from it: no more and no less."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.game import Event
from engine.games.highland_clans import events
from engine.games.highland_clans.game import GAME
from engine.games.highland_clans.state import ClansState
from tests.engine.games import playing
from tests.engine.highland_clans.invariants import broken_invariant
from tests.engine.highland_clans.notebook import Notebook, Seat, mover, observed, shown
from tests.engine.highland_clans.policies import POLICIES
from tests.engine.highland_clans.positions import laid

steadily = settings(derandomize=True, max_examples=10, database=None)
seeds = st.integers(0, 10_000)
tables = st.integers(3, 5)
HOLDS_CARDS = {events.DEAL, events.DRAW, events.DISCARD, events.EXCHANGE, events.PUT_BACK}


@pytest.mark.parametrize("policy", POLICIES)
@steadily
@given(seed=seeds, seats=tables)
def test_every_seat_knows_of_the_return_deck_what_it_would_have_noted(policy: str, seed: int, seats: int) -> None:
    """Ruling 13: combat cards are public, other cards known to who put them there, until they are shuffled."""
    notebooks = [Notebook(seats, seat) for seat in (None, *range(seats))]
    for before, event, after in steps(seats, seed, policy):
        for notebook in notebooks:
            notebook.note(before, event, after)
            view = after.view(notebook.seat)
            assert (view.fought, view.returned, view.returned_sizes) == notebook.facts()


@pytest.mark.long
@pytest.mark.parametrize("policy", POLICIES)
@steadily
@given(seed=seeds, seats=tables)
def test_two_games_that_a_seat_observes_alike_look_alike_to_it(policy: str, seed: int, seats: int) -> None:
    """In the other game two seats were dealt a card of each other's, and hold it until somebody sees the difference."""
    rng = Random(seed)
    game = list(steps(seats, seed, policy))[seats:]
    for _ in range(3):
        start = rng.randrange(len(game))
        for seat in (None, *range(seats)):
            compare_until_told_apart(game[start:], seat, rng)


def compare_until_told_apart(game: list[tuple[ClansState, Event, ClansState]], seat: Seat, rng: Random) -> None:
    other = otherwise(game[0][0], seat, rng)
    assert other.view(seat) == game[0][0].view(seat)
    for before, event, after in game:
        there = other.copy()
        if there.turn == seat or shown(before, event, seat) == event:
            alike = event
        else:
            alike = next(
                (each for each in possible(there) if shown(there, each, seat) == shown(before, event, seat)), ()
            )
        if alike not in possible(there):
            return
        other.apply(alike)
        if observed(before, event, after, seat) != observed(there, alike, other, seat):
            return
        assert after.view(seat) == other.view(seat)
        if after.turn is not None and after.turn == seat:
            assert after.legal_moves() == other.legal_moves()


def otherwise(state: ClansState, seat: Seat, rng: Random) -> ClansState:
    """The state with a card of another seat's in exchange for one of the deck."""
    other = state.copy()
    holders = [holder for holder in range(state.seats) if holder != seat and state.hands[holder]]
    wanted = [value for value in range(1, 5) if state.deck_cards[value - 1]]
    if holders and wanted:
        holder, value = rng.choice(holders), rng.choice(wanted)
        hand = list(state.hands[holder])
        given = hand.pop(rng.randrange(len(hand)))
        other.hands[holder] = tuple(sorted([*hand, value]))
        deck = list(state.deck_cards)
        deck[value - 1] -= 1
        deck[given - 1] += 1
        other.deck_cards = (deck[0], deck[1], deck[2], deck[3])
    assert broken_invariant(other) is None
    return other


def possible(state: ClansState) -> list[Event]:
    return state.legal_moves() or [event for event, _ in state.chance_outcomes()]


@pytest.mark.long
@pytest.mark.parametrize("policy", POLICIES)
@steadily
@given(seed=seeds, seats=tables)
def test_what_is_told_of_a_card_is_told_to_whoever_sees_it(policy: str, seed: int, seats: int) -> None:
    """Events that look the same to a seat have the same text for it, others have different ones."""
    for before, event, _ in steps(seats, seed, policy):
        others = [each for each in possible(before) if each[0] == event[0] and len(each) == len(event)]
        if event[0] not in HOLDS_CARDS and not (event[0] == events.LAY and not before.laid):
            continue
        for seat in (None, *range(seats)):
            told = {
                GAME.observation_text(before, each, seat)
                for each in others
                if shown(before, each, seat) == shown(before, event, seat)
            }
            assert len(told) == 1
            if seat == mover(before, event):
                assert len({GAME.observation_text(before, each, seat) for each in others}) == len(others)


def test_a_card_laid_face_down_is_known_to_the_attacker_alone() -> None:
    """Ruling 8."""
    table = laid("Morag:\nHamish:\nSenga:")
    table.plays("raid Hamish; lay 3 with piper")
    assert [table.state.view(seat).laid for seat in (None, 0, 1, 2)] == [((0, 1),), ((3, 1),), ((0, 1),), ((0, 1),)]


def test_what_was_known_of_the_return_deck_is_forgotten_in_the_shuffle() -> None:
    """Ruling 24."""
    table = laid("Morag: 3 warriors; hand 1 2 3\nHamish:\nSenga:\nDeck: 4")
    table.plays("exchange 1")
    assert table.state.view(0).returned == (1, 0, 0, 0)
    assert table.state.view(1).returned == (0, 0, 0, 0)
    assert table.state.view(1).returned_sizes == (1, 0, 0)
    table.plays("draw 4; draw 6 green; monk; done; exchange 1; draw 2")
    assert table.state.view(0).returned == (0, 0, 0, 0)
    assert table.state.view(0).returned_sizes == (0, 0, 0)


def steps(seats: int, seed: int, policy: str) -> Iterator[tuple[ClansState, Event, ClansState]]:
    return playing.steps(GAME, seats, {}, seed, POLICIES[policy])
