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


class Progress:
    """A line that grows while work goes on: rewritten on a terminal, printed now and then elsewhere."""

    def __init__(self, label: str, *, every: float = 2.0) -> None:
        self._label = label
        self._every = every
        self._last = 0.0
        self._rewrites = sys.stdout.isatty()

    def show(self, text: str) -> None:
        """Show how far the work is."""
        now = time.monotonic()
        if self._rewrites:
            with suppress(OSError):
                print(f"\r\033[K  {self._label.ljust(MARGIN - 2)} {text}", end="", flush=True)
        elif now - self._last >= self._every:
            self._last = now
            tell(self._label, text)

    def end(self) -> None:
        """Clear the line; what became of the work is said by others."""
        if self._rewrites:
            with suppress(OSError):
                print("\r\033[K", end="", flush=True)


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
