"""Draws the tables of one round: nobody meets again who need not, seats stay fair, scores stay together.

The tables begin as they fall by score. Then two players of different tables change places as long as that makes the
round better, first those near in score. Where a table still holds a repeat or an unfair seat, a few players are moved
by lot and the round settles again; what comes out worse is taken back (iterated local search). At last the points at
the tables are brought nearer together (`table_refining`).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from league.competition.seating import misfits
from league.competition.seeded_random import SeededRandom
from league.competition.table_costs import SHORT, UNEVEN, UNFAIR, Field
from league.competition.table_refining import refined

BARELY_UNEVEN = 10**7
"""A seat that leaves seats uneven where even ones cost too much: less than meeting again."""
NEAR = 5
"""How many tables up and down a player looks for a better place while his own is right."""
PATIENCE = 40
"""How often a round that is not right yet is shaken without getting better before it is left as it is."""
GLANCE = 8
"""The same for a round that is only imagined."""

Table = list[int]


def draw_tables(
    tables: Sequence[Sequence[int]], field: Field, luck: SeededRandom, most_for_seats: int | None = None
) -> list[Table]:
    """The same tables with their players changed round until they are as good as was found.

    `most_for_seats` is what even seats may cost in meetings again; None is as much as it takes.
    """
    draw = _Draw(tables, field, luck)
    draw.improve()
    evener = draw.evener()
    too_dear = most_for_seats is not None and evener.meetings() - draw.meetings() > most_for_seats
    if too_dear:
        return refined(draw.tables, field, BARELY_UNEVEN, luck)
    return refined(evener.tables, field, UNEVEN, luck)


def price_of_even_seats(tables: Sequence[Sequence[int]], field: Field, luck: SeededRandom) -> int:
    """What it costs beyond the fewest meetings to give everybody an even seat, as far as a short search finds."""
    if all(mask + 1 == 1 << len(table) for table in tables for mask in [field.even[len(table)][one] for one in table]):
        return 0
    draw = _Draw(tables, field, luck, patience=GLANCE)
    draw.improve()
    evener = draw.evener()
    return UNEVEN * evener.misfits() + evener.meetings() - draw.meetings()


class _Draw:
    """The round as it stands. It changes as it is improved."""

    def __init__(
        self,
        tables: Sequence[Sequence[int]],
        field: Field,
        luck: SeededRandom,
        even: bool = False,
        patience: int = PATIENCE,
    ) -> None:
        self.tables: list[Table] = [list(table) for table in tables]
        self.field = field
        self.luck = luck
        self.seats, self.weight = (field.even, UNEVEN) if even else (field.fair, UNFAIR)
        self.patience = patience
        self.largest = max(map(len, self.tables))
        self.hard, self.unseated, self.sums = ([0] * len(self.tables) for _ in range(3))
        self.own = [0] * len(field.scores)
        for at in range(len(self.tables)):
            self._note(at)

    def _note(self, at: int) -> None:
        """Keep what follows from who sits at this table, so that comparing two tables need not work it out again.

        `own` is what it costs each of them to meet the others, `unseated` how many cannot have a seat that fits, `sums`
        their scores together, and `hard` everything but the scores, and but how often the table was a smaller one.
        """
        table, dear, scores = self.tables[at], self.field.dear, self.field.scores
        meetings = 0
        for one in table:
            with_whom = dear[one]
            self.own[one] = cost = sum([with_whom.get(other, 0) for other in table])
            meetings += cost
        self.unseated[at] = self.misfits_at(table)
        self.sums[at] = sum([scores[one] for one in table])
        self.hard[at] = meetings // 2 + self.weight * self.unseated[at]

    def evener(self) -> _Draw:
        """This draw, or where it leaves seats uneven one in which they weigh more than meeting again."""
        other = _Draw(self.tables, self.field, self.luck, even=True, patience=self.patience)
        uneven = other.misfits()
        if not uneven:
            return self
        other.improve()
        return other if other.misfits() < uneven else self

    def meetings(self) -> int:
        """What it costs to let those of every table meet."""
        return sum([self.own[one] for table in self.tables for one in table]) // 2

    def misfits(self) -> int:
        """How many of the whole round cannot have a seat that fits."""
        return sum(self.unseated)

    def misfits_at(self, table: Sequence[int]) -> int:
        """How many cannot have a seat that fits there."""
        fitting = self.seats[len(table)]
        return misfits(tuple(sorted([fitting[one] for one in table])))

    def total(self) -> int:
        """What the whole round costs."""
        scores, short = self.field.scores, self.field.short
        soft = sum(
            (scores[one] - scores[other]) ** 2
            for table in self.tables
            for at, one in enumerate(table)
            for other in table[:at]
        )
        small = sum(short[one] for table in self.tables if len(table) < self.largest for one in table)
        return sum(self.hard) + soft + SHORT * small

    def improve(self) -> None:
        """Make the round as good as can be found."""
        self.settle(range(len(self.tables)))
        self.shake()

    def settle(self, first: Sequence[int] | range) -> None:
        """Change two at a time until none of the tables `first`, or what that touched, gets better."""
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
        """Make the best change for who sits there, if one is better; the other table, or None."""
        best, found = 0, None
        leaving = self.tables[at][place]
        mates = [self.field.dear[one] for one in self.tables[at] if one != leaving]
        for other in self._where(at):
            change, across = self._best_across(at, place, other, mates, best)
            if change < best:
                best, found = change, (other, across)
        if found is None:
            return None
        self.swap(at, place, *found)
        return found[0]

    def _where(self, at: int) -> list[int]:
        """The tables to look at: all while something is wrong at this one, otherwise those near."""
        if self.hard[at]:
            return [other for other in range(len(self.tables)) if other != at]
        low, high = max(0, at - NEAR), min(len(self.tables), at + NEAR + 1)
        return [other for other in range(low, high) if other != at]

    def _best_across(
        self, at: int, place: int, other: int, mates: Sequence[dict[int, int]], bound: int
    ) -> tuple[int, int]:
        """What the best swap with the other table adds to the cost, if less than `bound`, and the place there.

        `mates` is whom the others at the first table have met. A sum of squared differences changes by the squares of
        the two who move and by what they multiply: the scores of those who stay need only their sum.
        """
        table, beyond = self.tables[at], self.tables[other]
        leaving, scores, owed = table[place], self.field.scores, self.own
        own, met = scores[leaving], self.field.dear[leaving]
        larger = len(table) - len(beyond)
        stay = 2 * (self.sums[at] - own - self.sums[other])
        gained = sum([met.get(one, 0) for one in beyond]) - owed[leaving]
        most = self.hard[at] + self.hard[other]
        best, found = bound, 0
        for across, coming in enumerate(beyond):
            theirs = scores[coming]
            added = gained - met.get(coming, 0) - owed[coming]
            added += (theirs - own) * (larger * (theirs + own) - stay - 2 * theirs)
            for mate in mates:
                added += mate.get(coming, 0)
            if larger:
                added += self._size_change(leaving, coming, len(table), len(beyond))
            if added - most < best:  # or else no seats can make up for it
                added += self.weight * self._seat_change(at, place, other, across)
                if added < best:
                    best, found = added, across
        return best, found

    def _size_change(self, leaving: int, coming: int, size: int, beyond: int) -> int:
        more = self.field.short[leaving] - self.field.short[coming]
        return SHORT * more * ((beyond < self.largest) - (size < self.largest))

    def _seat_change(self, at: int, place: int, other: int, across: int) -> int:
        table, beyond = self.tables[at], self.tables[other]
        leaving, coming = table[place], beyond[across]
        fitting, others = self.seats[len(table)], self.seats[len(beyond)]
        if fitting[leaving] == fitting[coming] and others[leaving] == others[coming]:
            return 0
        after, then = [fitting[one] for one in table], [others[one] for one in beyond]
        after[place], then[across] = fitting[coming], others[leaving]
        unseated = misfits(tuple(sorted(after))) + misfits(tuple(sorted(then)))
        return unseated - self.unseated[at] - self.unseated[other]

    def swap(self, at: int, place: int, other: int, across: int) -> None:
        """Let two change places."""
        table, beyond = self.tables[at], self.tables[other]
        table[place], beyond[across] = beyond[across], table[place]
        self._note(at)
        self._note(other)

    def shake(self) -> None:
        """While a table is not right: move some by lot, settle, and take it back if it came out worse."""
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
        """Swap a few of a table that is wrong with others anywhere; the tables that this touched."""
        touched = []
        at = wrong[self.luck.randrange(len(wrong))]
        for _ in range(1 + self.luck.randrange(3)):
            other = (at + 1 + self.luck.randrange(len(self.tables) - 1)) % len(self.tables)
            place, across = self.luck.randrange(len(self.tables[at])), self.luck.randrange(len(self.tables[other]))
            self.swap(at, place, other, across)
            touched += [at, other]
            at = other
        return sorted(set(touched))
