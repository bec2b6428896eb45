"""Why a rating changed: the players' ratings before a result, and the rating system's calculation."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.db.models import Q

from league.accounts.models import Player
from league.clubs.display_names import any_short_by, show_names, with_any_short
from league.clubs.models import Club
from league.clubs.permissions import User
from league.competition.ratings import rating_systems
from league.competition.ratings.system import RatedResult, Rating, RatingSystem, Term
from league.ratings.models import Fold, RatingStep
from league.results.queries import Chain


@dataclass(frozen=True, slots=True)
class Calculation:
    """How one result changed one player's rating: the exchange with each opponent, none if it did not."""

    player: Player
    place: int
    before: Rating
    after: Rating
    terms: Sequence[tuple[Player, Term]]
    begins_again: bool

    @property
    def change(self) -> int:
        """In thousandths of a point."""
        return self.after.value - self.before.value


def explanation_of(chain: Chain, fold: Fold, user: User) -> list[Calculation]:
    """Return how a result, as it counts now, changed the ratings, the first place first, in three queries.

    It is empty where the result was withdrawn, is not folded yet, or where the system knows no single results.
    """
    system = rating_systems().get(fold.system)
    if system is None or chain.is_withdrawn:
        return []
    steps = {step.player_id: step for step in RatingStep.objects.filter(fold=fold.pk, result=chain.now)}
    if not steps:
        return []
    before = _ratings_before(system, fold, steps.values(), is_rated=chain.now.is_rated)
    places = {fold.reads_as(seat.player_id): seat.place for seat in chain.now.seats.all()}
    places = {player: place for player, place in places.items() if player in steps}
    terms = _terms(system, before, places) if chain.now.is_rated else {}
    people = _people(steps, chain.pool.club, user)
    calculations = [
        Calculation(
            people[player],
            place,
            before[player].rating,
            _rating_after(system, steps[player], player),
            [(people[term.opponent], term) for term in terms.get(player, ())],
            before[player].begins_again,
        )
        for player, place in places.items()
    ]
    return sorted(calculations, key=lambda calculation: calculation.place)


class _Before(NamedTuple):
    """A player's rating before a result; `begins_again` if a new version of the bot plays from there."""

    rating: Rating
    begins_again: bool


def _ratings_before(
    system: RatingSystem[Any], fold: Fold, steps: Collection[RatingStep], *, is_rated: bool
) -> Mapping[int, _Before]:
    """Return by player the rating before the step: that after the previous step, after a restart if there was one."""
    wanted = Q()
    for step in steps:
        wanted |= Q(player=step.player_id, ordinal=step.ordinal - 1)
    earlier = {step.player_id: step for step in RatingStep.objects.filter(wanted, fold=fold)}
    before = {}
    for step in steps:
        stored = _rating_after(system, earlier.get(step.player_id), step.player_id)
        rating = _after_restart(system, stored, step, is_rated=is_rated)
        before[step.player_id] = _Before(rating, begins_again=rating != stored)
    return before


def _terms(
    system: RatingSystem[Any], before: Mapping[int, _Before], places: Mapping[int, int]
) -> dict[int, tuple[Term, ...]]:
    """Return by player what each opponent moved."""
    state = system.resume({player: each.rating for player, each in before.items()})
    changes = system.explain(state, RatedResult(tuple(places), tuple(places.values())))
    return {change.player: change.terms for change in changes}


def _rating_after(system: RatingSystem[Any], step: RatingStep | None, player: int) -> Rating:
    """Return the rating after a step; without one, the initial rating."""
    if step is None:
        return system.rating(system.start(), player)
    stored = Rating(
        step.after, step.uncertainty, step.games, provisional=False, model_uncertainty=step.model_uncertainty
    )
    return system.rating(system.resume({player: stored}), player)._replace(uncertainty=step.uncertainty)


def _after_restart(system: RatingSystem[Any], before: Rating, step: RatingStep, *, is_rated: bool) -> Rating:
    """Return the rating before the step, after a restart if there was one since the previous step."""
    if before.results == step.games - is_rated:
        return before
    state = system.resume({step.player_id: before})
    system.begin_again(state, step.player_id)
    return system.rating(state, step.player_id)


def _people(players: Mapping[int, RatingStep], club: Club | None, user: User) -> Mapping[int, Player]:
    found = with_any_short(Player.objects.filter(pk__in=players).select_related("merged_into"), user)
    standing = {player.pk: player.current for player in found}
    show_names(standing.values(), club, user, any_short=any_short_by(found))
    return standing
