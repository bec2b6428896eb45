"""Why a rating changed: the players' ratings before a result, and the rating system's calculation."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from django.db.models import Q
from django.urls import reverse

from league.accounts.models import Player
from league.clubs.display_names import any_short_by, show_names, with_any_short
from league.clubs.models import Club
from league.clubs.permissions import Asker
from league.competition.ratings import rating_systems
from league.competition.ratings.curve import ONE
from league.competition.ratings.system import Change, RatedResult, Rating, RatingSystem, Term
from league.ratings.models import Fold, RatingStep
from league.results.models import Result
from league.results.queries import Chain

LEAST_SURPRISE = ONE // 100
"""A K that was rounded is reckoned back from what it moved, unless next to nothing was a surprise."""


class Sat(NamedTuple):
    """One seat of a result: the player whom the fold read, their rating before, and their place."""

    player: int
    place: int
    before: Rating


class Sum(NamedTuple):
    """One opponent's line of the calculation: K x (score - expected) / divisor is the exchange, up to rounding.

    `k` is in hundredths of a point, `expected` and `score` in millionths, the exchange in thousandths of a point.
    """

    opponent: int
    opponent_rating: int
    k: int
    is_whole: bool
    """Whether `k` is a whole number by rule, rather than reckoned for this pair."""
    score: int
    expected: int
    divisor: int
    exchange: int


def explain_step(system: RatingSystem[Any], seats: Sequence[Sat]) -> tuple[Change, ...]:
    """Return why each rating moved, seat by seat, in the order of the seats."""
    stood = {sat.player: sat.before for sat in seats}
    result = RatedResult(tuple(sat.player for sat in seats), tuple(sat.place for sat in seats))
    return system.explain(system.resume(stood), result)


def sum_of(term: Term) -> Sum:
    """Return an opponent's part as a line that can be checked with a pocket calculator."""
    divisor = round(ONE / term.weight)
    surprise = term.score - term.expected
    is_whole = abs(term.k * surprise - term.exchange * 1000 * divisor) <= 500 * divisor
    k = 100 * term.k if is_whole or abs(surprise) < LEAST_SURPRISE else _reckoned(term.exchange * divisor, surprise)
    return Sum(term.opponent, term.opponent_rating, k, is_whole, term.score, term.expected, divisor, term.exchange)


def _reckoned(moved: int, surprise: int) -> int:
    """Return in hundredths the K that moved so many thousandths for a surprise in millionths."""
    return round(moved * ONE / surprise / 10)


@dataclass(frozen=True, slots=True)
class Somebody:
    """A player on a page."""

    public_id: str
    name: str
    href: str


@dataclass(frozen=True, slots=True)
class Line:
    """The exchange with one opponent."""

    opponent: Somebody
    sum: Sum


@dataclass(frozen=True, slots=True)
class Working:
    """How one result changed one player's rating; without lines where it did not."""

    player: Somebody
    place: int
    before: Rating
    after: Rating
    lines: Sequence[Line]
    begins_again: bool = False

    @property
    def change(self) -> int:
        """In thousandths of a point."""
        return self.after.value - self.before.value


def workings_of(chain: Chain, fold: Fold, asker: Asker) -> list[Working]:
    """Return how a result, as it counts now, moved everybody's rating, the first place first, in three queries.

    It is empty where the result was withdrawn, is not folded yet, or where the system knows no single results.
    """
    system = rating_systems().get(fold.system)
    if system is None or chain.is_withdrawn:
        return []
    steps = {step.player_id: step for step in RatingStep.objects.filter(fold=fold.pk, result=chain.now)}
    if not steps:
        return []
    stood = _before(system, fold, list(steps.values()))
    before = {
        player: _begun_again(system, stood[player], step, is_rated=chain.now.is_rated) for player, step in steps.items()
    }
    seats = _seats(chain.now, fold, steps, before)
    changes = explain_step(system, seats) if chain.now.is_rated else ()
    people = _people(steps, chain.pool.club, asker)
    workings = [
        replace(
            _working(system, sat, steps[sat.player], people, change),
            begins_again=before[sat.player] != stood[sat.player],
        )
        for sat, change in zip(seats, changes or [None] * len(seats), strict=True)
    ]
    return sorted(workings, key=lambda working: working.place)


def _before(system: RatingSystem[Any], fold: Fold, steps: Sequence[RatingStep]) -> Mapping[int, Rating]:
    """Return each player's rating before their step: the result of the previous step."""
    wanted = Q()
    for step in steps:
        wanted |= Q(player=step.player_id, ordinal=step.ordinal - 1)
    earlier = {step.player_id: step for step in RatingStep.objects.filter(wanted, fold=fold)}
    return {step.player_id: _after(system, earlier.get(step.player_id), step.player_id) for step in steps}


def _after(system: RatingSystem[Any], step: RatingStep | None, player: int) -> Rating:
    """Return the rating after a step; without one, the initial rating."""
    if step is None:
        return system.rating(system.start(), player)
    left = Rating(step.after, step.uncertainty, step.games, provisional=False, model_uncertainty=step.model_uncertainty)
    return system.rating(system.resume({player: left}), player)._replace(uncertainty=step.uncertainty)


def _begun_again(system: RatingSystem[Any], before: Rating, step: RatingStep, *, is_rated: bool) -> Rating:
    """Return the rating before the step, after a restart if there was one since the previous step."""
    if before.results == step.games - is_rated:
        return before
    state = system.resume({step.player_id: before})
    system.begin_again(state, step.player_id)
    return system.rating(state, step.player_id)


def _seats(result: Result, fold: Fold, steps: Mapping[int, RatingStep], before: Mapping[int, Rating]) -> list[Sat]:
    seats = [(fold.reads_as(seat.player_id), seat.place) for seat in result.seats.all()]
    return [Sat(player, place, before[player]) for player, place in seats if player in steps]


def _working(
    system: RatingSystem[Any], sat: Sat, step: RatingStep, people: Mapping[int, Somebody], change: Change | None
) -> Working:
    lines = [Line(people[term.opponent], sum_of(term)) for term in change.terms] if change else []
    return Working(people[sat.player], sat.place, sat.before, _after(system, step, sat.player), lines)


def _people(players: Mapping[int, RatingStep], club: Club | None, asker: Asker) -> Mapping[int, Somebody]:
    found = with_any_short(Player.objects.filter(pk__in=players).select_related("merged_into"), asker)
    standing = {player.pk: player.merged_into or player for player in found}
    show_names(standing.values(), club, asker, any_short=any_short_by(found))
    return {pk: somebody(player) for pk, player in standing.items()}


def somebody(player: Player) -> Somebody:
    """Return a player for a page."""
    return Somebody(player.public_id, player.name, reverse("ratings:player", args=[player.public_id, player.slug]))
