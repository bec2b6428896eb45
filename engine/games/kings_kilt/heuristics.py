"""Heuristics for King's Kilt: the value of cards by height and of filling a vacuum, and the guide of the search.

The search looks ahead to the end of the turn: looking further costs more in noise than it gains, since with few
playouts and many moves it must see a difference of half a point. For the same reason rivals, whose Families are
imagined again in each playout, count for less than the own Family, and values are relative to the usual ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import tanh
from random import Random
from typing import Final

from engine.core.game import Event
from engine.core.maths import pick
from engine.games.kings_kilt.board import BASE, BENEATH, FULL, ROW, ROW_STARTS, SLOTS
from engine.games.kings_kilt.components import CLAN_COUNT
from engine.games.kings_kilt.events import ADVANCE, BETRAY
from engine.games.kings_kilt.phases import ACTING, RAISING
from engine.games.kings_kilt.scoring import points_of
from engine.games.kings_kilt.state import KiltState

_ROW_WORTH: Final = (0.02, 0.08, 0.25, 1.0, 2.0, 3.0)  # of a card of the Family, in points, by its row
SLOT_VALUES: Final = tuple(_ROW_WORTH[row] for row in ROW)  # by its slot
LIFT: Final = tuple(_ROW_WORTH[row] - _ROW_WORTH[max(row - 1, 0)] for row in ROW)  # of a card that fills the slot
_LOW: Final = ROW_STARTS[3]  # the slots before this one score nothing yet
_PRICE, _LATE_PRICE = 0.6, 0.15  # of an Influence card, in points: before the King is crowned, and after
_ENVY: Final = 0.3  # what a point of a rival is worth, taken from one's own
_RIVALRY: Final = 0.8  # the same in the moves of playouts
_USUAL: Final = 5.0  # points of a Family at the crowning
_ADVANCES: Final = SLOTS - BASE
_SWING, _SWING_BY_ADVANCE, _LATE_SWING = 0.3, 0.1, 2.0  # points that make much of a difference
_WON: Final = (1.0, 0.3, 0.1, 0.0)
Families = tuple[tuple[int, ...], ...]


class KiltGuide:
    """Looks ahead to the end of the turn."""

    def stage(self, state: KiltState) -> int:
        """Return the number of turns made: each has a card come up, or is a pass."""
        return state.step + len(state.passed)

    def prospects(self, state: KiltState) -> list[float]:
        """Return values of places at the end; before it, of the cards in the pyramid relative to the usual."""
        outcome = state.outcome
        if outcome is not None:
            return [_WON[place - 1] for place in outcome.places]
        worth = [_seat_value(state, seat) for seat in range(state.seats)]
        climbed = state.filled.bit_count() - BASE
        usual = (1 - _ENVY) * _USUAL * climbed / _ADVANCES
        swing = _LATE_SWING if climbed == _ADVANCES else _SWING + _SWING_BY_ADVANCE * climbed
        envy = _ENVY / (state.seats - 1)
        total = sum(worth)
        return [0.5 + 0.5 * tanh((mine - envy * (total - mine) - usual) / swing) for mine in worth]

    def likely(self, state: KiltState, rng: Random) -> Event:
        """Return the move that gains the own Family most or costs the others most, fills included."""
        moves = state.legal_moves()
        if state.phase == ACTING:
            wants = _clan_values(tuple(state.families), state.actor)
            gains = gains_of(state.pyramid, wants)
            price = _LATE_PRICE if state.filled == FULL else _PRICE
            return max(moves, key=lambda move: _turn_gain(state.pyramid, wants, gains, price, move))
        if state.phase == RAISING:
            wants = _clan_values(tuple(state.families), state.actor)
            gains, lift = gains_of(state.pyramid, wants), LIFT[state.vacuum]
            return max(moves, key=lambda move: wants[state.pyramid[move[1]]] * lift + gains[move[1]])
        return pick(rng, moves)


def gains_of(pyramid: Sequence[int], wants: Sequence[float]) -> list[float]:
    """Return by slot what filling it and all slots below would gain, in points, if it were a vacuum; else 0.

    `wants` is by clan the value of a point of it for the player who fills, 1 for the own Family.
    """
    gains = [0.0] * SLOTS
    for slot in range(BASE, SLOTS):
        left, right = BENEATH[slot]
        if pyramid[left] < 0 or pyramid[right] < 0:
            continue
        lift = LIFT[slot]
        from_left = wants[pyramid[left]] * lift + gains[left]
        from_right = wants[pyramid[right]] * lift + gains[right]
        gains[slot] = max(from_right, from_left)
    return gains


def _turn_gain(
    pyramid: Sequence[int], wants: Sequence[float], gains: Sequence[float], price: float, move: Event
) -> float:
    """Return what the turn gains for a player with these clan values; 0 for passing."""
    kind = move[0]
    if kind == ADVANCE:
        _, source, target = move
        return wants[pyramid[source]] * (SLOT_VALUES[target] - SLOT_VALUES[source]) + gains[source]
    if kind == BETRAY:
        victim = move[1]
        return gains[victim] - wants[pyramid[victim]] * SLOT_VALUES[victim] - price
    return 0.0


@lru_cache(maxsize=4096)
def _clan_values(families: Families, seat: int) -> tuple[float, ...]:
    """Return by clan 1 for the own Family, less a share for each rival who has it."""
    rivals = [family for other, family in enumerate(families) if other != seat]
    return tuple(
        [
            (clan in families[seat]) - _RIVALRY * sum([clan in family for family in rivals]) / len(rivals)
            for clan in range(CLAN_COUNT)
        ]
    )


def _seat_value(state: KiltState, seat: int) -> float:
    """Return the points so far, a value for cards lower down, and the price of the Influence left."""
    family, pyramid = state.families[seat], state.pyramid
    worth = points_of(pyramid, family, per_pyramid=state.per_pyramid) + sum(
        [SLOT_VALUES[slot] for slot in range(_LOW) if pyramid[slot] in family], 0.0
    )
    return worth + (_LATE_PRICE if state.filled == FULL else _PRICE) * (len(state.influences[seat]) - 5)


GUIDE = KiltGuide()
