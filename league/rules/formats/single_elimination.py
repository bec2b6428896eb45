"""Single elimination: whoever loses a match is out."""

from __future__ import annotations

from league.rules.brackets.elimination import LEGS, ORDER, TIES, Elimination
from league.rules.brackets.skeleton import Skeleton, single
from league.rules.options import Option, Settled


class SingleElimination(Elimination):
    """A bracket for two at a table; who loses is out."""

    slug = "single-elimination"
    name = "Single elimination"
    summary = "Two at a table; whoever loses a match is out, and whoever wins them all has won."
    options = (
        ORDER,
        LEGS,
        TIES,
        Option(
            "third",
            "Third place",
            "Whether the losers of the semi-finals play for it; otherwise they share it.",
            ("played", "shared"),
            "played",
        ),
    )

    def skeleton(self, size: int, options: Settled) -> Skeleton:
        """The bracket, with a match for third place if that was chosen."""
        return single(size, third=options["third"] == "played")


FORMAT = SingleElimination()
