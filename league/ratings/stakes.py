"""Before a game: what every place would do to every player's rating. Pure: a rating system and its state go in.

A place alone does not decide a change, for it matters whom a player leaves behind; so each place has a range, over all
orders in which the others can finish. Five seats have 120 orders, which are all gone through.
"""

from collections.abc import Sequence
from itertools import permutations
from typing import Any, NamedTuple

from league.rules.ratings.system import RatedResult, RatingSystem

Ends = tuple[int, ...]


class Stake(NamedTuple):
    """What one place would do to one player: a change in thousandths, at least and at most."""

    place: int
    is_shared: bool
    least: int
    most: int


class PlayerStakes(NamedTuple):
    """A player at the table, from the first place to the last."""

    player: int
    stakes: tuple[Stake, ...]


def stakes_of(system: RatingSystem[Any], state: Any, players: Sequence[int]) -> tuple[PlayerStakes, ...]:
    """Return, seat by seat, what each place would change, without changing `state`.

    Two players may also share the first place, which then stands between the two others. At larger tables shared
    places are left out: there are 541 ways for five to finish, and few are of interest before a game.
    """
    seats = tuple(players)
    ways: dict[tuple[int, int, bool], list[int]] = {}
    for places in _ways_to_finish(len(seats)):
        shared = len(set(places)) < len(places)
        for change, place in zip(system.explain(state, RatedResult(seats, places)), places, strict=True):
            ways.setdefault((change.player, place, shared), []).append(change.after - change.before)
    return tuple(PlayerStakes(player, _in_order(player, ways)) for player in seats)


def _ways_to_finish(seats: int) -> list[Ends]:
    orders = list(permutations(range(1, seats + 1)))
    return [*orders, (1, 1)] if seats == 2 else orders


def _in_order(player: int, ways: dict[tuple[int, int, bool], list[int]]) -> tuple[Stake, ...]:
    own = sorted((place, shared) for who, place, shared in ways if who == player)
    return tuple(
        Stake(place, shared, min(changes), max(changes))
        for place, shared in own
        for changes in (ways[player, place, shared],)
    )
