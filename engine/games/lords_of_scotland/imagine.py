"""Makes a random state that is consistent with a view of Lords of Scotland.

Every card is at a possible place, and every place holds its number of cards. Two conclusions of a perfect memory are
not in a view (ruling 25) and so not used with three or more players: how many cards of each shuffle a seat has drawn,
and that a row of equal Supporters which was not dealt again (ruling 19) shows the strengths left in the pile.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from random import Random
from typing import TypeAlias

from engine.games.lords_of_scotland.components import HIDDEN, cards_in
from engine.games.lords_of_scotland.public_information import LOT_BIT, LOTS, MARKS, Trace
from engine.games.lords_of_scotland.scoring import Army
from engine.games.lords_of_scotland.state import LordsState
from engine.games.lords_of_scotland.view import LordsView

Cards: TypeAlias = tuple[int, ...]


def imagine(view: LordsView, rng: Random) -> LordsState:
    """Return a state whose view from that seat is equal to `view`."""
    state: LordsState = LordsState.from_view(view)
    placed = place_cards(view, rng)
    state.hands = [
        view.hand if seat == view.seat else tuple(sorted(placed.get(seat, ()))) for seat in range(view.seats)
    ]
    state.armies = [_filled_army(army, placed) for army in view.armies]
    state.pools = [sum([1 << card for card in placed.get(LOT_BIT + lot, ())]) for lot in range(LOTS)]
    return state


def place_cards(view: LordsView, rng: Random) -> dict[int, list[int]]:
    """Return the unseen cards by the number of their place (a bit of the traces)."""
    room, unseen_cards = _constraints(view)
    placed: dict[int, list[int]] = {place: [] for place in room}
    allowed: dict[int, int] = {}
    for unseen, places in unseen_cards:
        free = {place: size - len(placed[place]) for place, size in room.items() if len(placed[place]) < size}
        if free and len(unseen) == sum(free.values()) and all(places >> place & 1 for place in free):
            _place_rest(unseen, free, placed, rng)
            return placed
        for card in unseen:
            allowed[card] = places
            _place(card, allowed, placed, room, rng)
    return placed


@lru_cache(maxsize=8)
def _constraints(view: LordsView) -> tuple[dict[int, int], list[tuple[Cards, int]]]:
    """Return what all imagined states of a view share: sizes of places, and unseen cards with their places."""
    known = view.known()
    return _hidden_places(view), [
        (tuple(cards_in(cards & ~known)), places) for cards, places in sorted(view.traces, key=_count_of_places)
    ]


def _count_of_places(trace: Trace) -> int:
    """Return the number of possible places of a trace's cards: those with the fewest are placed first."""
    return (trace[1] & ~MARKS).bit_count()


def _place_rest(cards: Cards, free: dict[int, int], placed: dict[int, list[int]], rng: Random) -> None:
    """Place the last cards, which may be anywhere: the largest place, mostly the pile, takes what the others leave."""
    largest = max(free, key=free.__getitem__)
    drawn = rng.sample(cards, len(cards) - free.pop(largest))
    placed[largest] += set(cards).difference(drawn)
    for place, size in free.items():
        placed[place] += drawn[:size]
        del drawn[:size]


def _hidden_places(view: LordsView) -> dict[int, int]:
    """Return how many cards unknown to the seat each place holds, without empty places."""
    room = {seat: size for seat, size in enumerate(view.hand_sizes) if size and seat != view.seat}
    for card, lot in zip(view.recruits, view.slot_lots, strict=True):
        if card == HIDDEN:
            room[LOT_BIT + lot] = room.get(LOT_BIT + lot, 0) + 1
    if view.pile:
        room[LOT_BIT + view.lot] = room.get(LOT_BIT + view.lot, 0) + view.pile
    for army in view.armies:
        for card, _, veil, _ in army:
            if card == HIDDEN:
                room[veil] = 1
    return room


def _place(card: int, allowed: dict[int, int], placed: dict[int, list[int]], room: dict[int, int], rng: Random) -> None:
    """Put the card into a random possible place with room, or else make room by moving others."""
    open_places = [place for place in room if allowed[card] >> place & 1]
    free = [room[place] - len(placed[place]) for place in open_places]
    if any(free):
        placed[rng.choices(open_places, free)[0]].append(card)
        return
    for moving, place in _augmenting_path(card, allowed, placed, room):
        for cards in placed.values():
            if moving in cards:
                cards.remove(moving)
        placed[place].append(moving)


def _augmenting_path(
    card: int, allowed: dict[int, int], placed: dict[int, list[int]], room: dict[int, int]
) -> Iterator[tuple[int, int]]:
    """Yield the moves (card, new place), last one first, that make room for one more card."""
    entered: dict[int, tuple[int, int | None]] = {}  # place -> (card that would enter it, place it would leave)
    queue: list[tuple[int, int | None]] = [(card, None)]
    for mover, source in queue:
        for place, size in room.items():
            if place in entered or not allowed[mover] >> place & 1:
                continue
            entered[place] = (mover, source)
            if len(placed[place]) < size:
                return _moves_back_from(place, entered)
            queue.extend((other, place) for other in placed[place])
    raise ValueError("The view contradicts itself: the unseen cards do not fit where they may lie.")


def _moves_back_from(place: int | None, entered: dict[int, tuple[int, int | None]]) -> Iterator[tuple[int, int]]:
    while place is not None:
        mover, source = entered[place]
        yield mover, place
        place = source


def _filled_army(army: Army, placed: dict[int, list[int]]) -> Army:
    return tuple(
        [
            (placed[veil][0], power, veil, seats) if card == HIDDEN else (card, power, veil, seats)
            for card, power, veil, seats in army
        ]
    )
