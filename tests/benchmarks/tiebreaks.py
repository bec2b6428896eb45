"""Measures whether a bye or a smaller table helps or hurts in the tie-breaks of tournaments at tables.

    python -m tests.benchmarks.tiebreaks [--events 500] [--first 0] [--kinds "Swiss, a bye"]

Made-up events of players of unlike strength, so many of each kind: a Swiss at tables of four of which some are tables
of three; a Swiss with one player without a table in every round (a full bye); a round robin with tables of three.
Among players level on points, the mean rank that a tie-break gives to those who had a bye, or more of the smaller
tables than the others, is compared with that of the others. The second figure subtracts the same difference in the
order of how strong their opponents really were, which no tie-break should change. 0 is fair, more is worse for them;
the error is that of 95 %, each event counted as one observation.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from math import sqrt
from random import Random
from statistics import fmean
from typing import NamedTuple

from league.competition.format import Pairing, Round
from league.competition.formats import format_named
from league.competition.options import Value
from league.competition.scores import Scores, scores_of
from league.competition.scoring import scoring_named
from league.competition.tiebreaks import tiebreak_named
from tests.league.competition.simulation import decide, field

SWISS = ("buchholz", "buchholz-cut-1", "opponents-mean-score", "opponents-mean-score-cut-1", "wins", "games-won")
ROUND_ROBIN = ("direct-encounter", "sonneborn-berger", "sonneborn-berger-per-opponent", "wins")


class Kind(NamedTuple):
    """Events of one kind: so many players beyond whole tables of four, of which there are `tables`."""

    words: str
    format: str
    tiebreaks: tuple[str, ...]
    options: Mapping[str, Value]
    rest: int
    tables: range


KINDS = (
    Kind("Swiss, a table of three", "table-swiss", SWISS, {}, 3, range(2, 10)),
    Kind("Swiss, a bye", "table-swiss", SWISS, {"smallest": 4, "largest": 4}, 1, range(3, 10)),
    Kind("round robin, tables of three", "table-round-robin", ROUND_ROBIN, {}, 3, range(2, 5)),
)
Differences = tuple[float, float]


def main() -> None:
    """Read the command line, measure, print."""
    ask = argparse.ArgumentParser(description="Measure whether tie-breaks are fair at tables of several sizes.")
    ask.add_argument("--events", type=int, default=500, help="of each kind")
    ask.add_argument("--first", type=int, default=0, help="the first seed; the others follow")
    ask.add_argument("--kinds", nargs="+", choices=[kind.words for kind in KINDS])
    asked = ask.parse_args()
    print(
        "| events, and those who had | tie-break | groups | rank difference | less that of their opponents' strength |"
    )
    print("|---|---|---:|---:|---:|")
    for kind in KINDS:
        if asked.kinds and kind.words not in asked.kinds:
            continue
        found: dict[str, list[list[Differences]]] = defaultdict(list)
        for seed in range(asked.first, asked.first + asked.events):
            for tiebreak, differences in _differences(kind, seed).items():
                found[tiebreak].append(differences)
        for tiebreak, by_event in found.items():
            groups = sum(map(len, by_event))
            plain, compared = (_with_error([[row[at] for row in rows] for rows in by_event]) for at in (0, 1))
            print(f"| {kind.words} | {tiebreak_named(tiebreak).name} | {groups} | {plain} | {compared} |", flush=True)


def _differences(kind: Kind, seed: int) -> dict[str, list[Differences]]:
    """Return the two figures of each tie-break for each group of one event."""
    rng = Random(seed)
    players, rounds = 4 * rng.choice(kind.tables) + kind.rest, rng.randrange(4, 8)
    strengths = {entry.id: rng.gauss(0, 1) for entry in field(players)}
    pairings = _played(kind, strengths, {**kind.options, "rounds": rounds}, seed, rng)
    everyone_meets = format_named(kind.format).everyone_meets
    scores = scores_of(
        field(players), pairings, scoring_named("six-four-two"), everyone_meets=everyone_meets, games=rounds
    )
    met = {entry: len(scores.meetings(entry)) for entry in scores.entries}
    found: dict[str, list[Differences]] = {slug: [] for slug in kind.tiebreaks}
    for level in _level(scores):
        own = [one for one in level if met[one] < fmean([met[other] for other in level])]
        others = [one for one in level if one not in own]
        if not own:
            continue
        real = _difference({one: _opponents_strength(one, scores, strengths) for one in level}, own, others)
        for slug, differences in found.items():
            tiebreak = tiebreak_named(slug)
            values = {one: tiebreak.explain(one, frozenset(level), scores, seed).value for one in level}
            plain = _difference(values, own, others)
            differences.append((plain, plain - real))
    return found


def _played(
    kind: Kind, strengths: Mapping[int, float], options: Mapping[str, Value], seed: int, rng: Random
) -> list[Pairing]:
    pairings: list[Pairing] = []
    entries = field(len(strengths))
    while isinstance(answer := format_named(kind.format).pair(entries, pairings, options, seed), Round):
        form = {one: int(1e6 * (rng.gauss(0, 1) - strength)) for one, strength in strengths.items()}
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


def _with_error(by_event: Sequence[Sequence[float]]) -> str:
    """Return the mean over all groups; those of one event may depend on each other, so its error goes by events."""
    groups = sum(map(len, by_event))
    mean = sum(map(sum, by_event)) / groups
    error = sqrt(sum((sum(rows) - len(rows) * mean) ** 2 for rows in by_event)) / groups
    return f"{mean:+.2f} ± {1.96 * error:.2f}"


if __name__ == "__main__":
    main()
