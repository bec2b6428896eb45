"""What a player with a pencil would note, written down without a look at how the engine keeps it.

`observed` is the literal record of what a seat sees of one event and of the table behind it. A `Notebook` keeps, for
one seat, what it knows of the return deck, from nothing but what that seat saw.
"""

from __future__ import annotations

from collections import Counter
from typing import TypeAlias

from engine.core.game import Event
from engine.games.highland_clans import events
from engine.games.highland_clans.phases import DISCARDING, PUTTING_BACK
from engine.games.highland_clans.state import ClansState

Seat: TypeAlias = int | None
Entry: TypeAlias = tuple[object, ...]

_GIVEN_UP = (events.DISCARD, events.EXCHANGE, events.PUT_BACK)
_SECRET = (events.DEAL, events.DRAW, *_GIVEN_UP)


def mover(before: ClansState, event: Event) -> int:
    """The seat that an event concerns."""
    if event[0] == events.DEAL:
        return before.step
    if event[0] == events.DRAW:
        return before.owed[0][0]
    if before.phase in (DISCARDING, PUTTING_BACK):
        return before.turn or 0
    return before.target if event[0] == events.LAY and before.laid else before.actor


def shown(before: ClansState, event: Event, seat: Seat) -> Event:
    """The event as the seat sees it: how many cards, where it does not see which."""
    if mover(before, event) == seat:
        return event
    if event[0] in _SECRET:
        return (event[0], len(event) - 1)
    return (event[0], event[2]) if event[0] == events.LAY and not before.laid else event


def observed(before: ClansState, event: Event, after: ClansState, seat: Seat) -> Entry:
    """The event, the combat it decided, the own hand, and everything public."""
    combat = after.combats[-1:] if event[0] == events.LAY and before.laid else ()
    hand = () if seat is None else after.hands[seat]
    sizes = tuple(len(cards) for cards in after.hands)
    boards = (tuple(after.courts), tuple(after.lands), tuple(after.points), after.sack, after.drawn, after.following)
    piles = (after.deck, after.stock, after.shown, after.removed)
    return (shown(before, event, seat), combat, hand, sizes, boards, piles, after.turn, after.phase, after.target)


class Notebook:
    """One seat's notes on the return deck since it was last shuffled."""

    def __init__(self, seats: int, seat: Seat) -> None:
        self.seat = seat
        self.fought: Counter[int] = Counter()
        self.own: Counter[int] = Counter()
        self.sizes = [0] * seats

    def note(self, before: ClansState, event: Event, after: ClansState) -> None:
        """Take in one event, of which only what the seat sees is used."""
        who = mover(before, event)
        seen = shown(before, event, self.seat)
        if event[0] in _GIVEN_UP:
            self.sizes[who] += len(event) - 1
            if who == self.seat:
                self.own.update(seen[1:])
        if event[0] == events.LAY and before.laid:
            card, _, theirs, _ = after.combats[-1] if after.combats else (0, 0, 0, 0)
            self.fought.update((card, theirs))
        if after.deck > before.deck:  # It was shuffled.
            self.fought, self.own, self.sizes = Counter(), Counter(), [0] * len(self.sizes)

    def facts(self) -> Entry:
        """Combat cards and own cards by value, and how many cards each seat put there face-down."""
        return (*(tuple(cards[value] for value in range(1, 5)) for cards in (self.fought, self.own)), tuple(self.sizes))
