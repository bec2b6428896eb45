"""What would follow from a change of the ledger, shown before it is made: apps above say it (`subjects.py`).

Nothing is written to find it out, and what is shown is what comes out if nothing else is entered meanwhile.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import Final, NamedTuple
from uuid import UUID

from league.clubs.rules import Asker
from league.results.chains import Chain, seats_of
from league.results.entries import NewResult, SeatResult
from league.results.models import Pool, Result
from league.results.subjects import SOURCES

DIGEST: Final = 16


@dataclass(frozen=True, slots=True)
class Change:
    """What a subject comes to now (`before`), and what it would come to; `None` is no result.

    `played_at` is the place in the ledger: of a correction that of the first row, of a new result when it was
    played, `None` for now.
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


class Pair(NamedTuple):
    """A figure now and then, as people read it."""

    before: str
    after: str


class Line(NamedTuple):
    """Somebody for whom something changes."""

    name: str
    href: str
    pairs: tuple[Pair, ...]


@dataclass(frozen=True, slots=True)
class Consequence:
    """What would change in one place, under a title of its own: sentences, and a table of figures.

    `heads` name the columns of `lines`; `more` says what the table leaves out. `binding` are those of the sentences
    that must still be true when the change is confirmed: who plays whom in a bracket.
    """

    title: str
    sentences: tuple[str, ...] = ()
    heads: tuple[str, ...] = ()
    lines: tuple[Line, ...] = ()
    more: str = ""
    binding: tuple[str, ...] = ()

    @property
    def rows(self) -> list[tuple[Line, list[tuple[str, Pair]]]]:
        """The lines, every figure beside the head of its column, which a phone shows with it."""
        return [(line, list(zip(self.heads, line.pairs, strict=True))) for line in self.lines]


def consequences_of(change: Change, asker: Asker) -> list[Consequence]:
    """Return what would follow from one change; nothing at all where nothing else changes."""
    return consequences_of_all([change], asker)


def consequences_of_all(changes: Sequence[Change], asker: Asker) -> list[Consequence]:
    """Return what would follow from changes that are made together, in their order."""
    return [consequence for source in SOURCES for consequence in source.consequences(changes, asker)]


def digest_of(consequences: Sequence[Consequence]) -> str:
    """Return what tells whether the binding sentences are still those of a preview."""
    binding = [(one.title, one.binding) for one in consequences if one.binding]
    return sha256(repr(binding).encode()).hexdigest()[:DIGEST]


def correction_of(
    chain: Chain, how: str, seats: tuple[SeatResult, ...], ending: str = "", *, is_rated: bool = True
) -> Change:
    """What a correction would change; a withdrawal has no seats. `is_rated` says whether such an ending counts."""
    first, now = chain.first, seats_of(chain.now)
    rated = is_rated and chain.may_be_rated
    return Change(chain.subject, chain.pool, now or None, seats or None, how, first.played_at, rated, ending)


def entry_of(pool: Pool, entry: NewResult) -> Change:
    """What a first result would change."""
    return Change(entry.subject, pool, None, entry.seats, entry.how, entry.played_at, entry.is_rated, entry.ending)
