"""Who can do what, each at most one thing and each thing by one."""

from __future__ import annotations

from collections.abc import Sequence


def matched(choices: Sequence[Sequence[int]]) -> dict[int, int]:
    """As many tasks as possible, each by one of its `choices`: the number of the task by who does it.

    Earlier tasks and choices come first where that costs nothing (augmenting paths; Kuhn 1955).
    """
    done: dict[int, int] = {}
    for task in range(len(choices)):
        _place(task, choices, done, set())
    return done


def _place(task: int, choices: Sequence[Sequence[int]], done: dict[int, int], tried: set[int]) -> bool:
    for by in choices[task]:
        if by not in tried:
            tried.add(by)
            if by not in done or _place(done[by], choices, done, tried):
                done[by] = task
                return True
    return False
