"""Tournaments written as their crosstables are printed, for tests of standings and tie-breaks."""

from __future__ import annotations

import re

from league.competition.format import Bye, Entry, How, Leg, Pairing
from league.competition.scores import Scores, scores_of
from league.competition.scoring import scoring_named

PLACES = {"+": (1, 2), "=": (1, 1), "-": (2, 1), "#": (1, 2)}
BYES = {"+": Bye.FULL, "=": Bye.HALF, "-": Bye.ZERO}


def swiss(lines: str) -> Scores:
    """From lines like `1 +W10 =B2 -W7 =BYE`: the result, the seat, the opponent. `#` won by forfeit."""
    entries: list[Entry] = []
    pairings: list[Pairing] = []
    for number, *rounds in (line.split() for line in lines.strip().splitlines()):
        entries.append(Entry(int(number)))
        for position, text in enumerate(rounds, start=1):
            table = len(pairings) + 1
            if text.endswith("BYE"):
                pairings.append(Pairing(position, table, (int(number),), bye=BYES[text[0]], decided=True))
            elif game := re.fullmatch(r"([-+=#])W(\d+)", text):
                pairings.append(_game(position, table, int(number), int(game[2]), game[1]))
            elif forfeit := re.fullmatch(r"#B(\d+)", text):
                pairings.append(_game(position, table, int(number), int(forfeit[1]), "#"))
    return scores_of(entries, pairings, scoring_named("share"), everyone_meets=False, games=0)


def _game(number: int, table: int, one: int, other: int, result: str) -> Pairing:
    how = How.FORFEIT if result == "#" else How.PLAYED
    leg = Leg(1, (one, other), PLACES[result], how=how)
    return Pairing(number, table, (one, other), results=(leg,), decided=True)


def round_robin(rows: str, everyone_meets: bool = True) -> Scores:
    """From rows like `* 1 = 0`: row by row, against whom. `1F` won by forfeit; `.` not played."""
    table = [line.split() for line in rows.strip().splitlines()]
    pairings: list[Pairing] = []
    for one, row in enumerate(table, start=1):
        for other, text in enumerate(row, start=1):
            if one < other and text != ".":
                how = How.FORFEIT if text.endswith("F") else How.PLAYED
                places = {"1": (1, 2), "0": (2, 1), "=": (1, 1)}[text[0]]
                leg = Leg(1, (one, other), places, how=how)
                pairings.append(Pairing(len(pairings) + 1, 1, (one, other), results=(leg,), decided=True))
    entries = [Entry(number) for number in range(1, len(table) + 1)]
    games = len(table) - 1
    return scores_of(entries, pairings, scoring_named("share"), everyone_meets=everyone_meets, games=games)
