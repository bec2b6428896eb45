"""Single elimination: whoever loses a match is out."""

from __future__ import annotations

from league.rules.brackets.elimination import LEGS, ORDER, TIES, Elimination
from league.rules.brackets.skeleton import Skeleton, single
from league.rules.options import Option, Settled


class SingleElimination(Elimination):
    """A bracket for two at a table; who loses is out."""

    slug = "single-elimination"
    name = "Single elimination"
    summary = "Two at a table. The loser of a match is out. The winner of the final wins the tournament."
    options = (
        ORDER,
        LEGS,
        TIES,
        Option(
            "third",
            "Third place",
            "The losers of the semi-finals play for it, or share it.",
            ("played", "shared"),
            "played",
        ),
    )

    def skeleton(self, size: int, options: Settled) -> Skeleton:
        """The bracket, with a match for third place if that was chosen."""
        return single(size, third=options["third"] == "played")


FORMAT = SingleElimination()
