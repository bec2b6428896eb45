"""Lines for remote bots in Redis: seats put questions, the API stores answers. Times are by Redis' clock.

What takes more than one step is one Lua script, so that no other process sees or changes what lies between.
"""

import json
from collections.abc import Iterable, Sequence
from enum import IntEnum
from typing import Any, Final, NamedTuple

from games.bots.remote.keys import (
    CHANNEL,
    ENDED_SECONDS,
    LAG_SECONDS,
    LUA_NOW,
    OPEN_LINES_SECONDS,
    QUESTION_SECONDS,
    TABLE_SECONDS,
    bot_key,
    line_key,
    wake_key,
)
from league.common.redis_client import broker

# KEYS line, open lines; ARGV id, bot, text, legal moves, life of the line, life of the open lines, channel
PUT_LINE: Final = f"""{LUA_NOW}
redis.call('HSET', KEYS[1], 'bot', ARGV[2], 'text', ARGV[3], 'legal', ARGV[4])
redis.call('EXPIRE', KEYS[1], ARGV[5])
redis.call('RPUSH', KEYS[2], ARGV[1])
redis.call('EXPIRE', KEYS[2], ARGV[6])
redis.call('PUBLISH', ARGV[7], ARGV[2])
return now
"""

# KEYS line, here, was, lag, tables...; ARGV life of the line, life of the tables
REFRESH_QUESTION: Final = f"""{LUA_NOW}
local line = redis.call('HMGET', KEYS[1], 'text', 'sent', 'answered', 'choice')
if line[1] and not line[3] then redis.call('EXPIRE', KEYS[1], ARGV[1]) end
for place = 5, #KEYS do redis.call('EXPIRE', KEYS[place], ARGV[2]) end
return {{now, line[1] and 1 or 0, line[2], line[3], line[4],
        redis.call('EXISTS', KEYS[2]), redis.call('EXISTS', KEYS[3]), redis.call('GET', KEYS[4])}}
"""

# KEYS line, wake; ARGV bot, choice, life -> a Receipt
STORE_ANSWER: Final = f"""{LUA_NOW}
if redis.call('HGET', KEYS[1], 'bot') ~= ARGV[1] then return 0 end
if redis.call('HEXISTS', KEYS[1], 'answered') == 1 then return 2 end
redis.call('HSET', KEYS[1], 'answered', now, 'choice', ARGV[2])
redis.call('EXPIRE', KEYS[1], ARGV[3])
redis.call('RPUSH', KEYS[2], 1)
redis.call('EXPIRE', KEYS[2], ARGV[3])
return 1
"""

# KEYS line, lag; ARGV bot, life of the lag -> a Receipt
STORE_LAG: Final = f"""{LUA_NOW}
local ping = redis.call('HMGET', KEYS[1], 'bot', 'sent', 'answered')
if ping[1] ~= ARGV[1] or not ping[2] then return 0 end
if ping[3] then return 2 end
redis.call('HSET', KEYS[1], 'answered', now)
redis.call('SET', KEYS[2], string.format('%.6f', tonumber(now) - tonumber(ping[2])), 'EX', ARGV[2])
return 1
"""

# KEYS tables; ARGV token, life -> whether all were free
TAKE_SEATS: Final = """
if redis.call('EXISTS', unpack(KEYS)) > 0 then return 0 end
for _, key in ipairs(KEYS) do redis.call('SET', key, ARGV[1], 'EX', ARGV[2]) end
return 1
"""

# KEYS tables; ARGV token
LEAVE_SEATS: Final = """
for _, key in ipairs(KEYS) do
  if redis.call('GET', key) == ARGV[1] then redis.call('DEL', key) end
end
"""


class Receipt(IntEnum):
    """What became of an answer."""

    NOT_OPEN = 0  # no such line of this bot
    ACCEPTED = 1
    REPEATED = 2  # answered before


class QuestionState(NamedTuple):
    """The state of a question and of its bot's stream; times by Redis' clock."""

    now: float
    is_there: bool
    sent: float | None
    answered: float | None
    choice: int  # the place among the legal moves; -1 for a move that was not offered
    is_here: bool
    went_silently: bool  # the stream ended, and the bot did not end it
    lag: float  # seconds


def put(bot: str, line: str, text: str, *, legal: Sequence[Any] = (), life: int) -> float:
    """Put a line for the bot, now or when it connects; return the time. `life` is in seconds."""
    keys = (line_key(line), bot_key(bot, "open"))
    return float(_run(PUT_LINE, keys, line, bot, text, json.dumps(legal), life, OPEN_LINES_SECONDS, CHANNEL))


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


def refresh_question(bot: str, line: str, tables: Iterable[str]) -> QuestionState:
    """Return the state of a question. Prolong its life, and that of the seats of the bots at its table."""
    keys = [line_key(line), bot_key(bot, "here"), bot_key(bot, "was"), bot_key(bot, "lag")]
    keys += [bot_key(seated_bot, "table") for seated_bot in tables]
    state = _run(REFRESH_QUESTION, keys, QUESTION_SECONDS, TABLE_SECONDS)
    now, is_there, sent, answered, choice, is_here, was_here, lag = state
    return QuestionState(
        now=float(now),
        is_there=bool(is_there),
        sent=float(sent) if sent else None,
        answered=float(answered) if answered else None,
        choice=int(choice or 0),
        is_here=bool(is_here),
        went_silently=bool(was_here) and not is_here,
        lag=float(lag or 0),
    )


def legal_of(bot: str, line: str) -> list[Any] | None:
    """Return the legal moves of a question; None for a ping. Raise LookupError for no question."""
    owner, legal = broker().hmget(line_key(line), ["bot", "legal"])
    if owner != bot:
        raise LookupError(line)
    return json.loads(legal) if legal is not None else None


def store_answer(bot: str, line: str, choice: int) -> Receipt:
    """Store the index of a move as the answer to a question. The first answer counts."""
    return Receipt(_run(STORE_ANSWER, (line_key(line), wake_key(line)), bot, choice, ENDED_SECONDS))


def store_lag(bot: str, line: str) -> Receipt:
    """Store how long a ping was under way. The first answer counts."""
    return Receipt(_run(STORE_LAG, (line_key(line), bot_key(bot, "lag")), bot, LAG_SECONDS))


def connected(bots: Sequence[str]) -> set[str]:
    """Return those of the bots whose streams are open. Raise `RedisError`."""
    if not bots:
        return set()
    streams: Any = broker().mget([bot_key(bot, "here") for bot in bots])
    return {bot for bot, stream in zip(bots, streams, strict=True) if stream}


def nudge(bots: Iterable[str]) -> None:
    """Notify the streams of these bots. Raise `RedisError`."""
    for bot in bots:
        broker().publish(CHANNEL, bot)


def take_seats(bots: Sequence[str], token: str) -> bool:
    """Seat the bots at one table, all or none: a bot sits at one table at a time. Return whether all were free."""
    return not bots or bool(_run(TAKE_SEATS, [bot_key(bot, "table") for bot in bots], token, TABLE_SECONDS))


def keep_seats(bots: Iterable[str]) -> None:
    """Prolong the seats of the bots at a table."""
    with broker().pipeline(transaction=False) as pipeline:
        for bot in bots:
            pipeline.expire(bot_key(bot, "table"), TABLE_SECONDS)
        pipeline.execute()


def leave_seats(bots: Iterable[str], token: str) -> None:
    """Free the bots for other tables, as far as they still sit at the table of this token."""
    _run(LEAVE_SEATS, [bot_key(bot, "table") for bot in bots], token)


def _run(script: str, keys: Sequence[str], *args: str | int) -> Any:
    return broker().register_script(script)(keys, args)
