"""What a morning is told from: a bot, its matches of one day, and its ratings before and after. Values, no queries."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import NamedTuple

from engine.sandbox.faults import REASONS
from games.ladder.statistics import Game, by_block
from league.members.models import Player
from league.shared.retelling import retold

WORST = 5  # blocks that are named
HALF = 0.5  # what a bot scores that is as strong as its table


class Day(NamedTuple):
    """A day of somebody's, from midnight to midnight by their own clock."""

    date: date
    begins: datetime
    ends: datetime


class Rated(NamedTuple):
    """A rating on a ladder at both ends of a day, in whole points; None before its first rated game."""

    ladder: str  # the slug of its pool
    game: str
    seats: int
    before: tuple[int, int] | None  # the number, and half of its 95 % interval
    after: tuple[int, int] | None

    @property
    def change(self) -> int | None:
        """By how much it went up or down."""
        return self.after[0] - self.before[0] if self.before and self.after else None


class Seen(NamedTuple):
    """A match that it played to the end on that day, and what it did there."""

    match: str
    game: str
    block: int
    is_sealed: bool
    kind: str  # of its fault
    slowest_ms: int


class Failed(NamedTuple):
    """Faults of one cause: how often, and a match with one."""

    sentence: str
    times: int
    match: str


class Worst(NamedTuple):
    """A deal on which it did badly, and its first match there."""

    match: str
    game: str
    score: float
    against: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BotMorning:
    """A bot's day."""

    player: Player
    href: str
    reports: str  # the bot's own id, below which the reports of its matches lie
    is_remote: bool
    limit_ms: int  # for one choice; 0 where there is none
    seen: Sequence[Seen]
    rated: Sequence[Rated]
    worst: Sequence[Worst]
    why: str  # it is not played just now; empty where nothing stands in its way
    is_at_rest: bool = field(default=False)  # its owner's doing, and so no news

    @property
    def games(self) -> int:
        """How many it played to the end."""
        return len(self.seen)

    @property
    def slowest(self) -> Seen | None:
        """The match of its slowest choice."""
        return max(self.seen, key=lambda seen: seen.slowest_ms, default=None)

    @property
    def failed(self) -> list[Failed]:
        """Its faults by their causes, the most frequent first."""
        counts = Counter(seen.kind for seen in self.seen if seen.kind)
        examples = {seen.kind: seen.match for seen in self.seen if seen.kind}
        return [Failed(retold(REASONS.get(kind, kind)), count, examples[kind]) for kind, count in counts.most_common()]

    @property
    def is_news(self) -> bool:
        """Whether its owner should hear of it: it played, or stands still for a reason that is not its owner's."""
        return bool(self.seen) or bool(self.why and not self.is_at_rest)


@dataclass(frozen=True, slots=True, kw_only=True)
class Morning:
    """All bots of an account on one day."""

    day: Day
    bots: Sequence[BotMorning]
    before: date | None  # the day before, where there may be something to tell
    after: date | None
    has_mail: bool = True

    @property
    def is_news(self) -> bool:
        """Whether there is anything to tell."""
        return any(bot.is_news for bot in self.bots)


def worst_of(player: int, games: Sequence[Game], seen: Sequence[Seen], names: dict[int, str]) -> list[Worst]:
    """The open deals on which it scored below half of what can be had, the worst first."""
    scores = by_block(games, player)
    first = {one.block: one for one in reversed(seen)}
    tables = {game.block: game.players for game in games}
    listed = sorted((score, block) for block, score in scores.items() if score < HALF and block in first)[:WORST]
    return [
        Worst(
            first[block].match,
            first[block].game,
            score,
            tuple(names.get(other, "") for other in sorted(tables[block]) if other != player),
        )
        for score, block in listed
    ]
