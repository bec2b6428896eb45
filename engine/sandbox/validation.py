"""Checks whether a bot file may play: it loads, and plays whole matches against a built-in bot within its limits.

The same on the server and on an author's own machine.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from engine.core import registry
from engine.core.bot import Bot
from engine.core.game import Event, Game
from engine.core.match import play
from engine.core.messages import Sentence, join, message
from engine.core.options import settle_options
from engine.core.record import Fault, Record, new_record
from engine.sandbox.child import Start
from engine.sandbox.faults import BotFault
from engine.sandbox.limits import Limits
from engine.sandbox.seat import SeatedBot

MATCHES = 4  # of each game
SECONDS = 40.0  # of the bot's processor time for all matches together, so that a verdict is there within a minute
WALL = 44.0  # on the wall's clock for all matches together, as of Limits
BUILTIN_BOT = "wanderer"


_AT_MOVE: Final = Sentence("This was in match {number} of {game}, at its move {count}.")
_WHILE_LOADING: Final = Sentence("This was in match {number} of {game}, while its file was loaded.")
_LOG: Final = message("See the log.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """One match of a check, up to its end or to the bot's fault."""

    game: str
    number: int  # from 1, of that game
    seat: int  # the bot's, from 0
    record: Record
    fault: BotFault | None
    log: str  # what the bot wrote, for its owner alone
    decisions: int
    slowest: float  # seconds of processor time
    spent: float
    elapsed: float  # seconds on the wall's clock


def trials(
    source: bytes,
    *,
    games: Sequence[str],
    start: Start,
    limits: Limits | None = None,
    secret: bytes,
    label: str = "bot",
    seconds: float = SECONDS,
    wall: float = WALL,
) -> Iterator[Trial]:
    """Yield the matches of a check as they are played; the last one is that in which the bot failed, if it did.

    Matches have every number of players and every seat in turn. Each game comes once before any comes again, so that a
    check that is stopped early has seen each. Raise SandboxFailed for the machine's fault.
    """
    shared = shared_limits(limits or Limits(), matches=MATCHES * len(games), seconds=seconds)
    left = wall
    for number in range(1, MATCHES + 1):
        for slug in games:
            at_most = replace(shared, wall=min(shared.wall, max(left, 0.0)))
            trial = _trial(SeatedBot(source, game=slug, start=start, limits=at_most, slug=label), number, secret)
            left -= trial.elapsed
            yield trial
            if trial.fault is not None:
                return


def shared_limits(limits: Limits, *, matches: int, seconds: float = SECONDS) -> Limits:
    """Return the limits of a bot in a check of so many matches, in which nobody waits for a sleeping bot."""
    return replace(limits, match=min(limits.match, seconds / matches), patience=1.0)


def reason_of(trial: Trial) -> str:
    """Return why the file may not play yet; empty when the match was played to its end."""
    if trial.fault is None:
        return ""
    game = registry.game(trial.game)
    if trial.fault.kind == "load":
        return join([message("Its file has an error or no function choose."), _LOG])
    sentence = _AT_MOVE if trial.decisions else _WHILE_LOADING
    where = sentence(number=trial.number, game=game.name, count=trial.decisions)
    parts = (trial.fault.sentence, where, trial.fault.detail, _LOG if trial.log.strip() else "")
    return join([one for one in parts if one])


def _trial(bot: SeatedBot, number: int, secret: bytes) -> Trial:
    game = registry.game(bot.games[0])
    size = game.min_seats + (number - 1) % (game.max_seats - game.min_seats + 1)
    seat = (number - 1) % size
    seats: list[Bot] = [registry.bot(BUILTIN_BOT)] * size
    seats[seat] = bot
    record, fault = _play(bot, game, seats, secret + bytes([number]))
    return Trial(
        game=game.slug,
        number=number,
        seat=seat,
        record=record,
        fault=fault,
        log=bot.log,
        decisions=bot.decisions,
        slowest=bot.slowest,
        spent=bot.spent,
        elapsed=bot.elapsed,
    )


def _play(bot: SeatedBot, game: Game, seats: Sequence[Bot], secret: bytes) -> tuple[Record, BotFault | None]:
    events: list[Event] = []
    try:
        with bot:
            return play(game, seats, secret=secret, on_event=lambda _state, event: events.append(event)), None
    except BotFault as fault:
        noted = Fault(seats.index(bot), len(events) + 1, fault.sentence)
        labels = tuple(each.slug for each in seats)
        return new_record(game, settle_options(game, None), labels, tuple(events), None, (noted,)), fault
