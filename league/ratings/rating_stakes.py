"""Possible rating changes of a game before it is played, for every place of every player."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Any, NamedTuple

from django.db.models import Q

from engine.core import registry
from engine.core.errors import UnknownGame
from league.accounts.models import Player
from league.accounts.names import by_name
from league.clubs.display_names import found_by_full_name, show_names
from league.clubs.permissions import User
from league.competition.ratings import rating_systems
from league.competition.ratings import system as rules
from league.competition.ratings.system import MILLI, RatedResult, RatingSystem
from league.ratings.models import Fold
from league.ratings.queries import ratings_by
from league.results.models import Pool

MOST_FOUND = 12  # players that a search offers


class Stake(NamedTuple):
    """The change of one player's rating by one place, in thousandths: minimum and maximum."""

    place: int
    is_shared: bool
    least: int
    most: int


def stakes_of(system: RatingSystem[Any], state: Any, players: Sequence[int]) -> dict[int, list[Stake]]:
    """Return, by player, what each place would change, from the first to the last, without changing `state`.

    For two players a shared first place is between the two others. At larger tables shared places are left out: there
    are 541 ways for five to finish, and few are of interest before a game.
    """
    seats = tuple(players)
    finishes = [*permutations(range(1, len(seats) + 1))]
    if len(seats) == 2:
        finishes.append((1, 1))
    moved: dict[tuple[int, int, bool], list[int]] = defaultdict(list)
    for places in finishes:
        is_shared = len(set(places)) < len(places)
        for change, place in zip(system.explain(state, RatedResult(seats, places)), places, strict=True):
            moved[change.player, place, is_shared].append(change.after - change.before)
    stakes: dict[int, list[Stake]] = {player: [] for player in seats}
    for (player, place, is_shared), changes in sorted(moved.items()):
        stakes[player].append(Stake(place, is_shared, min(changes), max(changes)))
    return stakes


@dataclass(frozen=True, slots=True)
class AtTheTable:
    """A player, their rating, and the change for each place."""

    player: Player
    rating: rules.Rating
    stakes: Sequence[Stake]

    @property
    def varies(self) -> bool:
        """Whether a place alone does not decide a change, to the whole point."""
        return any(round(stake.most / MILLI) - round(stake.least / MILLI) for stake in self.stakes)


def stepping_fold(folds: Sequence[Fold], asked: str = "") -> Fold | None:
    """Return the fold by the system asked for, else the pool's own, of those that go result by result."""
    stepping = [fold for fold in folds if fold.system in rating_systems()]
    return next((fold for fold in stepping if fold.system == asked), stepping[0] if stepping else None)


def seats_allowed(pool: Pool) -> range:
    """Return the table sizes of the pool: its own, else those of the game."""
    if pool.seats:
        return range(pool.seats, pool.seats + 1)
    try:
        game = registry.game(pool.game)
    except UnknownGame:
        return range(2, 6)
    return range(game.min_seats, game.max_seats + 1)


def players_at(pool: Pool, public_ids: Sequence[str], most: int, user: User) -> list[Player]:
    """Return the players at these addresses, in their order, each once; those who do not fit the pool are left out.

    Anybody can be asked to the table, so they are named as on the pool's pages and as on their own.
    """
    found = Player.objects.filter(public_id__in=public_ids).select_related("merged_into")
    standing = {player.public_id: player.merged_into or player for player in found}
    named = [standing[public_id] for public_id in public_ids if public_id in standing]
    fitting = [player for player in named if pool.player_kind in (Pool.Kind.ALL, player.kind)]
    shown = list(dict.fromkeys(fitting))[:most]
    show_names(shown, pool.club, user)
    show_names(shown, None, user)
    return shown


def stakes_among(fold: Fold, players: Sequence[Player]) -> list[AtTheTable]:
    """Return the possible changes of two to five players, in their order; new players have the initial rating."""
    system = rating_systems()[fold.system]
    stood = {
        row.player_id: rules.Rating(row.value, row.uncertainty, row.games, row.is_provisional, row.model_uncertainty)
        for row in ratings_by(fold).filter(player__in=players)
    }
    state = system.resume(stood)
    at_stake = stakes_of(system, state, [player.pk for player in players])
    return [
        AtTheTable(player, stood.get(player.pk) or system.rating(state, player.pk), at_stake[player.pk])
        for player in players
    ]


def players_to_pick(pool: Pool, fold: Fold, search: str, but: Sequence[Player], user: User) -> list[Player]:
    """Return the players that can be added to the table: of the pool and its club, by a part of the name."""
    rated = Q(pk__in=ratings_by(fold).values("player"))
    members = Q(memberships__club=pool.club) if pool.club else Q()
    wanted = Player.objects.filter(rated | members, merged_into=None).exclude(pk__in=[player.pk for player in but])
    if pool.player_kind != Pool.Kind.ALL:
        wanted = wanted.filter(kind=pool.player_kind)
    if search:
        hidden = found_by_full_name(search, wanted, pool.club, user)
        wanted = wanted.filter(name__icontains=search).exclude(pk__in=hidden)
    found = list(wanted.order_by(*by_name()).distinct()[:MOST_FOUND])
    show_names(found, pool.club, user)
    return found
