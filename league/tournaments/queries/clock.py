"""The clock of the round in progress, by the server's time."""

from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from django.db.models import OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import JSONObject
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.formats import time_format
from django.utils.translation import gettext as _

from league.tournaments.models import Round, Tournament


@dataclass(frozen=True, slots=True)
class Clock:
    """A round's clock: running until `ends_at`, or paused with `paused_seconds` left; both None before it is started.

    `minutes` is the round length of the tournament, 0 if not set; `now` is the time of reading.
    """

    round_number: int
    ends_at: datetime | None
    paused_seconds: int | None
    minutes: int
    time_zone: str
    now: datetime

    @property
    def is_running(self) -> bool:
        """Whether it is not paused; also after the time is over."""
        return self.ends_at is not None

    @property
    def is_set(self) -> bool:
        """Whether it has been started."""
        return self.ends_at is not None or self.paused_seconds is not None

    @property
    def seconds(self) -> int:
        """Seconds left, at least 0."""
        if self.ends_at is not None:
            return max(0, round((self.ends_at - self.now).total_seconds()))
        return self.minutes * 60 if self.paused_seconds is None else self.paused_seconds

    @property
    def is_over(self) -> bool:
        """Whether the time is over."""
        return self.is_set and self.seconds == 0

    @property
    def figures(self) -> str:
        """Minutes and seconds: 49:05, or 90:00 for an hour and a half."""
        return f"{self.seconds // 60}:{self.seconds % 60:02d}"

    @property
    def until(self) -> str:
        """The end in the club's time zone: 20:45."""
        return time_format(timezone.localtime(self.ends_at, ZoneInfo(self.time_zone)), _("H:i")) if self.ends_at else ""

    @property
    def mark(self) -> str:
        """Identifies this setting, so that a form can say which clock it shows."""
        if self.ends_at is not None:
            return self.ends_at.isoformat()
        return "not-started" if self.paused_seconds is None else str(self.paused_seconds)

    @property
    def ends_ms(self) -> int:
        """The end in milliseconds since the epoch, for scripts."""
        return int(self.ends_at.timestamp() * 1000) if self.ends_at else 0

    @property
    def now_ms(self) -> int:
        """The time of reading in milliseconds since the epoch."""
        return int(self.now.timestamp() * 1000)


def clock_of_round(tournament: Tournament, tournament_round: Round) -> Clock:
    """Return the clock of a round."""
    return _clock(
        tournament,
        tournament_round.number,
        ends_at=tournament_round.clock_ends_at,
        paused_seconds=tournament_round.clock_left,
    )


def with_clock(tournaments: QuerySet[Tournament]) -> QuerySet[Tournament]:
    """Return the tournaments annotated with the clock of their latest round in progress, for `clock_of`."""
    playing = Round.objects.filter(tournament=OuterRef("pk"), status=Round.Status.PUBLISHED)
    facts = JSONObject(number="number", ends_at="clock_ends_at", left="clock_left")
    is_set = Q(clock_ends_at__isnull=False) | Q(clock_left__isnull=False)
    latest = playing.filter(is_set).order_by("-number")
    return tournaments.annotate(clock_facts=Subquery(latest.values(facts=facts)[:1]))


def clock_of(tournament: Tournament) -> Clock | None:
    """Return the clock of a running tournament from `with_clock`; None if none is set, or without the annotation."""
    facts = getattr(tournament, "clock_facts", None)
    if not facts or not tournament.is_running:
        return None
    ends_at = parse_datetime(facts["ends_at"]) if facts["ends_at"] else None
    return _clock(tournament, facts["number"], ends_at=ends_at, paused_seconds=facts["left"])


def _clock(tournament: Tournament, number: int, *, ends_at: datetime | None, paused_seconds: int | None) -> Clock:
    return Clock(
        round_number=number,
        ends_at=ends_at,
        paused_seconds=paused_seconds,
        minutes=tournament.round_minutes or 0,
        time_zone=tournament.club.time_zone,
        now=timezone.now(),
    )
