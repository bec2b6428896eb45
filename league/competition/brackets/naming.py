"""What the rounds of a bracket are called."""

from __future__ import annotations

from league.competition.brackets.skeleton import GRAND, LOSERS, RESET, THIRD, Node, Skeleton
from league.competition.formats.format import Reason

FINAL, SEMI, QUARTER, LAST = "Final", "Semi-final", "Quarter-final", "Round of {places}"
WINNERS_FINAL, WINNERS_ROUND = "Winners' final", "Winners' round {number}"
LOSERS_FINAL, LOSERS_ROUND = "Losers' final", "Losers' round {number}"
GRAND_FINAL, SECOND_MATCH, THIRD_PLACE = "Grand final", "Grand final, second match", "Third place"
FOURTH_PLACE = "Fourth place"

WON, STILL_IN, NEVER_IN = "Winner", "Still in", "Not in the bracket"
_ONE_OF_A_KIND = {GRAND: GRAND_FINAL, RESET: SECOND_MATCH, THIRD: THIRD_PLACE}


def name_of(node: Node, skeleton: Skeleton) -> Reason:
    """The name of a match's round."""
    if node.side in _ONE_OF_A_KIND:
        return Reason(_ONE_OF_A_KIND[node.side])
    if node.side == LOSERS:
        is_last = node.round == 2 * skeleton.depth - 2
        return Reason(LOSERS_FINAL) if is_last else Reason(LOSERS_ROUND, (("number", node.round),))
    left = skeleton.depth - node.round
    if skeleton.is_double:
        return Reason(WINNERS_FINAL) if not left else Reason(WINNERS_ROUND, (("number", node.round),))
    return Reason((FINAL, SEMI, QUARTER)[left]) if left < 3 else Reason(LAST, (("places", 2 << left),))
