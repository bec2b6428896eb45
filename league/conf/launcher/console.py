"""Output and errors of the launcher. Lines have labels, such as `  postgres    18, data in var/postgres/18 (0.6 s)`."""

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

LABEL_WIDTH = 11
LONGEST_LINE = 240


def echo(text: str = "") -> None:
    """Print a line at once. A closed terminal is no error."""
    with suppress(OSError):
        print(text, flush=True)


def print_line(label: str, text: str) -> None:
    """Print a line with a label."""
    label = label.ljust(LABEL_WIDTH)
    if sys.stdout.isatty() and "NO_COLOR" not in os.environ:
        label = f"\033[2m{label}\033[0m"
    echo(f"  {label} {text[:LONGEST_LINE]}")


@contextmanager
def timed(label: str, text: str) -> Iterator[None]:
    """Print a line after a block, with the time that it took."""
    begun = time.monotonic()
    yield
    print_line(label, f"{text} ({time.monotonic() - begun:.1f} s)")


def last_line_of(error: Exception) -> str:
    """Return the last line of an error's message, or the name of its class if it has none."""
    return (str(error).strip().splitlines() or [type(error).__name__])[-1].strip()


class LauncherError(Exception):
    """A command failed, or a service does not answer. Trying again may help."""

    status = 1


class ConfigurationError(LauncherError):
    """A command fails until somebody changes something.

    The status is EX_CONFIG of sysexits.h, at which systemd does not start Moothill again (docs/operating.md).
    """

    status = 78
