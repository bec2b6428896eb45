"""Changes of results, and the effects that a page shows before a person confirms them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import Final, NamedTuple
from uuid import UUID

from league.results.drafts import ResultDraft, SeatResult, seats_of
from league.results.models import Pool, Result
from league.results.queries import Chain

DIGEST: Final = 16  # characters


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


def digest_of(consequences: Sequence[Consequence]) -> str:
    """Return a hash of the binding sentences, to compare with that of a preview."""
    binding = [(consequence.title, consequence.binding) for consequence in consequences if consequence.binding]
    return sha256(repr(binding).encode()).hexdigest()[:DIGEST]
