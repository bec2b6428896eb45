"""Who goes first when a machine runs out of memory: a program of a stranger, never the house that seats it."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

_FIRST = "1000"  # proc(5): the kernel looks at nothing else before it


def goes_first(pid: int) -> None:
    """Let the kernel end this process before all others for want of memory; elsewhere than on Linux nothing happens.

    A process may ask for that, and may not take it back: in its sandbox it can write no file.
    """
    with suppress(OSError):
        Path(f"/proc/{pid}/oom_score_adj").write_text(_FIRST)
