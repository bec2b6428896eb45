"""Sonneborn-Berger: points taken from each opponent times that opponent's score (FIDE C.07, 9.1), and its cuts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet

from league.competition.points import POINT
from league.competition.scores import Contribution, Scores
from league.competition.tiebreaks.opponents import summands_by_round
from league.competition.tiebreaks.tiebreak import Arithmetic, Term, TieBreak, mean_of

OPPONENT = "Round {round}: {halves} \N{MULTIPLICATION SIGN} half the points of the opponent"
OPPONENT_HALF = "Round {round}: half the points of the opponent"
OPPONENT_FULL = "Round {round}: the points of the opponent"
DUMMY = "Round {round}, not played: {halves} \N{MULTIPLICATION SIGN} half the player's own points, up to a limit"
DUMMY_HALF = "Round {round}, not played: half the player's own points, up to a limit"
DUMMY_FULL = "Round {round}, not played: the player's own points, up to a limit"
WITH_BYE = {
    OPPONENT: (
        "Round {round}: {halves} \N{MULTIPLICATION SIGN} half the points of an opponent whose bye counts as a tie"
    ),
    OPPONENT_HALF: "Round {round}: half the points of an opponent whose bye counts as a tie",
    OPPONENT_FULL: "Round {round}: the points of an opponent whose bye counts as a tie",
}
CUT = "Cut: the opponent with the fewest points, round {round}"
CUT_UNPLAYED = "Cut: requested bye or forfeit, round {round}"


def _term(part: Contribution) -> Term:
    """Return what was taken from an opponent, or a dummy, as a line of the sum."""
    if part.opponent is None:
        template = {1: DUMMY_HALF, 2: DUMMY_FULL}.get(part.halves, DUMMY)
    else:
        template = {1: OPPONENT_HALF, 2: OPPONENT_FULL}.get(part.halves, OPPONENT)
    facts = (("round", part.round), ("halves", part.halves))
    return Term(template, facts, part.score * part.halves // 2, part.opponent)


def _without(lowest: int) -> Callable[[int, AbstractSet[int], Scores, int], Arithmetic]:
    """Return Sonneborn-Berger without so many of its least significant parts (14.1, 14.2; 16.5 for unplayed rounds)."""

    def explain(entry: int, _tied: AbstractSet[int], scores: Scores, _seed: int) -> Arithmetic:
        left = list(scores.contributions[entry])
        terms = [_term(part) for part in left if part.halves]
        for _ in range(min(lowest, len(left))):
            cut = _least_significant(left)
            left.remove(cut)
            template = CUT_UNPLAYED if cut.voluntary else CUT
            terms.append(Term(template, (("round", cut.round),), -_amount(cut), cut.opponent))
        return Arithmetic(tuple(terms))

    return explain


def _least_significant(parts: Sequence[Contribution]) -> Contribution:
    """Return the part of the lowest opponent; a voluntarily unplayed round instead, unless that is worth less."""
    lowest = min(parts, key=lambda part: (part.score, _amount(part)))
    unplayed = min(parts, key=lambda part: (not part.voluntary, part.score, _amount(part)))
    return lowest if _amount(lowest) > _amount(unplayed) else unplayed


def _amount(part: Contribution) -> int:
    return _term(part).amount


def _per_opponent(entry: int, _tied: AbstractSet[int], scores: Scores, _seed: int) -> Arithmetic:
    """For tables of several sizes. An opponent from whom nothing was taken still counts in the divisor."""
    rounds = summands_by_round(entry, scores, _term, WITH_BYE)
    return mean_of([term for terms in rounds.values() for term in terms])


TIEBREAKS = (
    TieBreak(
        "sonneborn-berger",
        "Sonneborn-Berger",
        "The points of every beaten opponent plus half the points of every tied opponent.",
        _without(0),
        POINT,
    ),
    TieBreak(
        "sonneborn-berger-cut-1",
        "Sonneborn-Berger Cut 1",
        "Sonneborn-Berger without the opponent with the fewest points.",
        _without(1),
        POINT,
    ),
    TieBreak(
        "sonneborn-berger-cut-2",
        "Sonneborn-Berger Cut 2",
        "Sonneborn-Berger without the two opponents with the fewest points.",
        _without(2),
        POINT,
    ),
    TieBreak(
        "sonneborn-berger-per-opponent",
        "Sonneborn-Berger per opponent",
        "Sonneborn-Berger, divided by the number of opponents.",
        _per_opponent,
        POINT,
    ),
)
