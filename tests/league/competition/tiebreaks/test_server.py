"""Tie-breaks against the figures of FIDE's TieBreakServer (github.com/OttoMilvang/TieBreakServer, 21 July 2026).

Both crosstables were made up by lot and given to its `tiebreakchecker.py` as tournament reports, the first with `-s`
(Swiss), the second with `-p` (round robin); ratings are 2500 less 37 a start number. Where it has no value it is 0.
"""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest

from league.competition.points import POINT
from league.competition.scores import Scores
from league.competition.tiebreaks import tiebreak_named
from tests.league.competition.crosstables import swiss

SWISS = """
1 -B2 . =BYE +BYE =W2
2 +W1 -B3 =W4 =B5 =B1
3 +W9 +W2 +W9 +W7 =W9
4 =B7 -W5 =B2 -B6 +B6
5 =BYE +B4 +W6 =W2 -B8
6 =BYE +B7 -B5 +W4 -W4
7 =W4 -W6 +W8 -B3 -BYE
8 -BYE -BYE -B7 =W9 +W5
9 -B3 #W1 -B3 =B8 =B3
"""
OF_SWISS = {
    "progressive": "4.0 8.0 14.5 5.0 10.5 8.5 5.5 2.0 5.5",
    "progressive-cut-1": "4.0 7.0 13.5 4.5 10.0 8.0 5.0 2.0 5.5",
    "progressive-cut-2": "4.0 6.0 11.5 4.0 8.5 6.5 4.5 2.0 4.5",
    "koya": "0.5 0.5 1.0 1.5 1.5 0.0 0.0 1.0 0.5",
    "fore-buchholz": "11.0 13.5 10.5 14.0 10.5 11.0 11.5 9.5 16.5",
    "average-opponents-buchholz": "13.50 11.20 15.30 11.90 11.88 12.00 11.13 13.33 10.38",
    "sonneborn-berger-cut-1": "4.25 4.50 8.50 3.75 5.75 4.00 2.50 4.00 4.25",
    "sonneborn-berger-cut-2": "3.25 3.50 6.50 3.75 5.75 4.00 1.00 4.00 2.25",
    "median-buchholz-2": "2.0 2.0 2.0 2.5 2.0 2.0 2.0 2.0 4.5",
    "second-seat-wins": "0 0 0 1 1 1 0 0 0",
    "games-won": "0 1 4 1 2 2 1 1 0",
    "average-opponents-rating": "2426 2396 2234 2308 2315 2315 2306 2241 2343",
    "performance-rating": "2233 2396 2600 2236 2410 2315 2219 2241 2150",
}
ROUND_ROBIN = """
1 . -W2 =B3 +W4 =B5
2 =W5 +B1 . +W3 .
3 +W4 . =W1 -B2 .
4 -B3 . #W5 -B1 #W2
5 =B2 #W3 . . =W1
"""
OF_ROUND_ROBIN = {
    "progressive": "4.0 8.5 6.5 4.0 7.0",
    "progressive-cut-1": "4.0 8.0 5.5 4.0 6.5",
    "progressive-cut-2": "4.0 6.5 4.5 4.0 5.0",
    "koya": "1.5 1.5 1.5 2.0 1.0",
    "sonneborn-berger-cut-1": "3.00 3.00 3.00 4.50 2.25",
    "sonneborn-berger-cut-2": "2.00 3.00 2.00 4.50 2.25",
    "second-seat-wins": "0 1 0 0 0",
    "games-won": "1 2 1 0 0",
    "average-opponents-rating": "2371 2389 2414 2426 2445",
    "performance-rating": "2371 2662 2414 1626 2445",
}


def event(lines: str, *, everyone_meets: bool) -> Scores:
    """The crosstable after its final round."""
    scores = swiss(lines)
    final = tuple(one for one in scores.pairings if one.round == scores.rounds and len(one.seats) == 2)
    ratings = {entry: 2500 - 37 * entry for entry in scores.entries}
    return replace(scores, everyone_meets=everyone_meets, final=final, ratings=ratings)


def figures(slug: str, scores: Scores) -> list[Decimal]:
    tiebreak, everybody = tiebreak_named(slug), frozenset(scores.entries)
    return [
        Decimal(tiebreak.explain(one, everybody, scores, 1).value) / tiebreak.scale for one in sorted(scores.entries)
    ]


@pytest.mark.parametrize(("slug", "expected"), OF_SWISS.items(), ids=list(OF_SWISS))
def test_a_swiss_with_byes_and_forfeits(slug: str, expected: str) -> None:
    assert figures(slug, event(SWISS, everyone_meets=False)) == list(map(Decimal, expected.split()))


@pytest.mark.parametrize(("slug", "expected"), OF_ROUND_ROBIN.items(), ids=list(OF_ROUND_ROBIN))
def test_a_round_robin_with_forfeits(slug: str, expected: str) -> None:
    assert figures(slug, event(ROUND_ROBIN, everyone_meets=True)) == list(map(Decimal, expected.split()))


def test_fore_buchholz_is_known_as_soon_as_the_final_round_is_paired() -> None:
    played = event(SWISS, everyone_meets=False)
    byes = [one for one in played.pairings if one.round < played.rounds or len(one.seats) == 1]
    undecided = tuple(replace(one, results=(), decided=False) for one in played.final)
    still_playing = replace(played, pairings=tuple(byes), final=undecided)
    assert figures("fore-buchholz", still_playing) == figures("fore-buchholz", played)


def test_fore_buchholz_is_buchholz_before_the_final_round() -> None:
    scores = replace(event(SWISS, everyone_meets=False), final=())
    assert figures("fore-buchholz", scores) == figures("buchholz", scores)


def test_who_has_no_rating_counts_as_1500() -> None:
    scores = replace(swiss("1 +W2 =W3 \n 2 -B1 \n 3 . =B1"), ratings={2: 1601})
    assert figures("average-opponents-rating", scores)[0] == 1551  # 1550½, rounded up
    assert figures("performance-rating", scores)[0] == 1551 + 193  # three quarters of the points


def test_koya_counts_points_of_the_scoring_rule() -> None:
    scores = event("1 +W2 \n 2 -B1", everyone_meets=True)
    assert tiebreak_named("koya").explain(2, frozenset({2}), scores, 1).value == 0
    assert tiebreak_named("koya").explain(1, frozenset({1}), scores, 1).value == 0  # 2 has less than half
    even = event("1 =W2 \n 2 =B1", everyone_meets=True)
    assert tiebreak_named("koya").explain(1, frozenset({1}), even, 1).value == POINT // 2
