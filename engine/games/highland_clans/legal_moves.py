"""The legal moves, made once for the same cards, tokens and buildings."""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import combinations, product
from typing import TYPE_CHECKING, Final

from engine.core.game import Event
from engine.games.highland_clans import events
from engine.games.highland_clans.components import (
    BLUE,
    DRAWN_RAID_RETURNED,
    GREEN,
    LEAST_WARRIORS,
    MOST_ESTATES,
    MOST_EXCHANGED,
    RED,
    TOKENS_USED,
    YELLOW,
    Counts,
)
from engine.games.highland_clans.piles import minus
from engine.games.highland_clans.view import Land

if TYPE_CHECKING:
    from engine.games.highland_clans.state import ClansState
    from engine.games.highland_clans.view import ClansView


_HANDS: Final = 4096  # hands whose moves are kept
_FATES: Final = tuple(
    fates
    for fates in product((events.STAYS, events.TO_SACK, events.TO_COURT), repeat=3)
    if fates.count(events.TO_SACK) in (1, 2) and fates.count(events.TO_SACK) + fates.count(events.TO_COURT) <= 2
)

# Drawn tokens that an action takes; monks and estates have several prices.
COSTS: Final[dict[int, Counts]] = {
    events.CATTLE: (0, 0, 0, 1),
    events.CASTLE: (0, 2, 0, 0),
    events.ABBEY: (0, 0, 3, 0),
    events.WARRIOR: (1, 0, 0, 0),
    events.PIPER: (0, 1, 0, 0),
    events.BARD: (0, 1, 0, 0),
}
# What stands on an estate by an action: cattle, a castle, an abbey.
BUILT: Final[dict[int, Land]] = {
    events.CATTLE: (0, 1, 0, 0),
    events.CASTLE: (0, 0, 1, 0),
    events.ABBEY: (0, 0, 0, 1),
}
# Tokens that an action puts into the court.
JOINING: Final[dict[Event, Counts]] = {
    (events.WARRIOR,): COSTS[events.WARRIOR],
    (events.PIPER,): COSTS[events.PIPER],
    (events.MONKS, 1): (0, 0, 1, 0),
    (events.MONKS, 2): (0, 0, 2, 0),
}
# By the number of seats and the raider's seat.
RAIDS: Final[dict[int, tuple[tuple[Event, ...], ...]]] = {
    seats: tuple(tuple((events.RAID, seat) for seat in range(seats) if seat != actor) for actor in range(seats))
    for seats in (3, 4, 5)
}
# By the seat of the court and whether it has a warrior to spare, a piper, a monk (1, 2 and 4): ruling 6.
BARDS: Final[tuple[tuple[tuple[Event, ...], ...], ...]] = tuple(
    tuple(
        tuple(
            (events.BARD, seat, *fates)
            for fates in _FATES
            if not any(fates[at] and not open_ >> at & 1 for at in range(3))
        )
        for open_ in range(8)
    )
    for seat in range(5)
)


def cost_of(action: Event) -> Counts:
    """Return the drawn tokens that an action takes."""
    if action[0] == events.ESTATE:
        _, yellow, green, red, _, _ = action
        return (yellow, 0, green, red)
    return JOINING.get(action) or COSTS[action[0]]


def spoil_estates(lands: list[Land], raider: int, target: int, what: int) -> bool:
    """Remove the spoiled building; return whether it is cattle that the raider gets on a free estate (ruling 10)."""
    if what == events.NOTHING:
        return False
    lands[target] = minus(lands[target], BUILT[what])
    estates, cattle, castles, abbeys = lands[raider]
    if what != events.CATTLE or cattle + castles + abbeys >= estates:
        return False
    lands[raider] = (estates, cattle + 1, castles, abbeys)
    return True


@cache
def send_back_moves(drawn: Counts) -> tuple[Event, ...]:
    """Return any part of the drawn tokens; none of them comes last (ruling 2)."""
    return (
        *((events.SEND_BACK, *back) for back in product(*(range(n + 1) for n in drawn)) if any(back)),
        events.KEEP_ALL,
    )


@cache
def spoil_moves(land: Land) -> tuple[Event, ...]:
    """Return each kind of spoils, and nothing (ruling 10)."""
    _, *standing = land
    taken = [what for what, count in zip((events.CATTLE, events.CASTLE, events.ABBEY), standing, strict=True) if count]
    return (*((events.SPOIL, what) for what in taken), (events.SPOIL, events.NOTHING))


@lru_cache(_HANDS)
def lay_moves(hand: tuple[int, ...], has_piper: bool) -> tuple[Event, ...]:
    """Return each card, without a piper or with one (ruling 8)."""
    return tuple((events.LAY, card, piper) for card in sorted(set(hand)) for piper in ((0, 1) if has_piper else (0,)))


@lru_cache(_HANDS)
def exchange_moves(hand: tuple[int, ...], exactly: bool) -> tuple[Event, ...]:
    """Return up to three cards, or exactly three; none comes last (ruling 12)."""
    sizes = (MOST_EXCHANGED,) if exactly else range(1, MOST_EXCHANGED + 1)
    return (*((events.EXCHANGE, *cards) for size in sizes for cards in _combinations(hand, size)), (events.EXCHANGE,))


@lru_cache(_HANDS)
def discard_moves(hand: tuple[int, ...]) -> tuple[Event, ...]:
    """Return each card (ruling 7)."""
    return tuple((events.DISCARD, card) for card in sorted(set(hand)))


@lru_cache(_HANDS)
def put_back_moves(hand: tuple[int, ...]) -> tuple[Event, ...]:
    """Return any two cards (ruling 11)."""
    return tuple((events.PUT_BACK, *cards) for cards in _combinations(hand, DRAWN_RAID_RETURNED))


def _combinations(hand: tuple[int, ...], size: int) -> list[tuple[int, ...]]:
    """Return every different combination of `size` cards."""
    return sorted(set(combinations(hand, size)))


def possible_actions(state: ClansState) -> list[Event]:
    """Return actions by kind, the bard last; after the first action (DONE,) too."""
    moves = [*actions_without_bard(state)]
    return moves if state.acted or not state.drawn[BLUE] else moves + bard_actions(state)


def actions_without_bard(state: ClansState | ClansView) -> tuple[Event, ...]:
    """Return all but the bard, which is never the only action: a blue token also makes a piper."""
    seat = state.actor
    warriors, _, monks = state.courts[seat]
    estates, cattle, castles, abbeys = state.lands[seat]
    return _list_actions(
        state.drawn,
        TOKENS_USED - state.used,
        state.acted,
        estates > cattle + castles + abbeys,
        state.stock > 0 and estates < MOST_ESTATES,
        warriors > LEAST_WARRIORS,
        min(monks, 2),
    )


def bard_actions(state: ClansState) -> list[Event]:
    """Return the bards: one or two tokens of different colours of a court, and where they go (ruling 6)."""
    moves: list[Event] = []
    for seat, (warriors, pipers, monks) in enumerate(state.courts):
        if seat != state.actor:
            open_ = (warriors > LEAST_WARRIORS) | (pipers > 0) << 1 | (monks > 0) << 2
            moves += BARDS[seat][open_]
    return moves


@cache
def _list_actions(
    drawn: Counts, left: int, acted: tuple[int, ...], free: bool, room: bool, spare: bool, monks: int
) -> tuple[Event, ...]:
    """Return actions but the bard: `left` tokens may be used, an estate is `free`, there is `room` for one."""
    yellow, blue, green, red = drawn
    moves: list[Event] = []
    if free and red and left >= 1:
        moves.append(events.SIMPLE[events.CATTLE])
    if free and blue >= 2 and left >= 2:
        moves.append(events.SIMPLE[events.CASTLE])
    if free and green >= 3 and left >= 3:
        moves.append(events.SIMPLE[events.ABBEY])
    if yellow and left:
        moves.append(events.SIMPLE[events.WARRIOR])
    if blue and left:
        moves.append(events.SIMPLE[events.PIPER])
    moves += [(events.MONKS, count) for count in (1, 2) if green >= count <= left]
    if room:
        moves += payments(drawn, left, spare, monks)
    moves = [move for move in moves if move[0] not in acted]  # Ruling 3: never the same twice
    return (*moves, events.SIMPLE[events.DONE]) if acted and moves else tuple(moves)


def payments(drawn: Counts, left: int, spare: bool, monks: int) -> list[Event]:
    """Return every way to pay for an estate (ruling 5)."""
    moves: list[Event] = []
    for court_yellow in (0, 1) if spare else (0,):
        yellow = 1 - court_yellow
        if yellow > drawn[YELLOW]:
            continue
        if drawn[RED] and yellow + 1 <= left:
            moves.append((events.ESTATE, yellow, 0, 1, court_yellow, 0))
        for court_green in range(monks + 1):
            green = 2 - court_green
            if green <= drawn[GREEN] and yellow + green <= left:
                moves.append((events.ESTATE, yellow, green, 0, court_yellow, court_green))
    return moves
