"""Counts the functions of Moothill that a piece of work calls."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from inspect import CO_OPTIMIZED
from pathlib import Path
from types import CodeType, FrameType

ROOT = Path(__file__).parent.parent
COUNTED = tuple(f"{ROOT / name}/" for name in ("engine", "games", "league"))


@contextmanager
def functions_called() -> Iterator[set[CodeType]]:
    """Collect the code of every function of ours that this thread calls inside the block."""
    called: set[CodeType] = set()

    def note(frame: FrameType, event: str, _argument: object) -> None:
        if (
            event == "call"
            and frame.f_code.co_filename.startswith(COUNTED)
            and frame.f_code.co_flags & CO_OPTIMIZED  # no body of a class that a module defines on its first import
            and not frame.f_code.co_name.startswith("<")
        ):
            called.add(frame.f_code)

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        yield called
    finally:
        sys.setprofile(before)
