"""What apps above know of subjects: their pages, tables and score sheets, and what a correction changes.

# games/matches/apps.py, in ready():
register_subjects(SubjectSource(links=links_to_matches))
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final
from uuid import UUID

if TYPE_CHECKING:  # they ask the sources
    from league.clubs.rules import Asker
    from league.results.consequences import Change, Consequence
    from league.results.links import SubjectLink
    from league.results.sheets.occasions import SetTable
    from league.results.tables import Table


@dataclass(frozen=True, slots=True, kw_only=True)
class SubjectSource:
    """What one app answers. Each function takes a fixed number of queries."""

    links: "Callable[[Collection[UUID], Asker], Mapping[UUID, SubjectLink]]" = lambda _subjects, _asker: {}
    """The links of those subjects that it knows and the asker may see."""
    locked_table: "Callable[[UUID], Table | None]" = lambda _subject: None
    """The table of a subject, locked until the transaction ends; None for a subject that it does not know."""
    set_table: "Callable[[str, Asker], SetTable | None]" = lambda _name, _asker: None
    """The table of a leg by its name, such as `pr_7x.1`; None where the asker may see no such leg."""
    consequences: "Callable[[Sequence[Change], Asker], Sequence[Consequence]]" = lambda _changes, _asker: ()
    """What would follow from changes that are made together."""


SOURCES: Final[list[SubjectSource]] = []


def register_subjects(source: SubjectSource) -> None:
    """Ask this source too, after those registered before. Idempotent."""
    if source not in SOURCES:
        SOURCES.append(source)
