"""The exchange in Redis between a seat, which asks, and the stream and API that carry questions and answers.

Each step is one Lua script; times are by Redis' clock.
"""

import json
import secrets
from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

from django.utils.translation import gettext as _

from engine.core.strict_json import refuse_number, strict_decoder
from games.bots.errors import AnswerRefused, MoveNotOffered, QuestionOver
from league.common.redis_client import broker

CHANNEL: Final = "moothill:remote"  # carries the bot for which there is something new
LINES: Final = f"{CHANNEL}:line:"
PREFIX: Final = "r-"  # of the slug of a strategy that plays from afar
PROTOCOL: Final = 1
LARGEST: Final = 4096  # bytes of one answer
_DIGITS: Final = 9
_GONE: Final = 0


def slug_of(bot: str) -> str:
    """Return the slug of the remote bot in matches."""
    return f"{PREFIX}{bot}"


def bot_key(bot: str, what: str) -> str:
    """Return the key of `here`, `was`, `open`, `lag` or `table` of a bot."""
    return f"{CHANNEL}:{what}:{bot}"


def line_key(line: str) -> str:
    """Return the key of a line."""
    return f"{LINES}{line}"


def wake_key(line: str) -> str:
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
    now: Any = broker().eval(PUT, 2, line_key(line), bot_key(bot, "open"), *map(str, facts))
    return float(now)


def forget(bot: str, *lines: str) -> None:
    """Remove expired lines."""
    with broker().pipeline() as together:
        for line in lines:
            together.delete(line_key(line), wake_key(line))
            together.lrem(bot_key(bot, "open"), 0, line)
        together.execute()


def wait(line: str, seconds: float) -> None:
    """Return when the line is answered, or when so many seconds have passed."""
    broker().blpop([wake_key(line)], timeout=seconds)


def look(bot: str, line: str, tables: Iterable[str]) -> Look:
    """Return the state of a question, and keep it and its table alive."""
    names = [line_key(line), *(bot_key(bot, what) for what in ("here", "was", "lag"))]
    names += [bot_key(each, "table") for each in tables]
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
    owner, legal = broker().hmget(line_key(line), ["bot", "legal"])
    if owner != bot:
        raise LookupError(line)
    return json.loads(legal) if legal is not None else None


def store_answer(bot: str, line: str, choice: int) -> int:
    """Hand in the index of a move; return 0 if nobody waits for it, 1 if accepted, 2 if answered before."""
    facts = (bot, choice, AFTERWARDS)
    done: Any = broker().eval(ANSWER, 2, line_key(line), wake_key(line), *map(str, facts))
    return int(done)


def pong(bot: str, line: str) -> int:
    """Note the latency of a ping; returns as `answer`."""
    names = line_key(line), bot_key(bot, "lag")
    return int(broker().eval(PONG, 2, *names, bot, str(NOTE)))


def connected(bots: Sequence[str]) -> set[str]:
    """Return those of the bots whose streams are open. Raise `RedisError`."""
    if not bots:
        return set()
    found: Any = broker().mget([bot_key(bot, "here") for bot in bots])
    return {bot for bot, holder in zip(bots, found, strict=True) if holder}


def nudge(bots: Iterable[str]) -> None:
    """Notify the streams of these bots. Raise `RedisError`."""
    for bot in bots:
        broker().publish(CHANNEL, bot)


def take_seats(bots: Sequence[str], token: str) -> bool:
    """Seat the bots at one table, all or none: a bot sits at one table at a time."""
    taken: list[str] = []
    for bot in sorted(bots):
        if not broker().set(bot_key(bot, "table"), token, nx=True, ex=TABLE):
            leave_seats(taken, token)
            return False
        taken.append(bot)
    return True


def leave_seats(bots: Iterable[str], token: str) -> None:
    """Free the bots for other tables."""
    for bot in bots:
        if broker().get(bot_key(bot, "table")) == token:
            broker().delete(bot_key(bot, "table"))


def receive_answer(bot: str, body: bytes) -> None:
    """Hand in an answer. Idempotent. Raise `AnswerRefused`, `QuestionOver`, `MoveNotOffered`.

    An illegal move is the bot's fault, as an uploaded bot's is.
    """
    question, told = _read(body)
    try:
        legal = legal_of(bot, question)
    except LookupError as error:
        raise _over() from error
    if legal is None:
        done = pong(bot, question)
    else:
        choice = _place_of(told, legal)
        done = store_answer(bot, question, choice)
        if choice < 0 and done != _GONE:
            raise MoveNotOffered(
                _("This move is not legal. A substitute bot finishes the match. Send only moves from “legal”.")
            )
    if done == _GONE:
        raise _over()


def _over() -> QuestionOver:
    sentence = _(
        "No question with this id is open: its time is up, its match has ended, or it never existed. "
        "Answer only open questions."
    )
    return QuestionOver(sentence, field="id")


def _read(body: bytes) -> tuple[str, Any]:
    if len(body) > LARGEST:
        raise AnswerRefused(_("The answer is longer than 4096 bytes. Send only the id and the move."))
    try:
        told = strict_decoder(_DIGITS, parse_float=refuse_number).decode(body.decode())
    except (ValueError, RecursionError) as error:
        sentence = _(
            "The answer is not valid JSON. Send UTF-8, each field once, and whole numbers below 1,000,000,000."
        )
        raise AnswerRefused(sentence) from error
    if not isinstance(told, dict) or not {"id"} <= told.keys() <= {"id", "move"}:
        raise AnswerRefused(_("Wrong fields. Send an object with “id” and, for a move, “move”."))
    if not isinstance(told["id"], str) or not told["id"].isalnum() or not told["id"].isascii():
        raise AnswerRefused(_("The id is not a string. Send the id of the question."), field="id")
    return told["id"], told.get("move")


def _place_of(move: Any, legal: list[Any]) -> int:
    """The index of the move among the legal ones, -1 if it is none. Raise `AnswerRefused` for what is no move."""
    if type(move) is int:  # True is not 1 here
        return move if 0 <= move < len(legal) else -1
    if not isinstance(move, list):
        raise AnswerRefused(
            _("The move is not valid. Send its index in “legal”, from 0, or the array at that index."), field="move"
        )
    wanted = json.dumps(move)  # so that 1 and true are two things
    return next((place for place, each in enumerate(legal) if json.dumps(each) == wanted), -1)
