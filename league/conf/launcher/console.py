"""What the launcher says, a line a thought: `  postgres    18.1, data in var/postgres/18 (0.6 s)`."""

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

MARGIN = 13
LONGEST_LINE = 240


def say(text: str = "") -> None:
    """Print a line at once. A terminal that has gone away is no reason to stop."""
    with suppress(OSError):
        print(text, flush=True)


def tell(label: str, text: str) -> None:
    """Print a line that begins with whom it is about."""
    say(f"  {_dim(label.ljust(MARGIN - 2))} {text[:LONGEST_LINE]}")


def complain(text: str) -> None:
    """Print a refusal to standard error."""
    with suppress(OSError):
        print(text, file=sys.stderr, flush=True)


@contextmanager
def timed(label: str, text: str) -> Iterator[None]:
    """Do something, then say that it is done and how long it took."""
    begun = time.monotonic()
    yield
    tell(label, f"{text} ({time.monotonic() - begun:.1f} s)")


def _dim(text: str) -> str:
    if sys.stdout.isatty() and "NO_COLOR" not in os.environ:
        return f"\033[2m{text}\033[0m"
    return text
