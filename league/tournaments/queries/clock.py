"""The clock of the round in progress, by the server's time."""

from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from django.db.models import OuterRef, Q, Subquery
from django.db.models.functions import JSONObject
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.formats import time_format
from django.utils.translation import gettext as _

from league.tournaments.models import Round, Tournament


@dataclass(frozen=True, slots=True)
class Clock:
    """A round's clock: running until `ends_at`, or paused with `left` seconds; both None before it is started.

    `minutes` is the round length of the tournament, 0 if not set; `now` is the time of reading.
    """

    round: int
    ends_at: datetime | None
    left: int | None
    minutes: int
    zone: str
    now: datetime

    @property
    def is_running(self) -> bool:
        """Whether it is not paused; also after the time is over."""
        return self.ends_at is not None

    @property
    def is_set(self) -> bool:
        """Whether it has been started."""
        return self.ends_at is not None or self.left is not None

    @property
    def seconds(self) -> int:
        """Seconds left, at least 0."""
        if self.ends_at is not None:
            return max(0, round((self.ends_at - self.now).total_seconds()))
        return self.left if self.left is not None else self.minutes * 60

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
        return time_format(timezone.localtime(self.ends_at, ZoneInfo(self.zone)), _("H:i")) if self.ends_at else ""

    @property
    def mark(self) -> str:
        """Identifies this setting, so that a form can say which clock it shows."""
        return self.ends_at.isoformat() if self.ends_at else str(self.left)

    @property
    def ends_ms(self) -> int:
        """The end in milliseconds since the epoch, for scripts."""
        return int(self.ends_at.timestamp() * 1000) if self.ends_at else 0

    @property
    def now_ms(self) -> int:
        """The time of reading in milliseconds since the epoch."""
        return int(self.now.timestamp() * 1000)


def clock_of_round(event: Tournament, one: Round) -> Clock:
    """Return the clock of a round."""
    return _clock(event, one.number, one.clock_ends_at, one.clock_left)


def clock_text() -> Subquery:
    """Return an annotation with the clock of the tournament's latest round in progress."""
    playing = Round.objects.filter(tournament=OuterRef("pk"), status=Round.Status.PUBLISHED)
    told = JSONObject(number="number", ends_at="clock_ends_at", left="clock_left")
    is_set = Q(clock_ends_at__isnull=False) | Q(clock_left__isnull=False)
    return Subquery(playing.filter(is_set).order_by("-number").values(told=told)[:1])


def clock_of(event: Tournament) -> Clock | None:
    """Return the annotated clock of a running tournament; None if none is set."""
    told = getattr(event, "clock_told", None)
    if not told or not event.is_running:
        return None
    ends_at = parse_datetime(told["ends_at"]) if told["ends_at"] else None
    return _clock(event, told["number"], ends_at, told["left"])


def _clock(event: Tournament, number: int, ends_at: datetime | None, left: int | None) -> Clock:
    return Clock(number, ends_at, left, event.round_minutes or 0, event.club.time_zone, timezone.now())
