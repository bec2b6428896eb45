"""Measures the draws of a Swiss of tables: seats and repeats over many events, time, and a peer of two at a table.

    python -m tests.benchmarks.pairing [--events 500] [--peer PYTHON] [--players 1000] [--rounds 5]

`--peer` is the Python of an environment that has py4swiss; its Dutch engine then pairs as many entrants, round by
round, with results of its own. Times are of the processor. It also folds and sorts the standings of 200 after 9 rounds.
"""

from __future__ import annotations

import argparse
import os
import platform
import subprocess
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import median
from time import process_time

from league.rules.formats.format import Pairing, Round
from league.rules.scores import scores_of
from league.rules.scoring import scoring_named
from league.rules.standings import standings
from league.rules.tiebreaks import tiebreak_named
from tests.league.rules.simulation import decide, field
from tests.league.rules.swiss_events import SWISS, Event, fewest_repeats, played

SMALL = [
    (6, 2, 2, 2), (8, 2, 2, 2), (10, 2, 2, 2), (6, 3, 3, 3), (9, 3, 3, 3), (12, 3, 3, 3), (7, 3, 3, 5), (8, 4, 3, 5),
    (9, 4, 3, 5), (10, 4, 3, 5), (11, 4, 3, 5), (12, 4, 4, 4), (8, 3, 2, 4), (10, 5, 3, 5),
]  # fmt: skip
TIEBREAKS = ("buchholz", "sonneborn-berger", "direct-encounter", "wins", "lot")


def main() -> None:
    """Read the command line, measure, print."""
    ask = argparse.ArgumentParser(description="Measure the draws of a Swiss of tables.")
    ask.add_argument("--events", type=int, default=500)
    ask.add_argument("--peer", type=Path, help="the Python of an environment that has py4swiss")
    ask.add_argument("--players", type=int, default=1000)
    ask.add_argument("--rounds", type=int, default=5)
    asked = ask.parse_args()
    print(f"Python {platform.python_version()}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}\n")
    _seats(asked.events)
    _repeats()
    own = [_times(players, asked.rounds) for players in (150, asked.players)]
    if asked.peer:
        theirs = _of_the_peer(asked.peer, asked.players, asked.rounds)
        _row(f"py4swiss Dutch, {asked.players} entrants", theirs)
        print(f"\nmedian of ours by median of theirs: {median(own[-1]) / median(theirs):.3f}")
    _row("standings of 200 after 9 rounds", [_seconds(_standings(9)) for _ in range(5)])


def _seats(events: int) -> None:
    luck = Random(5)
    spreads: dict[bool, Counter[int]] = {True: Counter(), False: Counter()}
    wide: list[Event] = []
    for seed in range(events):
        event = _some_event(luck, seed)
        spreads[event.one_size][event.seat_spread] += 1
        if event.seat_spread > 1:
            wide.append(event)
    print("| tables | events | seats differ by 0 | by 1 | by 2 | by more |\n|---|---:|---:|---:|---:|---:|")
    for one_size, title in ((True, "all of one size"), (False, "of several sizes")):
        own = spreads[one_size]
        more = sum(times for spread, times in own.items() if spread > 2)
        print(f"| {title} | {sum(own.values())} | {own[0]} | {own[1]} | {own[2]} | {more} |")
    told = ", ".join(f"{e.players} at {e.table_size}" for e in sorted(wide, key=lambda event: event.players))
    print(f"\nby 2 or more: {told or 'none'}\n")


def _some_event(luck: Random, seed: int) -> Event:
    """6 to 60 entrants, 3 to 7 rounds; every other event fills its tables."""
    size, players, rounds = luck.choice([2, 3, 4, 5]), luck.randrange(6, 61), luck.randrange(3, 8)
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
    print("| what | rounds | median | slowest |\n|---|---:|---:|---:|")


def _times(players: int, rounds: int) -> list[float]:
    seconds: list[float] = []
    pairings: list[Pairing] = []
    luck = Random(players)
    for number in range(rounds):
        begun = process_time()
        answer = SWISS.pair(field(players), pairings, {"rounds": rounds}, 1)
        seconds.append(process_time() - begun)
        assert isinstance(answer, Round), number
        form = {entry.id: int(1000 * luck.gauss(entry.id / players, 0.4)) for entry in field(players)}
        pairings += [decide(pairing, form.__getitem__) for pairing in answer.pairings]
    _row(f"table-swiss, {players} entrants at tables of four", seconds)
    return seconds


def _of_the_peer(python: Path, players: int, rounds: int) -> list[float]:
    script = Path(__file__).with_name("pairing_peer.py")
    done = subprocess.run([python, script, str(players), str(rounds)], check=True, capture_output=True, text=True)
    return [float(line) for line in done.stdout.split()]


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
