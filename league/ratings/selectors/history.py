"""The history of one player in one pool: the line of the rating, and every result with what it did."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import overload
from uuid import UUID

from django.urls import reverse

from league.ratings.models import Fold, Rating, RatingStep
from league.results.links import Asker, SubjectLink, links_of
from league.results.models import Result, ResultSeat
from league.rules.ratings.system import MILLI

POINTS_OF_A_LINE = 240
LINE_LEAVES_OUT = 20
"""Of a long history the line begins after so many: the band of a newcomer is so wide that the rest would be flat."""
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
    is_rated: bool
    seats: Sequence[Seat]
    place: int
    change: int
    rating: int
    links: Sequence[SubjectLink]


class History(Sequence[RatingStep]):
    """Every step of a rating, newest first, fetched a page at a time: what Django's paginator takes."""

    def __init__(self, rating: Rating) -> None:
        self._steps = RatingStep.objects.filter(pool=rating.pool_id, player=rating.player_id)
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
        return list(wanted.order_by("-ordinal"))

    def line(self) -> list[tuple[int, int, int]]:
        """Return points of the rating's line, evenly chosen: rated results, rating, uncertainty, in whole points."""
        first = 1 + LINE_LEAVES_OUT if len(self) > 4 * LINE_LEAVES_OUT else 1
        steps = self._steps.filter(ordinal__in=_evenly(first, len(self), POINTS_OF_A_LINE)).order_by("ordinal")
        return [
            (games, round(after / MILLI), round(uncertainty / MILLI))
            for games, after, uncertainty in steps.values_list("games", "after", "uncertainty")
        ]


def entries_of(steps: Sequence[RatingStep], fold: Fold, asker: Asker) -> list[Entry]:
    """Return what stands behind steps of one player in one pool, in their order, in a fixed number of queries."""
    results = (
        Result.objects.filter(pk__in=[step.result_id for step in steps])
        .prefetch_related("seats__player__merged_into")
        .in_bulk()
    )
    links = links_of([result.subject for result in results.values()], asker)
    return [_entry(step, results[step.result_id], fold, links) for step in steps]


def _entry(step: RatingStep, result: Result, fold: Fold, links: Mapping[UUID, Sequence[SubjectLink]]) -> Entry:
    seats = sorted(result.seats.all(), key=lambda seat: (seat.place, seat.seat))
    shown = [seat_shown(seat, own=fold.reads_as(seat.player_id) == step.player_id) for seat in seats]
    return Entry(
        key=step.ordinal,
        played_at=result.played_at,
        how=result.how,
        is_rated=result.is_rated,
        seats=shown,
        place=next(seat.place for seat in shown if seat.own),
        change=step.after - step.before,
        rating=step.after,
        links=links[result.subject],
    )


def seat_shown(seat: ResultSeat, *, own: bool) -> Seat:
    """Return a seat of a result as pages show it, under the name of whoever stands for its player now."""
    player = seat.player.merged_into or seat.player
    href = reverse("ratings:player", args=[player.public_id, player.slug])
    return Seat(player.name, href, seat.place, seat.points, own)


def _evenly(first: int, last: int, most: int) -> list[int]:
    """Return at most so many numbers from the first to the last, both among them."""
    if last - first < most:
        return list(range(first, last + 1))
    return sorted({first + round(at * (last - first) / (most - 1)) for at in range(most)})
