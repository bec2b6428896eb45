"""Redis keys of remote bots, how long they live, and the ids and lines that are stored under them."""

import json
import secrets
from typing import Any, Final, Literal

from games.matches.strategy_registry import REMOTE_PREFIX

CHANNEL: Final = "moothill:remote"  # its messages name the bot for which there is something new
LINE_PREFIX: Final = f"{CHANNEL}:line:"
SLUG_PREFIX: Final = REMOTE_PREFIX
PROTOCOL: Final = 1

STREAM_SECONDS: Final = 10  # a stream counts as open after its last sign of life
LAST_STREAM_SECONDS: Final = 180  # it is known for so long that a stream was open
OPEN_LINES_SECONDS: Final = 600
QUESTION_SECONDS: Final = 15  # a question outlives the seat that asks it
START_SECONDS: Final = 300  # the start of a match is announced
ENDED_SECONDS: Final = 60  # an answer, a ping and the end of a match are remembered
LAG_SECONDS: Final = 300
TABLE_SECONDS: Final = 60  # a bot counts as seated after the last sign of life from its table

# First line of the scripts that need Redis' clock: seconds with six decimals.
LUA_NOW: Final = "local t = redis.call('TIME') local now = string.format('%d.%06d', t[1], t[2])"


def slug_of(bot: str) -> str:
    """Return the slug of the remote bot in matches."""
    return f"{SLUG_PREFIX}{bot}"


def bot_key(bot: str, what: Literal["here", "was", "open", "lag", "table"]) -> str:
    """Return a key of the bot.

    `here` holds the id of its open stream, `was` that of its last one, `open` the ids of its lines, `lag` the seconds
    of its last ping, `table` the token of the table where it plays.
    """
    return f"{CHANNEL}:{what}:{bot}"


def line_key(line: str) -> str:
    """Return the key of a line."""
    return f"{LINE_PREFIX}{line}"


def wake_key(line: str) -> str:
    """Return the key by which an answer wakes the waiting seat."""
    return f"{CHANNEL}:woken:{line}"


def new_id() -> str:
    """Return an unguessable id."""
    return secrets.token_hex(8)


def line_of(**facts: Any) -> str:
    """Return one line of the stream, without its end."""
    return json.dumps(facts, separators=(",", ":"), allow_nan=False)
