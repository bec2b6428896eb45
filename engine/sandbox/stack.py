"""Where a program is when its time is up, as it writes that itself at a signal (faulthandler in Python's library).

The program may write anything instead: whatever is read here is its own word, bounded, and for its owner alone.
"""

from __future__ import annotations

import os
import re
import select
import time
from contextlib import suppress
from typing import Final

SECONDS: Final = 0.5  # on the wall's clock, for a program that takes the signal for itself or gets no processor
LONGEST: Final = 8 << 10
MOST_FRAMES: Final = 30

_FRAME: Final = re.compile(rb'^  File "[^"\n]{1,600}", line \d{1,9} in [^\n]{1,600}$', re.MULTILINE)
_OURS: Final = re.compile(rb'^  File "[^"\n]{1,600}/engine/sandbox/(session|wire)\.py", line ', re.MULTILINE)
_HEAD: Final = b"\nWhere the bot was when its time ran out (innermost call first):\n"


def read_stack(errors: int) -> bytes:
    """Return what comes on the standard error of a program that was just sent the signal, as `stack_in` keeps it."""
    coming = select.poll()
    coming.register(errors, select.POLLIN)
    written, ends = b"", time.monotonic() + SECONDS
    while not _OURS.search(written) and len(written) < LONGEST and (left := ends - time.monotonic()) > 0:
        if coming.poll(left * 1000):
            with suppress(BlockingIOError):  # it opened its end anew and took its words back
                more = os.read(errors, LONGEST)
                written += more
                if not more:
                    break
    return stack_in(written[:LONGEST])


def stack_in(written: bytes) -> bytes:
    """Return the frames of the bot's own file, with a line above them; nothing where none is found.

    The frames below them are calls of the server that led there. They are all there is between two moves.
    """
    ours = _OURS.search(written)
    frames = _FRAME.findall(written[: ours.start()] if ours else written)
    if not frames:
        return b""
    more = [b"  ..."] if frames[MOST_FRAMES:] else []
    return b"\n".join([_HEAD + frames[0], *frames[1:MOST_FRAMES], *more, b""])
