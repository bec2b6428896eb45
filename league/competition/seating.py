"""Table sizes and seats.

Seats of a table: nobody gets a seat that they had more often than another of that table. As in Tabbycat's draws of
British Parliamentary debates every seat has a cost; here it is how uneven a player's seats become. A table fits if
everybody can have a seat of least cost at once: a matching of players and seats. Its deficit (`misfits`) is kept small
while tables are made, as afterwards it is too late.

Seats of a whole plan (`seat_evenly`): take a line for every time a player sits at a table. The seats are assigned from
the last one to the first: if k are left, the tables that have them and the players, each player cut into pieces of k
lines, make a bipartite graph in which nothing has more than k lines, so k colours are enough (Kőnig 1916); a colour is
a seat. Hence the bounds: among tables of one size, and among all tables for the seats that all of a player's tables
have, the numbers of times a player has had any two seats differ by at most one. The equitable colouring by cutting
vertices is de Werra's (1971); the stand-ins of `_Pieces.both` make it hold for each size and for all of them together.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import permutations

from league.competition.matching import max_matching
from league.competition.options import Options, number
from league.competition.pairing_history import PairingHistory
from league.competition.seeded_random import SeededRandom

BEYOND = 10**6  # for every seat by which somebody's seats differ by more than one
TOO_OFTEN = 1000
SAME_SEAT = 10  # what it costs to have the seat of the last game again; the lot is below this


@lru_cache(maxsize=65536)
def unevenness(had: tuple[int, ...], seat: int, legs: int) -> int:
    """Return how uneven a player's seats become if they begin in `seat`: the sum of the squares."""
    counts = list(had)
    for leg in range(legs):
        counts[(seat - leg) % len(counts)] += 1
    return sum(count * count for count in counts)


@lru_cache(maxsize=65536)
def fair_seats(had: tuple[int, ...], legs: int) -> int:
    """Return the seats that leave them as even as possible, as bits: 1 for the first seat, 2 for the second, 4, ..."""
    costs = [unevenness(had, seat, legs) for seat in range(len(had))]
    return sum(1 << seat for seat, cost in enumerate(costs) if cost == min(costs))


@lru_cache(maxsize=65536)
def beyond_even(had: tuple[int, ...], common: int, seat: int, legs: int) -> int:
    """Return by how much more than one the first `common` seats, which all tables of a player had, then differ."""
    counts = list(had)
    for leg in range(legs):
        counts[(seat - leg) % len(counts)] += 1
    return max(0, max(counts[:common]) - min(counts[:common]) - 1)


@lru_cache(maxsize=65536)
def even_seats(had: tuple[int, ...], common: int, legs: int) -> int:
    """Return the seats after which the first `common` differ by one at most, or as little as possible, as bits.

    At tables of one size these are the fair ones. If sizes differ there are more: a seat that only a larger table has
    is not yet owed to the player.
    """
    costs = [beyond_even(had, common, seat, legs) for seat in range(len(had))]
    return sum(1 << seat for seat, cost in enumerate(costs) if cost == min(costs))


@lru_cache(maxsize=262144)
def misfits(masks: tuple[int, ...]) -> int:
    """Return how many of a table cannot have one of their fair seats, at the least. `masks` are sorted.

    By Hall's theorem: the most players, less seats, who want none but some of the seats.
    """
    return max(_wanting(masks, max(masks, default=0).bit_length()))


@lru_cache(maxsize=65536)
def misfits_with(masks: tuple[int, ...], size: int) -> tuple[int, ...]:
    """Return the misfits of a table of `size` with one more player, by the mask of this player's fair seats."""
    wanting = _wanting(masks, size)
    already = max(wanting)
    for seat in range(size):
        bit = 1 << seat
        for seats in range(1 << size):
            if not seats & bit:
                wanting[seats] = max(wanting[seats], wanting[seats | bit])
    return tuple([max(already, most + 1) for most in wanting])


def _wanting(masks: Sequence[int], size: int) -> list[int]:
    """Return for all sets of seats how many players want none but these, less the seats."""
    return [sum([not mask & ~seats for mask in masks]) - seats.bit_count() for seats in range(1 << size)]


def fitting_seats(
    entries: Sequence[int], sizes: Sequence[int], past: PairingHistory, legs: int
) -> tuple[dict[int, list[int]], dict[int, list[int]]]:
    """Return by table size the fair seats of each, and the even ones."""
    fair, even = {}, {}
    for size in set(sizes):
        had = [(past.times_seated(entry, size), past.common_seats(entry, size)) for entry in entries]
        fair[size] = [fair_seats(times, legs) for times, _ in had]
        even[size] = [even_seats(times, common, legs) for times, common in had]
    return fair, even


def fairest_order(table: Sequence[int], past: PairingHistory, legs: int, rng: SeededRandom) -> tuple[int, ...]:
    """Return the table in the order of its seats. Of orders that are as fair, one is taken at random."""
    size = len(table)
    costs = {entry: _seat_costs(entry, size, past, legs) for entry in table}
    return min(
        permutations(rng.shuffled(table)), key=lambda order: sum(costs[entry][seat] for seat, entry in enumerate(order))
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
    """Return the tables, each with its players in the order of their seats.

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
    """Return the player of the last seat that is left, by table; `left` are the players without a seat."""
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
        """Add whole pieces. Return the lines that are left over."""
        whole = len(lines) - len(lines) % self.lines
        for start in range(0, whole, self.lines):
            self.add(player, lines[start : start + self.lines])
        return list(lines[whole:])

    def both(self, player: int, ones: Sequence[int], others: Sequence[int]) -> list[int]:
        """Add what fills a piece of lines left over in two ways. Return what is left over of both together.

        If they are more than a piece, each becomes one of its own, filled with lines to a stand-in for a table: a seat
        that the one piece lacks the other has then, and the seats that both have are those it lacks itself.
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
        """Return for every table one player, from different pieces, among them every whole piece."""
        first = self.tables + self.stand_ins
        graph: Mapping[int, list[int]] = defaultdict(list)
        for vertex, (_, lines) in enumerate(self.pieces, start=first):
            for table in dict.fromkeys(lines):
                graph[table].append(vertex)
                graph[vertex].append(table)
        whole = {vertex for vertex in graph if vertex < first or len(self.pieces[vertex - first][1]) == self.lines}
        partner = max_matching(graph, sorted(graph, key=lambda vertex: (vertex not in whole, vertex)))
        return {table: self.pieces[partner[table] - first][0] for table in graph if table < self.tables}


def chosen_table_sizes(players: int, options: Options) -> tuple[int, ...]:
    """Return the tables for so many players as the options want them; empty if not even one can be filled."""
    return table_sizes(players, *(number(options, name) for name in ("table_size", "smallest", "largest")))


def table_sizes(players: int, preferred: int, smallest: int, largest: int) -> tuple[int, ...]:
    """Return the tables for a field, larger ones first: sizes as near to `preferred` as possible.

    All sit if any number of tables allows it; otherwise as few as possible sit out. Of the ways left, the one with the
    fewest seats more or less than preferred is taken, then the one with more tables. Empty if not even one table can be
    filled.
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
