"""Costs of seating players together, by which the tables of a round are compared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, combinations, product

from league.competition.format import Entry
from league.competition.pairing_history import PairingHistory
from league.competition.seating import fitting_seats

FORBIDDEN = 10**12
APART = 10**10  # two with different fixed tables at one table
AGAIN = 10**8  # meeting somebody once more, for every time they met
# A seat had more often than another of that table, less than meeting again; then seats that differ by two, more.
UNFAIR, UNEVEN = 10**6, 10**9
SHORT = 2000  # a smaller table, for every time at one before; as much as a difference of some wins


@dataclass(frozen=True, slots=True)
class Field:
    """The facts about the players, who are numbered from 0.

    `scores` are in twelfths of a win. `pair_costs` is the further cost if two players meet, in both directions. `fair`
    and `even` have by table size the seats of each player by `fair_seats` and `even_seats`. `short` is how often each
    sat at a smaller table.
    """

    scores: Sequence[int]
    pair_costs: Sequence[dict[int, int]]
    fair: Mapping[int, Sequence[int]]
    even: Mapping[int, Sequence[int]]
    short: Sequence[int]


def field_of(
    order: Sequence[Entry],
    sizes: Sequence[int],
    past: PairingHistory,
    legs: int,
    avoided: Iterable[frozenset[int]],
    met: Mapping[int, Mapping[int, int]],
    *,
    scores: Sequence[int],
    short: Sequence[int],
) -> Field:
    """Return the facts about players in that order. `met` is how often two have met, by their ids, as it counts."""
    index = {entry.id: at for at, entry in enumerate(order)}
    fair, even = fitting_seats([entry.id for entry in order], sizes, past, legs)
    pair_costs = [
        {index[other]: AGAIN * times for other, times in met.get(entry.id, {}).items() if other in index}
        for entry in order
    ]
    apart = [(pair, FORBIDDEN) for pair in avoided if index.keys() >= pair]
    fixed = [entry.id for entry in order if entry.fixed_table is not None]
    apart += [(frozenset(pair), APART) for pair in combinations(fixed, 2)]
    for (one, other), cost in apart:
        for own, opponent in ((index[one], index[other]), (index[other], index[one])):
            pair_costs[own][opponent] = pair_costs[own].get(opponent, 0) + cost
    return Field(scores, pair_costs, fair, even, short)


def sizes_by_points(scores: Sequence[int], sizes: Sequence[int]) -> tuple[list[int], int]:
    """Return the sizes in the order that leaves points nearest together, and the squared differences then.

    `scores` are sorted, and fill the tables one after the other. Of orders that are as good the first has the largest
    tables first.
    """
    sums = [0, *accumulate(scores)]
    squares = [0, *accumulate(score * score for score in scores)]
    kinds = sorted(Counter(sizes).items())
    none = tuple(0 for _ in kinds)
    least: dict[tuple[int, ...], tuple[int, int]] = {none: (0, 0)}
    for used in product(*(range(many + 1) for _, many in kinds)):
        end = sum(size * times for (size, _), times in zip(kinds, used, strict=True))
        ways = []
        for at, (size, _) in enumerate(kinds):
            if used[at]:
                cost = size * (squares[end] - squares[end - size]) - (sums[end] - sums[end - size]) ** 2
                ways.append((least[_one_less(used, at)][0] + cost, at))
        if ways:
            least[used] = min(ways)
    used = tuple(many for _, many in kinds)
    total, order = least[used][0], list[int]()
    while used != none:
        at = least[used][1]
        order.insert(0, kinds[at][0])
        used = _one_less(used, at)
    return order, total


def _one_less(used: tuple[int, ...], at: int) -> tuple[int, ...]:
    return (*used[:at], used[at] - 1, *used[at + 1 :])
