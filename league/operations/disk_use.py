"""Disk use: the size of the database, by app, and how fast its volume fills."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from django.apps import apps
from django.db import connection
from django.utils import timezone
from django.utils.translation import gettext as _

from league.common.outages import Space, space
from league.operations.models import DaySize

MOST_GROUPS: Final = 8  # apps that are named
LOOKS_BACK: Final = timedelta(days=14)
SIZES: Final = """
SELECT relname, pg_total_relation_size(oid) FROM pg_class
WHERE relkind IN ('r', 'm') AND relnamespace = 'public'::regnamespace
"""


@dataclass(frozen=True, slots=True)
class Group:
    """The size of the tables of one app, in bytes."""

    label: str
    title: str
    size: int


@dataclass(frozen=True, slots=True)
class Disk:
    """Disk use. `growth` is in bytes a day, None before there are samples of two days."""

    volume: Space
    database: int
    groups: Sequence[Group]
    growth: int | None
    days_watched: int

    @property
    def days_left(self) -> int | None:
        """Whole days until the volume is full at this pace; None where it does not grow."""
        return self.volume.free // self.growth if self.growth and self.growth > 0 else None


def disk() -> Disk:
    """Return disk use, in three queries."""
    samples = list(DaySize.objects.filter(day__gte=timezone.now().date() - LOOKS_BACK))
    now, database = space(), database_size()
    first = samples[0] if samples else None
    days = (timezone.now().date() - first.day).days if first else 0
    # By whichever grows faster: the database, or everything on its volume.
    growth = max(database - first.database, first.free - now.free) // days if first and days else None
    return Disk(now, database, _groups(sizes_by_app()), growth, days)


def database_size() -> int:
    """Return the size of the database in bytes, with indexes."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_database_size(current_database())")
        return int(cursor.fetchone()[0])


def sizes_by_app() -> Mapping[str, int]:
    """Return the size of each app's tables by its label; "" for other tables."""
    app_of = {model._meta.db_table: model._meta.app_label for model in apps.get_models(include_auto_created=True)}
    sizes: defaultdict[str, int] = defaultdict(int)
    with connection.cursor() as cursor:
        cursor.execute(SIZES)
        for table, size in cursor.fetchall():
            sizes[app_of.get(table, "")] += size
    return dict(sizes)


def _groups(sizes: Mapping[str, int]) -> Sequence[Group]:
    """Return the largest groups first; small ones are combined."""
    by_size = sorted(sizes.items(), key=lambda entry: (-entry[1], entry[0]))
    large = [(label, size) for label, size in by_size if label][:MOST_GROUPS]
    rest = sum(sizes.values()) - sum(size for _label, size in large)
    named = [Group(label, str(apps.get_app_config(label).verbose_name), size) for label, size in large]
    return [*named, Group("", _("Other tables"), rest)] if rest else named
