"""Whole events of a Swiss of tables with made-up results, and what came of them; used by tests and the benchmark."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from random import Random

from league.rules.formats import format_named
from league.rules.formats.format import Entry, Pairing, Round
from league.rules.options import Value
from tests.league.rules.simulation import decide, field, meetings

SWISS = format_named("table-swiss")


@dataclass(frozen=True)
class Event:
    """An event that was played out: how many sat where, and all its pairings."""

    players: int
    table_size: int
    rounds: int
    pairings: tuple[Pairing, ...]

    @property
    def one_size(self) -> bool:
        """Whether all tables are equally large; then the field allows every seat equally often."""
        return len({len(pairing.seats) for pairing in self.pairings}) == 1

    @property
    def seat_spread(self) -> int:
        """How much more often somebody had one seat than another, among the seats all their tables had."""
        return max(_spread(sizes_and_seats) for sizes_and_seats in _sat(self.pairings).values())

    def repeats(self) -> Iterator[tuple[int, int, list[tuple[int, ...]], Counter[frozenset[int]]]]:
        """For every round its number, how often people met again, its tables, and who had met before."""
        met: Counter[frozenset[int]] = Counter()
        for number in range(1, self.rounds + 1):
            drawn = [pairing for pairing in self.pairings if pairing.round == number]
            again = sum(met[pair] * times for pair, times in meetings(drawn).items())
            yield number, again, [pairing.seats for pairing in drawn], met.copy()
            met += meetings(drawn)


def _sat(pairings: Sequence[Pairing]) -> dict[int, list[tuple[int, int]]]:
    sat: dict[int, list[tuple[int, int]]] = {}
    for pairing in pairings:
        for seat, entry in enumerate(pairing.seats):
            sat.setdefault(entry, []).append((len(pairing.seats), seat))
    return sat


def _spread(sat: Sequence[tuple[int, int]]) -> int:
    counts = Counter(seat for _, seat in sat)
    common = [counts[seat] for seat in range(min(size for size, _ in sat))]
    return max(common) - min(common)


def played(players: int, table_size: int, rounds: int, seed: int, **more: Value) -> Event:
    """An event of players of unlike strength; the better ones win more."""
    options: Mapping[str, Value] = {"table_size": table_size, "rounds": rounds, **more}
    luck = Random(seed)
    entries: list[Entry] = field(players)
    pairings: list[Pairing] = []
    while isinstance(answer := SWISS.pair(entries, pairings, options, seed), Round):
        form = {entry.id: int(1000 * (entry.id / players + luck.gauss(0, 0.4))) for entry in entries}
        pairings += [decide(pairing, form.__getitem__) for pairing in answer.pairings]
    return Event(players, table_size, rounds, tuple(pairings))


def fewest_repeats(tables: Sequence[Sequence[int]], met: Mapping[frozenset[int], int]) -> int:
    """By trying every way to seat the same people at tables of the same sizes: the fewest meetings there must be."""
    people = tuple(sorted(one for table in tables for one in table))

    @cache
    def cost(group: tuple[int, ...]) -> int:
        return sum(met.get(frozenset(pair), 0) for pair in combinations(group, 2))

    @cache
    def fewest(left: tuple[int, ...], sizes: tuple[int, ...]) -> int:
        if not left:
            return 0
        first, *others = left
        return min(
            cost((first, *group)) + fewest(tuple(one for one in others if one not in group), _less(sizes, size))
            for size in sorted(set(sizes))
            for group in combinations(others, size - 1)
        )

    return fewest(people, tuple(sorted(len(table) for table in tables)))


def _less(sizes: tuple[int, ...], size: int) -> tuple[int, ...]:
    at = sizes.index(size)
    return sizes[:at] + sizes[at + 1 :]
