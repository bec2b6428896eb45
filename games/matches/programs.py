"""Programs of strangers as strategies: each is seated for one match, in a sandbox or far away, and measured there.

Nothing of a source is compiled or run outside the sandbox. Where this machine holds none, matches that need one wait.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, NamedTuple, NoReturn

from engine.core.game import OptionValue
from engine.sandbox.guard import Seated
from engine.sandbox.limits import Limits
from engine.sandbox.seat import SeatedBot
from engine.sandbox.tiers import holding


class Table(NamedTuple):
    """What a program is told of the match it is seated at."""

    game: str
    options: Mapping[str, OptionValue]
    seats: int
    seat: int
    remote: tuple[str, ...] = ()  # the slugs of all that play from afar


class Stranger(ABC):
    """A program that is not the house's. Whoever plays a match with it takes the bot that `seated` returns."""

    __slots__ = ()

    is_remote: ClassVar[bool] = False  # whether it runs elsewhere, and answers over the network

    @abstractmethod
    def seated(self, table: Table) -> Seated:
        """The bot for one match, to be entered."""

    def choose(self, *_: Any) -> NoReturn:
        """Never: it plays when it is seated, and only then."""
        raise TypeError("A program is seated for a match before it chooses: program.seated(table).")


@dataclass(slots=True, kw_only=True)  # not frozen: a bot's attributes are plain ones by the engine's contract
class Program(Stranger):
    """A stranger's program, not yet at a table. Its source is asked for at every table anew, for it may be gone."""

    slug: str
    games: tuple[str, ...]
    source: Callable[[], bytes] = field(repr=False)
    limits: Limits = field(default_factory=Limits)
    version: int = 1
    summary: str = "A program of a stranger."

    def seated(self, table: Table) -> Seated:
        """The bot for one match of that game, in a sandbox. Raises NoSandbox where none holds."""
        return SeatedBot(self.source(), game=table.game, start=holding().start, limits=self.limits, slug=self.slug)


class SeatReport(NamedTuple):
    """What a program did at its seat, for its owner alone."""

    seat: int
    kind: str  # of its fault, as in engine.sandbox.faults; empty without one
    log: str
    decisions: int
    slowest_ms: int
    spent_ms: int
    detail: str  # what was measured of its fault, in our words; empty where nothing was


def report_of(seat: int, bot: Seated, kind: str, detail: str) -> SeatReport:
    """The measures of a bot that has left its seat."""
    slowest, spent = round(bot.slowest * 1000), round(bot.spent * 1000)
    return SeatReport(seat, kind, bot.log, bot.decisions, slowest, spent, detail)
