"""Rounds of tables in which everybody meets everybody exactly equally often.

Resolvable balanced designs: 9, 15, 21, 27 and 39 at tables of three (Kirkman's schoolgirls, 1850), 16 and
28 at tables of four, 25 at tables of five, and 8 at tables of four meeting three times each. Each
is written as base rounds that are turned through the numbers modulo `turns`; the last number stays
where it is. The base rounds were found by an exact cover of the numbers and their differences, and
a test checks that each design is one.
"""

from __future__ import annotations

from dataclasses import dataclass

from league.rules.table_plan import Groups


@dataclass(frozen=True, slots=True)
class Design:
    """`players` at tables of `size`: all meet `meetings` times. Base rounds as text: 0-9-12 1-11-14."""

    players: int
    size: int
    meetings: int
    turns: int
    base: tuple[str, ...]

    def rounds(self) -> list[Groups]:
        """All rounds, of players 0 to `players` - 1."""
        rounds = [[[int(number) for number in table.split("-")] for table in base.split()] for base in self.base]
        return [
            tuple(tuple(self._turned(number, turn) for number in table) for table in tables)
            for tables in rounds
            for turn in range(self.turns)
        ]

    def _turned(self, number: int, turn: int) -> int:
        if number == self.players - 1:
            return number
        block, within = divmod(number, self.turns)
        return block * self.turns + (within + turn) % self.turns


def design_for(players: int, size: int, meetings: int) -> list[Groups] | None:
    """Rounds in which all meet exactly `meetings` times, where one of the designs gives them."""
    if players == size:
        return [(tuple(range(players)),)] * meetings
    for design in DESIGNS:
        if (design.players, design.size) == (players, size) and meetings % design.meetings == 0:
            return design.rounds() * (meetings // design.meetings)
    return None


DESIGNS = (
    Design(
        9,
        3,
        1,
        1,
        (
            "0-2-6 1-3-5 4-7-8",
            "0-3-4 1-6-8 2-5-7",
            "0-1-7 2-3-8 4-5-6",
            "0-5-8 1-2-4 3-6-7",
        ),
    ),
    Design(15, 3, 1, 7, ("0-9-12 1-11-14 2-3-5 4-8-10 6-7-13",)),
    Design(
        21,
        3,
        1,
        5,
        (
            "0-6-14 1-3-18 2-5-15 4-10-12 7-9-11 8-17-19 13-16-20",
            "0-10-16 1-2-6 3-5-20 4-11-18 7-15-19 8-9-14 12-13-17",
        ),
    ),
    Design(27, 3, 1, 13, ("0-3-21 1-15-17 2-19-24 4-11-12 5-9-20 6-8-18 7-14-26 10-16-23 13-22-25",)),
    Design(
        39,
        3,
        1,
        19,
        ("0-17-26 1-12-28 2-31-38 3-21-37 4-9-34 5-18-19 6-13-16 7-11-30 8-25-32 10-22-23 14-15-36 20-24-29 27-33-35",),
    ),
    Design(8, 4, 3, 7, ("0-1-3-7 2-4-5-6",)),
    Design(16, 4, 1, 5, ("0-2-12-13 1-8-10-15 3-4-7-9 5-6-11-14",)),
    Design(28, 4, 1, 9, ("0-1-10-20 2-6-8-13 3-9-16-24 4-12-21-26 5-17-19-27 7-22-23-25 11-14-15-18",)),
    Design(
        25,
        5,
        1,
        3,
        (
            "0-9-17-18-24 1-12-16-22-23 2-3-5-6-15 4-10-13-14-20 7-8-11-19-21",
            "0-2-8-10-12 1-3-18-20-21 4-9-11-15-23 5-7-13-22-24 6-14-16-17-19",
        ),
    ),
)
