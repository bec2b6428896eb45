"""The history of one player in one pool: the line of the rating, and every result with what it did."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from itertools import pairwise, takewhile
from operator import attrgetter
from typing import NamedTuple, overload
from uuid import UUID

from django.db.models import Prefetch, QuerySet
from django.utils.timezone import localdate

from league.clubs.naming import show_names
from league.clubs.rules import Asker
from league.members.models import Player
from league.members.queries import address_of_player
from league.ratings.models import Fold, RatingStep
from league.results.links import SubjectLink, links_of
from league.results.models import Result, ResultSeat
from league.rules.ratings import rating_systems
from league.rules.ratings import system as rules
from league.rules.ratings.system import MILLI

POINTS_OF_A_LINE = 240
MOST_CORRECTIONS = 100
RESULTS_A_PAGE = 50


@dataclass(frozen=True, slots=True)
class Seat:
    """Somebody at the table of a result."""

    name: str
    href: str
    place: int
    points: int
    own: bool
    """Whether it is the player whose history this is."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One result in a player's history; ratings in thousandths."""

    key: int
    played_at: datetime
    how: str
    ending: str
    """How it ended early, in words; empty where it was played to its end."""
    is_rated: bool
    seats: Sequence[Seat]
    place: int
    change: int
    rating: int
    number: int
    """The result's in its pool."""
    is_corrected: bool
    links: Sequence[SubjectLink]


class Course(NamedTuple):
    """How a rating went: points of (rated results, rating, uncertainty, day), in whole points, evenly chosen.

    Of a player who began again all results are counted, for the rated ones begin at nought there, and everything before
    the last stretch is drawn as provisional. The best settled rating is among them. `settled` is the first of them that
    is not provisional, beyond the last if none is; `corrected` are the rated results that were corrected.
    """

    points: Sequence[tuple[int, int, int, date]]
    settled: int
    corrected: Sequence[int]


class History(Sequence[RatingStep]):
    """Every step of a player's rating by one system, newest first, a page at a time: what Django's paginator takes."""

    def __init__(self, fold: Fold, player_id: int) -> None:
        self._system = rating_systems()[fold.system]
        self._steps = RatingStep.objects.filter(fold=fold.pk, player=player_id)
        self._length: int | None = None

    def __len__(self) -> int:
        if self._length is None:
            last = self._steps.order_by("-ordinal").values_list("ordinal", flat=True).first()
            self._length = last or 0
        return self._length

    @overload
    def __getitem__(self, asked: int) -> RatingStep: ...
    @overload
    def __getitem__(self, asked: slice) -> list[RatingStep]: ...
    def __getitem__(self, asked: int | slice) -> RatingStep | list[RatingStep]:
        if isinstance(asked, int):
            return self[asked : asked + 1][0]
        first, last, _step = asked.indices(len(self))
        wanted = self._steps.filter(ordinal__gt=len(self) - last, ordinal__lte=len(self) - first)
        with_results = wanted.select_related("result").prefetch_related(with_their_names("result__seats"))
        return list(with_results.order_by("-ordinal"))

    def course(self) -> Course:
        """Return how the rating went, in three queries however long it is."""
        steps = sorted(self._read(self._steps.filter(ordinal__in=_evenly(1, len(self), POINTS_OF_A_LINE))))
        counted = "ordinal" if any(one.games > later.games for one, later in pairwise(steps)) else "games"
        count = attrgetter(counted)
        since = [count(step) for step in takewhile(lambda step: not self._is_provisional(step), reversed(steps))]
        settled = min(since, default=len(self) + 1)
        best_first = self._steps.filter(**{f"{counted}__gte": settled}).order_by("-after", "ordinal").values("ordinal")
        best = self._read(self._steps.filter(ordinal__in=best_first[:1]))  # nested, or every result would be read
        shown = sorted({*steps, *best})
        points = [
            (count(step), round(step.after / MILLI), round(step.uncertainty / MILLI), localdate(step.played_at))
            for step in shown
        ]
        return Course(points, settled, self._corrected(counted))

    def _read(self, steps: QuerySet[RatingStep]) -> list[_Read]:
        columns = ("ordinal", "games", "after", "uncertainty", "result__played_at")
        return [_Read(*row) for row in steps.values_list(*columns)]

    def _is_provisional(self, step: _Read) -> bool:
        stood = rules.Rating(step.after, step.uncertainty, step.games, provisional=False)
        return self._system.rating(self._system.resume({0: stood}), 0).provisional

    def _corrected(self, counted: str) -> list[int]:
        corrected = self._steps.filter(result__supersedes__isnull=False).order_by("-ordinal")
        return sorted(corrected.values_list(counted, flat=True)[:MOST_CORRECTIONS])


class _Read(NamedTuple):
    """What a line reads of a step."""

    ordinal: int
    games: int
    after: int
    uncertainty: int
    played_at: datetime


def entries_of(steps: Sequence[RatingStep], fold: Fold, asker: Asker) -> list[Entry]:
    """Return what stands behind steps of one player in one pool, in their order, in a fixed number of queries."""
    links = links_of([step.result.subject for step in steps], asker)
    show_names(sitting_at([step.result for step in steps]), fold.pool.club, asker)
    return [_entry(step, step.result, fold, links) for step in steps]


def _entry(step: RatingStep, result: Result, fold: Fold, links: Mapping[UUID, Sequence[SubjectLink]]) -> Entry:
    seats = sorted(result.seats.all(), key=lambda seat: (seat.place, seat.seat))
    shown = [seat_shown(seat, own=fold.reads_as(seat.player_id) == step.player_id) for seat in seats]
    return Entry(
        key=step.ordinal,
        played_at=result.played_at,
        how=result.how,
        ending=result.get_ending_display(),
        is_rated=result.is_rated,
        seats=shown,
        place=next(seat.place for seat in shown if seat.own),
        change=step.after - step.before,
        rating=step.after,
        number=result.number,
        is_corrected=result.supersedes_id is not None,
        links=links[result.subject],
    )


def with_their_names(seats: str = "seats") -> Prefetch[str, QuerySet[ResultSeat], str]:
    """Have seats fetched with players and whoever stands for them, in one query; `seats` says where they hang."""
    return Prefetch(seats, ResultSeat.objects.select_related("player__merged_into"))


def sitting_at(results: Iterable[Result]) -> list[Player]:
    """Return whoever stands now for those at the tables of results; to be named for a reader before they are shown."""
    return [seat.player.merged_into or seat.player for result in results for seat in result.seats.all()]


def seat_shown(seat: ResultSeat, *, own: bool) -> Seat:
    """Return a seat of a result as pages show it, under the name of whoever stands for its player now."""
    player = seat.player.merged_into or seat.player
    href = address_of_player(player.public_id, player.name, player.kind)
    return Seat(player.name, href, seat.place, seat.points, own)


def _evenly(first: int, last: int, most: int) -> list[int]:
    """Return at most so many numbers from the first to the last, both among them."""
    if last - first < most:
        return list(range(first, last + 1))
    return sorted({first + round(at * (last - first) / (most - 1)) for at in range(most)})
