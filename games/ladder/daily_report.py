"""The daily report on the bots of an account: its values, and why a bot does not play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from engine.sandbox.faults import REASONS
from games.bots.models import Pausable, RemoteBot, Version
from games.bots.queries import OwnBot
from games.ladder.models import LadderEntry
from games.ladder.stats import Game, by_block
from league.accounts.models import Player
from league.common.messages import render_message
from league.common.sandboxes import why_programs_wait

WORST = 5  # deals that are listed
HALF = 0.5  # score of a bot that is as strong as its table


class Day(NamedTuple):
    """A day from midnight to midnight in the account's time zone."""

    date: date
    begins: datetime
    ends: datetime


class Rated(NamedTuple):
    """A rating on a ladder before and after a day, in whole points; None before the first rated game."""

    ladder: str  # the slug of its pool
    game: str
    seats: int
    before: tuple[int, int] | None  # the number, and half of its 95 % interval
    after: tuple[int, int] | None

    @property
    def change(self) -> int | None:
        """The change of the rating, where both are known."""
        return self.after[0] - self.before[0] if self.before and self.after else None


class Seen(NamedTuple):
    """A finished match of the day, with the bot's fault and slowest move there."""

    match: str
    game: str
    block: int
    is_sealed: bool
    kind: str  # of fault; empty for none
    slowest_ms: int


class Failed(NamedTuple):
    """Faults of one cause: their number, and the report on a match with one."""

    sentence: str
    times: int
    href: str


class Worst(NamedTuple):
    """A deal with a low score, and the first match of it."""

    match: str
    game: str
    score: float
    against: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BotReport:
    """The report on one bot."""

    bot: Pausable
    player: Player
    seen: Sequence[Seen]
    rated: Sequence[Rated]
    worst: Sequence[Worst]
    why: str  # it does not play at present; empty where it does
    is_at_rest: bool = False  # its owner paused it, which is no news
    limit_ms: int = 0  # for one move; 0 where there is none

    @property
    def games(self) -> int:
        """The number of finished matches."""
        return len(self.seen)

    @property
    def slowest(self) -> Seen | None:
        """The match of its slowest move."""
        return max(self.seen, key=lambda seen: seen.slowest_ms, default=None)

    @property
    def slowest_href(self) -> str:
        """The report on that match."""
        return self.bot.report_url(self.slowest.match) if self.slowest else ""

    @property
    def failed(self) -> list[Failed]:
        """Its faults by cause, the most frequent first."""
        counts = Counter(seen.kind for seen in self.seen if seen.kind)
        examples = {seen.kind: self.bot.report_url(seen.match) for seen in self.seen if seen.kind}
        return [
            Failed(render_message(REASONS.get(kind, kind)), count, examples[kind])
            for kind, count in counts.most_common()
        ]

    @property
    def has_news(self) -> bool:
        """Whether to write to its owner: it played, or does not play for a reason that is not its owner's."""
        return bool(self.seen) or bool(self.why and not self.is_at_rest)


@dataclass(frozen=True, slots=True, kw_only=True)
class DailyReport:
    """The report on all bots of an account for one day."""

    day: Day
    bots: Sequence[BotReport]
    before: date | None  # the day before, where there is a report
    after: date | None
    has_mail: bool = True

    @property
    def has_news(self) -> bool:
        """Whether there is news of any bot."""
        return any(bot.has_news for bot in self.bots)


def worst_of(player: int, games: Sequence[Game], seen: Sequence[Seen], names: dict[int, str]) -> list[Worst]:
    """Return the unsealed deals with a score below half, the worst first."""
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


def why_not_uploaded(own: OwnBot, ladder_entries: Sequence[LadderEntry]) -> str:
    """Return why an uploaded bot does not play, or ""; `ladder_entry.others` is the number of opponents."""
    if own.bot.paused_at is not None:
        return _("The bot is paused. %(because)s") % {"because": own.bot.paused_because}
    if own.active is None:
        return _without_a_version(own.last)
    return why_programs_wait() or _on_its_ladders(ladder_entries)


def why_not_remote(bot: RemoteBot, ladder_entries: Sequence[LadderEntry], *, is_here: bool) -> str:
    """Return why a remote bot does not play, or ""."""
    if bot.paused_at is not None:
        return _("The bot is paused. %(because)s") % {"because": bot.paused_because}
    if not is_here:
        return _("The bot is not connected. It plays while its program is connected.")
    return _on_its_ladders(ladder_entries)


def _without_a_version(last: Version) -> str:
    if last.is_waiting:
        waits = why_programs_wait()
        return waits or _("Version %(number)d is waiting for its check, which takes about one minute.") % {
            "number": last.number
        }
    if last.verdict == Version.Verdict.REFUSED:
        facts = {"number": last.number, "reason": render_message(last.reason)}
        return _("No version can play. Version %(number)d failed its check: %(reason)s") % facts
    sentence = _("No version can play: the check of version %(number)d is undecided. Run the check again.")
    return sentence % {"number": last.number}


def _on_its_ladders(ladder_entries: Sequence[Any]) -> str:
    standing = [ladder_entry for ladder_entry in ladder_entries if not ladder_entry.is_away]
    if not standing:
        return _("The bot joins its ladders within seconds.")
    opened = [ladder_entry for ladder_entry in standing if ladder_entry.ladder.is_open]
    if not opened:
        return _("A site admin has closed this bot's ladders.")
    if not any((ladder_entry.others or 0) >= (ladder_entry.ladder.pool.seats or 2) - 1 for ladder_entry in opened):
        return _("Its ladders have too few bots to fill a table.")
    return ""
