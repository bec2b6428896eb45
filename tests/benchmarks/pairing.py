"""Measures pairings of a Swiss of tables: seats and repeats over many tournaments, and time.

    python -m tests.benchmarks.pairing [--events 500] [--players 1000] [--rounds 5]
    python -m tests.benchmarks.pairing --two 500 --rounds 9

With `--two` it measures a Swiss for two of that many players alone: each round, and what py4swiss takes of it.

Times are of the processor. It also plays seasons of club nights, and folds and sorts the standings of 200 after 9
rounds.
"""

from __future__ import annotations

import argparse
import os
import platform
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from random import Random
from statistics import median
from time import process_time
from typing import Any
from unittest.mock import patch

from py4swiss.engines import DutchEngine
from py4swiss.trf import ParsedTrf

from league.competition.format import Conditions, Pairing, Round
from league.competition.formats import format_named
from league.competition.options import Value
from league.competition.scores import scores_of
from league.competition.scoring import scoring_named
from league.competition.standings import standings
from league.competition.tiebreaks import tiebreak_named
from tests.league.competition.simulation import decide, field
from tests.league.competition.swiss_events import MEETINGS, MISSED, SEATS, SWISS, Event, fewest_repeats, played, widest

EVENINGS, TWO = format_named("club-evenings"), format_named("swiss")
SMALL = [
    (6, 2, 2, 2), (8, 2, 2, 2), (10, 2, 2, 2), (6, 3, 3, 3), (9, 3, 3, 3), (12, 3, 3, 3), (7, 3, 3, 5), (8, 4, 3, 5),
    (9, 4, 3, 5), (10, 4, 3, 5), (11, 4, 3, 5), (12, 4, 4, 4), (8, 3, 2, 4), (10, 5, 3, 5),
]  # fmt: skip
TIEBREAKS = ("buchholz", "sonneborn-berger", "direct-encounter", "wins", "lot")


def main() -> None:
    """Read the command line, measure, print."""
    ask = argparse.ArgumentParser(description="Measure the draws of a Swiss of tables.")
    ask.add_argument("--events", type=int, default=500)
    ask.add_argument("--players", type=int, default=1000)
    ask.add_argument("--rounds", type=int, default=5)
    ask.add_argument("--two", type=int, help="measure a Swiss for two of so many players, and nothing else")
    asked = ask.parse_args()
    print(f"Python {platform.python_version()}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}\n")
    if asked.two:
        _swiss_for_two(asked.two, asked.rounds)
        return
    _seats(asked.events)
    _evenings(asked.events // 5)
    _repeats()
    print("| what | rounds | median | slowest |\n|---|---:|---:|---:|")
    _times(150, asked.rounds)
    _times(asked.players, asked.rounds)
    _row("standings of 200 after 9 rounds", [_seconds(_standings(9)) for _ in range(5)])


def _seats(events: int) -> None:
    rng = Random(5)
    spreads: dict[bool, Counter[int]] = {True: Counter(), False: Counter()}
    wide: list[Event] = []
    against: Counter[str] = Counter()
    uneven: list[str] = []
    for seed in range(events):
        event = _some_event(rng, seed)
        spreads[event.one_size][event.seat_spread] += 1
        if event.seat_spread > 1:
            wide.append(event)
        for number, what in event.uneven():
            against[what] += 1
            uneven.append(f"{event.players} at {event.table_size} in round {number}: {what}")
    print("| tables | events | seats differ by 0 | by 1 | by 2 | by more |\n|---|---:|---:|---:|---:|---:|")
    for one_size, title in ((True, "all of one size"), (False, "of several sizes")):
        own = spreads[one_size]
        more = sum(times for spread, times in own.items() if spread > 2)
        print(f"| {title} | {sum(own.values())} | {own[0]} | {own[1]} | {own[2]} | {more} |")
    told = ", ".join(f"{e.players} at {e.table_size}" for e in sorted(wide, key=lambda event: event.players))
    print(f"\nby 2 or more at the end: {told or 'none'}")
    print(f"more uneven after a round: {'; '.join(uneven) or 'none'}")
    print(f"of these {len(uneven)} rounds: {against[SEATS]} where the seats cannot go round,")
    print(f"{against[MEETINGS]} where every seating was tried and even seats take two more meetings again,")
    print(f"{against[MISSED]} missed or not known\n")


def _evenings(seasons: int) -> None:
    """Seasons of a club of 8 to 24 of whom three in four come."""
    rng = Random(9)
    spreads: Counter[int] = Counter()
    for seed in range(seasons):
        size = rng.choice([2, 3, 4, 5])
        players, evenings, rounds = rng.randrange(8, 25), rng.randrange(4, 9), rng.choice([1, 2, 3])
        options = {"table_size": size, "smallest": min(3, size), "largest": 5 if size > 2 else 3, "evenings": evenings}
        spreads[widest(_season(players, options, rounds, seed, rng))] += 1
    print("| seasons of club evenings | seats differ by 0 | by 1 | by 2 | by more |\n|---:|---:|---:|---:|---:|")
    more = sum(times for spread, times in spreads.items() if spread > 2)
    print(f"| {seasons} | {spreads[0]} | {spreads[1]} | {spreads[2]} | {more} |\n")


def _season(players: int, options: Mapping[str, Value], rounds: int, seed: int, rng: Random) -> list[Pairing]:
    pairings: list[Pairing] = []
    for evening in range(1, int(options["evenings"]) + 1):
        here = [entry for entry in field(players) if rng.random() < 0.75]
        for _ in range(rounds):
            answer = EVENINGS.pair(here, pairings, options, seed, Conditions(evening=evening))
            pairings += [decide(pairing) for pairing in answer.pairings] if isinstance(answer, Round) else []
    return pairings


def _some_event(rng: Random, seed: int) -> Event:
    """6 to 60 entrants, 3 to 7 rounds; every other event fills its tables."""
    size, players, rounds = rng.choice([2, 3, 4, 5]), rng.randrange(6, 61), rng.randrange(3, 8)
    if seed % 2:
        return played(max(players - players % size, 2 * size), size, rounds, seed, smallest=size, largest=size)
    return played(players, size, rounds, seed, smallest=min(3, size), largest=max(3, size))


def _repeats() -> None:
    """Meetings again of every round against the fewest that any seating of the same tables has."""
    above: Counter[int] = Counter()
    for players, size, smallest, largest in SMALL:
        for seed in range(6):
            event = played(players, size, 5, seed, smallest=smallest, largest=largest)
            above.update(again - fewest_repeats(tables, met) for _, again, tables, met in event.repeats())
    print("| meetings again above the fewest there can be | rounds |\n|---:|---:|")
    print("\n".join(f"| {more} | {rounds} |" for more, rounds in sorted(above.items())), end="\n\n")


def _times(players: int, rounds: int) -> None:
    seconds: list[float] = []
    pairings: list[Pairing] = []
    rng = Random(players)
    for number in range(rounds):
        begun = process_time()
        answer = SWISS.pair(field(players), pairings, {"rounds": rounds}, 1)
        seconds.append(process_time() - begun)
        assert isinstance(answer, Round), number
        form = {entry.id: int(1000 * rng.gauss(entry.id / players, 0.4)) for entry in field(players)}
        pairings += [decide(pairing, form.__getitem__) for pairing in answer.pairings]
    _row(f"table-swiss, {players} entrants at tables of four", seconds)


def _swiss_for_two(players: int, rounds: int) -> None:
    """Of every round after the first its seconds, and those of them that py4swiss takes; the first is not searched."""
    pairings: list[Pairing] = []
    rng, own, ratios = Random(players), list[float](), list[float]()
    print("| round | seconds | of these py4swiss | ratio |\n|---:|---:|---:|---:|")
    for number in range(1, rounds + 1):
        with _engine_timed() as theirs:
            begun = process_time()
            answer = TWO.pair(field(players), pairings, {"rounds": rounds}, 1)
            own.append(process_time() - begun)
        assert isinstance(answer, Round), number
        if theirs:
            ratios.append(own[-1] / theirs[0])
        print(f"| {number} | {own[-1]:.2f} | {sum(theirs):.2f} | {f'{ratios[-1]:.3f}' if theirs else ''} |")
        form = {entry.id: int(1000 * rng.gauss(entry.id / players, 0.4)) for entry in field(players)}
        pairings += [decide(pairing, form.__getitem__) for pairing in answer.pairings]
    print(f"\nmedian {median(own[1:]):.2f} s, slowest {max(own):.2f} s; ratio {median(ratios):.3f} in the median")


@contextmanager
def _engine_timed() -> Iterator[list[float]]:
    """The seconds of each call of py4swiss while this lasts."""
    seconds: list[float] = []
    draw = DutchEngine.generate_pairings

    def timed(report: ParsedTrf) -> Any:
        begun = process_time()
        try:
            return draw(report)
        finally:
            seconds.append(process_time() - begun)

    with patch.object(DutchEngine, "generate_pairings", timed):
        yield seconds


def _standings(rounds: int) -> Callable[[], object]:
    pairings = played(200, 4, rounds, 1).pairings
    tiebreaks = [tiebreak_named(slug) for slug in TIEBREAKS]

    def fold() -> object:
        scores = scores_of(field(200), pairings, scoring_named("share"), everyone_meets=False, games=rounds)
        return standings(scores, tiebreaks, 1)

    return fold


def _seconds(do: Callable[[], object]) -> float:
    begun = process_time()
    do()
    return process_time() - begun


def _row(what: str, seconds: list[float]) -> None:
    print(f"| {what} | {len(seconds)} | {_milliseconds(median(seconds))} | {_milliseconds(max(seconds))} |")


def _milliseconds(seconds: float) -> str:
    return f"{1000 * seconds:,.0f} ms"


if __name__ == "__main__":
    main()
