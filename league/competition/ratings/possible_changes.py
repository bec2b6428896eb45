"""Possible rating changes of a game before it is played, for every place of every player."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import permutations
from typing import Any, NamedTuple

from league.competition.ratings.system import RatedResult, RatingSystem


class PossibleChange(NamedTuple):
    """The change of one player's rating by one place, in thousandths: minimum and maximum."""

    place: int
    is_shared: bool
    least: int
    most: int


def possible_changes(system: RatingSystem[Any], state: Any, players: Sequence[int]) -> dict[int, list[PossibleChange]]:
    """Return, by player, what each place would change, from the first to the last, without changing `state`.

    For two players a shared first place is between the two others. At larger tables shared places are left out: there
    are 541 ways for five to finish, and few are of interest before a game.
    """
    seats = tuple(players)
    finishes = [*permutations(range(1, len(seats) + 1))]
    if len(seats) == 2:
        finishes.append((1, 1))
    by_place: dict[tuple[int, int, bool], list[int]] = defaultdict(list)
    for places in finishes:
        is_shared = len(set(places)) < len(places)
        for change, place in zip(system.explain(state, RatedResult(seats, places)), places, strict=True):
            by_place[change.player, place, is_shared].append(change.after - change.before)
    possible: dict[int, list[PossibleChange]] = {player: [] for player in seats}
    for (player, place, is_shared), changes in sorted(by_place.items()):
        possible[player].append(PossibleChange(place, is_shared, min(changes), max(changes)))
    return possible
