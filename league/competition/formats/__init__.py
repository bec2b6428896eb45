"""The formats of tournaments that an organiser can choose."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from league.competition.format import Format
from league.competition.formats.club_evenings import CLUB_NIGHTS
from league.competition.formats.elimination import DOUBLE_ELIMINATION, SINGLE_ELIMINATION
from league.competition.formats.groups_knockout import GROUPS_KNOCKOUT
from league.competition.formats.round_robin import ROUND_ROBIN
from league.competition.formats.swiss import SWISS
from league.competition.formats.table_knockout import TABLE_KNOCKOUT
from league.competition.formats.table_round_robin import TABLE_ROUND_ROBIN
from league.competition.formats.table_swiss import TABLE_SWISS
from league.competition.registry import by_slug, lookup

_ALL: tuple[Format, ...] = (
    CLUB_NIGHTS,
    DOUBLE_ELIMINATION,
    GROUPS_KNOCKOUT,
    ROUND_ROBIN,
    SINGLE_ELIMINATION,
    SWISS,
    TABLE_KNOCKOUT,
    TABLE_ROUND_ROBIN,
    TABLE_SWISS,
)
_FORMATS = MappingProxyType(by_slug(_ALL))


def formats() -> Mapping[str, Format]:
    """Return every format, by slug."""
    return _FORMATS


def format_named(slug: str) -> Format:
    """Return the format of that slug. Raise `UnknownPart` if there is none."""
    return lookup("format", slug, _FORMATS)
