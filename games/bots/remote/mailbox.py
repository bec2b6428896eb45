"""Lines for remote bots in Redis: seats put questions, the API stores answers. Times are by Redis' clock.

An operation of more than one step is one Lua script (`scripts`), which Redis runs atomically.
"""

import json
import secrets
from collections.abc import Iterable, Sequence
from enum import IntEnum
from typing import Any, Final, Literal, NamedTuple

from redis.asyncio import Redis

from games.bots.remote import scripts
from games.matches.strategy_registry import REMOTE_PREFIX
from league.common.redis_client import broker

CHANNEL: Final = "moothill:remote"  # its messages name the bot for which there is something new
LINE_PREFIX: Final = f"{CHANNEL}:line:"
PROTOCOL: Final = 1

STREAM_SECONDS: Final = 10  # a stream counts as open after its last sign of life
LAST_STREAM_SECONDS: Final = 180  # it is known for so long that a stream was open
OPEN_LINES_SECONDS: Final = 600
QUESTION_SECONDS: Final = 15  # a question outlives the seat that asks it
START_SECONDS: Final = 300  # the start of a match is announced
ENDED_SECONDS: Final = 60  # an answer, a ping and the end of a match are remembered
LATENCY_SECONDS: Final = 300
TABLE_SECONDS: Final = 60  # a bot counts as seated after the last sign of life from its table


def slug_of(bot: str) -> str:
    """Return the slug of the remote bot in matches."""
    return f"{REMOTE_PREFIX}{bot}"


def bot_key(bot: str, what: Literal["here", "was", "open", "latency", "table"]) -> str:
    """Return a key of the bot.

    `here` holds the id of its open stream, `was` that of its last one, `open` the ids of its lines, `latency` the
    seconds of its last ping, `table` the token of the table where it plays.
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


class Receipt(IntEnum):
    """What became of an answer."""

    NOT_OPEN = 0  # no such line of this bot
    ACCEPTED = 1
    REPEATED = 2  # answered before


class QuestionState(NamedTuple):
    """The state of a question and of its bot's stream; times by Redis' clock."""

    now: float
    exists: bool
    is_seated: bool  # whether all the bots still have their seats at this table
    sent: float | None
    answered: float | None
    move_index: int  # among the legal moves; -1 for a move that was not offered
    is_connected: bool
    vanished: bool  # the stream ended, and the bot did not end it
    latency: float  # seconds


def put(bot: str, line: str, text: str, *, legal: Sequence[Any] = (), life: int) -> float:
    """Put a line for the bot, now or when it connects; return the time. `life` is in seconds.

    A question has at least one legal move; other lines have none, and cannot be answered.
    """
    keys = (line_key(line), bot_key(bot, "open"))
    return float(_run(scripts.PUT_LINE, keys, line, bot, text, json.dumps(legal), life, OPEN_LINES_SECONDS, CHANNEL))


def forget(bot: str, *lines: str) -> None:
    """Remove these lines of the bot."""
    with broker().pipeline() as pipeline:
        for line in lines:
            pipeline.delete(line_key(line), wake_key(line))
            pipeline.lrem(bot_key(bot, "open"), 0, line)
        pipeline.execute()


def wait(line: str, seconds: float) -> None:
    """Return when the line is answered, or when so many seconds have passed."""
    broker().blpop([wake_key(line)], timeout=seconds)


def refresh_question(bot: str, line: str, seated_bots: Iterable[str], token: str) -> QuestionState:
    """Return the state of a question. Prolong its life, and that of the seats of the bots at the table of the token."""
    keys = [line_key(line), bot_key(bot, "here"), bot_key(bot, "was"), bot_key(bot, "latency")]
    keys += [bot_key(seated_bot, "table") for seated_bot in seated_bots]
    state = json.loads(_run(scripts.REFRESH_QUESTION, keys, QUESTION_SECONDS, token, TABLE_SECONDS))
    return QuestionState(
        now=float(state["now"]),
        exists=state["exists"],
        is_seated=state["is_seated"],
        sent=float(state["sent"]) if state["sent"] else None,
        answered=float(state["answered"]) if state["answered"] else None,
        move_index=int(state["move_index"] or 0),
        is_connected=state["is_connected"],
        vanished=state["was_connected"] and not state["is_connected"],
        latency=float(state["latency"] or 0),
    )


def legal_of(bot: str, line: str) -> list[Any]:
    """Return the legal moves of a question to this bot; none for a ping or any other line."""
    owner, legal = broker().hmget(line_key(line), ["bot", "legal"])
    return json.loads(legal) if owner == bot and legal else []


def store_answer(bot: str, line: str, move_index: int) -> Receipt:
    """Store the index of a move as the answer to a question. The first answer counts."""
    return Receipt(_run(scripts.STORE_ANSWER, (line_key(line), wake_key(line)), bot, move_index, ENDED_SECONDS))


def store_latency(bot: str, line: str) -> Receipt:
    """Store how long a ping was under way. The first answer counts. Other lines than pings are not open."""
    return Receipt(_run(scripts.STORE_LATENCY, (line_key(line), bot_key(bot, "latency")), bot, LATENCY_SECONDS))


def connected(bots: Sequence[str]) -> set[str]:
    """Return those of the bots whose streams are open. Raise `RedisError`."""
    if not bots:
        return set()
    streams: Any = broker().mget([bot_key(bot, "here") for bot in bots])
    return {bot for bot, stream in zip(bots, streams, strict=True) if stream}


def notify(bots: Iterable[str]) -> None:
    """Notify the streams of these bots. Raise `RedisError`."""
    for bot in bots:
        broker().publish(CHANNEL, bot)


def take_seats(bots: Sequence[str], token: str) -> bool:
    """Seat the bots at one table, all or none: a bot sits at one table at a time. Return whether all were free."""
    return not bots or bool(_run(scripts.TAKE_SEATS, [bot_key(bot, "table") for bot in bots], token, TABLE_SECONDS))


def keep_seats(bots: Iterable[str], token: str) -> bool:
    """Prolong the seats of the bots at the table of this token. Return whether all of them still sit there."""
    return bool(_run(scripts.KEEP_SEATS, [bot_key(bot, "table") for bot in bots], token, TABLE_SECONDS))


def leave_seats(bots: Iterable[str], token: str) -> None:
    """Free the bots for other tables, as far as they still sit at the table of this token."""
    _run(scripts.LEAVE_SEATS, [bot_key(bot, "table") for bot in bots], token)


def _run(script: str, keys: Sequence[str], *args: str | int) -> Any:
    return broker().register_script(script)(keys, args)


async def take_over(redis: Redis, bot: str, stream: str) -> None:
    """Make this the stream of the bot. An older stream notices it and ends."""
    keys = (bot_key(bot, "here"), bot_key(bot, "was"))
    await _run_async(redis, scripts.TAKE_OVER, keys, stream, STREAM_SECONDS, LAST_STREAM_SECONDS, CHANNEL, bot)


async def stay(redis: Redis, bot: str, stream: str) -> dict[str, str] | None:
    """Keep the stream open. Return its open lines by id, in order; None where another stream has replaced it."""
    keys = (bot_key(bot, "here"), bot_key(bot, "was"), bot_key(bot, "open"))
    lines = await _run_async(redis, scripts.STAY, keys, stream, STREAM_SECONDS, LAST_STREAM_SECONDS, LINE_PREFIX)
    return None if lines is None else dict(zip(lines[::2], lines[1::2], strict=True))


async def put_ping(redis: Redis, bot: str, ping: str) -> None:
    """Store a ping as written now."""
    await _run_async(redis, scripts.PUT_PING, (line_key(ping),), bot, ENDED_SECONDS)


async def note_sent(redis: Redis, line: str) -> None:
    """Store when the line was first written to a stream."""
    await _run_async(redis, scripts.NOTE_SENT, (line_key(line),))


async def leave(redis: Redis, bot: str, stream: str) -> None:
    """Note that the bot has closed its stream itself, unless another stream has replaced it."""
    await _run_async(redis, scripts.LEAVE, (bot_key(bot, "here"), bot_key(bot, "was")), stream)


async def _run_async(redis: Redis, script: str, keys: Sequence[str], *args: str | int) -> Any:
    return await redis.register_script(script)(keys, args)
