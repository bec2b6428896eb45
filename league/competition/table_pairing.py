"""Pairing of the tables of one round: no repeats if possible, fair seats, similar scores.

The tables begin in the order of scores. Then two players of different tables are exchanged as long as that makes the
round better, first those near in score. If a table still has a repeat or an unfair seat, a few players are moved at
random and the round is improved again; a worse round is undone (iterated local search). At last the points at the
tables become more equal (`table_refining`).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from operator import add

from league.competition.seating import misfits
from league.competition.seeded_random import SeededRandom
from league.competition.table_costs import SHORT, UNEVEN, UNFAIR, Field
from league.competition.table_refining import refine_tables

BARELY_UNEVEN = 10**7  # an uneven seat if even ones cost too much: less than meeting again
NEAR = 5  # how many tables up and down a player may move while his own is right
PATIENCE = 40  # how many random changes without improvement end the search
GLANCE = 8  # the same for a round that is only tried

Table = list[int]


def draw_tables(
    tables: Sequence[Sequence[int]], field: Field, rng: SeededRandom, most_for_seats: int | None = None
) -> list[Table]:
    """Return the tables with their players exchanged until no better ones were found.

    `most_for_seats` is what even seats may cost in meetings again; None is without limit.
    """
    draw = _Draw(tables, field, rng)
    draw.improve()
    evener = draw.evener()
    too_dear = most_for_seats is not None and evener.meetings() - draw.meetings() > most_for_seats
    if too_dear:
        return refine_tables(draw.tables, field, BARELY_UNEVEN, rng)
    return refine_tables(evener.tables, field, UNEVEN, rng)


def price_of_even_seats(tables: Sequence[Sequence[int]], field: Field, rng: SeededRandom) -> int:
    """Return what even seats for everybody cost beyond the fewest meetings, as far as a short search finds."""
    if all(
        mask + 1 == 1 << len(table) for table in tables for mask in [field.even[len(table)][player] for player in table]
    ):
        return 0
    draw = _Draw(tables, field, rng, patience=GLANCE)
    draw.improve()
    evener = draw.evener()
    return UNEVEN * evener.misfits() + evener.meetings() - draw.meetings()


class _Draw:
    """The round. It changes as it is improved."""

    def __init__(
        self,
        tables: Sequence[Sequence[int]],
        field: Field,
        rng: SeededRandom,
        even: bool = False,
        patience: int = PATIENCE,
    ) -> None:
        self.tables: list[Table] = [list(table) for table in tables]
        self.field = field
        self.rng = rng
        self.seats, self.weight = (field.even, UNEVEN) if even else (field.fair, UNFAIR)
        self.patience = patience
        self.largest = max(map(len, self.tables))
        self.hard, self.unseated, self.sums = ([0] * len(self.tables) for _ in range(3))
        self.pair_costs = [[costs.get(other, 0) for other in range(len(field.scores))] for costs in field.pair_costs]
        self.own = [0] * len(field.scores)
        self.costs: list[list[int]] = [[] for _ in self.tables]
        for at in range(len(self.tables)):
            self._note(at)

    def _note(self, at: int) -> None:
        """Store what follows from the players of a table, so that comparing two tables need not compute it again.

        `costs` is what it costs each player of the round to meet all of the table, `own` the same for its players,
        `unseated` how many cannot have a seat that fits, `sums` their scores together, and `hard` everything but the
        scores and smaller tables.
        """
        table, scores = self.tables[at], self.field.scores
        meeting, meetings = self.pair_costs[table[0]], 0
        for player in table[1:]:
            meeting = list(map(add, meeting, self.pair_costs[player]))
        for player in table:
            self.own[player] = meeting[player]
            meetings += meeting[player]
        self.costs[at] = meeting
        self.unseated[at] = self.misfits_at(table)
        self.sums[at] = sum([scores[player] for player in table])
        self.hard[at] = meetings // 2 + self.weight * self.unseated[at]

    def evener(self) -> _Draw:
        """Return this draw, or if it leaves seats uneven one in which they cost more than meeting again."""
        other = _Draw(self.tables, self.field, self.rng, even=True, patience=self.patience)
        uneven = other.misfits()
        if not uneven:
            return self
        other.improve()
        return other if other.misfits() < uneven else self

    def meetings(self) -> int:
        """Return the cost of all meetings."""
        return sum([self.own[player] for table in self.tables for player in table]) // 2

    def misfits(self) -> int:
        """Return how many of the whole round cannot have a seat that fits."""
        return sum(self.unseated)

    def misfits_at(self, table: Sequence[int]) -> int:
        """Return how many of a table cannot have a seat that fits."""
        fitting = self.seats[len(table)]
        return misfits(tuple(sorted([fitting[player] for player in table])))

    def total(self) -> int:
        """Return the cost of the whole round."""
        scores, short = self.field.scores, self.field.short
        soft = sum(
            (scores[player] - scores[other]) ** 2
            for table in self.tables
            for at, player in enumerate(table)
            for other in table[:at]
        )
        small = sum(short[player] for table in self.tables if len(table) < self.largest for player in table)
        return sum(self.hard) + soft + SHORT * small

    def improve(self) -> None:
        """Make the round as good as the search finds."""
        self.settle(range(len(self.tables)))
        self.perturb()

    def settle(self, first: Sequence[int] | range) -> None:
        """Exchange two at a time until none of the tables `first`, or those changed with them, gets better."""
        queue, waiting = deque(first), set(first)
        while queue:
            at = queue.popleft()
            waiting.discard(at)
            for place in range(len(self.tables[at])):
                other = self._best_change(at, place)
                if other is not None:
                    for table in (at, other):
                        if table not in waiting:
                            waiting.add(table)
                            queue.append(table)

    def _best_change(self, at: int, place: int) -> int | None:
        """Make the best exchange for a seat, if one is better. Return the other table, or None."""
        best, exchange = 0, None
        for other in self._where(at):
            change, across = self._best_across(at, place, other, best)
            if change < best:
                best, exchange = change, (other, across)
        if exchange is None:
            return None
        self.swap(at, place, *exchange)
        return exchange[0]

    def _where(self, at: int) -> list[int]:
        """Return the tables to look at: all while something is wrong at this one, otherwise those near."""
        if self.hard[at]:
            return [other for other in range(len(self.tables)) if other != at]
        low, high = max(0, at - NEAR), min(len(self.tables), at + NEAR + 1)
        return [other for other in range(low, high) if other != at]

    def _best_across(self, at: int, place: int, other: int, bound: int) -> tuple[int, int]:
        """Return the cost of the best exchange with the other table, if less than `bound`, and the index there.

        A sum of squared differences changes by the squares of the two who move and their products: of the scores of
        those who stay only the sum is needed.
        """
        table, beyond = self.tables[at], self.tables[other]
        leaving, scores, owed = table[place], self.field.scores, self.own
        own, met, here = scores[leaving], self.pair_costs[leaving], self.costs[at]
        larger = len(table) - len(beyond)
        stay = 2 * (self.sums[at] - own - self.sums[other])
        gained = self.costs[other][leaving] - owed[leaving]
        most = self.weight * (self.unseated[at] + self.unseated[other])  # what seats can become better by
        best, best_index = bound, 0
        for across, coming in enumerate(beyond):
            theirs = scores[coming]
            added = gained + here[coming] - 2 * met[coming] - owed[coming]
            added += (theirs - own) * (larger * (theirs + own) - stay - 2 * theirs)
            if larger:
                added += self._size_change(leaving, coming, len(table), len(beyond))
            if added - most < best:
                added += self.weight * self._seat_change(at, place, other, across)
                if added < best:
                    best, best_index = added, across
        return best, best_index

    def _size_change(self, leaving: int, coming: int, size: int, beyond: int) -> int:
        more = self.field.short[leaving] - self.field.short[coming]
        return SHORT * more * ((beyond < self.largest) - (size < self.largest))

    def _seat_change(self, at: int, place: int, other: int, across: int) -> int:
        table, beyond = self.tables[at], self.tables[other]
        leaving, coming = table[place], beyond[across]
        fitting, others = self.seats[len(table)], self.seats[len(beyond)]
        if fitting[leaving] == fitting[coming] and others[leaving] == others[coming]:
            return 0
        after, then = [fitting[player] for player in table], [others[player] for player in beyond]
        after[place], then[across] = fitting[coming], others[leaving]
        unseated = misfits(tuple(sorted(after))) + misfits(tuple(sorted(then)))
        return unseated - self.unseated[at] - self.unseated[other]

    def swap(self, at: int, place: int, other: int, across: int) -> None:
        """Exchange two players."""
        table, beyond = self.tables[at], self.tables[other]
        table[place], beyond[across] = beyond[across], table[place]
        self._note(at)
        self._note(other)

    def perturb(self) -> None:
        """While a table is not right, move some players at random and improve; undo a worse round."""
        if len(self.tables) < 2 or not any(self.hard):
            return
        cost, waited = self.total(), 0
        while waited < self.patience and any(self.hard):
            wrong = [at for at, hard in enumerate(self.hard) if hard]
            kept = [list(table) for table in self.tables]
            self.settle(self._kick(wrong))
            now = self.total()
            waited = 0 if now < cost else waited + 1
            if now > cost:
                self.tables = kept
                for at in range(len(kept)):
                    self._note(at)
            cost = min(cost, now)

    def _kick(self, wrong: Sequence[int]) -> list[int]:
        """Exchange a few players of a wrong table with others anywhere. Return the changed tables."""
        touched = []
        at = wrong[self.rng.randrange(len(wrong))]
        for _ in range(1 + self.rng.randrange(3)):
            other = (at + 1 + self.rng.randrange(len(self.tables) - 1)) % len(self.tables)
            place, across = self.rng.randrange(len(self.tables[at])), self.rng.randrange(len(self.tables[other]))
            self.swap(at, place, other, across)
            touched += [at, other]
            at = other
        return sorted(set(touched))
