"""Tie-breaks that do not depend on how many opponents somebody had."""

from __future__ import annotations

from dataclasses import replace

from league.competition.format import Bye, How, Pairing
from league.competition.points import POINT
from league.competition.scores import Scores, scores_of
from league.competition.scoring import scoring_named
from league.competition.tiebreaks import tiebreak_named
from tests.league.competition.simulation import decide, field

MEAN, CUT = tiebreak_named("opponents-mean-score"), tiebreak_named("opponents-mean-score-cut-1")
SONNEBORN = tiebreak_named("sonneborn-berger-per-opponent")
TABLES = [
    decide(Pairing(1, 1, (1, 2, 3, 4))),
    decide(Pairing(1, 2, (5, 6, 7))),
    decide(Pairing(2, 1, (1, 5, 2))),
    decide(Pairing(2, 2, (3, 6, 4, 7))),
]


def folded(*more: Pairing) -> Scores:
    return scores_of(field(8), [*TABLES, *more], scoring_named("share"), everyone_meets=False, games=3)


def bye(number: int, entry: int, kind: Bye) -> Pairing:
    return Pairing(number, 9, (entry,), bye=kind, decided=True)


def mean(scores: Scores, *opponents: int) -> int:
    return sum(scores.totals[one] for one in opponents) // len(opponents)


def test_every_opponent_counts_as_much_at_a_table_of_three_as_at_one_of_four() -> None:
    scores = folded()
    assert MEAN.explain(1, frozenset(), scores, 1).value == mean(scores, 2, 3, 4, 5, 2)
    assert MEAN.explain(7, frozenset(), scores, 1).value == mean(scores, 5, 6, 3, 6, 4)


def test_a_bye_that_the_pairing_gave_changes_nothing() -> None:
    scores = folded(bye(3, 1, Bye.FULL))
    assert MEAN.explain(1, frozenset(), scores, 1).value == mean(scores, 2, 3, 4, 5, 2)


def test_for_opponents_a_bye_that_the_pairing_gave_counts_as_a_draw() -> None:
    without, scores = folded(), folded(bye(3, 1, Bye.FULL))
    arithmetic = MEAN.explain(2, frozenset(), scores, 1)
    gifts = [term.amount - without.totals[1] for term in arithmetic.terms if term.entry == 1]
    assert gifts == [POINT // 2, POINT // 2]  # met twice
    assert arithmetic.value == (sum(without.totals[one] for one in (1, 3, 4, 1, 5)) + POINT) // 5


def test_the_same_share_of_a_table_is_worth_the_same_at_any_size() -> None:
    """Everybody is once as far ahead as behind the other time, at a table of four or of three, so all are level."""
    sizes = [(1, 2, 3, 4), (5, 6, 7)]
    games = [decide(Pairing(1, table, seats)) for table, seats in enumerate(sizes, 1)]
    games += [decide(Pairing(2, table, seats), lambda entry: -entry) for table, seats in enumerate(sizes, 1)]
    scores = scores_of(field(7), games, scoring_named("share"), everyone_meets=True, games=2)
    assert {SONNEBORN.explain(one, frozenset(), scores, 1).value for one in scores.entries} == {POINT // 2}
    assert {MEAN.explain(one, frozenset(), scores, 1).value for one in scores.entries} == {POINT}
    plain = {one: tiebreak_named("sonneborn-berger").explain(one, frozenset(), scores, 1).value for one in (1, 5)}
    assert plain == {1: 3 * POINT, 5: 2 * POINT}


def test_a_round_somebody_asked_to_miss_counts_as_a_whole_table_of_dummies() -> None:
    scores = folded(bye(3, 1, Bye.HALF), decide(Pairing(3, 1, (2, 3, 5, 6))))
    dummy = min(scores.totals[1], 3 * POINT // 2)
    real = sum(scores.adjusted[one] for one in (2, 3, 4, 5, 2))
    assert MEAN.explain(1, frozenset(), scores, 1).value == (real + 3 * dummy) // 8


def test_a_table_lost_by_forfeit_counts_as_a_whole_table_of_dummies() -> None:
    table = decide(Pairing(3, 1, (2, 3, 5, 8)))
    missed = replace(table, results=(replace(table.results[0], how=How.FORFEIT, places=(1, 1, 1, 4)),))
    terms = MEAN.explain(8, frozenset(), folded(missed), 1).terms
    assert [term.entry for term in terms] == [None] * 3


def test_a_cut_takes_a_whole_table() -> None:
    scores = folded()
    rounds = {1: (2, 3, 4), 2: (5, 2)}
    best = max(rounds.values(), key=lambda own: sum(scores.totals[one] for one in own) / len(own))
    assert CUT.explain(1, frozenset(), scores, 1).value == mean(scores, *best)


def test_the_only_table_is_not_cut_and_nobody_met_is_nought() -> None:
    scores = scores_of(field(5), TABLES[:1], scoring_named("share"), everyone_meets=False, games=3)
    for tiebreak in (MEAN, CUT):
        assert tiebreak.explain(1, frozenset(), scores, 1).value == mean(scores, 2, 3, 4)
        assert tiebreak.explain(5, frozenset(), scores, 1).value == 0
