"""Berger tables (FIDE Handbook C.05, Annex 1), generated for any size.

With an even number n, numbers i and j meet in the round r for which i + j = r + 1 modulo n - 1; the
highest number meets the one left over, second seat in odd rounds and first in even ones.
"""

from __future__ import annotations


def berger_round(size: int, number: int) -> list[tuple[int, int]]:
    """The pairs of numbers 1 to `size` (even) in round `number`, who has the first seat first."""
    circle = size - 1
    pivot = ((number + 1) * (circle + 1) // 2) % circle or circle
    top = (pivot, size) if number % 2 else (size, pivot)
    around = [((pivot + step - 1) % circle + 1, (pivot - step - 1) % circle + 1) for step in range(1, size // 2)]
    return [top, *around]


def berger_cycles(size: int, cycles: int) -> list[list[tuple[int, int]]]:
    """All rounds, the second cycle with seats changed round.

    With two cycles the last two rounds of the first change places, so that nobody has the same
    seat three times in a row (C.05, Annex 1).
    """
    first = [berger_round(size, number) for number in range(1, size)]
    rounds = list(first)
    if cycles > 1 and len(first) > 1:
        rounds[-2:] = reversed(rounds[-2:])
    for cycle in range(1, cycles):
        rounds += [[pair[::-1] if cycle % 2 else pair for pair in pairs] for pairs in first]
    return rounds
