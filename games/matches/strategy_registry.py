"""Find the bot that plays a seat: built in, or registered by a higher app; uploaded bots are seated for one match.

No source is compiled or run outside the sandbox. Without a working sandbox, matches that need one wait.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final, NamedTuple, NoReturn

from celery.exceptions import SoftTimeLimitExceeded

from engine.core import registry
from engine.core.bot import Bot
from engine.core.options import OptionValue
from engine.sandbox import guard
from engine.sandbox.guard import SeatedProgram
from engine.sandbox.limits import Limits
from engine.sandbox.seat import SeatedBot
from engine.sandbox.tiers import working_tier

REMOTE_PREFIX: Final = "r-"  # of the slugs of remote bots


@dataclass(frozen=True, slots=True)
class BotSource:
    """Bots of a higher app."""

    find: Callable[[str], Bot | None]
    """Return the bot with this slug, or None."""
    alike: Callable[[Collection[str]], Mapping[str, frozenset[str]]] = lambda _slugs: {}
    """Return, for slugs of this source, all slugs with the same program."""
    is_check_waiting: Callable[[], bool] = bool
    """Return whether a check waits for a worker; then matches are interrupted for it."""


_sources: list[BotSource] = []


def register_bots(source: BotSource) -> None:
    """Add a source of bots."""
    _sources.append(source)


def strategy(slug: str) -> Bot:
    """Return the bot with this slug. Raise UnknownBot, which names the nearest."""
    if slug in registry.bots():
        return registry.bots()[slug]
    return next((bot for source in _sources if (bot := source.find(slug))), None) or registry.bot(slug)


def alike(slugs: Collection[str]) -> dict[str, frozenset[str]]:
    """Return, for slugs whose source knows it, all slugs with the same program."""
    return {slug: names for source in _sources if slugs for slug, names in source.alike(slugs).items()}


def is_check_waiting() -> bool:
    """Return whether a check of a bot waits for a worker."""
    return any(source.is_check_waiting() for source in _sources)


class Table(NamedTuple):
    """The facts about its match that a bot receives."""

    game: str
    options: Mapping[str, OptionValue]
    seats: int
    seat: int
    remote: tuple[str, ...] = ()  # the slugs of all that play from afar
    is_absent: bool = False  # whether it plays from afar and missed many matches


class UntrustedStrategy(ABC):
    """An uploaded or remote bot. A match is played by the bot that `seated` returns."""

    __slots__ = ()

    is_remote: ClassVar[bool] = False  # whether it runs elsewhere, and answers over the network

    @abstractmethod
    def seated(self, table: Table) -> SeatedProgram:
        """Return the bot for one match, a context manager."""

    def choose(self, *_: Any) -> NoReturn:
        """Raise TypeError: it plays only when seated."""
        raise TypeError("A program is seated for a match before it chooses: program.seated(table).")


@dataclass(slots=True, kw_only=True)  # not frozen: a bot's attributes are plain ones by the engine's contract
class UploadedStrategy(UntrustedStrategy):
    """An uploaded bot. Its source is read again for every match, since it may be deleted."""

    slug: str
    games: tuple[str, ...]
    source: Callable[[], bytes] = field(repr=False)
    limits: Limits = field(default_factory=Limits)
    version: int = 1
    summary: str = "An uploaded bot."

    def seated(self, table: Table) -> SeatedProgram:
        """Return the bot for one match, in a sandbox. Raise NoSandbox without one."""
        return SeatedBot(self.source(), game=table.game, start=working_tier().start, limits=self.limits, slug=self.slug)


class SeatReport(NamedTuple):
    """Measurements of a bot at its seat, for its owner."""

    seat: int
    kind: str  # of its fault, as in engine.sandbox.faults; empty without one
    log: str
    decisions: int
    slowest_ms: int
    spent_ms: int
    detail: str  # what was measured of its fault, in our words; empty where nothing was


class Guarded(guard.Guarded):
    """A bot at its seat in a match of the server; a worker that runs out of time is no fault of the bot."""

    faults_of_the_machine: ClassVar = (*guard.Guarded.faults_of_the_machine, SoftTimeLimitExceeded)

    @property
    def report(self) -> SeatReport | None:
        """The measurements of an uploaded bot after its match; None for a built-in one."""
        bot = self.program
        if bot is None:
            return None
        slowest, spent = round(bot.slowest * 1000), round(bot.spent * 1000)
        return SeatReport(self.seat, self.kind, bot.log, bot.decisions, slowest, spent, self.detail)
