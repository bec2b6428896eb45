"""Single elimination: whoever loses a match is out."""

from __future__ import annotations

from league.competition.brackets.elimination import LEGS, ORDER, TIES, Elimination
from league.competition.brackets.skeleton import Skeleton, single
from league.competition.options import Option, Settled


class SingleElimination(Elimination):
    """A bracket for two at a table; who loses is out."""

    slug = "single-elimination"
    name = "Single elimination"
    summary = (
        "For 2 players per match. A player is out after one loss. The winner of the final wins the tournament. "
        "With 16 players it takes 4 rounds."
    )
    options = (
        ORDER,
        LEGS,
        TIES,
        Option(
            "third",
            "Third place",
            "The losers of the semi-finals play for third place, or share it.",
            ("played", "shared"),
            "played",
            said=(("played", "decided in a match"), ("shared", "shared by both")),
        ),
    )

    def skeleton(self, size: int, options: Settled) -> Skeleton:
        """The bracket, with a match for third place if that was chosen."""
        return single(size, third=options["third"] == "played")


FORMAT = SingleElimination()
