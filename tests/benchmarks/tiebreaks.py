"""Measures whether a bye or a smaller table helps or hurts in the tie-breaks of a Swiss of tables.

    python -m tests.benchmarks.tiebreaks [--events 500]

Events of 11 to 39 players of unlike strength and 4 to 7 rounds, at tables of four: half of them with tables of three as
well, the other half with one player without a table in every round (a full bye). Among players level on points, the
mean rank that a tie-break gives to those who had a bye or a table of three is compared with that of the others. The
second figure subtracts the same difference in the order of how strong their opponents really were, which no tie-break
should change. 0 is fair, more is worse for them; the error is that of 95 %.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from math import sqrt
from random import Random
from statistics import fmean, pstdev

from league.rules.formats import format_named
from league.rules.formats.format import Pairing, Round
from league.rules.options import Value
from league.rules.scores import Scores, scores_of
from league.rules.scoring import scoring_named
from league.rules.tiebreaks import tiebreak_named
from tests.league.rules.simulation import decide, field

SWISS = format_named("table-swiss")
TIEBREAKS = ("buchholz", "buchholz-cut-1", "opponents-mean-score", "opponents-mean-score-cut-1")
KINDS: tuple[tuple[str, Mapping[str, Value], int], ...] = (
    ("a table of three", {}, 3),
    ("a bye", {"smallest": 4, "largest": 4}, 1),
)
Differences = dict[str, list[tuple[float, float]]]


def main() -> None:
    """Read the command line, measure, print."""
    ask = argparse.ArgumentParser(description="Measure whether tie-breaks are fair at tables of several sizes.")
    ask.add_argument("--events", type=int, default=500)
    events = ask.parse_args().events
    print("| those who had | tie-break | groups | rank difference | less that of their opponents' strength |")
    print("|---|---|---:|---:|---:|")
    for kind, options, rest in KINDS:
        found: Differences = defaultdict(list)
        for seed in range(events // 2):
            for tiebreak, differences in _differences(seed, options, rest):
                found[tiebreak].append(differences)
        for tiebreak, rows in found.items():
            plain, compared = (_with_error([row[at] for row in rows]) for at in (0, 1))
            print(f"| {kind} | {tiebreak_named(tiebreak).name} | {len(rows)} | {plain} | {compared} |", flush=True)


def _differences(seed: int, options: Mapping[str, Value], rest: int) -> Iterator[tuple[str, tuple[float, float]]]:
    luck = Random(seed)
    players, rounds = 4 * luck.randrange(2 if rest == 3 else 3, 10) + rest, luck.randrange(4, 8)
    strengths = {entry.id: luck.gauss(0, 1) for entry in field(players)}
    pairings = _played(strengths, {**options, "rounds": rounds}, seed, luck)
    scores = scores_of(field(players), pairings, scoring_named("share"), everyone_meets=False, games=rounds)
    marked = {one for pairing in pairings if len(pairing.seats) < 4 for one in pairing.seats}
    for level in _level(scores):
        own, others = ([one for one in level if (one in marked) is is_marked] for is_marked in (True, False))
        if not own or not others:
            continue
        real = _difference({one: _opponents_strength(one, scores, strengths) for one in level}, own, others)
        for slug in TIEBREAKS:
            tiebreak = tiebreak_named(slug)
            values = {one: tiebreak.explain(one, frozenset(level), scores, seed).value for one in level}
            found = _difference(values, own, others)
            yield slug, (found, found - real)


def _played(strengths: Mapping[int, float], options: Mapping[str, Value], seed: int, luck: Random) -> list[Pairing]:
    pairings: list[Pairing] = []
    entries = field(len(strengths))
    while isinstance(answer := SWISS.pair(entries, pairings, options, seed), Round):
        form = {one: int(1e6 * (luck.gauss(0, 1) - strength)) for one, strength in strengths.items()}
        pairings += [decide(pairing, form.__getitem__) for pairing in answer.pairings]
    return pairings


def _level(scores: Scores) -> Iterator[list[int]]:
    groups: dict[int, list[int]] = defaultdict(list)
    for entry in scores.entries:
        groups[scores.totals[entry]].append(entry)
    return (group for group in groups.values() if len(group) > 1)


def _opponents_strength(entry: int, scores: Scores, strengths: Mapping[int, float]) -> float:
    return fmean([strengths[meeting.opponent] for meeting in scores.meetings(entry)])


def _difference(values: Mapping[int, float], own: Sequence[int], others: Sequence[int]) -> float:
    """How much lower `own` are placed than `others`, in ranks; who is level shares the mean of the ranks."""
    ranks = {
        one: sum(other > value for other in values.values()) + sum(other == value for other in values.values()) / 2
        for one, value in values.items()
    }
    return fmean([ranks[one] for one in own]) - fmean([ranks[one] for one in others])


def _with_error(figures: Sequence[float]) -> str:
    return f"{fmean(figures):+.2f} ± {1.96 * pstdev(figures) / sqrt(len(figures)):.2f}"


if __name__ == "__main__":
    main()
