"""The exchange in Redis between a seat, which asks, and whoever carries questions and answers."""

import json
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from games.bots.remote import keys, scripts
from league.shared.broker import broker


class Look(NamedTuple):
    """What became of a question so far; instants by Redis' clock."""

    now: float
    is_there: bool
    sent: float | None
    answered: float | None
    choice: int  # the place among the legal moves; -1 for a move that was not offered
    is_here: bool
    went_silently: bool  # the stream ended, and the bot did not end it
    lag: float


def put(bot: str, line: str, text: str, *, legal: Sequence[Any] = (), life: int) -> float:
    """Have the bot see a line, now or as soon as it connects; returns the time."""
    facts = (line, bot, text, json.dumps(legal), life, keys.CHANNEL)
    now: Any = broker().eval(scripts.PUT, 2, keys.of_line(line), keys.of_bot(bot, "open"), *map(str, facts))
    return float(now)


def forget(bot: str, *lines: str) -> None:
    """Take lines back that nobody waits for any more."""
    with broker().pipeline() as together:
        for line in lines:
            together.delete(keys.of_line(line), keys.of_waking(line))
            together.lrem(keys.of_bot(bot, "open"), 0, line)
        together.execute()


def wait(line: str, seconds: float) -> None:
    """Return when the line is answered, or when so many seconds have passed."""
    broker().blpop([keys.of_waking(line)], timeout=seconds)


def look(bot: str, line: str, tables: Iterable[str]) -> Look:
    """See what became of a question, and keep it and the table it is asked at alive."""
    names = [keys.of_line(line), *(keys.of_bot(bot, what) for what in ("here", "was", "lag"))]
    names += [keys.of_bot(each, "table") for each in tables]
    found: Any = broker().eval(scripts.LOOK, len(names), *names, str(scripts.QUESTION), str(scripts.TABLE))
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
    """The moves that may answer a question of this bot; None for a ping, LookupError for what is not asked."""
    owner, legal = broker().hmget(keys.of_line(line), ["bot", "legal"])
    if owner != bot:
        raise LookupError(line)
    return json.loads(legal) if legal is not None else None


def answer(bot: str, line: str, choice: int) -> int:
    """Hand in the place of a move; 0 where nobody waits for it any more, 1 if it is taken, 2 if one was before."""
    facts = (bot, choice, scripts.AFTERWARDS)
    done: Any = broker().eval(scripts.ANSWER, 2, keys.of_line(line), keys.of_waking(line), *map(str, facts))
    return int(done)


def pong(bot: str, line: str) -> int:
    """Note how long a ping was under way; the answer is as of `answer`."""
    names = keys.of_line(line), keys.of_bot(bot, "lag")
    return int(broker().eval(scripts.PONG, 2, *names, bot, str(scripts.NOTE)))


def connected(bots: Sequence[str]) -> set[str]:
    """Those of the bots whose streams are open now. Raises `RedisError`."""
    if not bots:
        return set()
    found: Any = broker().mget([keys.of_bot(bot, "here") for bot in bots])
    return {bot for bot, holder in zip(bots, found, strict=True) if holder}


def nudge(bots: Iterable[str]) -> None:
    """Have the streams of these bots look whether they may go on. Raises `RedisError`."""
    for bot in bots:
        broker().publish(keys.CHANNEL, bot)


def take_seats(bots: Sequence[str], token: str) -> bool:
    """Seat the bots at one table, all or none: a bot sits at one table at a time."""
    taken: list[str] = []
    for bot in sorted(bots):
        if not broker().set(keys.of_bot(bot, "table"), token, nx=True, ex=scripts.TABLE):
            leave_seats(taken, token)
            return False
        taken.append(bot)
    return True


def leave_seats(bots: Iterable[str], token: str) -> None:
    """Let them sit elsewhere."""
    for bot in bots:
        if broker().get(keys.of_bot(bot, "table")) == token:
            broker().delete(keys.of_bot(bot, "table"))
