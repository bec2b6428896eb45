"""What a searching bot goes by in King's Kilt: how the pyramid looks after the turn at hand.

Looking further was tried and costs more in noise than it tells: with few playouts and many moves a search must see the
difference of half a point. For the same reason rivals, whose Families are imagined anew each time, count for less than
the own Family, and worth is measured from what is usual at that height of the pyramid.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import tanh
from random import Random
from typing import Final

from engine.core.game import Event
from engine.games.kings_kilt.appraisal import LIFT, WORTH, gains_of
from engine.games.kings_kilt.board import BASE, FULL, ROW_STARTS, SLOTS
from engine.games.kings_kilt.components import CLAN_COUNT
from engine.games.kings_kilt.events import ADVANCE, BETRAY
from engine.games.kings_kilt.phases import ACTING, RAISING
from engine.games.kings_kilt.scoring import points_of
from engine.games.kings_kilt.state import KiltState

_LOW: Final = ROW_STARTS[3]  # the slots before this one score nothing yet
_PRICE, _LATE_PRICE = 0.6, 0.15  # of an Influence card, in points: before the King is crowned, and after
_ENVY: Final = 0.3  # what a point of a rival is worth, taken from one's own
_RIVALRY: Final = 0.8  # the same to whoever moves in haste
_USUAL: Final = 5.0  # points of a Family at the crowning
_ADVANCES: Final = SLOTS - BASE
_SWING, _SWING_BY_ADVANCE, _LATE_SWING = 0.3, 0.1, 2.0  # points that make much of a difference
_WON: Final = (1.0, 0.3, 0.1, 0.0)

Families = tuple[tuple[int, ...], ...]


class KiltGuide:
    """Looks ahead to the end of the turn."""

    def stage(self, state: KiltState) -> int:
        """The turns made: each has a card come up, or is a pass."""
        return state.step + len(state.passed)

    def prospects(self, state: KiltState) -> list[float]:
        """Places at the end; before it, what stands in the pyramid against what is usual by then."""
        outcome = state.outcome
        if outcome is not None:
            return [_WON[place - 1] for place in outcome.places]
        worth = [_worth(state, seat) for seat in range(state.seats)]
        climbed = state.filled.bit_count() - BASE
        usual = (1 - _ENVY) * _USUAL * climbed / _ADVANCES
        swing = _LATE_SWING if climbed == _ADVANCES else _SWING + _SWING_BY_ADVANCE * climbed
        envy = _ENVY / (state.seats - 1)
        total = sum(worth)
        return [0.5 + 0.5 * tanh((mine - envy * (total - mine) - usual) / swing) for mine in worth]

    def likely(self, state: KiltState, rng: Random) -> Event:
        """What lifts the own Family most or hurts the others most, fills included."""
        moves = state.legal_moves()
        if state.phase == ACTING:
            wants = _wants(tuple(state.families), state.actor)
            gains = gains_of(state.pyramid, wants)
            price = _LATE_PRICE if state.filled == FULL else _PRICE
            return max(moves, key=lambda move: _liking(state.pyramid, wants, gains, price, move))
        if state.phase == RAISING:
            wants = _wants(tuple(state.families), state.actor)
            gains, lift = gains_of(state.pyramid, wants), LIFT[state.vacuum]
            return max(moves, key=lambda move: wants[state.pyramid[move[1]]] * lift + gains[move[1]])
        return moves[int(rng.random() * len(moves))]


def _liking(pyramid: Sequence[int], wants: Sequence[float], gains: Sequence[float], price: float, move: Event) -> float:
    """What the turn gains for whoever has these wants; passing gains nothing."""
    kind = move[0]
    if kind == ADVANCE:
        _, source, target = move
        return wants[pyramid[source]] * (WORTH[target] - WORTH[source]) + gains[source]
    if kind == BETRAY:
        victim = move[1]
        return gains[victim] - wants[pyramid[victim]] * WORTH[victim] - price
    return 0.0


@lru_cache(maxsize=4096)
def _wants(families: Families, seat: int) -> tuple[float, ...]:
    """By clan, whether it is of the own Family, less how many rivals have it."""
    rivals = [family for other, family in enumerate(families) if other != seat]
    return tuple([
        (clan in families[seat]) - _RIVALRY * sum([clan in family for family in rivals]) / len(rivals)
        for clan in range(CLAN_COUNT)
    ])  # fmt: skip


def _worth(state: KiltState, seat: int) -> float:
    """Points as things stand, something for cards lower down, and the price of the Influence left."""
    family, pyramid = state.families[seat], state.pyramid
    worth = points_of(pyramid, family, per_pyramid=state.per_pyramid) + sum([
        WORTH[slot] for slot in range(_LOW) if pyramid[slot] in family
    ])  # fmt: skip
    return worth + (_LATE_PRICE if state.filled == FULL else _PRICE) * (len(state.influences[seat]) - 5)


GUIDE = KiltGuide()
