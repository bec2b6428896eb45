"""Why a rating changed: the players' ratings before a result, and the rating system's calculation."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

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
class Working:
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


def explanation_of(chain: Chain, fold: Fold, user: User) -> list[Working]:
    """Return how a result, as it counts now, changed the ratings, the first place first, in three queries.

    It is empty where the result was withdrawn, is not folded yet, or where the system knows no single results.
    """
    system = rating_systems().get(fold.system)
    if system is None or chain.is_withdrawn:
        return []
    steps = {step.player_id: step for step in RatingStep.objects.filter(fold=fold.pk, result=chain.now)}
    if not steps:
        return []
    stored, is_rated = _before(system, fold, list(steps.values())), chain.now.is_rated
    before = {player: _begun_again(system, stored[player], step, is_rated=is_rated) for player, step in steps.items()}
    places = {fold.reads_as(seat.player_id): seat.place for seat in chain.now.seats.all()}
    places = {player: place for player, place in places.items() if player in steps}
    changes = {}
    if is_rated:
        rated = RatedResult(tuple(places), tuple(places.values()))
        changes = {change.player: change.terms for change in system.explain(system.resume(before), rated)}
    people = _people(steps, chain.pool.club, user)
    workings = [
        Working(
            people[player],
            place,
            before[player],
            _after(system, steps[player], player),
            [(people[term.opponent], term) for term in changes.get(player, ())],
            begins_again=before[player] != stored[player],
        )
        for player, place in places.items()
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


def _people(players: Mapping[int, RatingStep], club: Club | None, user: User) -> Mapping[int, Player]:
    found = with_any_short(Player.objects.filter(pk__in=players).select_related("merged_into"), user)
    standing = {player.pk: player.merged_into or player for player in found}
    show_names(standing.values(), club, user, any_short=any_short_by(found))
    return standing
