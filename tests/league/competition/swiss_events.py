"""Whole events of a Swiss of tables with made-up results, and what came of them; used by tests and the benchmark."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from math import inf
from random import Random
from typing import overload

from league.competition.format import Entry, Pairing, Round
from league.competition.formats import format_named
from league.competition.options import Value
from league.competition.pairing_history import PairingHistory
from league.competition.seating import even_seats, misfits
from tests.league.competition.simulation import decide, field, meetings

SWISS = format_named("table-swiss")
SEATS, MEETINGS, MISSED = "seats", "meetings", "missed"
"""What stands against even seats: the seats themselves, two more meetings again, or nothing that is known."""
EXHAUSTIBLE = 16
"""The largest field of which every seating is tried."""


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
        return len({len(pairing.seats) for pairing in self.pairings if pairing.bye is None}) == 1

    @property
    def seat_spread(self) -> int:
        """How much more often somebody had one seat than another at the end, among the seats all their tables had."""
        return widest(self.pairings)

    def uneven(self) -> Iterator[tuple[int, str]]:
        """The rounds after which that was more than one for more people than before, and what stands against it."""
        before = 0
        for number in range(1, self.rounds + 1):
            after = sum(_spread(sat) > 1 for sat in _sat(self._until(number)).values())
            if after > before:
                yield number, self._against(number)
            before = after

    def _until(self, number: int) -> list[Pairing]:
        return [pairing for pairing in self.pairings if pairing.round <= number]

    def _against(self, number: int) -> str:
        """Seats, if nobody could have seated these people evenly; else meetings, if it took two more of those."""
        tables = [pairing.seats for pairing in self.pairings if pairing.round == number and pairing.bye is None]
        past = PairingHistory(field(self.players), self._until(number - 1))
        sizes = sorted(map(len, tables))
        own = {
            (one, size): even_seats(past.times_seated(one, size), past.common_seats(one, size), 1)
            for table in tables
            for one in table
            for size in set(sizes)
        }
        if not _seats_go_round(own, Counter(sizes)):
            return SEATS
        if sum(sizes) > EXHAUSTIBLE:
            return MISSED
        met = {frozenset((one, other)): times for one, others in past.met.items() for other, times in others.items()}
        fewest = fewest_repeats(tables, met)
        even = fewest_repeats(
            tables, met, lambda group: not misfits(tuple(sorted(own[one, len(group)] for one in group)))
        )
        return MEETINGS if even is None or even > fewest + 1 else MISSED

    def repeats(self) -> Iterator[tuple[int, int, list[tuple[int, ...]], Counter[frozenset[int]]]]:
        """For every round its number, how often people met again, its tables, and who had met before."""
        met: Counter[frozenset[int]] = Counter()
        for number in range(1, self.rounds + 1):
            drawn = [pairing for pairing in self.pairings if pairing.round == number]
            again = sum(met[pair] * times for pair, times in meetings(drawn).items())
            yield number, again, [pairing.seats for pairing in drawn], met.copy()
            met += meetings(drawn)


def widest(pairings: Sequence[Pairing]) -> int:
    """How much more often somebody had one seat than another, among the seats all their tables had."""
    return max(_spread(sizes_and_seats) for sizes_and_seats in _sat(pairings).values())


def _sat(pairings: Sequence[Pairing]) -> dict[int, list[tuple[int, int]]]:
    sat: dict[int, list[tuple[int, int]]] = {}
    for pairing in pairings:
        for seat, entry in enumerate(() if pairing.bye is not None else pairing.seats):
            sat.setdefault(entry, []).append((len(pairing.seats), seat))
    return sat


def _spread(sat: Sequence[tuple[int, int]]) -> int:
    counts = Counter(seat for _, seat in sat)
    common = [counts[seat] for seat in range(min(size for size, _ in sat))]
    return max(common) - min(common)


def played(players: int, table_size: int, rounds: int, seed: int, **more: Value) -> Event:
    """An event of players of unlike strength; the better ones win more."""
    options: Mapping[str, Value] = {"table_size": table_size, "rounds": rounds, **more}
    rng = Random(seed)
    entries: list[Entry] = field(players)
    pairings: list[Pairing] = []
    while isinstance(answer := SWISS.pair(entries, pairings, options, seed), Round):
        form = {entry.id: int(1000 * (entry.id / players + rng.gauss(0, 0.4))) for entry in entries}
        pairings += [decide(pairing, form.__getitem__) for pairing in answer.pairings]
    return Event(players, table_size, rounds, tuple(pairings))


@overload
def fewest_repeats(tables: Sequence[Sequence[int]], met: Mapping[frozenset[int], int]) -> int: ...
@overload
def fewest_repeats(
    tables: Sequence[Sequence[int]], met: Mapping[frozenset[int], int], fits: Callable[[tuple[int, ...]], bool]
) -> int | None: ...
def fewest_repeats(
    tables: Sequence[Sequence[int]],
    met: Mapping[frozenset[int], int],
    fits: Callable[[tuple[int, ...]], bool] | None = None,
) -> int | None:
    """By trying every way to seat the same people at tables of the same sizes: the fewest meetings there must be.

    Only tables that `fits` allows count; None where no way is left.
    """
    people = tuple(sorted(one for table in tables for one in table))

    @cache
    def cost(group: tuple[int, ...]) -> float:
        if fits is not None and not fits(group):
            return inf
        return sum(met.get(frozenset(pair), 0) for pair in combinations(group, 2))

    @cache
    def fewest(left: tuple[int, ...], sizes: tuple[int, ...]) -> float:
        if not left:
            return 0
        first, *others = left
        ways = (
            cost((first, *group)) + fewest(tuple(one for one in others if one not in group), _less(sizes, size))
            for size in sorted(set(sizes))
            for group in combinations(others, size - 1)
            if cost((first, *group)) < inf
        )
        return min(ways, default=inf)

    least = fewest(people, tuple(sorted(len(table) for table in tables)))
    return None if least == inf else int(least)


def _seats_go_round(own: Mapping[tuple[int, int], int], tables: Mapping[int, int]) -> bool:
    """Whether everybody can have one of their own seats at once, wherever they sit: a matching of people and seats."""
    taken: dict[tuple[int, int, int], int] = {}  # who has which seat, by size of table, seat and table

    def placed(one: int, tried: set[tuple[int, int, int]]) -> bool:
        for size, many in tables.items():
            for seat in [seat for seat in range(size) if own[one, size] >> seat & 1]:
                for place in [(size, seat, table) for table in range(many)]:
                    if place not in tried:
                        tried.add(place)
                        if place not in taken or placed(taken[place], tried):
                            taken[place] = one
                            return True
        return False

    return all(placed(one, set()) for one in {one for one, _ in own})


def _less(sizes: tuple[int, ...], size: int) -> tuple[int, ...]:
    at = sizes.index(size)
    return sizes[:at] + sizes[at + 1 :]
