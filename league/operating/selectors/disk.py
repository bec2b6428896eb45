"""What the place keeps, how fast that grows, and how long the disk lasts."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from django.apps import apps
from django.db import connection
from django.utils import timezone
from django.utils.translation import gettext as _

from league.operating.models import DaySize
from league.shared.space import space

MOST_GROUPS = 8
LOOKS_BACK = timedelta(days=14)

SIZES = """
SELECT relname, pg_total_relation_size(oid) FROM pg_class
WHERE relkind IN ('r', 'm') AND relnamespace = 'public'::regnamespace
"""


@dataclass(frozen=True, slots=True)
class Volume:
    """The volume that fills, in bytes."""

    size: int
    free: int

    @property
    def is_scarce(self) -> bool:
        """Whether less than a tenth of it is free."""
        return self.free * 10 < self.size


@dataclass(frozen=True, slots=True)
class Group:
    """What the tables of one app take, in bytes."""

    label: str
    title: str
    size: int


@dataclass(frozen=True, slots=True)
class Disk:
    """All of it. `growth` is bytes a day, None before there are samples of two days."""

    volume: Volume
    database: int
    groups: Sequence[Group]
    growth: int | None
    days_watched: int

    @property
    def days_left(self) -> int | None:
        """Whole days until the volume is full at this pace; None where nobody can say, or nothing grows."""
        return self.volume.free // self.growth if self.growth and self.growth > 0 else None


def volume() -> Volume:
    """The volume as it is now, by the machine that asks. Of a folder that is not there: where it would be made."""
    return Volume(*space())


def database_size() -> int:
    """Bytes of the database, indexes and all."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_database_size(current_database())")
        return int(cursor.fetchone()[0])


def disk() -> Disk:
    """Read all of it, in three queries."""
    samples = list(DaySize.objects.filter(day__gte=timezone.now().date() - LOOKS_BACK))
    now, kept = volume(), database_size()
    first = samples[0] if samples else None
    days = (timezone.now().date() - first.day).days if first else 0
    return Disk(now, kept, _groups(sizes_by_app()), _growth(first, days, kept, now), days)


def sizes_by_app() -> Mapping[str, int]:
    """Bytes of the tables of each app, by its label; what no app knows is under ""."""
    app_of = {model._meta.db_table: model._meta.app_label for model in apps.get_models(include_auto_created=True)}
    sizes: defaultdict[str, int] = defaultdict(int)
    with connection.cursor() as cursor:
        cursor.execute(SIZES)
        for table, size in cursor.fetchall():
            sizes[app_of.get(table, "")] += size
    return dict(sizes)


def is_sampled(day: date) -> bool:
    """Whether the sizes of that day are kept."""
    return DaySize.objects.filter(day=day).exists()


def _growth(first: DaySize | None, days: int, kept: int, now: Volume) -> int | None:
    """By what the database grew or the volume filled, whichever is faster: logs and other programs fill it too."""
    if first is None or days < 1:
        return None
    return max(kept - first.database, first.free - now.free) // days


def _groups(sizes: Mapping[str, int]) -> Sequence[Group]:
    """The largest first; the small ones are told together."""
    by_size = sorted(sizes.items(), key=lambda entry: (-entry[1], entry[0]))
    large = [(label, size) for label, size in by_size if label][:MOST_GROUPS]
    rest = sum(sizes.values()) - sum(size for _label, size in large)
    named = [Group(label, str(apps.get_app_config(label).verbose_name), size) for label, size in large]
    return [*named, Group("", _("Other tables"), rest)] if rest else named
