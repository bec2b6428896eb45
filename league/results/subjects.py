"""Links, tables, score sheets and effects of corrections that higher apps register for the subjects of results."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple
from uuid import UUID

from league.clubs.models import Club
from league.clubs.permissions import User
from league.common.errors import Refusal
from league.results.consequences import Change, Consequence
from league.results.models import Pool

if TYPE_CHECKING:
    from league.results.score_sheets.queries import SheetTable


class SubjectLink(NamedTuple):
    """An address, and the words to put on it."""

    href: str
    words: str


Linker = Callable[[Collection[UUID], User], Mapping[UUID, SubjectLink]]


@dataclass(frozen=True, slots=True)
class Table:
    """A table set by an app above: a game of a tournament.

    `players` are ids by seat, `topic` the live topic of its page, `closed` the error for reports if it takes none.
    `needs` is how many others at the table must confirm a report; `voices` are the table links, each with the ids of
    the players for whom it can report now. `endings` are the tournament's rules for games that end early, by kind.
    """

    club: Club
    pool: Pool
    players: tuple[int, ...]
    topic: str
    closed: Refusal | None = None
    needs: int = 1
    voices: Mapping[UUID, frozenset[int]] = field(default_factory=dict)
    endings: Mapping[str, str] = field(default_factory=dict)

    def may_report(self, via: UUID, player_id: int) -> bool:
        """Return whether the link may report for that player."""
        return player_id in self.voices.get(via, frozenset())


@dataclass(frozen=True, slots=True, kw_only=True)
class SubjectSource:
    """The functions of one app. Each takes a fixed number of queries."""

    links: Linker = lambda _subjects, _asker: {}
    """The links of those subjects that it knows and the user may see."""
    table: Callable[[UUID], Table | None] = lambda _subject: None
    """The table of a subject; None for a subject that it does not know."""
    locked_table: Callable[[UUID], Table | None] = lambda _subject: None
    """The table of a subject, locked until the transaction ends; None for a subject that it does not know."""
    sheet_table: "Callable[[str, User], SheetTable | None]" = lambda _name, _asker: None
    """The table of a leg by its name, such as `pr_7x.1`; None where the user may see no such leg."""
    consequences: Callable[[Sequence[Change], User], Sequence[Consequence]] = lambda _changes, _asker: ()
    """The effects of changes that are made together."""


SOURCES: Final[list[SubjectSource]] = []


def register_subjects(source: SubjectSource) -> None:
    """Ask this source too, after those registered before. Idempotent."""
    if source not in SOURCES:
        SOURCES.append(source)


def links_of(subjects: Collection[UUID], user: User, *, but: Linker | None = None) -> dict[UUID, list[SubjectLink]]:
    """Return every link of every subject, `but` those of one linker; a subject that nobody links to has none."""
    links: dict[UUID, list[SubjectLink]] = {subject: [] for subject in subjects}
    for source in SOURCES:
        if source.links is but or not links:
            continue
        for subject, link in source.links(subjects, user).items():
            links[subject].append(link)
    return links


def table_of(subject: UUID) -> Table | None:
    """Return the table of a subject, read without locks; None for a game outside of everything that is registered."""
    tables = (source.table(subject) for source in SOURCES)
    return next((table for table in tables if table is not None), None)


def locked_table(subject: UUID) -> Table | None:
    """Return the table of a subject, its tournament locked; None for a game outside of everything registered."""
    tables = (source.locked_table(subject) for source in SOURCES)
    return next((table for table in tables if table is not None), None)


def endings_chosen(subject: UUID) -> Mapping[str, str]:
    """Return the tournament's rules for games that end early, by kind; empty outside tournaments."""
    table = table_of(subject)
    return table.endings if table else {}


def tournament_of(table: Table | None) -> str:
    """Return the public id of the table's tournament; "" without one."""
    return table.topic.removeprefix("tournament:") if table and table.topic.startswith("tournament:") else ""


def consequences_of(changes: Sequence[Change], user: User) -> list[Consequence]:
    """Return the effects of changes that are made together, in their order."""
    return [consequence for source in SOURCES for consequence in source.consequences(changes, user)]
