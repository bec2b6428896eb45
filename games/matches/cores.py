"""On which core programs of strangers run."""

import os
import sys
import time
from contextlib import suppress
from functools import cache
from pathlib import Path

from billiard import current_process

_MOMENT = 0.001  # seconds; whoever wakes is put where there is room
_PROCESSOR = 39  # proc(5): the place in `stat` of the core that ran it last


def stay_on_one_core() -> None:
    """Keep this process of a worker, and all that it starts, on one core for a match; elsewhere nothing happens.

    A program and the house take turns, so on two cores each would wake the other out of its sleep for every choice:
    on one they make half as many choices again for the same time of the processor. Which core that is the kernel says,
    for every match anew: it alone knows of the workers that are at it beside this one, in other containers as well.
    """
    if getattr(current_process(), "index", None) is None or sys.platform != "linux":
        return
    with suppress(OSError):  # some machines let nobody choose: then it is only slower
        os.sched_setaffinity(0, _allowed())
        time.sleep(_MOMENT)
        core = {_core_now()}
        for thread in Path("/proc/self/task").iterdir():  # the clerk goes along
            os.sched_setaffinity(int(thread.name), core)


@cache
def _allowed() -> set[int]:
    """Where this process was let run before it stayed anywhere."""
    return os.sched_getaffinity(0)


def _core_now() -> int:
    """On which core this thread runs. What stands before the last bracket of the line may hold blanks."""
    after_the_name = Path("/proc/thread-self/stat").read_text().rpartition(")")[2].split()
    return int(after_the_name[_PROCESSOR - 3])
