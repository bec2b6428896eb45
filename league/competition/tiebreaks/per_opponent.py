"""The terms of tie-breaks that are a mean over opponents, so that their number neither helps nor hurts.

A bye that the pairing gave is left out: a dummy would have to have the score that an opponent had, which nobody knows.
What FIDE's dummy has (the own score, at most that of drawing always) is less than opponents have who were paired by
points, and would put players with such a bye lower. For the same reason a full bye of an opponent counts as a draw, as
FIDE C.07, 16.3.2 has it for requested byes: byes raise the scores of others, and nobody meets themselves. A round that
a player asked to miss, or forfeited, counts as a table of FIDE's dummies, as large as the largest of that round, for
otherwise it would pay to miss one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from league.competition.contributions import Contribution
from league.competition.formats.format import Bye
from league.competition.past import largest_tables
from league.competition.scores import Scores
from league.competition.tiebreaks.buchholz import OPPONENT, score_term
from league.competition.tiebreaks.tiebreak import Term

NO_OPPONENT = "No opponent yet"
WITH_BYE = {OPPONENT: "Points of the opponent in round {round}, whose bye counts as a tie"}


def opponents_by_round(entry: int, scores: Scores) -> Mapping[int, tuple[Term, ...]]:
    """Return the score of each opponent or dummy as a term, by the number of the round."""
    return terms_by_round(entry, scores, score_term, WITH_BYE)


def terms_by_round(
    entry: int, scores: Scores, term_of: Callable[[Contribution], Term], with_bye: Mapping[str, str]
) -> dict[int, tuple[Term, ...]]:
    """Return one term for each opponent or dummy, by the number of the round.

    `with_bye` has, by template, the one for an opponent one of whose byes counts as a draw.
    """
    largest, gifts = scores.once(_largest, frozenset()), scores.once(_gifts, frozenset())
    rounds: dict[int, tuple[Term, ...]] = {}
    for part in scores.contributions[entry]:
        if part.opponent is not None:
            gift = gifts.get(part.opponent, 0)
            term = term_of(part._replace(score=part.score - gift))
            met = term._replace(template=with_bye[term.template]) if gift else term
            rounds[part.round] = (*rounds.get(part.round, ()), met)
        elif part.voluntary:
            dummies = max(largest.get(part.round, 0) - 1, 1)
            rounds[part.round] = (term_of(part),) * dummies
    return rounds


def _gifts(_tied: object, scores: Scores) -> dict[int, int]:
    """Return by how much the full byes of each entry that had one pay more than draws; in a season nothing."""
    if scores.counting is not None:
        return {}
    byes = {entry: [turn.units for turn in own if turn.bye is Bye.FULL] for entry, own in scores.turns.items()}
    return {entry: sum(units - units // 2 for units in own) for entry, own in byes.items() if own}


def _largest(_tied: object, scores: Scores) -> dict[int, int]:
    return largest_tables(scores.pairings)
