"""Links, tables, score sheets and effects of corrections that higher apps register for the subjects of results."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import sha256
from typing import TYPE_CHECKING, Final, NamedTuple
from uuid import UUID, uuid5

from league.accounts.models import Player
from league.clubs.models import Club
from league.clubs.permissions import User
from league.common.errors import Refusal
from league.results.drafts import ResultDraft, SeatResult, seats_of
from league.results.models import Pool, Result
from league.results.queries import Chain

if TYPE_CHECKING:
    from league.results.score_sheets.queries import SheetTable

DIGEST: Final = 16  # characters
_OWN_SUBJECTS: Final = UUID("3c1d4c3e-94f5-4f0e-8a55-0c4a6f5f3b21")


class SubjectLink(NamedTuple):
    """An address, and the words to put on it."""

    href: str
    words: str


Linker = Callable[[Collection[UUID], User], Mapping[UUID, SubjectLink]]


def links_of(subjects: Collection[UUID], user: User, *, but: Linker | None = None) -> dict[UUID, list[SubjectLink]]:
    """Return every link of every subject, `but` those of one linker; a subject that nobody links to has none."""
    links: dict[UUID, list[SubjectLink]] = {subject: [] for subject in subjects}
    for source in SOURCES:
        if source.links is but or not links:
            continue
        for subject, link in source.links(subjects, user).items():
            links[subject].append(link)
    return links


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
        """Whether the link may report for that player."""
        return player_id in self.voices.get(via, frozenset())


def tournament_of(table: Table | None) -> str:
    """Return the public id of the table's tournament; "" without one."""
    return table.topic.removeprefix("tournament:") if table and table.topic.startswith("tournament:") else ""


def table_of(subject: UUID) -> Table | None:
    """The table of a subject, read without locks; None for a game outside of everything that is registered."""
    tables = (source.table(subject) for source in SOURCES)
    return next((table for table in tables if table is not None), None)


def endings_chosen(subject: UUID) -> Mapping[str, str]:
    """Return the tournament's rules for games that end early, by kind; empty outside tournaments."""
    table = table_of(subject)
    return table.endings if table else {}


def locked_table(subject: UUID) -> Table | None:
    """The table of a subject, its tournament locked; None for a game outside of everything that is registered."""
    tables = (source.locked_table(subject) for source in SOURCES)
    return next((table for table in tables if table is not None), None)


@dataclass(frozen=True, slots=True)
class Change:
    """The result of a subject now (`before`) and after a change (`after`); `None` is no result.

    `played_at` is the time in the ledger: for a correction that of the first row, for a new result when it was played,
    `None` for now.
    """

    subject: UUID
    pool: Pool
    before: tuple[SeatResult, ...] | None
    after: tuple[SeatResult, ...] | None
    how: str = Result.How.PLAYED
    played_at: datetime | None = None
    is_rated: bool = True
    ending: str = ""

    @property
    def counts(self) -> bool:
        """Whether it would move ratings."""
        return self.after is not None and self.is_rated and self.how == Result.How.PLAYED


class BeforeAfter(NamedTuple):
    """A formatted figure before and after the change."""

    before: str
    after: str


class ChangeRow(NamedTuple):
    """A player affected by the change."""

    player: str  # the public id
    name: str
    href: str
    pairs: tuple[BeforeAfter, ...]


@dataclass(frozen=True, slots=True)
class Consequence:
    """The effects of a change in one place, under a title: sentences, and a table of figures.

    `heads` name the columns of `lines`; `more` says what the table leaves out. `binding` are those of the sentences
    that must still be true when the change is confirmed: who plays whom in a bracket.
    """

    title: str
    sentences: tuple[str, ...] = ()
    heads: tuple[str, ...] = ()
    lines: tuple[ChangeRow, ...] = ()
    more: str = ""
    binding: tuple[str, ...] = ()

    @property
    def rows(self) -> list[tuple[ChangeRow, list[tuple[str, BeforeAfter]]]]:
        """The lines, every figure beside the head of its column, which a phone shows with it."""
        return [(line, list(zip(self.heads, line.pairs, strict=True))) for line in self.lines]


def consequences_of(change: Change, user: User) -> list[Consequence]:
    """Return the effects of one change."""
    return consequences_of_all([change], user)


def consequences_of_all(changes: Sequence[Change], user: User) -> list[Consequence]:
    """Return the effects of changes that are made together, in their order."""
    return [consequence for source in SOURCES for consequence in source.consequences(changes, user)]


def digest_of(consequences: Sequence[Consequence]) -> str:
    """Return a hash of the binding sentences, to compare with that of a preview."""
    binding = [(consequence.title, consequence.binding) for consequence in consequences if consequence.binding]
    return sha256(repr(binding).encode()).hexdigest()[:DIGEST]


def correction_of(chain: Chain, draft: ResultDraft) -> Change:
    """Return what a correction would change; a withdrawal has no seats."""
    first, now = chain.first, seats_of(chain.now)
    rated = draft.is_rated and chain.may_be_rated
    return Change(
        chain.subject, chain.pool, now or None, draft.seats or None, draft.how, first.played_at, rated, draft.ending
    )


def entry_of(pool: Pool, draft: ResultDraft) -> Change:
    """Return what a first result would change."""
    return Change(draft.subject, pool, None, draft.seats, draft.how, draft.played_at, draft.is_rated, draft.ending)


@dataclass(frozen=True, slots=True, kw_only=True)
class SubjectSource:
    """The functions of one app. Each takes a fixed number of queries."""

    links: "Callable[[Collection[UUID], User], Mapping[UUID, SubjectLink]]" = lambda _subjects, _asker: {}
    """The links of those subjects that it knows and the user may see."""
    table: "Callable[[UUID], Table | None]" = lambda _subject: None
    """The table of a subject; None for a subject that it does not know."""
    locked_table: "Callable[[UUID], Table | None]" = lambda _subject: None
    """The table of a subject, locked until the transaction ends; None for a subject that it does not know."""
    sheet_table: "Callable[[str, User], SheetTable | None]" = lambda _name, _asker: None
    """The table of a leg by its name, such as `pr_7x.1`; None where the user may see no such leg."""
    consequences: "Callable[[Sequence[Change], User], Sequence[Consequence]]" = lambda _changes, _asker: ()
    """The effects of changes that are made together."""


SOURCES: Final[list[SubjectSource]] = []


def register_subjects(source: SubjectSource) -> None:
    """Ask this source too, after those registered before. Idempotent."""
    if source not in SOURCES:
        SOURCES.append(source)


def own_subject(by: Player, key: UUID) -> UUID:
    """Return the subject of a game that nobody reported before: a function of sender and key."""
    return uuid5(_OWN_SUBJECTS, f"{by.public_id}:{key}")
