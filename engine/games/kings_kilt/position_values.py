"""The values of positions of King's Kilt, and which clans each rival probably has, fitted to games between bots.

`search_weights.json` holds the weights, in thousandths of a logit. `python -m tests.benchmarks.learning` makes it.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache
from math import exp
from operator import mul
from pathlib import Path
from typing import TYPE_CHECKING, Final

from engine.core.maths import shares_ahead_of
from engine.games.kings_kilt.board import (
    BASE,
    FIRST_NOBLEMAN,
    GUARDIANS,
    KING,
    NEIGHBOURS,
    NOBLEMEN,
    ROW,
    ROW_STARTS,
    outline,
)
from engine.games.kings_kilt.components import CLAN_COUNT

if TYPE_CHECKING:
    from engine.games.kings_kilt.state import KiltState
    from engine.games.kings_kilt.view import KiltView

WEIGHTS_FILE: Final = Path(__file__).with_name("search_weights.json")
ADVANCES: Final = KING + 1 - BASE  # of a whole game; also the last stage
STAGES_A_GROUP: Final = 4  # clans are judged by the same weights at so many stages


def _place(slot: int) -> int:
    """Return the number of a slot, the same for slots that mirror each other: 0 to 11."""
    row = ROW[slot]
    along, length = slot - ROW_STARTS[row], ROW_STARTS[row + 1] - ROW_STARTS[row]
    return (0, 3, 6, 8, 10, 11)[row] + min(along, length - 1 - along)


PLACE: Final = tuple(_place(slot) for slot in range(KING + 1))
PLACES: Final = 12
SEAT_FEATURES: Final = PLACES + 10
CLAN_FEATURES: Final = PLACES + 5
_ABOUT_RIVAL: Final = 2  # the last of these features
_HIGH: Final = range(FIRST_NOBLEMAN, KING + 1)
_ROWS: Final = (NOBLEMEN, GUARDIANS, (KING,))
_ODDS: Final = tuple(round(1000 * exp(step / 100)) for step in range(-400, 401))

_WEIGHTS: Final = json.loads(WEIGHTS_FILE.read_text(encoding="utf-8"))
_SEATS: Final[dict[int, list[list[int]]]] = {int(seats): stages for seats, stages in _WEIGHTS["seats"].items()}
_CLANS: Final[dict[int, list[list[int]]]] = {int(seats): groups for seats, groups in _WEIGHTS["clans"].items()}


def stage_of(filled: int) -> int:
    """Return how many cards have advanced, 0 to `ADVANCES`, from the bit mask of filled slots."""
    return filled.bit_count() - BASE


def shares_ahead(state: KiltState) -> list[float]:
    """Return by seat the share of the others that it will probably finish ahead of, 0 to 1."""
    weights = _SEATS[state.seats][stage_of(state.filled)]
    worth = [sum(map(mul, weights, seat_features(state, seat))) for seat in range(state.seats)]
    return shares_ahead_of(worth)


def seat_features(state: KiltState, seat: int) -> list[int]:
    """Return `SEAT_FEATURES` whole numbers about a seat at the beginning of a turn, read from nothing but `state`.

    They are cards of the Family by place; cards beyond the first of a clan among Noblemen and Guardians; Influence
    cards, their clans, whether none are left; the turn; the top of the pile; rivals' cards that the hand can betray
    among Noblemen, Guardians and the King, counted once for each rival.
    """
    family, pyramid, hand = state.families[seat], state.pyramid, state.influences[seat]
    features = [0] * PLACES
    for slot, clan in enumerate(pyramid):
        if clan in family:
            features[PLACE[slot]] += 1
    clans = set(hand)
    features += [_repeated(pyramid, NOBLEMEN, family), _repeated(pyramid, GUARDIANS, family)]
    features += [len(hand), len(clans), not hand, state.actor == seat, state.top in family]
    features += _betrayable(state, seat, clans)
    return features


def _repeated(pyramid: Sequence[int], row: Sequence[int], family: Sequence[int]) -> int:
    own = [pyramid[slot] for slot in row if pyramid[slot] in family]
    return len(own) - len(set(own))


def _betrayable(state: KiltState, seat: int, hand: set[int]) -> list[int]:
    """Return by row from the fourth how many cards of rivals, none of its own, the seat can betray."""
    pyramid, found = state.pyramid, [0] * len(_ROWS)
    if not hand:
        return found
    own = state.families[seat]
    for slot in _HIGH:
        clan = pyramid[slot]
        if clan >= 0 and clan not in own:
            rivals = sum([clan in family for family in state.families])
            traitors = (clan,) if state.by_victim else [pyramid[other] for other in NEIGHBOURS[slot]]
            if rivals and not hand.isdisjoint(traitors):
                found[ROW[slot] - ROW[FIRST_NOBLEMAN]] += rivals
    return found


def clan_features(source: KiltState | KiltView, rival: int, clan: int) -> list[int]:
    """Return `CLAN_FEATURES` whole numbers about whether a rival has a clan, which all can see.

    They are cards of the clan by place; betrayed; discarded; 1; those that the rival moved up, and that it removed.
    """
    return [*_shared_features(source, clan), source.moved_up[rival].count(clan), source.removed[rival].count(clan)]


def _shared_features(source: KiltState | KiltView, clan: int) -> list[int]:
    features = [0] * PLACES
    for slot, other in enumerate(source.pyramid):
        if other == clan:
            features[PLACE[slot]] += 1
    return [*features, source.betrayed.count(clan), source.discards.count(clan), 1]


@lru_cache(maxsize=64)
def clan_odds(view: KiltView) -> tuple[tuple[int, ...], ...]:
    """Return by seat, then clan, how likely that rival has it, in proportion; all alike before the first advance.

    Where cards of the clans of `view.family` lie says nothing of rivals, since the seat moved them itself.
    """
    stage = stage_of(outline(view.pyramid, view.vacuum))
    if not stage:
        return ((1,) * CLAN_COUNT,) * view.seats
    weights = _CLANS[view.seats][stage // STAGES_A_GROUP]
    moved, removed = weights[-_ABOUT_RIVAL:]
    shared = [sum(map(mul, weights, _shared_features(view, clan))) for clan in range(CLAN_COUNT)]
    others = [score for clan, score in enumerate(shared) if clan not in view.family]
    for clan in view.family:
        shared[clan] = sum(others) // len(others)
    return tuple(
        [
            tuple(
                [
                    _odds(shared[clan] + moved * up.count(clan) + removed * down.count(clan))
                    for clan in range(CLAN_COUNT)
                ]
            )
            for up, down in zip(view.moved_up, view.removed, strict=True)
        ]
    )


def _odds(score: int) -> int:
    """Return a thousand times the odds for thousandths of a logit."""
    return _ODDS[min(400, max(-400, score // 10)) + 400]
