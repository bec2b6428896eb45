"""Heuristics for King's Kilt: the value of cards by height and of filling a vacuum, and the guide of the search.

The guide values positions by weights that were fitted to games (`position_values`); its priors are the gains of a turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import exp
from random import Random
from typing import Final

from engine.core.game import Event
from engine.core.maths import pick, shares_behind
from engine.games.kings_kilt.board import BASE, BENEATH, FULL, ROW, SLOTS
from engine.games.kings_kilt.components import CLAN_COUNT
from engine.games.kings_kilt.events import ADVANCE, BETRAY
from engine.games.kings_kilt.phases import ACTING, RAISING
from engine.games.kings_kilt.position_values import shares_ahead
from engine.games.kings_kilt.state import KiltState

_ROW_WORTH: Final = (0.02, 0.08, 0.25, 1.0, 2.0, 3.0)  # of a card of the Family, in points, by its row
SLOT_VALUES: Final = tuple(_ROW_WORTH[row] for row in ROW)  # by its slot
LIFT: Final = tuple(_ROW_WORTH[row] - _ROW_WORTH[max(row - 1, 0)] for row in ROW)  # of a card that fills the slot
_PRICE, _LATE_PRICE = 0.6, 0.15  # of an Influence card, in points: before the King is crowned, and after
_RIVALRY: Final = 0.8  # what a point of a rival is worth in playouts, taken from one's own
_GAIN: Final = 0.3  # points by which the prior of a move is e times as high
_LEAST_PRIOR: Final = 0.001
_STEPS: Final = 32  # of the table of exponentials, for each `_GAIN`
_EXPONENTIALS: Final = tuple(round(1e9 * exp(-step / _STEPS)) / 1e9 for step in range(10 * _STEPS))
Families = tuple[tuple[int, ...], ...]


class KiltGuide:
    """Values positions at the end of a turn."""

    beyond_stage = True  # the tree grows beyond the turn

    def stage(self, state: KiltState) -> int:
        """Return the number of turns made: each has a card come up, or is a pass."""
        return state.step + len(state.passed)

    def prospects(self, state: KiltState) -> list[float]:
        """Return by seat the share of the others that it finishes ahead of, a tie counted half."""
        outcome = state.outcome
        return shares_ahead(state) if outcome is None else shares_behind(outcome.places)

    def likely(self, state: KiltState, rng: Random) -> Event:
        """Return the move that gains the own Family most or costs the others most, fills included."""
        moves = state.legal_moves()
        gains = _gains_by_move(state, moves)
        return moves[gains.index(max(gains))] if gains else pick(rng, moves)

    def priors(self, state: KiltState, moves: Sequence[Event]) -> list[float]:
        """Return higher ones for moves that gain more; even ones for moves that are not judged."""
        gains = _gains_by_move(state, moves)
        if not gains:
            return [1 / len(moves)] * len(moves)
        best, last = max(gains), len(_EXPONENTIALS) - 1
        weights = [_EXPONENTIALS[min(last, int((best - gain) * (_STEPS / _GAIN)))] for gain in gains]
        total = sum(weights)
        return [weight / total + _LEAST_PRIOR for weight in weights]


def _gains_by_move(state: KiltState, moves: Sequence[Event]) -> list[float]:
    """Return what each action or fill gains the player, all fills included; nothing for other moves."""
    if state.phase == ACTING:
        wants = _clan_values(tuple(state.families), state.actor)
        gains = gains_of(state.pyramid, wants)
        price = _LATE_PRICE if state.filled == FULL else _PRICE
        return [_turn_gain(state.pyramid, wants, gains, price, move) for move in moves]
    if state.phase == RAISING:
        wants = _clan_values(tuple(state.families), state.actor)
        gains, lift = gains_of(state.pyramid, wants), LIFT[state.vacuum]
        return [wants[state.pyramid[move[1]]] * lift + gains[move[1]] for move in moves]
    return []


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


GUIDE = KiltGuide()
