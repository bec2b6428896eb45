"""A full state from a view: the unseen cards are laid out at random where they may lie.

Every card lies where it may and every place holds as many as lie there. Two things that a perfect memory adds are not
in a view (ruling 25) and so not heeded here, from three players on: how many cards of each shuffle a seat has drawn,
and that a row of equal Supporters which was not dealt again (ruling 19) tells of the strengths left in the pile.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from random import Random
from typing import TypeAlias

from engine.games.lords_of_scotland.components import HIDDEN, cards_in
from engine.games.lords_of_scotland.knowledge import LOT_BIT, LOTS, MARKS, Trace
from engine.games.lords_of_scotland.scoring import Army
from engine.games.lords_of_scotland.state import LordsState
from engine.games.lords_of_scotland.view import LordsView

Cards: TypeAlias = tuple[int, ...]


def imagine(view: LordsView, rng: Random) -> LordsState:
    """A state whose view from that seat is equal to `view`."""
    state = LordsState.__new__(LordsState)
    laid = lay_out(view, rng)
    _copy_public(state, view)
    state.hands = [
        view.hand if seat == view.seat else tuple(sorted(laid.get(seat, ()))) for seat in range(view.seats)
    ]  # fmt: skip
    state.armies = [_unveiled(army, laid) for army in view.armies]
    state.pools = [sum([1 << card for card in laid.get(LOT_BIT + lot, ())]) for lot in range(LOTS)]
    return state


def lay_out(view: LordsView, rng: Random) -> dict[int, list[int]]:
    """The unseen cards by the number of their place (a bit of the traces), as many as lie there."""
    room, unseen_cards = _puzzle(view)
    laid: dict[int, list[int]] = {place: [] for place in room}
    allowed: dict[int, int] = {}
    for unseen, places in unseen_cards:
        free = {place: size - len(laid[place]) for place, size in room.items() if len(laid[place]) < size}
        if free and len(unseen) == sum(free.values()) and all(places >> place & 1 for place in free):
            _lay_all(unseen, free, laid, rng)
            return laid
        for card in unseen:
            allowed[card] = places
            _lay(card, allowed, laid, room, rng)
    return laid


@lru_cache(maxsize=8)
def _puzzle(view: LordsView) -> tuple[dict[int, int], list[tuple[Cards, int]]]:
    """What is the same every time a view is imagined: the room, and the unseen cards with the places they may be in."""
    known = view.known()
    return _room(view), [
        (tuple(cards_in(cards & ~known)), places) for cards, places in sorted(view.traces, key=_freedom)
    ]


def _freedom(trace: Trace) -> int:
    """In how many places its cards may lie: those with the least choice are laid first."""
    return (trace[1] & ~MARKS).bit_count()


def _lay_all(cards: Cards, free: dict[int, int], laid: dict[int, list[int]], rng: Random) -> None:
    """The last cards, which may lie anywhere: the largest place, mostly the pile, takes what the others leave."""
    largest = max(free, key=free.__getitem__)
    drawn = rng.sample(cards, len(cards) - free.pop(largest))
    laid[largest] += set(cards).difference(drawn)
    for place, size in free.items():
        laid[place] += drawn[:size]
        del drawn[:size]


def _room(view: LordsView) -> dict[int, int]:
    """How many cards unknown to the seat each place holds; places that hold none are left out."""
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


def _lay(card: int, allowed: dict[int, int], laid: dict[int, list[int]], room: dict[int, int], rng: Random) -> None:
    """Into a random free spot where the card may lie, or, all being taken, by moving others on."""
    open_places = [place for place in room if allowed[card] >> place & 1]
    free = [room[place] - len(laid[place]) for place in open_places]
    if any(free):
        laid[rng.choices(open_places, free)[0]].append(card)
        return
    for moving, place in _chain(card, allowed, laid, room):
        for cards in laid.values():
            if moving in cards:
                cards.remove(moving)
        laid[place].append(moving)


def _chain(
    card: int, allowed: dict[int, int], laid: dict[int, list[int]], room: dict[int, int]
) -> Iterator[tuple[int, int]]:
    """The moves (card, new place), last one first, by which a full table makes room for one more card."""
    came: dict[int, tuple[int, int | None]] = {}  # place -> (card that would enter it, place it would leave)
    queue: list[tuple[int, int | None]] = [(card, None)]
    for mover, source in queue:
        for place, size in room.items():
            if place in came or not allowed[mover] >> place & 1:
                continue
            came[place] = (mover, source)
            if len(laid[place]) < size:
                return _traced_back(place, came)
            queue.extend((other, place) for other in laid[place])
    raise ValueError("The view contradicts itself: the unseen cards do not fit where they may lie.")


def _traced_back(place: int | None, came: dict[int, tuple[int, int | None]]) -> Iterator[tuple[int, int]]:
    while place is not None:
        mover, source = came[place]
        yield mover, place
        place = source


def _unveiled(army: Army, laid: dict[int, list[int]]) -> Army:
    return tuple([
        (laid[veil][0], power, veil, seats) if card == HIDDEN else (card, power, veil, seats)
        for card, power, veil, seats in army
    ])  # fmt: skip


def _copy_public(state: LordsState, view: LordsView) -> None:
    state.seats = view.seats
    state.strict = view.strict
    state.bruce = view.bruce
    state.turn = view.turn
    state.phase = view.phase
    state.round = view.round
    state.first = view.first
    state.step = view.step
    state.actor = view.actor
    state.claimed = list(view.claimed)
    state.points = list(view.points)
    state.recruits = view.recruits
    state.slot_lots = view.slot_lots
    state.supporters = view.supporters
    state.discards = view.discards
    state.pile = view.pile
    state.lot = view.lot
    state.traces = view.traces
    state.veils = view.veils
    state.reshuffles = view.reshuffles
    state.slot = view.slot
    state.power = view.power
    state.ranking = view.ranking
    state.claims = view.claims
