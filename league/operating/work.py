"""Work that waits in rows for workers, as each app above tells of its own: what waits, who holds it, what was given up.

An app registers its kind of work when it starts (`ready`). The operator's page, the metrics and the button that tries
again know no kind but by what is told here.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Generic, NamedTuple, TypeVar

from django.db.models import Count, Model, QuerySet, Window
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from league.operating.errors import NoSuchPage
from league.operating.figures import Figure
from league.operating.notes import Note


@dataclass(frozen=True, slots=True)
class Waiting:
    """Rows that nobody holds, by the queue whose workers take them; `since` is when the oldest came."""

    queue: str
    count: int
    since: datetime | None
    is_for_others: bool = False
    """Whether they may wait long though nothing is wrong here: for a program elsewhere, say."""
    held: int | None = None
    """How many others of the queue are in somebody's hands; None where all of the kind are of one queue."""


@dataclass(frozen=True, slots=True)
class Lease:
    """A row in a worker's hands. `worker` is empty where none said its name."""

    name: str
    words: str
    href: str
    worker: str
    begun_at: datetime | None
    until: datetime
    attempt: int


@dataclass(frozen=True, slots=True)
class GivenUp:
    """A row that nobody tries any more: `name` is for trying it again, `log` what went wrong, attempt by attempt."""

    name: str
    words: str
    href: str
    worker: str
    at: datetime | None
    attempts: int
    log: str


R = TypeVar("R")
M = TypeVar("M", bound=Model)


class Counted(NamedTuple, Generic[R]):
    """Some rows, and how many there are in all."""

    total: int
    rows: Sequence[R]


def some_of(rows: "QuerySet[M]", most: int, told: Callable[[M], R]) -> Counted[R]:
    """The first of these rows as `told` says them, and how many there are in all, in one question."""
    listed = list(rows.annotate(in_all=Window(Count("*")))[:most])
    return Counted(getattr(listed[0], "in_all", 0) if listed else 0, [told(row) for row in listed])


def _nothing_waits() -> Sequence[Waiting]:
    return ()


def _nothing_is_held(_most: int) -> Counted[Lease]:
    return Counted(0, ())


def _nothing_is_given_up(_most: int) -> Counted[GivenUp]:
    return Counted(0, ())


def _nothing_is_tried(_names: Sequence[str] | None) -> int:
    return 0


def _no_figures() -> Iterable[Figure]:
    return ()


def _no_notes() -> Mapping[str, Note]:
    return {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Work:
    """A kind of work. Each function asks the database one question, however many rows there are.

    `try_again` gives those named new attempts, or all that were given up for None, and returns how many; those that
    were not given up, or are not any more, it leaves alone.
    """

    slug: str
    title: str | Promise
    waiting: Callable[[], Sequence[Waiting]] = _nothing_waits
    leases: Callable[[int], Counted[Lease]] = _nothing_is_held
    given_up: Callable[[int], Counted[GivenUp]] = _nothing_is_given_up
    try_again: Callable[[Sequence[str] | None], int] = _nothing_is_tried
    figures: Callable[[], Iterable[Figure]] = _no_figures
    """For `/metrics`, beside those of the rows above."""
    worker_notes: Callable[[], Mapping[str, Note]] = _no_notes
    """By the worker's name. Raises `RedisError`."""


_kinds: dict[str, Work] = {}

LONGEST_LOG = 6_000  # characters of a log that a page shows, from its end


def register_work(work: Work) -> None:
    """Have the operator's page tell of this kind too. Registering it again replaces it."""
    _kinds[work.slug] = work


def kinds_of_work() -> Sequence[Work]:
    """Every kind, in the order of the floors they stand on."""
    return list(_kinds.values())


def kind_of_work(slug: str) -> Work:
    """The kind of that name. Raises `NoSuchPage`."""
    if slug not in _kinds:
        raise NoSuchPage(_("There is no page at this address. Check the address."))
    return _kinds[slug]


def notes_by_worker() -> dict[str, list[Note]]:
    """Return all notes by the worker's name. Raises `RedisError`."""
    notes: dict[str, list[Note]] = {}
    for work in _kinds.values():
        for name, note in work.worker_notes().items():
            notes.setdefault(name, []).append(note)
    return notes


def named_among(rows: "QuerySet[M]", names: Sequence[str] | None) -> "QuerySet[M]":
    """Those with these public ids, or all for None."""
    return rows if names is None else rows.filter(public_id__in=names)


def end_of(log: str) -> str:
    """What a page shows of a log: its end, where the last attempt stands."""
    return log if len(log) <= LONGEST_LOG else f"… {log[-LONGEST_LOG:]}"
