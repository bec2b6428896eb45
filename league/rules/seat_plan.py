"""Gives out the seats of many tables so that everybody has every seat equally often.

Take a line for every time a player sits at a table. Tables of one size k and the players, each player
cut into pieces of k tables, make a bipartite graph in which nothing has more than k lines, so k colours
are enough for them (Kőnig 1916); a colour is a seat. Hence the bound: among tables of one size, the
numbers of times a player has had any two seats differ by at most one. The equitable colouring by cutting
vertices is de Werra's (1971).
"""

from __future__ import annotations

from collections.abc import Sequence

from league.rules.matching import matched


def seated(tables: Sequence[Sequence[int]]) -> list[tuple[int, ...]]:
    """The same tables, each with its players in the order of their seats.

    Deterministic. O(k) matchings for each size k, of the lines that its tables have.
    """
    result: list[tuple[int, ...]] = [tuple(table) for table in tables]
    for size in sorted({len(table) for table in tables}):
        positions = [position for position, table in enumerate(tables) if len(table) == size]
        for position, seats in zip(positions, _of_one_size([tables[p] for p in positions], size), strict=True):
            result[position] = seats
    return result


def _of_one_size(tables: Sequence[Sequence[int]], size: int) -> list[tuple[int, ...]]:
    """Blocks of tables that fill whole pieces are independent; all are coloured together here."""
    lines = _lines(tables, size)
    seats: list[list[int]] = [[] for _ in tables]
    for _ in range(size):
        for table, piece in _next_seat(lines, len(tables)).items():
            player = lines[table].pop(piece)
            seats[table].append(player)
    return [tuple(order) for order in seats]


def _lines(tables: Sequence[Sequence[int]], size: int) -> list[dict[int, int]]:
    """For each table the pieces of its players: number of the piece -> player. Pieces follow the tables."""
    pieces: dict[tuple[int, int], int] = {}
    times: dict[int, int] = {}
    lines: list[dict[int, int]] = []
    for table in tables:
        line: dict[int, int] = {}
        for player in table:
            piece = (player, times.get(player, 0) // size)
            times[player] = times.get(player, 0) + 1
            line[pieces.setdefault(piece, len(tables) + len(pieces))] = player
        lines.append(line)
    return lines


def _next_seat(lines: Sequence[dict[int, int]], tables: int) -> dict[int, int]:
    """One seat at every table, given to different pieces, among them every piece with the most lines left."""
    graph: dict[int, list[int]] = {table: sorted(line) for table, line in enumerate(lines)}
    for table, line in enumerate(lines):
        for piece in line:
            graph.setdefault(piece, []).append(table)
    order = sorted(graph, key=lambda vertex: (-len(graph[vertex]), vertex))
    partner = matched(graph, order)
    return {table: partner[table] for table in range(tables)}
