"""Buchholz, the sum of the opponents' scores, with its cuts and variants (FIDE C.07, Articles 8 and 14)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import replace
from heapq import nsmallest

from league.competition.format import How, Leg, Pairing, seats_in_leg
from league.competition.points import POINT
from league.competition.scores import Contribution, Scores
from league.competition.tiebreaks.tiebreak import Arithmetic, Term, TieBreak, rounded_mean_of

OPPONENT = "Round {round}"
DUMMY = "Round {round}, not played: the player's own points, up to a limit"
CUT = "Cut: lowest value, round {round}"
CUT_UNPLAYED = "Cut: requested bye or forfeit, round {round}"
CUT_HIGHEST = "Cut: highest value, round {round}"
BUCHHOLZ_OF_OPPONENT = "Buchholz of the opponent in round {round}"
HUNDREDTHS = 100


def score_term(part: Contribution) -> Term:
    """Return the opponent's score as a line of the sum."""
    template = OPPONENT if part.opponent is not None else DUMMY
    return Term(template, (("round", part.round),), part.score, part.opponent)


def _summands(entry: int, scores: Scores) -> tuple[Term, ...]:
    """Return one term an opponent; Buchholz and its cuts share them."""
    return scores.cached(_all_summands, frozenset())[entry]


def _all_summands(_tied: object, scores: Scores) -> dict[int, tuple[Term, ...]]:
    return {entry: tuple(map(score_term, parts)) for entry, parts in scores.contributions.items()}


def _buchholz(entry: int, _tied: AbstractSet[int], scores: Scores, _seed: int) -> Arithmetic:
    return Arithmetic(_summands(entry, scores))


def _cut_buchholz(*, lowest: int, highest: int = 0) -> Callable[[int, AbstractSet[int], Scores, int], Arithmetic]:
    """Cut the lowest and highest scores. Of the lowest, voluntarily unplayed rounds are cut before others (16.5)."""

    def calculate(entry: int, _tied: AbstractSet[int], scores: Scores, _seed: int) -> Arithmetic:
        parts = scores.contributions[entry]
        low = nsmallest(lowest, parts, key=lambda part: (not part.voluntary, part.score, part.round))
        left = [part for part in parts if part not in low]
        high = nsmallest(highest, left, key=lambda part: (-part.score, part.round))
        cuts = [_cut_term(CUT_UNPLAYED if part.voluntary else CUT, part) for part in low]
        return Arithmetic((*_summands(entry, scores), *cuts, *(_cut_term(CUT_HIGHEST, part) for part in high)))

    return calculate


def _cut_term(template: str, part: Contribution) -> Term:
    return Term(template, (("round", part.round),), -part.score, part.opponent)


def _fore(entry: int, _tied: AbstractSet[int], scores: Scores, _seed: int) -> Arithmetic:
    """Return Buchholz as if every game of the final round were drawn (8.3); before that, plain Buchholz."""
    tied_scores = scores.cached(_with_final_round_tied, frozenset())
    return Arithmetic(tuple(map(score_term, tied_scores.contributions[entry])))


def _with_final_round_tied(_tied: AbstractSet[int], scores: Scores) -> Scores:
    """Return the scores as if all tables of the final round, played or not, had ended tied_scores."""
    if not scores.final:
        return scores
    tables = {(pairing.round, pairing.table) for pairing in scores.final}
    others = [pairing for pairing in scores.pairings if (pairing.round, pairing.table) not in tables]
    return replace(scores, pairings=(*others, *map(_tied_pairing, scores.final)), final=())


def _tied_pairing(pairing: Pairing) -> Pairing:
    orders = [seats_in_leg(pairing.seats, number) for number in range(1, pairing.legs + 1)]
    legs = [Leg(number, seats, (1,) * len(seats), how=How.PLAYED) for number, seats in enumerate(orders, start=1)]
    return replace(pairing, results=tuple(legs), decided=True)


def _average_of_opponents(entry: int, _tied: AbstractSet[int], scores: Scores, _seed: int) -> Arithmetic:
    """Return the mean Buchholz of the opponents that were played, in hundredths of a point (8.2)."""
    buchholz = scores.cached(_all_buchholz, frozenset())
    return rounded_mean_of(
        [
            Term(BUCHHOLZ_OF_OPPONENT, (("round", meeting.round),), buchholz[meeting.opponent], meeting.opponent)
            for meeting in scores.meetings(entry)
            if not meeting.forfeited
        ]
    )


def _all_buchholz(tied: AbstractSet[int], scores: Scores) -> Mapping[int, int]:
    """Return everybody's Buchholz in hundredths, rounded to the nearest."""
    values = {entry: _buchholz(entry, tied, scores, 0).value for entry in scores.entries}
    return {entry: (2 * HUNDREDTHS * value + POINT) // (2 * POINT) for entry, value in values.items()}


TIEBREAKS = (
    TieBreak("buchholz", "Buchholz", "The points of all opponents, added up.", _buchholz, POINT),
    TieBreak(
        "buchholz-cut-1",
        "Buchholz Cut 1",
        "Buchholz without the opponent with the fewest points.",
        _cut_buchholz(lowest=1),
        POINT,
    ),
    TieBreak(
        "buchholz-cut-2",
        "Buchholz Cut 2",
        "Buchholz without the two opponents with the fewest points.",
        _cut_buchholz(lowest=2),
        POINT,
    ),
    TieBreak(
        "median-buchholz",
        "Median Buchholz",
        "Buchholz without the opponents with the fewest and the most points.",
        _cut_buchholz(lowest=1, highest=1),
        POINT,
    ),
    TieBreak(
        "median-buchholz-2",
        "Median Buchholz 2",
        "Buchholz without the two opponents with the fewest and the two with the most points.",
        _cut_buchholz(lowest=2, highest=2),
        POINT,
    ),
    TieBreak(
        "fore-buchholz", "Fore Buchholz", "Buchholz with all tables of the last round counted as ties.", _fore, POINT
    ),
    TieBreak(
        "average-opponents-buchholz",
        "Average of opponents' Buchholz",
        "The average Buchholz of the opponents met, to two decimals. Forfeits do not count.",
        _average_of_opponents,
        HUNDREDTHS,
    ),
)
