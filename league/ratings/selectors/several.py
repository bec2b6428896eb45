"""Where several players stand, at once."""

from collections import defaultdict
from collections.abc import Collection
from typing import NamedTuple

from league.clubs.rules import Asker
from league.ratings.models import Rating
from league.ratings.selectors.current import current_ratings
from league.ratings.selectors.rows import place_among
from league.results.selectors import pools_seen_by


class Ranked(NamedTuple):
    """A player's rating in a pool, and their rank among all who have one there."""

    rating: Rating
    rank: int
    of: int


def ranks_of(players: Collection[int], asker: Asker) -> dict[int, list[Ranked]]:
    """Return the ratings of these players in every pool that exists for the asker, by game and size of tables.

    Two queries, however many players and pools there are.
    """
    seen = pools_seen_by(asker).order_by().values("pk")
    own = current_ratings().filter(player__in=players, fold__pool__in=seen)
    ratings = list(
        own.select_related("fold__pool__club").defer("fold__state").order_by("fold__pool__game", "fold__pool__seats")
    )
    values: dict[int, list[int]] = defaultdict(list)
    everybody = current_ratings().filter(fold__in={rating.fold_id for rating in ratings}).order_by("-value")
    for fold, value in everybody.values_list("fold", "value"):
        values[fold].append(value)
    found: dict[int, list[Ranked]] = defaultdict(list)
    for rating in ratings:
        others = values[rating.fold_id]
        found[rating.player_id].append(Ranked(rating, place_among(others, rating.value), len(others)))
    return dict(found)
