"""Tables of players whose strength is known, for asking a system whether it finds it."""

from __future__ import annotations

from math import log
from random import Random

from engine.core.game import places_by
from league.competition.ratings.system import MILLI, RatedResult


def tables_of_known_strength(
    rng: Random, *, players: int, tables: int, seats: int, spread: float
) -> tuple[list[float], list[RatedResult]]:
    """Strengths in thousandths of a point, their mean 0, and tables whose places are drawn from them.

    Each strength gets noise of the Gumbel distribution: the chance of two is then the logistic curve of their
    difference, and a table's that of Plackett and Luce. `spread` is the deviation of strengths in points.
    """
    points = [rng.gauss(0, spread) for _ in range(players)]
    true = [one - sum(points) / players for one in points]
    ledger = []
    for _ in range(tables):
        table = rng.sample(range(players), seats)
        drawn = [true[player] * log(10) / 400 - log(-log(rng.random())) for player in table]
        ledger.append(RatedResult(tuple(table), places_by(drawn)))
    return [one * MILLI for one in true], ledger
