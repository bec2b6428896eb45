"""Double elimination: whoever loses twice is out."""

from __future__ import annotations

from league.competition.brackets.elimination import LEGS, ORDER, TIES, Elimination
from league.competition.brackets.skeleton import Skeleton, double
from league.competition.options import Option, Settled


class DoubleElimination(Elimination):
    """Two brackets for two at a table: one for those who lost nothing, one for those who lost once."""

    slug = "double-elimination"
    name = "Double elimination"
    summary = (
        "For 2 players per match. A player is out after two losses. After the first loss, a player goes "
        "on in the losers' bracket. The winners of both brackets meet in the grand final. With 16 players "
        "it takes at least 8 rounds."
    )
    options = (
        ORDER,
        LEGS,
        TIES,
        Option(
            "reset",
            "Grand final",
            "If the player from the losers' bracket needs two wins, nobody is out after one loss.",
            ("twice", "once"),
            "twice",
            said=(("twice", "two wins needed from the losers' bracket"), ("once", "one match")),
        ),
    )

    def skeleton(self, size: int, options: Settled) -> Skeleton:
        """Both brackets and the grand final."""
        return double(size, reset=options["reset"] == "twice")


FORMAT = DoubleElimination()
