"""Rounds of tables in which players meet again as seldom as possible: known designs, and base rounds found by search.

Resolvable balanced designs, in which all meet equally often, exist for 9, 15, 21, ..., 57 at tables of three (Kirkman's
schoolgirls, 1850), 16 and 28 at tables of four, 25 at tables of five, and 8 at tables of four meeting three times each.
Nearly all others are the longest plans found in which nobody meets twice. `block_designs.txt` has them and their
notation.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from pathlib import Path

from league.competition.table_schedule import Groups

MOST_MISSING = 2  # how many players fewer than the design has are allowed: with more missing no fair choice was found


@dataclass(frozen=True, slots=True)
class Design:
    """`players` at tables of `size`; base rounds that are rotated modulo `turns`."""

    players: int
    size: int
    turns: int
    base: tuple[Groups, ...]

    @property
    def length(self) -> int:
        """The number of rounds."""
        return sum(self.turns if self._is_whole(tables) else 1 for tables in self.base)

    def rounds(self) -> list[Groups]:
        """Return all rounds, of players 0 to `players` - 1."""
        rounds: list[Groups] = []
        for tables in self.base:
            turned = [self._rotated_tables(tables, turn) for turn in range(self.turns)]
            rounds += turned if self._is_whole(tables) else [tuple(table for groups in turned for table in groups)]
        return rounds

    def _is_whole(self, tables: Groups) -> bool:
        return len(tables) * self.size == self.players

    def _rotated_tables(self, tables: Groups, turn: int) -> Groups:
        return tuple(tuple(self._number(number, turn) for number in table) for table in tables)

    def _number(self, number: int, turn: int) -> int:
        block, within = divmod(number, self.turns)
        if (block + 1) * self.turns > self.players:
            return number
        return block * self.turns + (within + turn) % self.turns


@cache
def all_designs() -> tuple[Design, ...]:
    """Return the designs of `block_designs.txt`, shorter ones for the same field first."""
    text = Path(__file__).with_name("block_designs.txt").read_text("utf-8")
    return tuple(_read(line) for line in text.splitlines() if not line.startswith("#"))


def _read(line: str) -> Design:
    """Return the design of a line like "9 at 3, 4 rounds, modulo 1: 0-2-6 1-3-5 4-7-8; 0-3-4 ..."."""
    head, text = line.split(": ")
    players, size, _, turns = (int(word.strip(",")) for word in head.split() if word.strip(",").isdigit())
    base = [[table.split("-") for table in tables.split()] for tables in text.split("; ")]
    return Design(
        players, size, turns, tuple(tuple(tuple(int(n) for n in table) for table in tables) for tables in base)
    )


def designed_rounds(players: int, sizes: Sequence[int], rounds: int) -> list[Groups]:
    """Return at most `rounds` rounds for players 0 to `players` - 1, none where no design fits.

    Where one or two tables are short of a player, the design is one for a full field, with one or two left out.
    """
    largest = max(sizes)
    missing = largest * len(sizes) - players
    if sum(sizes) != players or min(sizes) < largest - 1 or missing > MOST_MISSING:
        return []
    plan = _full_rounds(players + missing, largest, rounds)
    return _without_players(plan, players + missing, missing) if missing else plan


def _full_rounds(players: int, size: int, rounds: int) -> list[Groups]:
    """Return the shortest design with enough rounds, else the longest; it is repeated if all meet equally often."""
    if players == size:
        return [(tuple(range(players)),)] * rounds
    fitting = [design for design in all_designs() if (design.players, design.size) == (players, size)]
    if not fitting:
        return []
    design = next((design for design in fitting if design.length >= rounds), fitting[-1])
    plan = design.rounds()
    while len(plan) < rounds and is_balanced(plan):
        plan += design.rounds()
    return plan[:rounds]


def _without_players(plan: Sequence[Groups], players: int, missing: int) -> list[Groups]:
    """Return the first rounds without some numbers who never meet, who leave everybody at small tables equally often.

    As many rounds as possible, but more than four in five: with fewer a free plan is better. "Equally often" is with a
    difference of at most one. O(rounds * players**3) at worst.
    """
    for length in range(len(plan), len(plan) * 4 // 5, -1):
        for absent in combinations(reversed(range(players)), missing):
            small = [[table for table in groups if not set(absent).isdisjoint(table)] for groups in plan[:length]]
            if all(len(tables) == missing for tables in small) and _differ_by_one(small, players, absent):
                return [_without(groups, absent) for groups in plan[:length]]
    return []


def _differ_by_one(small: Iterable[Iterable[Sequence[int]]], players: int, absent: Sequence[int]) -> bool:
    times = [0] * players
    for tables in small:
        for table in tables:
            for player in table:
                times[player] += 1
    others = [count for player, count in enumerate(times) if player not in absent]
    return max(others) - min(others) <= 1


def _without(groups: Groups, absent: Sequence[int]) -> Groups:
    """Return the tables without these, larger ones first; the others are numbered from 0."""
    tables = (
        tuple(player - sum(missing < player for missing in absent) for player in table if player not in absent)
        for table in groups
    )
    return tuple(sorted(tables, key=len, reverse=True))


def is_balanced(plan: Iterable[Groups]) -> bool:
    """Return whether all players of a plan meet equally often."""
    met: dict[tuple[int, ...], int] = {}
    players: set[int] = set()
    for groups in plan:
        for table in groups:
            players.update(table)
            for pair in combinations(sorted(table), 2):
                met[pair] = met.get(pair, 0) + 1
    return len(met) == len(players) * (len(players) - 1) // 2 and len(set(met.values())) == 1
