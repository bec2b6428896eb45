"""Who takes which seat of a table that is drawn: nobody a seat had more often than another of that table.

The idea of a cost for every place is Tabbycat's (its draws of British Parliamentary debates); here the cost is how
uneven a player's seats become by it. A table fits when everybody can have a seat of least cost at once: that is a
matching of players and seats, and its deficit (`misfits`) is what the draw keeps small while it makes the tables, for
afterwards it is too late.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import permutations

from league.competition.matching import max_matching
from league.competition.pairing_history import PairingHistory
from league.competition.seeded_random import SeededRandom

BEYOND = 10**6
"""For every seat by which somebody's seats differ by more than one."""
TOO_OFTEN = 1000
SAME_SEAT = 10
"""What it costs to have the seat of the last game again; the lot is below this."""


@lru_cache(maxsize=65536)
def unevenness(had: tuple[int, ...], seat: int, legs: int) -> int:
    """How uneven seats become for who had them so often and now begins in `seat`: the sum of the squares."""
    counts = list(had)
    for leg in range(legs):
        counts[(seat - leg) % len(counts)] += 1
    return sum(count * count for count in counts)


@lru_cache(maxsize=65536)
def fair_seats(had: tuple[int, ...], legs: int) -> int:
    """The seats that leave them as even as can be, as bits: 1 for the first seat, 2 for the second, 4, ..."""
    costs = [unevenness(had, seat, legs) for seat in range(len(had))]
    return sum(1 << seat for seat, cost in enumerate(costs) if cost == min(costs))


@lru_cache(maxsize=65536)
def beyond_even(had: tuple[int, ...], common: int, seat: int, legs: int) -> int:
    """By how much more than one the seats that all their tables had (the first `common`) then differ for them."""
    counts = list(had)
    for leg in range(legs):
        counts[(seat - leg) % len(counts)] += 1
    return max(0, max(counts[:common]) - min(counts[:common]) - 1)


@lru_cache(maxsize=65536)
def even_seats(had: tuple[int, ...], common: int, legs: int) -> int:
    """The seats after which no two of the first `common` differ by more than one, or by as little as can be, as bits.

    At tables of one size these are the fair ones. Where sizes differ there are more: one seat of a larger table that
    was never had is not yet owed to them.
    """
    costs = [beyond_even(had, common, seat, legs) for seat in range(len(had))]
    return sum(1 << seat for seat, cost in enumerate(costs) if cost == min(costs))


@lru_cache(maxsize=262144)
def misfits(masks: tuple[int, ...]) -> int:
    """How many of a table cannot have one of their fair seats, at the least. `masks` in any order; sort them first.

    By Hall's theorem: the most players, less seats, who want none but some of the seats.
    """
    return max(_wanting(masks, max(masks, default=0).bit_length()))


@lru_cache(maxsize=65536)
def misfits_with(masks: tuple[int, ...], size: int) -> tuple[int, ...]:
    """The same where one more sits at a table of that size, by the fair seats of that one."""
    wanting = _wanting(masks, size)
    already = max(wanting)
    for seat in range(size):
        bit = 1 << seat
        for seats in range(1 << size):
            if not seats & bit:
                wanting[seats] = max(wanting[seats], wanting[seats | bit])
    return tuple([max(already, most + 1) for most in wanting])


def _wanting(masks: Sequence[int], size: int) -> list[int]:
    """For all sets of seats how many players want none but these, less the seats."""
    return [sum([not mask & ~seats for mask in masks]) - seats.bit_count() for seats in range(1 << size)]


def fitting_seats(
    entries: Sequence[int], sizes: Sequence[int], past: PairingHistory, legs: int
) -> tuple[dict[int, list[int]], dict[int, list[int]]]:
    """By table size the fair seats of each, and the even ones."""
    fair, even = {}, {}
    for size in set(sizes):
        had = [(past.times_seated(entry, size), past.common_seats(entry, size)) for entry in entries]
        fair[size] = [fair_seats(times, legs) for times, _ in had]
        even[size] = [even_seats(times, common, legs) for times, common in had]
    return fair, even


def seated_fairly(table: Sequence[int], past: PairingHistory, legs: int, luck: SeededRandom) -> tuple[int, ...]:
    """The table in the order of its seats. Where several orders are as fair, the lot decides."""
    size = len(table)
    costs = {entry: _seat_costs(entry, size, past, legs) for entry in table}
    return min(
        permutations(luck.shuffled(table)),
        key=lambda order: sum(costs[entry][seat] for seat, entry in enumerate(order)),
    )


def _seat_costs(entry: int, size: int, past: PairingHistory, legs: int) -> list[int]:
    had = past.times_seated(entry, size)
    common = past.common_seats(entry, size)
    costs = [
        BEYOND * beyond_even(had, common, seat, legs) + TOO_OFTEN * unevenness(had, seat, legs) for seat in range(size)
    ]
    last = past.last_seat.get(entry)
    return [cost - min(costs) + (SAME_SEAT if seat == last else 0) for seat, cost in enumerate(costs)]


def seat_evenly(tables: Sequence[Sequence[int]]) -> list[tuple[int, ...]]:
    """The same tables, each with its players in the order of their seats.

    Deterministic. A matching for each seat, of the lines that are left of all tables that have it.
    """
    left = [list(table) for table in tables]
    seats: list[list[int]] = [[] for _ in tables]
    for seat in range(max(map(len, tables), default=0), 0, -1):
        for table, player in _in_seat(seat, left, [len(table) for table in tables]).items():
            left[table].remove(player)
            seats[table].insert(0, player)
    return [tuple(order) for order in seats]


def _in_seat(seat: int, left: Sequence[Sequence[int]], sizes: Sequence[int]) -> dict[int, int]:
    """Who gets the last seat that is left, for every table that has it; `left` are those without a seat."""
    at: dict[int, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    for table, players in enumerate(left):
        for player in players if sizes[table] >= seat else ():
            at[player][sizes[table]].append(table)
    pieces = _Pieces(seat, len(left))
    for player, by_size in at.items():
        over: list[int] = []
        for size in sorted(by_size, reverse=True):
            over = pieces.both(player, over, pieces.cut(player, by_size[size]))
        pieces.add(player, over)
    return pieces.chosen()


class _Pieces:
    """The graph: tables and stand-ins on one side, pieces of players on the other. A line is named by its table."""

    def __init__(self, lines: int, tables: int) -> None:
        self.lines = lines
        self.tables = tables
        self.stand_ins = 0
        self.pieces: list[tuple[int, Sequence[int]]] = []

    def add(self, player: int, lines: Sequence[int]) -> None:
        """A piece of a player; all its lines come to different seats."""
        self.pieces.append((player, lines))

    def cut(self, player: int, lines: Sequence[int]) -> list[int]:
        """Add whole pieces; the lines that are over."""
        whole = len(lines) - len(lines) % self.lines
        for start in range(0, whole, self.lines):
            self.add(player, lines[start : start + self.lines])
        return list(lines[whole:])

    def both(self, player: int, ones: Sequence[int], others: Sequence[int]) -> list[int]:
        """Add what fills a piece of lines left over in two ways; what is over of both together.

        Where they are more than a piece, each becomes one of its own, filled with lines to a stand-in for a table:
        a seat that the one piece lacks the other has then, and the seats that both have are those it lacks itself.
        """
        over = len(ones) + len(others) - self.lines
        if over <= 0:
            return self.cut(player, [*ones, *others])
        stand_in = self.tables + self.stand_ins
        self.stand_ins += 1
        for lines in (ones, others):
            self.add(player, [*lines, *[stand_in] * (self.lines - len(lines))])
        return [stand_in] * over

    def chosen(self) -> dict[int, int]:
        """For every table one player, from different pieces, among them every piece that is whole."""
        first = self.tables + self.stand_ins
        graph: Mapping[int, list[int]] = defaultdict(list)
        for vertex, (_, lines) in enumerate(self.pieces, start=first):
            for table in dict.fromkeys(lines):
                graph[table].append(vertex)
                graph[vertex].append(table)
        whole = {vertex for vertex in graph if vertex < first or len(self.pieces[vertex - first][1]) == self.lines}
        partner = max_matching(graph, sorted(graph, key=lambda vertex: (vertex not in whole, vertex)))
        return {table: self.pieces[partner[table] - first][0] for table in graph if table < self.tables}


def table_sizes(players: int, preferred: int, smallest: int, largest: int) -> tuple[int, ...]:
    """The tables for a field, larger ones first: sizes as near to `preferred` as can be.

    All sit if any number of tables allows it; otherwise as few as possible sit out. Of the ways left, the
    one with the fewest seats more or less than preferred is taken, then the one with more tables.
    Empty where not even one table can be filled.
    """
    ways = [_even(players, tables, smallest, largest) for tables in range(1, players // smallest + 1)]
    return min(
        (way for way in ways if way),
        key=lambda way: (-sum(way), sum(abs(size - preferred) for size in way), -len(way)),
        default=(),
    )


def _even(players: int, tables: int, smallest: int, largest: int) -> tuple[int, ...]:
    seats = min(players, tables * largest)
    if seats < tables * smallest:
        return ()
    size, more = divmod(seats, tables)
    return (size + 1,) * more + (size,) * (tables - more)
