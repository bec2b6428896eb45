"""Whether a file may play: it loads, answers, and plays whole matches against the house within its limits.

The same on the server and on an author's own machine, so that nobody is surprised.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from engine.core import registry
from engine.core.bot import Bot
from engine.core.game import Event, Game, State
from engine.core.match import play
from engine.core.record import Fault, Record, new_record
from engine.sandbox.faults import BotFault
from engine.sandbox.limits import Limits
from engine.sandbox.seat import SeatedBot
from engine.sandbox.starting import Start

MATCHES = 4  # of each game
SECONDS = 40.0  # of the bot's processor time for all matches together, so that a verdict is there within a minute
WALL = 44.0  # on the wall's clock for all matches together, as of Limits
HOUSE_BOT = "wanderer"


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """One match of a validation, up to its end or to the bot's fault."""

    game: str
    number: int  # from 1, of that game
    seat: int  # the bot's, from 0
    record: Record
    fault: BotFault | None
    log: str  # what the bot wrote, for its owner alone
    decisions: int
    slowest: float  # seconds of processor time
    spent: float
    kept_waiting: float  # seconds on the wall's clock


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
    """The matches of a validation as they are played; the last one is that in which the bot failed, if it did.

    At tables of every size that the game allows, at every seat in turn. Every game comes once before any comes again,
    so that whoever has to stop early has seen each. Raises SandboxFailed for the machine's fault.
    """
    shared = within(limits or Limits(), matches=MATCHES * len(games), seconds=seconds)
    left = wall
    for number in range(1, MATCHES + 1):
        for slug in games:
            at_most = replace(shared, wall=min(shared.wall, left))
            trial = _trial(SeatedBot(source, game=slug, start=start, limits=at_most, slug=label), number, secret)
            left -= trial.kept_waiting
            yield trial
            if trial.fault is not None:
                return


def within(limits: Limits, *, matches: int, seconds: float = SECONDS) -> Limits:
    """The limits of a bot that has to play so many matches in a validation, in which nobody waits for a sleeper."""
    return replace(limits, match=min(limits.match, seconds / matches), patience=1.0)


def reason_of(trial: Trial) -> str:
    """Why the file may not play yet, in plain words; empty when the match was played to its end."""
    if trial.fault is None:
        return ""
    game = registry.game(trial.game)
    if trial.fault.kind == "load":
        return "Its file has an error or no function choose. See the log."
    where = f"match {trial.number} of {game.name}, " + (
        f"at its move {trial.decisions}" if trial.decisions else "while its file was loaded"
    )
    detail = f" {trial.fault.detail}" if trial.fault.detail else ""
    log = " See the log." if trial.log.strip() else ""
    return f"{trial.fault.sentence} This was in {where}.{detail}{log}"


def _trial(bot: SeatedBot, number: int, secret: bytes) -> Trial:
    game = registry.game(bot.games[0])
    size = game.min_seats + (number - 1) % (game.max_seats - game.min_seats + 1)
    seat = (number - 1) % size
    seats: list[Bot] = [registry.bot(HOUSE_BOT)] * size
    seats[seat] = bot
    record, fault = _played(bot, game, seats, secret + bytes([number]))
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
        kept_waiting=bot.kept_waiting,
    )


def _played(bot: SeatedBot, game: Game, seats: Sequence[Bot], secret: bytes) -> tuple[Record, BotFault | None]:
    events: list[Event] = []
    try:
        with bot:
            return play(game, seats, secret=secret, on_event=_noting(events)), None
    except BotFault as fault:
        noted = Fault(seats.index(bot), len(events) + 1, fault.sentence)
        labels = tuple(each.slug for each in seats)
        return new_record(game, game.settle_options(None), labels, tuple(events), None, (noted,)), fault


def _noting(events: list[Event]) -> Callable[[State, Event], None]:
    return lambda _state, event: events.append(event)
