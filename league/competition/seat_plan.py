"""Gives out the seats of many tables so that everybody has every seat equally often.

Take a line for every time a player sits at a table. The seats are given out from the last one to the first: where
k are to be given, the tables that have them and the players, each player cut into pieces of k lines, make a
bipartite graph in which nothing has more than k lines, so k colours are enough for them (Kőnig 1916); a colour is
a seat. Hence the bounds: among tables of one size, and among all tables for the seats that all of a player's
tables have, the numbers of times a player has had any two seats differ by at most one. The equitable colouring by
cutting vertices is de Werra's (1971); that it holds for each size and for all of them together, the one within
the other, takes the stand-ins of `_Pieces.both`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from league.competition.matching import matched


def seated(tables: Sequence[Sequence[int]]) -> list[tuple[int, ...]]:
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
        partner = matched(graph, sorted(graph, key=lambda vertex: (vertex not in whole, vertex)))
        return {table: self.pieces[partner[table] - first][0] for table in graph if table < self.tables}
