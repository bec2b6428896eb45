"""A worker process keeps itself and the bot it runs on one processor core."""

import os
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path
from time import sleep

from billiard import current_process

_MOMENT = 0.001  # seconds; a thread that wakes is put on a free core
_CORE_FIELD = 39 - 3  # proc(5): "processor" in `stat`, counted from 1 there, here from the field after the name


def stay_on_one_core() -> None:
    """Keep this worker process and its children on one core for a match; only on Linux.

    A bot and its worker take turns, so on two cores each would wake the other from sleep for every move: on one they
    are half as fast again for the same CPU time. The kernel chooses a core for every match, since only it knows about
    other workers and containers.
    """
    if getattr(current_process(), "index", None) is None or sys.platform != "linux":
        return
    with suppress(OSError):  # without the right to choose cores, work is only slower
        os.sched_setaffinity(0, _allowed())
        sleep(_MOMENT)
        core = {_core_now()}
        for thread in Path("/proc/self/task").iterdir():  # the database thread, too
            os.sched_setaffinity(int(thread.name), core)


@cache
def _allowed() -> set[int]:
    return os.sched_getaffinity(0)


def _core_now() -> int:
    """The core of this thread. The name in the line may hold blanks."""
    after_the_name = Path("/proc/thread-self/stat").read_text().rpartition(")")[2].split()
    return int(after_the_name[_CORE_FIELD])
