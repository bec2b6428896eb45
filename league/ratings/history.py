"""The history of a player in a pool: the rating after every result, unrated games, and the latest results."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import reduce
from itertools import pairwise, takewhile
from operator import attrgetter
from typing import NamedTuple, overload

from django.db.models import F, Prefetch, Q, QuerySet
from django.utils.timezone import localdate

from league.accounts.models import Player
from league.accounts.queries import address_of_player
from league.clubs.display_names import any_short_by, short_names_of_no_club, show_names_by_club, with_any_short
from league.clubs.models import Club
from league.clubs.permissions import User
from league.competition.ratings import rating_systems
from league.competition.ratings import system as rules
from league.competition.ratings.system import MILLI
from league.ratings.models import Fold, RatingStep
from league.ratings.queries import current_ratings
from league.results.models import Ending, Pool, Result, ResultSeat
from league.results.queries import pools_seen_by, show_names_of_results
from league.results.subjects import SubjectLink, links_of

MOST_UNRATED = 20
FEWEST_POINTS = 5
POINTS_OF_A_LINE = 240
MOST_CORRECTIONS = 100
RESULTS_A_PAGE = 25


@dataclass(frozen=True, slots=True)
class UnratedResult:
    """An unrated result; seats by place."""

    result: Result
    seats: Sequence[Seat]
    links: Sequence[SubjectLink]


def unrated_of(player: Player, user: User) -> list[UnratedResult]:
    """Return the latest unrated results of a player in pools where they have no rating, newest first.

    In other pools the history of the rating shows such results.
    """
    latest = list(_latest(player, user))
    _show_names([(player, result.pool.club) for result in latest for player in players_of_results([result])], user)
    links = links_of([result.subject for result in latest], user)
    return [
        UnratedResult(result, _by_place(result, player.pk, lambda seat: seat.player.current.pk), links[result.subject])
        for result in latest
    ]


def _latest(player: Player, user: User) -> QuerySet[Result]:
    rated_in = current_ratings().filter(player=player).values("fold__pool")
    return (
        Result.objects.filter(is_rated=False, how=Result.How.PLAYED, superseded_by=None)
        .filter(Q(seats__player=player) | Q(seats__player__merged_into=player))
        .filter(pool__in=pools_seen_by(user).order_by().values("pk"))
        .exclude(pool__in=rated_in)
        .select_related("pool__club")
        .prefetch_related(prefetch_players())
        .order_by(F("played_at").desc(), "-pk")[:MOST_UNRATED]
    )


def _by_place(result: Result, player_id: int, read_as: Callable[[ResultSeat], int]) -> list[Seat]:
    """Return the seats of a result, best first; `read_as` returns the player for whom a seat counts."""
    seats = sorted(result.seats.all(), key=lambda seat: (seat.place, seat.seat))
    return [seat_shown(seat, is_own=read_as(seat) == player_id) for seat in seats]


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat of a result."""

    player: str
    """The public id of the player."""
    name: str
    href: str
    place: int
    points: int
    is_own: bool
    """Whether it is the player whose history this is."""


@dataclass(frozen=True, slots=True)
class RatedResult:
    """A step of a player's rating, and its result."""

    step: RatingStep
    result: Result
    seats: Sequence[Seat]
    links: Sequence[SubjectLink]

    @property
    def place(self) -> int:
        """The player's own."""
        return next(seat.place for seat in self.seats if seat.is_own)

    @property
    def change(self) -> int:
        """In thousandths of a point."""
        return self.step.after - self.step.before

    @property
    def has_scores(self) -> bool:
        """Whether the game was not decided by places alone."""
        return any(seat.points for seat in self.seats)


class RatingHistory(NamedTuple):
    """The data of a rating chart: (rated results, rating, uncertainty, day), in whole points, evenly sampled.

    For a player who restarted all results are counted, and everything before the last restart is drawn as provisional.
    The best settled rating is included. `settled` is the index of the first point that is not provisional, past the end
    if none is; `corrected` are the rated results that were corrected.
    """

    points: Sequence[tuple[int, int, int, date]]
    settled: int
    corrected: Sequence[int]

    @property
    def is_long_enough(self) -> bool:
        """Whether a chart says more than the list of results."""
        return len(self.points) >= FEWEST_POINTS


class History(Sequence[RatingStep]):
    """Steps of a player's rating by one system, newest first; a sequence for Django's paginator."""

    def __init__(self, fold: Fold, player_id: int, user: User) -> None:
        self._user = user
        self._system = rating_systems()[fold.system]
        self._steps = RatingStep.objects.filter(fold=fold.pk, player=player_id)
        self._length: int | None = None

    def __len__(self) -> int:
        if self._length is None:
            last = self._steps.order_by("-ordinal").values_list("ordinal", flat=True).first()
            self._length = last or 0
        return self._length

    @overload
    def __getitem__(self, index: int) -> RatingStep: ...
    @overload
    def __getitem__(self, index: slice) -> list[RatingStep]: ...
    def __getitem__(self, index: int | slice) -> RatingStep | list[RatingStep]:
        if isinstance(index, int):
            return self[index : index + 1][0]
        first, last, _step = index.indices(len(self))
        wanted = self._steps.filter(ordinal__gt=len(self) - last, ordinal__lte=len(self) - first)
        with_results = wanted.select_related("result").prefetch_related(prefetch_players("result__seats"))
        return list(with_any_short(with_results, self._user).order_by("-ordinal"))

    def rating_history(self) -> RatingHistory:
        """Return the data of a chart, in three queries however long the history is."""
        steps = sorted(self._rows(self._steps.filter(ordinal__in=_evenly_spaced(1, len(self), POINTS_OF_A_LINE))))
        counted = "ordinal" if any(step.games > later.games for step, later in pairwise(steps)) else "games"
        count = attrgetter(counted)
        since = [count(step) for step in takewhile(lambda step: not self._is_provisional(step), reversed(steps))]
        settled = min(since, default=len(self) + 1)
        best_first = self._steps.filter(**{f"{counted}__gte": settled}).order_by("-after", "ordinal").values("ordinal")
        best = self._rows(self._steps.filter(ordinal__in=best_first[:1]))  # nested, or every result would be read
        shown = sorted({*steps, *best})
        points = [
            (count(step), round(step.after / MILLI), round(step.uncertainty / MILLI), localdate(step.played_at))
            for step in shown
        ]
        return RatingHistory(points, settled, self._corrected(counted))

    def _rows(self, steps: QuerySet[RatingStep]) -> list[_StepRow]:
        columns = ("ordinal", "games", "after", "uncertainty", "result__played_at")
        return [_StepRow(*row) for row in steps.values_list(*columns)]

    def _is_provisional(self, step: _StepRow) -> bool:
        rating = rules.Rating(step.after, step.uncertainty, step.games, provisional=False)
        return self._system.rating(self._system.resume({0: rating}), 0).provisional

    def _corrected(self, counted: str) -> list[int]:
        corrected = self._steps.filter(result__supersedes__isnull=False).order_by("-ordinal")
        return sorted(corrected.values_list(counted, flat=True)[:MOST_CORRECTIONS])


class _StepRow(NamedTuple):
    """The columns of a step that a chart needs."""

    ordinal: int
    games: int
    after: int
    uncertainty: int
    played_at: datetime


def entries_of(steps: Sequence[RatingStep], fold: Fold, user: User) -> list[RatedResult]:
    """Return the results of steps of one player in one pool, in their order, in a fixed number of queries."""
    links = links_of([step.result.subject for step in steps], user)
    players = [(player, fold.pool.club) for player in players_of_results([step.result for step in steps])]
    _show_names(players, user, any_short=any_short_by(steps))

    def read_as(seat: ResultSeat) -> int:
        return fold.reads_as(seat.player_id)

    return [
        RatedResult(step, step.result, _by_place(step.result, step.player_id, read_as), links[step.result.subject])
        for step in steps
    ]


def _show_names(players: Sequence[tuple[Player, Club | None]], user: User, *, any_short: bool = True) -> None:
    """Show players as their clubs do, but nobody in full who is short in the heading: that page is of no club."""
    stored = {player.pk: player.name for player, _club in players}
    short = short_names_of_no_club([player for player, _club in players], user, any_short=any_short)
    show_names_by_club(players, user, any_short=any_short)
    for player, _club in players:
        if player.pk in short and player.name.startswith(stored[player.pk]):
            player.name, player.is_for_reading = short[player.pk], True


def prefetch_players(seats: str = "seats") -> Prefetch[str, QuerySet[ResultSeat], str]:
    """Prefetch seats with players and their merge targets, in one query; `seats` is the lookup."""
    return Prefetch(seats, ResultSeat.objects.select_related("player__merged_into"))


def players_of_results(results: Iterable[Result]) -> list[Player]:
    """Return the players of results, merged ones replaced; set their display names before showing them."""
    return [seat.player.current for result in results for seat in result.seats.all()]


def seat_shown(seat: ResultSeat, *, is_own: bool) -> Seat:
    """Return a seat of a result for pages, under the name of the player that its own was merged into, if any."""
    player = seat.player.current
    href = address_of_player(player.public_id, player.name, player.kind)
    return Seat(player.public_id, player.name, href, seat.place, seat.points, is_own)


def _evenly_spaced(first: int, last: int, most: int) -> list[int]:
    """Return at most so many numbers from the first to the last, both among them."""
    if last - first < most:
        return list(range(first, last + 1))
    return sorted({first + round(at * (last - first) / (most - 1)) for at in range(most)})


def latest_results_in(pools: Sequence[Pool], user: User, most: int) -> list[Result]:
    """Return the newest played results of the pools, with seats and the names that the user reads.

    A few are read from each pool by the index of its ledger, so that a ledger of a million results costs no more than
    a short one.
    """
    if not pools:
        return []
    newest = reduce(lambda rows, other: rows.union(other, all=True), [_newest_in(pool, most) for pool in pools])
    rows = with_any_short(Result.objects.filter(pk__in=newest), user)
    rows = rows.select_related("pool__club", "entered_by__merged_into").prefetch_related(prefetch_players())
    results = list(rows.order_by("-played_at", "-pk")[:most])
    show_names_of_results(results, user)
    return results


def _newest_in(pool: Pool, most: int) -> QuerySet[Result, int]:
    counting = Result.objects.filter(pool=pool, superseded_by=None, how=Result.How.PLAYED)
    counting = counting.exclude(ending=Ending.ABANDONED)
    return counting.order_by("-played_at", "-number").values_list("pk", flat=True)[:most]
