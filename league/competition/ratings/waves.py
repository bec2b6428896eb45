"""Which results of a ledger may be folded side by side: those between which nobody plays twice.

A result is of wave 0 if nobody at its table played before, else of the wave after the latest of theirs. Within a wave
every player sits once, so its results do not see one another, and folding wave by wave comes to the same as folding
line by line. Among 1,000 players a wave holds some 130 tables of two, 55 of three, 30 of four; among a few it holds
one or two.
"""

from __future__ import annotations

from collections.abc import Sequence


def waves_of(players: Sequence[int], sizes: Sequence[int], count: int) -> list[int]:
    """The wave of each result. Players are numbered below `count` and follow one another, result by result."""
    last, waves, end = [-1] * count, [], 0
    for size in sizes:
        start, end = end, end + size
        table = players[start:end]
        wave = -1
        for player in table:
            if last[player] > wave:
                wave = last[player]
        wave += 1
        for player in table:
            last[player] = wave
        waves.append(wave)
    return waves
