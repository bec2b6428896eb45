"""Possible rating changes of the next game: its players, the changes, and the players that can be added."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Q

from engine.core import registry
from engine.core.errors import UnknownGame
from league.accounts.models import Player
from league.accounts.names import by_name
from league.clubs.display_names import found_by_full_name, show_names
from league.clubs.permissions import User
from league.competition.ratings import rating_systems
from league.competition.ratings.possible_changes import PossibleChange, possible_changes
from league.competition.ratings.system import MILLI, Rating
from league.ratings.models import Fold
from league.ratings.queries import ratings_by
from league.results.drafts import LARGEST_TABLE, SMALLEST_TABLE
from league.results.models import Pool

MOST_FOUND = 12  # players that a search offers


@dataclass(frozen=True, slots=True)
class PlayerChanges:
    """A player, their rating, and the change for each place."""

    player: Player
    rating: Rating
    changes: Sequence[PossibleChange]

    @property
    def varies(self) -> bool:
        """Whether a place alone does not decide a change, to the whole point."""
        return any(round(change.most / MILLI) != round(change.least / MILLI) for change in self.changes)


def fold_with_steps(folds: Sequence[Fold], system: str = "") -> Fold | None:
    """Return the fold by the system, else the pool's own, of those that change ratings result by result."""
    with_steps = [fold for fold in folds if fold.system in rating_systems()]
    return next((fold for fold in with_steps if fold.system == system), with_steps[0] if with_steps else None)


def table_sizes(pool: Pool) -> range:
    """Return the table sizes of the pool: its own, else those of the game."""
    if pool.seats:
        return range(pool.seats, pool.seats + 1)
    try:
        game = registry.game(pool.game)
    except UnknownGame:
        return range(SMALLEST_TABLE, LARGEST_TABLE + 1)
    return range(game.min_seats, game.max_seats + 1)


def players_at(pool: Pool, public_ids: Sequence[str], most: int, user: User) -> list[Player]:
    """Return the players at these addresses, in their order, each once; those who do not fit the pool are left out.

    A request can name any player, so names are shortened where the pool's club does it, and then where any other
    club does.
    """
    rows = Player.objects.filter(public_id__in=public_ids).select_related("merged_into")
    current = {player.public_id: player.current for player in rows}
    found = [current[public_id] for public_id in public_ids if public_id in current]
    fitting = [player for player in found if pool.player_kind in (Pool.Kind.ALL, player.kind)]
    shown = list(dict.fromkeys(fitting))[:most]
    show_names(shown, pool.club, user)
    show_names(shown, None, user)
    return shown


def changes_among(fold: Fold, players: Sequence[Player]) -> list[PlayerChanges]:
    """Return the possible changes of two to five players, in their order; new players have the initial rating."""
    system = rating_systems()[fold.system]
    ratings = {
        row.player_id: Rating(row.value, row.uncertainty, row.games, row.is_provisional, row.model_uncertainty)
        for row in ratings_by(fold).filter(player__in=players)
    }
    state = system.resume(ratings)
    changes = possible_changes(system, state, [player.pk for player in players])
    return [
        PlayerChanges(player, ratings.get(player.pk) or system.rating(state, player.pk), changes[player.pk])
        for player in players
    ]


def players_to_add(pool: Pool, fold: Fold, search: str, seated: Sequence[Player], user: User) -> list[Player]:
    """Return the players that can be added to the table: of the pool and its club, by a part of the name."""
    rated = Q(pk__in=ratings_by(fold).values("player"))
    members = Q(memberships__club=pool.club) if pool.club else Q()
    at_table = [player.pk for player in seated]
    candidates = Player.objects.filter(rated | members, merged_into=None).exclude(pk__in=at_table)
    if pool.player_kind != Pool.Kind.ALL:
        candidates = candidates.filter(kind=pool.player_kind)
    if search:
        hidden = found_by_full_name(search, candidates, pool.club, user)
        candidates = candidates.filter(name__icontains=search).exclude(pk__in=hidden)
    found = list(candidates.order_by(*by_name()).distinct()[:MOST_FOUND])
    show_names(found, pool.club, user)
    return found
