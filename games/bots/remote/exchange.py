"""The exchange in Redis between a seat, which asks, and the stream and API that carry questions and answers.

Each step is one Lua script; times are by Redis' clock.
"""

import json
import secrets
from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

from league.shared.broker import broker

CHANNEL: Final = "moothill:remote"  # carries the bot for which there is something new
LINES: Final = f"{CHANNEL}:line:"
PREFIX: Final = "r-"  # of the slug of a strategy that plays from afar
PROTOCOL: Final = 1


def slug_of(bot: str) -> str:
    """Return the slug of the remote bot in matches."""
    return f"{PREFIX}{bot}"


def of_bot(bot: str, what: str) -> str:
    """Return the key of `here`, `was`, `open`, `lag` or `table` of a bot."""
    return f"{CHANNEL}:{what}:{bot}"


def of_line(line: str) -> str:
    """Return the key of a line."""
    return f"{LINES}{line}"


def of_waking(line: str) -> str:
    """Return the key by which an answer wakes the waiting seat."""
    return f"{CHANNEL}:woken:{line}"


def new_id() -> str:
    """Return an unguessable id."""
    return secrets.token_hex(8)


def line_of(**facts: Any) -> str:
    """Return one line of the stream, without its end."""
    return json.dumps(facts, separators=(",", ":"), allow_nan=False)


HERE: Final = 10  # seconds a stream counts as open after its last sign of life
WAS: Final = 180
QUESTION: Final = 15  # seconds a question outlives the seat that asks it
NOTE: Final = 300  # seconds for which the start of a match is announced
AFTERWARDS: Final = 60  # seconds an answered question and the end of a match are remembered
TABLE: Final = 60  # seconds a bot counts as seated after the last sign of life from its table

_NOW = "local t = redis.call('TIME') local now = string.format('%d.%06d', t[1], t[2]) "

# KEYS line, open; ARGV id, bot, text, legal, life, channel
PUT: Final = (
    _NOW
    + """
redis.call('HSET', KEYS[1], 'bot', ARGV[2], 'text', ARGV[3], 'legal', ARGV[4])
redis.call('EXPIRE', KEYS[1], ARGV[5])
redis.call('RPUSH', KEYS[2], ARGV[1])
redis.call('EXPIRE', KEYS[2], 600)
redis.call('PUBLISH', ARGV[6], ARGV[2])
return now
"""
)

# KEYS line, here, was, lag, tables...; ARGV life, life of tables
LOOK: Final = (
    _NOW
    + """
local line = redis.call('HMGET', KEYS[1], 'text', 'sent', 'answered', 'choice')
if line[1] and not line[3] then redis.call('EXPIRE', KEYS[1], ARGV[1]) end
for place = 5, #KEYS do redis.call('EXPIRE', KEYS[place], ARGV[2]) end
return {now, line[1] and 1 or 0, line[2], line[3], line[4],
        redis.call('EXISTS', KEYS[2]), redis.call('EXISTS', KEYS[3]), redis.call('GET', KEYS[4])}
"""
)

# KEYS line, woken; ARGV bot, choice, life -> gone 0, taken 1, answered before 2
ANSWER: Final = (
    _NOW
    + """
if redis.call('HGET', KEYS[1], 'bot') ~= ARGV[1] then return 0 end
if redis.call('HEXISTS', KEYS[1], 'answered') == 1 then return 2 end
redis.call('HSET', KEYS[1], 'answered', now, 'choice', ARGV[2])
redis.call('EXPIRE', KEYS[1], ARGV[3])
redis.call('RPUSH', KEYS[2], 1)
redis.call('EXPIRE', KEYS[2], ARGV[3])
return 1
"""
)

# KEYS line, lag; ARGV bot, life -> whether the ping was open; how long it was under way is kept
PONG: Final = (
    _NOW
    + """
local ping = redis.call('HMGET', KEYS[1], 'bot', 'sent', 'answered')
if ping[1] ~= ARGV[1] or not ping[2] then return 0 end
if ping[3] then return 2 end
redis.call('HSET', KEYS[1], 'answered', now)
redis.call('SET', KEYS[2], string.format('%.6f', tonumber(now) - tonumber(ping[2])), 'EX', ARGV[2])
return 1
"""
)

# KEYS here, was, open; ARGV stream, life, longer life, prefix of lines -> 0 where another stream took over
STAY: Final = """
local holder = redis.call('GET', KEYS[1])
if holder and holder ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'EX', ARGV[2])
redis.call('SET', KEYS[2], ARGV[1], 'EX', ARGV[3])
local lines = {}
for _, id in ipairs(redis.call('LRANGE', KEYS[3], 0, -1)) do
  local line = redis.call('HMGET', ARGV[4] .. id, 'text', 'answered')
  if not line[1] then redis.call('LREM', KEYS[3], 0, id)
  elseif not line[2] then lines[#lines + 1] = id lines[#lines + 1] = line[1] end
end
return lines
"""

# KEYS here, was; ARGV stream, life, longer life, channel, bot: an older stream finds out, and ends
TAKE_OVER: Final = """
redis.call('SET', KEYS[1], ARGV[1], 'EX', ARGV[2])
redis.call('SET', KEYS[2], ARGV[1], 'EX', ARGV[3])
redis.call('PUBLISH', ARGV[4], ARGV[5])
return 1
"""

# KEYS line; ARGV bot, life
PING: Final = (
    _NOW
    + """
redis.call('HSET', KEYS[1], 'bot', ARGV[1], 'sent', now)
redis.call('EXPIRE', KEYS[1], ARGV[2])
return now
"""
)

# KEYS line: note when it was first written to a stream
SENT: Final = (
    _NOW
    + """
if redis.call('EXISTS', KEYS[1]) == 1 then redis.call('HSETNX', KEYS[1], 'sent', now) end
return now
"""
)

# KEYS here, was; ARGV stream: the bot has closed its stream itself
LEAVE: Final = "if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1], KEYS[2]) end return 1"


class Look(NamedTuple):
    """The state of a question; times by Redis' clock."""

    now: float
    is_there: bool
    sent: float | None
    answered: float | None
    choice: int  # the place among the legal moves; -1 for a move that was not offered
    is_here: bool
    went_silently: bool  # the stream ended, and the bot did not end it
    lag: float


def put(bot: str, line: str, text: str, *, legal: Sequence[Any] = (), life: int) -> float:
    """Put a line for the bot, now or when it connects; return the time."""
    facts = (line, bot, text, json.dumps(legal), life, CHANNEL)
    now: Any = broker().eval(PUT, 2, of_line(line), of_bot(bot, "open"), *map(str, facts))
    return float(now)


def forget(bot: str, *lines: str) -> None:
    """Remove expired lines."""
    with broker().pipeline() as together:
        for line in lines:
            together.delete(of_line(line), of_waking(line))
            together.lrem(of_bot(bot, "open"), 0, line)
        together.execute()


def wait(line: str, seconds: float) -> None:
    """Return when the line is answered, or when so many seconds have passed."""
    broker().blpop([of_waking(line)], timeout=seconds)


def look(bot: str, line: str, tables: Iterable[str]) -> Look:
    """Return the state of a question, and keep it and its table alive."""
    names = [of_line(line), *(of_bot(bot, what) for what in ("here", "was", "lag"))]
    names += [of_bot(each, "table") for each in tables]
    found: Any = broker().eval(LOOK, len(names), *names, str(QUESTION), str(TABLE))
    now, is_there, sent, answered, choice, here, was, lag = found
    return Look(
        float(now),
        bool(is_there),
        float(sent) if sent else None,
        float(answered) if answered else None,
        int(choice or 0),
        bool(here),
        bool(was) and not here,
        float(lag or 0),
    )


def legal_of(bot: str, line: str) -> list[Any] | None:
    """Return the legal moves of a question; None for a ping. Raise LookupError for no question."""
    owner, legal = broker().hmget(of_line(line), ["bot", "legal"])
    if owner != bot:
        raise LookupError(line)
    return json.loads(legal) if legal is not None else None


def answer(bot: str, line: str, choice: int) -> int:
    """Hand in the index of a move; return 0 if nobody waits for it, 1 if accepted, 2 if answered before."""
    facts = (bot, choice, AFTERWARDS)
    done: Any = broker().eval(ANSWER, 2, of_line(line), of_waking(line), *map(str, facts))
    return int(done)


def pong(bot: str, line: str) -> int:
    """Note the latency of a ping; returns as `answer`."""
    names = of_line(line), of_bot(bot, "lag")
    return int(broker().eval(PONG, 2, *names, bot, str(NOTE)))


def connected(bots: Sequence[str]) -> set[str]:
    """Return those of the bots whose streams are open. Raise `RedisError`."""
    if not bots:
        return set()
    found: Any = broker().mget([of_bot(bot, "here") for bot in bots])
    return {bot for bot, holder in zip(bots, found, strict=True) if holder}


def nudge(bots: Iterable[str]) -> None:
    """Notify the streams of these bots. Raise `RedisError`."""
    for bot in bots:
        broker().publish(CHANNEL, bot)


def take_seats(bots: Sequence[str], token: str) -> bool:
    """Seat the bots at one table, all or none: a bot sits at one table at a time."""
    taken: list[str] = []
    for bot in sorted(bots):
        if not broker().set(of_bot(bot, "table"), token, nx=True, ex=TABLE):
            leave_seats(taken, token)
            return False
        taken.append(bot)
    return True


def leave_seats(bots: Iterable[str], token: str) -> None:
    """Free the bots for other tables."""
    for bot in bots:
        if broker().get(of_bot(bot, "table")) == token:
            broker().delete(of_bot(bot, "table"))
