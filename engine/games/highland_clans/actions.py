"""The eight actions of a turn: which of them are possible (rulings 3 to 6)."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from engine.core.game import Event
from engine.games.highland_clans.choices import BARDS
from engine.games.highland_clans.components import (
    BLUE,
    GREEN,
    LEAST_WARRIORS,
    MOST_ESTATES,
    RED,
    TOKENS_USED,
    YELLOW,
    Four,
)  # fmt: skip
from engine.games.highland_clans.events import (
    ABBEY,
    CASTLE,
    CATTLE,
    DONE,
    ESTATE,
    MONKS,
    PIPER,
    SIMPLE,
    WARRIOR,
)  # fmt: skip

if TYPE_CHECKING:
    from engine.games.highland_clans.state import ClansState
    from engine.games.highland_clans.view import ClansView


def possible(state: ClansState) -> list[Event]:
    """Actions in the order of their kinds, but for the bard, who comes last; after the first action also (DONE,)."""
    moves = [*but_for_bards(state)]
    return moves if state.acted or not state.drawn[BLUE] else moves + bards(state)


def but_for_bards(state: ClansState | ClansView) -> tuple[Event, ...]:
    """All but the bard, who is never the only choice: a blue token also makes a piper."""
    seat = state.actor
    warriors, _, monks = state.courts[seat]
    estates, cattle, castles, abbeys = state.lands[seat]
    return _listed(
        state.drawn, TOKENS_USED - state.used, state.acted, estates > cattle + castles + abbeys,
        state.stock > 0 and estates < MOST_ESTATES, warriors > LEAST_WARRIORS, min(monks, 2),
    )  # fmt: skip


def bards(state: ClansState) -> list[Event]:
    """Ruling 6: one or two tokens of different colours from a court, and what becomes of them."""
    moves: list[Event] = []
    for seat, (warriors, pipers, monks) in enumerate(state.courts):
        if seat != state.actor:
            open_ = (warriors > LEAST_WARRIORS) | (pipers > 0) << 1 | (monks > 0) << 2
            moves += BARDS[seat][open_]
    return moves


@cache
def _listed(
    drawn: Four, left: int, acted: tuple[int, ...], free: bool, room: bool, spare: bool, monks: int
) -> tuple[Event, ...]:
    """`left` tokens may be used, an estate is `free`, there is `room` for one, `monks` and a `spare` warrior pay."""
    yellow, blue, green, red = drawn
    moves: list[Event] = []
    if free and red and left >= 1:
        moves.append(SIMPLE[CATTLE])
    if free and blue >= 2 and left >= 2:
        moves.append(SIMPLE[CASTLE])
    if free and green >= 3 and left >= 3:
        moves.append(SIMPLE[ABBEY])
    if yellow and left:
        moves.append(SIMPLE[WARRIOR])
    if blue and left:
        moves.append(SIMPLE[PIPER])
    moves += [(MONKS, count) for count in (1, 2) if green >= count <= left]
    if room:
        moves += payments(drawn, left, spare, monks)
    moves = [move for move in moves if move[0] not in acted]  # Ruling 3: never the same twice
    return (*moves, SIMPLE[DONE]) if acted and moves else tuple(moves)


def payments(drawn: Four, left: int, spare: bool, monks: int) -> list[Event]:
    """Ruling 5: every way to pay for an estate, whether a second action of the kind would be allowed or not."""
    moves: list[Event] = []
    for court_yellow in (0, 1) if spare else (0,):
        yellow = 1 - court_yellow
        if yellow > drawn[YELLOW]:
            continue
        if drawn[RED] and yellow + 1 <= left:
            moves.append((ESTATE, yellow, 0, 1, court_yellow, 0))
        for court_green in range(monks + 1):
            green = 2 - court_green
            if green <= drawn[GREEN] and yellow + green <= left:
                moves.append((ESTATE, yellow, green, 0, court_yellow, court_green))
    return moves
