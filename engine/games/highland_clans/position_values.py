"""The values of positions of Highland Clans, fitted to games between searches.

`search_weights.json` holds the weights, in thousandths of a logit, by number of seats and stage.
`python -m tests.benchmarks.learning_clans` makes it.
"""

from __future__ import annotations

import json
from operator import mul
from pathlib import Path
from typing import TYPE_CHECKING, Final

from engine.core.maths import shares_ahead_of
from engine.games.highland_clans import phases
from engine.games.highland_clans.components import COMBATS
from engine.games.highland_clans.scoring import gains_of, largest_following

if TYPE_CHECKING:
    from engine.games.highland_clans.state import ClansState

WEIGHTS_FILE: Final = Path(__file__).with_name("search_weights.json")
STAGES: Final = 9
FEATURES: Final = 23
_POINTS_A_STAGE: Final = 5
_MEAN_STRENGTH: Final = 6  # of the three best cards

_WEIGHTS: Final[dict[int, list[list[int]]]] = {
    int(seats): stages for seats, stages in json.loads(WEIGHTS_FILE.read_text(encoding="utf-8"))["seats"].items()
}


def stage_of(state: ClansState) -> int:
    """Return the part of the game by the points of the leader, 0 to `STAGES` - 1."""
    return min(max(state.points) // _POINTS_A_STAGE, STAGES - 1)


def shares_ahead(state: ClansState) -> list[float]:
    """Return by seat the share of the others that it will probably finish ahead of, 0 to 1."""
    weights = _WEIGHTS[state.seats][stage_of(state)]
    return shares_ahead_of([sum(map(mul, weights, features)) for features in features_of(state)])


def features_of(state: ClansState) -> list[tuple[int, ...]]:
    """Return by seat `FEATURES` whole numbers about a position.

    They are points; the gains of the boards, by colour; the same again if the round is about to be scored; the court;
    estates, cattle, castles and abbeys; cards of each value; cards owed; the marker of the largest following, and who
    would get it; whether the seat has a turn left in this round, and with it a free estate; whether it may raid now;
    how strong its three best cards are, if it can still raid in this round.
    """
    is_over = state.phase == phases.TURNING or state.step == state.seats
    is_acted = state.part == 3 and not is_over
    is_last = state.step == state.seats - 1
    owed, next_following = dict(state.owed), largest_following(state.courts, state.following)
    gains = gains_of(state.courts, state.lands, ranks_zero=state.ranks_zero)
    rows: list[tuple[int, ...]] = []
    for seat, (court, land, hand, gain) in enumerate(zip(state.courts, state.lands, state.hands, gains, strict=True)):
        estates, cattle, castles, abbeys = land
        order = (seat - state.first) % state.seats
        is_to_act = not is_over and order >= state.step + is_acted
        is_raiding = is_acted and seat == state.actor and state.phase == phases.RAIDING
        rows.append((
            state.points[seat], *gain, sum(gain) if is_last else 0, *court, *land,
            hand.count(1), hand.count(2), hand.count(3), hand.count(4), owed.get(seat, 0),
            seat == state.following, seat == next_following,
            is_to_act, is_to_act and estates > cattle + castles + abbeys,
            is_raiding, sum(hand[-COMBATS:]) - _MEAN_STRENGTH if is_to_act or is_raiding else 0,
        ))  # fmt: skip
    return rows
