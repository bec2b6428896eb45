"""Room for the frames of a request, so that pages take equally long at any depth of calls."""

from collections.abc import Callable
from typing import Final, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

SLOTS: Final = 33_000  # of 8 bytes: just over 256 KB


def reserve_stack(call: Callable[P, T]) -> Callable[P, T]:
    """Return the function with room for the frames of all that it calls.

    CPython (3.11 to 3.14) keeps frames in chunks of 16 KB and unmaps a chunk when its first frame ends. Where a loop
    happens to run at the end of a chunk, each call in it maps and unmaps memory: that doubled the time of large tables.
    A frame of more than 256 KB is given a chunk of 512 KB, and the frames above it use the rest. Memory that no frame
    uses is never touched, so it costs nothing.
    """

    def calling(*args: P.args, **named: P.kwargs) -> T:
        return call(*args, **named)

    calling.__code__ = calling.__code__.replace(co_stacksize=SLOTS)
    return calling
