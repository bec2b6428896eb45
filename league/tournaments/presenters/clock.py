"""The clock of the round that is being played, as pages show it; the server's time is what counts."""

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
    """Where a round's clock stands: it runs to `ends_at`, or stands with `left` seconds; neither before it is started.

    `minutes` is a whole round of the event, 0 where nobody said; `now` the moment at which it was read.
    """

    round: int
    ends_at: datetime | None
    left: int | None
    minutes: int
    zone: str
    now: datetime

    @property
    def is_running(self) -> bool:
        """Whether it runs, or has run out."""
        return self.ends_at is not None

    @property
    def is_set(self) -> bool:
        """Whether anybody has started it."""
        return self.ends_at is not None or self.left is not None

    @property
    def seconds(self) -> int:
        """How many are left, none below nought."""
        if self.ends_at is not None:
            return max(0, round((self.ends_at - self.now).total_seconds()))
        return self.left if self.left is not None else self.minutes * 60

    @property
    def is_called(self) -> bool:
        """Whether time has run out."""
        return self.is_set and self.seconds == 0

    @property
    def figures(self) -> str:
        """Minutes and seconds: 49:05, and 90:00 for an hour and a half."""
        return f"{self.seconds // 60}:{self.seconds % 60:02d}"

    @property
    def until(self) -> str:
        """The time of day at which it ends, where the club is: 20:45."""
        return time_format(timezone.localtime(self.ends_at, ZoneInfo(self.zone)), _("H:i")) if self.ends_at else ""

    @property
    def mark(self) -> str:
        """Names this very setting, so that a form can say which clock it saw."""
        return self.ends_at.isoformat() if self.ends_at else str(self.left)

    @property
    def ends_ms(self) -> int:
        """The end as scripts count, in milliseconds."""
        return int(self.ends_at.timestamp() * 1000) if self.ends_at else 0

    @property
    def now_ms(self) -> int:
        """The server's time at which it was read, likewise."""
        return int(self.now.timestamp() * 1000)


def clock_of_round(event: Tournament, one: Round) -> Clock:
    """The clock of a round."""
    return _clock(event, one.number, one.clock_ends_at, one.clock_left)


def clock_text() -> Subquery:
    """The clock of an event's latest round in play, to be read with the event itself."""
    playing = Round.objects.filter(tournament=OuterRef("pk"), status=Round.Status.PUBLISHED)
    told = JSONObject(number="number", ends_at="clock_ends_at", left="clock_left")
    is_set = Q(clock_ends_at__isnull=False) | Q(clock_left__isnull=False)
    return Subquery(playing.filter(is_set).order_by("-number").values(told=told)[:1])


def clock_of(event: Tournament) -> Clock | None:
    """The clock that was read with a running event; None where none is set."""
    told = getattr(event, "clock_told", None)
    if not told or not event.is_running:
        return None
    ends_at = parse_datetime(told["ends_at"]) if told["ends_at"] else None
    return _clock(event, told["number"], ends_at, told["left"])


def _clock(event: Tournament, number: int, ends_at: datetime | None, left: int | None) -> Clock:
    return Clock(number, ends_at, left, event.round_minutes or 0, event.club.time_zone, timezone.now())
