"""How often players meet again in rounds of tables that a plain annealing of 6 s plans.

Players, seats at a table, rounds: meetings again, that is for each two their meetings beyond the first.
`python -m tests.benchmarks.round_robins` measures it.
"""

from __future__ import annotations

ANNEALED: dict[tuple[int, int, int], int] = {
    (12, 3, 5): 3,
    (12, 3, 6): 7,
    (15, 3, 6): 1,
    (18, 3, 8): 3,
    (18, 3, 9): 10,
    (24, 3, 11): 6,
    (24, 3, 12): 16,
    (30, 3, 14): 12,
    (36, 3, 17): 17,
    (45, 3, 22): 42,
    (48, 3, 24): 52,
    (20, 4, 5): 0,
    (20, 4, 6): 6,
    (20, 4, 7): 26,
    (24, 4, 6): 2,
    (24, 4, 7): 9,
    (24, 4, 8): 28,
    (28, 4, 8): 10,
    (32, 4, 9): 10,
    (32, 4, 10): 25,
    (32, 4, 11): 52,
    (36, 4, 8): 0,
    (36, 4, 11): 32,
    (40, 4, 12): 28,
    (44, 4, 14): 58,
    (48, 4, 16): 87,
    (25, 5, 5): 0,
    (30, 5, 7): 38,
    (35, 5, 9): 75,
    (40, 5, 10): 88,
    (45, 5, 11): 101,
    (19, 4, 7): 23,
    (23, 4, 7): 14,
    (27, 4, 9): 24,
    (30, 4, 10): 26,
    (46, 4, 15): 58,
    (24, 5, 6): 0,
    (34, 5, 8): 40,
}
"""Fields that a design fits, or that are one or two players short of one."""

ANNEALED_FREELY: dict[tuple[int, int, int], int] = {
    (22, 4, 8): 22,
    (13, 4, 4): 22,
    (21, 4, 7): 37,
    (25, 4, 8): 36,
    (33, 4, 11): 65,
    (20, 3, 8): 13,
    (32, 3, 14): 25,
    (33, 5, 9): 70,
}
"""Fields that no design fits."""
