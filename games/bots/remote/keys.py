"""What things are called in Redis, and the lines that a bot reads."""

import json
import secrets
from typing import Any, Final

CHANNEL: Final = "moothill:remote"  # carries the bot for which there is something new
LINES: Final = f"{CHANNEL}:line:"
PREFIX: Final = "r-"  # of the slug of a strategy that plays from afar
PROTOCOL: Final = 1


def slug_of(bot: str) -> str:
    """What matches call the remote bot of that public id."""
    return f"{PREFIX}{bot}"


def of_bot(bot: str, what: str) -> str:
    """The key of `here`, `was`, `open`, `lag` or `table` of a bot."""
    return f"{CHANNEL}:{what}:{bot}"


def of_line(line: str) -> str:
    """The key of a line."""
    return f"{LINES}{line}"


def of_waking(line: str) -> str:
    """The key by which an answer wakes the seat that waits for it."""
    return f"{CHANNEL}:woken:{line}"


def new_id() -> str:
    """An id that nobody guesses."""
    return secrets.token_hex(8)


def line_of(**facts: Any) -> str:
    """One line of the stream, without its end."""
    return json.dumps(facts, separators=(",", ":"), allow_nan=False)
