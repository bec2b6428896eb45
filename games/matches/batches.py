"""How matches are put into tasks: cheap ones by the hundred, searching ones alone; a task lasts a second or two.

The unit is a playout, for what a match takes is nearly all spent on those of its searching bots.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

MATCH_COST = 40  # a match without any search takes about as long as so many playouts, its record included
DECISIONS = 45  # what one seat decides in a match of ours on average, measured
BATCH_COST = 16_000  # so many playouts take a second or two
BATCH_COUNT = 400
PROGRAM_COST = BATCH_COST  # a seat of a stranger's program, which takes what its limits let it


class Waiting(NamedTuple):
    """What has to be known of a match to put it into a task."""

    id: int
    attempt: int
    cost: int
    needs_sandbox: bool = False
    is_remote: bool = False


def cost_of(playouts: Iterable[int], programs: int = 0) -> int:
    """What a match takes whose seats have these budgets a decision, and so many programs of strangers among them."""
    return MATCH_COST + DECISIONS * sum(playouts) + PROGRAM_COST * programs


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


def _place(match: Waiting) -> tuple[int, int]:
    return match.cost, match.id
