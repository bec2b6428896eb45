"""Who is who for a fit, which takes everybody to be as strong today as on the first day.

A player who began again is somebody else from there on: in the tallies every stretch between two changes is a player
of its own, and the last one stands on the leaderboard.
"""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from league.ratings.folding import Place
from league.ratings.lines import Lines
from league.rules.ratings.columns import results_in
from league.rules.ratings.system import RatedResult, Rating

APART = 1 << 40  # players' numbers stay below it


class Eras:
    """The places at which players of one pool began again, in order."""

    def __init__(self, beginnings: Iterable[tuple[Place, int]] = ()) -> None:
        self._places: dict[int, list[Place]] = defaultdict(list)
        for place, player in beginnings:
            self._places[player].append(place)

    def told_apart(self, table: RatedResult, place: Place) -> RatedResult:
        """Return a result with its players as who they were at its place."""
        if not self._places:
            return table
        return table._replace(players=tuple(self._who(player, place) for player in table.players))

    def results_in(self, lines: Lines) -> list[RatedResult]:
        """Return the rated results of these lines, each player as who they were."""
        results = results_in(lines.tables)
        if not self._places:
            return results
        rated = lines.tables.rated
        places = zip(lines.played[rated].tolist(), lines.numbers[rated].tolist(), strict=True)
        return [self.told_apart(result, place) for result, place in zip(results, places, strict=True)]

    def as_they_are(self, fitted: Mapping[int, Rating]) -> dict[int, Rating]:
        """Return the rating of everybody as who they were last."""
        return {key % APART: fitted[key] for key in sorted(fitted)}

    def _who(self, player: int, place: Place) -> int:
        return player + APART * bisect_left(self._places.get(player, _NOWHERE), place)


_NOWHERE: Sequence[Place] = ()
