"""How matches are put into tasks: cheap ones by the hundred, searching ones alone; a task lasts a second or two.

The unit is a playout, for what a match takes is nearly all spent on those of its searching bots.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

MATCH_COST = 3  # a match without any search takes about as long as so many playouts with their bookkeeping
DECISIONS = 30  # about what one seat decides in a match, an average over our games
BATCH_COST = 600  # so many playouts take about a second
BATCH_COUNT = 200


class Waiting(NamedTuple):
    """What has to be known of a match to put it into a task."""

    id: int
    attempt: int
    cost: int


def cost_of(playouts: Iterable[int]) -> int:
    """What a match takes whose seats have these budgets a decision; half a playout, for they begin in mid-game."""
    return MATCH_COST + sum(DECISIONS * budget // 2 for budget in playouts)


def batches(waiting: Iterable[Waiting]) -> Iterator[list[int]]:
    """The ids in tasks, cheap matches first. What was tried before goes alone: it may have killed its worker."""
    batch: list[int] = []
    spent = 0
    for match in sorted(waiting, key=_place):
        if match.attempt:
            yield [match.id]
            continue
        if batch and (spent + match.cost > BATCH_COST or len(batch) == BATCH_COUNT):
            yield batch
            batch, spent = [], 0
        batch.append(match.id)
        spent += match.cost
    if batch:
        yield batch


def ids_of(waiting: Sequence[Waiting]) -> list[int]:
    """Their ids."""
    return [match.id for match in waiting]


def _place(match: Waiting) -> tuple[int, int]:
    return match.cost, match.id
