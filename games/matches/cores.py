"""On which core programs of strangers run."""

import os
import sys
from contextlib import suppress

from billiard import current_process


def stay_on_one_core() -> None:
    """Keep this process of a worker, and all that it starts, on one core; again, or elsewhere, nothing happens.

    A program and the house take turns, so on two cores each would wake the other out of its sleep for every choice:
    on one they make half as many choices again for the same time of the processor. Processes of a worker count their
    cores from the last, and each has its own as long as there are enough.
    """
    number = getattr(current_process(), "index", None)
    if number is None or sys.platform != "linux":
        return
    cores = sorted(os.sched_getaffinity(0))
    with suppress(OSError):  # some machines let nobody choose: then it is only slower
        os.sched_setaffinity(0, {cores[-1 - number % len(cores)]})
