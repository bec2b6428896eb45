"""Simulated annealing that makes points at a table more equal without breaking a rule of the pairing.

A step takes a player and looks at exchanges with many others at once; noise added to each cost makes the choice that of
a heat bath (Gumbel's trick). Steps may break rules for a while, at a price that rises while a rule is broken and falls
while none is (strategic oscillation, Glover 1986). If that lasts, the search goes back to the best tables so far, and
only those are returned: no rule is broken more often in them than before.

The number of steps depends on the number of players alone, so the same seed gives the same tables.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log
from operator import add, sub

from league.competition.seating import misfits, misfits_with
from league.competition.seeded_random import SeededRandom
from league.competition.table_costs import AGAIN, UNFAIR, Field, sizes_by_points

STEPS = 55  # steps for each player of a field, up to `MOST_STEPS` in all
MOST_STEPS = 12000
BLOCK = 30  # tables that are refined together, neighbours in points
NEAR = 16  # how many players, neighbours in points, a step looks at. Every third step looks at the whole block.
EVERYBODY = 3
# Squared twelfths of a win by which a step may typically make things worse, at first and at last.
HEAT, COOLEST = 100.0, 2.0
# Squared twelfths of a win for a broken rule: at first, at least and at most.
PRICE, CHEAPEST, DEAREST = 300.0, 20.0, 3000.0
# By how much a step with broken rules raises the price (one without lowers it), and a return to the best tables.
DEARER, AFTER_RETURN = 1.05, 1.5
AWAY = 50  # steps in a row with more broken rules than the best tables have, before the search returns to these
# How many broken rules a meeting again counts as; an unfair seat, an uneven one and a smaller table count one each.
MEETING = 2
CAP = 100  # as how many meetings two count who must not meet
# Weights of the rules, and of smaller tables, in the comparison of whole rounds; points count 1.
HARD, SMALL = 10**12, 10**8
QUANTILES = 256
NOISES = 4096

Table = list[int]
# Quantiles of Gumbel's distribution, the smallest first, rounded so that they are the same on every machine.
NOISE = tuple(round(64 * log(-log((at + 0.5) / QUANTILES))) / 64 for at in range(QUANTILES))


def refine_tables(tables: Sequence[Sequence[int]], field: Field, uneven: int, rng: SeededRandom) -> list[Table]:
    """Return the tables with points more equal, and the rules kept as well as before or better.

    `uneven` is the cost of a seat that leaves a player's seats uneven.
    """
    left = [list(table) for table in tables]
    if len(left) < 2 or len(set(field.scores)) == 1:
        return left
    left.sort(key=lambda table: -sum(field.scores[player] for player in table) / len(table))
    players = sum(map(len, left))
    largest = max(map(len, left))
    rate = min(STEPS, MOST_STEPS / players)
    blocks = -(-len(left) // BLOCK)
    refined: list[Table] = []
    for number in range(blocks):
        block = left[number * len(left) // blocks : (number + 1) * len(left) // blocks]
        refining = _Refining(block, field, largest, uneven, rng)
        refined += refining.best_of(int(rate * sum(map(len, block))))
    return refined


class _Refining:
    """Tables that change as they are refined. Players have new numbers, in the order of their points.

    `rules` holds by table and player what it costs the player to be there besides the seats: broken rules, counted.
    """

    def __init__(self, tables: Sequence[Table], field: Field, largest: int, uneven: int, rng: SeededRandom) -> None:
        self.order = sorted((player for table in tables for player in table), key=lambda player: -field.scores[player])
        place = {player: at for at, player in enumerate(self.order)}
        self.largest, self.rng = largest, rng
        self.scores = [field.scores[player] for player in self.order]
        self.short = [field.short[player] for player in self.order]
        pair_costs = [field.pair_costs[player].items() for player in self.order]
        self.pair_costs = [{place[o]: cost for o, cost in costs if o in place} for costs in pair_costs]
        self.apart = [[0] * len(self.order) for _ in self.order]
        for own, costs_of in zip(self.apart, self.pair_costs, strict=True):
            for other, cost in costs_of.items():
                own[other] = MEETING * min(CAP, -(-cost // AGAIN))
        self.twice_apart = [[2 * cost for cost in own] for own in self.apart]
        self.squares = [score * score for score in self.scores]
        self.twice_higher = [[2 * (other - score) for other in self.scores] for score in self.scores]
        self.seats = {size: _Seats(size, field, self.order, uneven) for size in {len(table) for table in tables}}
        gumbel = rng.shuffled(NOISE * (NOISES // QUANTILES))
        self.noise = gumbel + gumbel[: len(self.order) + 1]
        self.at = [0] * len(self.order)
        self.sizes, self.mates = list(self.at), list(self.at)
        self.own = list(self.at)
        self.fits: list[list[int]] = [[] for _ in self.order]
        self.begin([[place[player] for player in table] for table in tables])

    def begin(self, tables: Sequence[Table]) -> None:
        """Start from these tables, with all that is stored of them."""
        self.tables = [list(table) for table in tables]
        self.rules = [self._rules_at(table) for table in tables]
        self.costs = [0] * len(tables)
        for number, table in enumerate(tables):
            for player in table:
                self.at[player] = number
            self._note(number)

    def _rules_at(self, table: Table) -> list[int]:
        small = self.short if len(table) < self.largest else [0] * len(self.short)
        return [sum(costs) for costs in zip(small, *(self.apart[player] for player in table), strict=True)]

    def _note(self, number: int) -> None:
        """Store what follows for everybody at the table, and the cost of the whole table."""
        table, rules = self.tables[number], self.rules[number]
        size, scores = len(table), self.scores
        seats = self.seats[size]
        total = sum([scores[player] for player in table])
        codes = sorted([seats.codes[player] for player in table])
        rest, unfit = seats.around(tuple(codes))
        for player in table:
            code = seats.codes[player]
            self.fits[player] = fits = rest[code]
            self.own[player] = rules[player] + fits[code]
            self.mates[player] = total - scores[player]
            self.sizes[player] = size
        squares = size * sum([self.squares[player] for player in table]) - total * total
        small = sum([self.short[player] for player in table]) if size < self.largest else 0
        meet = self._meetings(table) if sum([rules[player] for player in table]) > small else 0
        self.costs[number] = HARD * (unfit + meet) + SMALL * small + squares

    def _meetings(self, table: Table) -> int:
        pair_costs = self.pair_costs
        return sum([pair_costs[player].get(other, 0) for at, player in enumerate(table) for other in table[:at]])

    def best_of(self, steps: int) -> list[Table]:
        """Return the best tables found in so many steps."""
        players, cost = len(self.order), sum(self.costs)
        least, best = cost, [list(table) for table in self.tables]
        _, bound = sizes_by_points(self.scores, [len(table) for table in self.tables])
        price, away = PRICE, 0
        for left in range(steps, 0, -1):
            if least <= bound:
                break
            near = players if left % EVERYBODY == 0 else min(NEAR, players)
            player = self.rng.randrange(players)
            cost += self._step(player, near, COOLEST + HEAT * (left / steps) ** 3, price)
            if cost < least:
                least, best = cost, [list(table) for table in self.tables]
            if cost // SMALL <= least // SMALL:
                price, away = max(CHEAPEST, price / DEARER), 0
                continue
            price, away = min(DEAREST, price * DEARER), away + 1
            if away > AWAY:
                self.begin(best)
                cost, price, away = least, min(DEAREST, price * AFTER_RETURN), 0
        return [[self.order[player] for player in table] for table in best]

    def _step(self, player: int, near: int, heat: float, price: float) -> int:
        """Exchange `one` with the best of those near, noise added. Return what that adds to the cost."""
        first = min(max(0, player - near // 2), len(self.order) - near)
        part = slice(first, first + near)
        start = self.rng.randrange(NOISES)
        noise = self.noise[start + 1 : start + 1 + near]
        stay = heat * self.noise[start]
        costs = self._exchanges(player, part, price, heat, noise)
        for mate in self.tables[self.at[player]]:
            if first <= mate < first + near:
                costs[mate - first] = stay
        least = min(costs)
        return self._exchange(player, first + costs.index(least)) if least < stay else 0

    def _exchanges(self, player: int, part: slice, price: float, heat: float, noise: list[float]) -> list[float]:
        """Return what every exchange of `one` adds to points and, at the price, to broken rules."""
        number, mates, size = self.at[player], self.mates[player], self.sizes[player]
        fits, own = self.fits[player], self.own[player]
        there = [rules[player] - own for rules in self.rules]
        seats = self.seats[size]
        columns = (
            self.twice_higher[player][part],
            self.mates[part],
            self.rules[number][part],
            self.at[part],
            self.twice_apart[player][part],
            seats.codes[part],
            self.fits[part],
            self.own[part],
            noise,
        )
        if len(self.seats) == 1:
            mine = seats.codes[player]
            return [
                higher * (others - mates)
                + price * (here + there[at] - apart + fits[code] + fit[mine] - now)
                + heat * rng
                for higher, others, here, at, apart, code, fit, now, rng in zip(*columns, strict=True)
            ]
        by_size = {size: seats.codes[player] for size, seats in self.seats.items()}
        square = self.squares[player]
        return [
            higher * (others - mates)
            + (size - sits) * (theirs - square)
            + price * (here + there[at] - apart + fits[code] + fit[by_size[sits]] - now)
            + heat * rng
            for higher, others, here, at, apart, code, fit, now, rng, sits, theirs in zip(
                *columns, self.sizes[part], self.squares[part], strict=True
            )
        ]

    def _exchange(self, player: int, other: int) -> int:
        """Exchange two players. Return what that adds to the cost of the tables."""
        own_table, other_table = self.at[player], self.at[other]
        before = self.costs[own_table] + self.costs[other_table]
        table, beyond = self.tables[own_table], self.tables[other_table]
        table[table.index(player)], beyond[beyond.index(other)] = other, player
        self.at[player], self.at[other] = other_table, own_table
        added = list(map(sub, self.apart[other], self.apart[player]))
        self.rules[own_table] = list(map(add, self.rules[own_table], added))
        self.rules[other_table] = list(map(sub, self.rules[other_table], added))
        self._note(own_table)
        self._note(other_table)
        return self.costs[own_table] + self.costs[other_table] - before


class _Seats:
    """Which seats of a table of one size suit whom. Players with equal seats have one code."""

    def __init__(self, size: int, field: Field, order: Sequence[int], uneven: int) -> None:
        masks = [(field.fair[size][player], field.even[size][player]) for player in order]
        self.masks = list(dict.fromkeys(masks))
        self.codes = [self.masks.index(own) for own in masks]
        self.size, self.uneven = size, uneven
        self.known: dict[tuple[int, ...], tuple[dict[int, list[int]], int]] = {}
        self.counted: dict[tuple[int, ...], list[int]] = {}

    def around(self, codes: tuple[int, ...]) -> tuple[dict[int, list[int]], int]:
        """Return for each code of a table the unfit seats by the code that replaces it, and the cost of those now."""
        if codes not in self.known:
            rest = {code: self._without(codes, codes.index(code)) for code in codes}
            unfair, unevenly = self._misfits(codes)
            self.known[codes] = (rest, UNFAIR * unfair + self.uneven * unevenly)
        return self.known[codes]

    def _without(self, codes: tuple[int, ...], place: int) -> list[int]:
        rest = codes[:place] + codes[place + 1 :]
        if rest not in self.counted:
            own = [self.masks[code] for code in rest]
            fair = misfits_with(tuple(sorted([fair for fair, _ in own])), self.size)
            even = misfits_with(tuple(sorted([even for _, even in own])), self.size)
            self.counted[rest] = [fair[player] + even[other] for player, other in self.masks]
        return self.counted[rest]

    def _misfits(self, codes: Sequence[int]) -> tuple[int, int]:
        own = [self.masks[code] for code in codes]
        return (misfits(tuple(sorted([fair for fair, _ in own]))), misfits(tuple(sorted([even for _, even in own]))))
