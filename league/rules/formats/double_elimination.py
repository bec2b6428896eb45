"""Double elimination: whoever loses twice is out."""

from __future__ import annotations

from league.rules.brackets.elimination import LEGS, ORDER, TIES, Elimination
from league.rules.brackets.skeleton import Skeleton, double
from league.rules.options import Option, Settled


class DoubleElimination(Elimination):
    """Two brackets for two at a table: one for those who lost nothing, one for those who lost once."""

    slug = "double-elimination"
    name = "Double elimination"
    summary = (
        "Two at a table; whoever loses twice is out. Who loses once plays on among the others who did; the winners of "
        "both sides meet in the grand final."
    )
    options = (
        ORDER,
        LEGS,
        TIES,
        Option(
            "reset",
            "The grand final",
            "Whether who comes to it with one loss has to win twice there, so that nobody is out at the first loss.",
            ("twice", "once"),
            "twice",
            said=(("twice", "has to be won twice from below"), ("once", "is one match")),
        ),
    )

    def skeleton(self, size: int, options: Settled) -> Skeleton:
        """Both brackets and the grand final."""
        return double(size, reset=options["reset"] == "twice")


FORMAT = DoubleElimination()
