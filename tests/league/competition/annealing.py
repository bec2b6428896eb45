"""A long annealing of the tables of one round, against which the draw of a Swiss of tables is measured."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import log
from random import Random
from time import process_time

from league.competition.format import Conditions, Entry, Forbidden, Pairing, Round
from league.competition.options import Value
from league.competition.pairing_history import PairingHistory
from league.competition.scores import totals_of
from league.competition.scoring import scoring_named
from league.competition.seating import even_seats, fair_seats, misfits
from tests.league.competition.simulation import Options, decide
from tests.league.competition.swiss_events import SWISS

WARMEST, COLDEST = 200.0, 3.0
"""Temperatures in squared twelfths of a win."""
PRICE = 1000
"""What it costs to break a rule on the way."""

Broken = tuple[int, ...]
"""Kept apart, meetings again, uneven seats, unfair seats, smaller tables once more: how often each is broken."""


@dataclass(frozen=True)
class Drawn:
    """A round that was drawn, and what was known then."""

    entries: Sequence[Entry]
    before: tuple[Pairing, ...]
    tables: tuple[tuple[int, ...], ...]
    conditions: Conditions
    number: int
    seconds: float
    """Of the processor, for the draw."""

    def points(self) -> dict[int, int]:
        """Everybody's points before the round, in twelfths of a win."""
        totals = totals_of(self.entries, self.before, scoring_named("share"))
        return {one: units * 12 // 720 for one, units in totals.items()}

    def squares(self) -> int:
        """The squared differences of points at the tables, added up over pairs."""
        points = self.points()
        return sum(squares([points[one] for one in table]) for table in self.tables)

    def rules(self) -> Callable[[Sequence[int]], Broken]:
        """Count what a table breaks."""
        past = PairingHistory(self.entries, self.before)
        largest = max(map(len, self.tables))
        apart = {frozenset((pair.one, pair.other)) for pair in self.conditions.forbidden if pair.holds_in(self.number)}

        def broken(table: Sequence[int]) -> Broken:
            size = len(table)
            seats = [(past.times_seated(one, size), past.common_seats(one, size)) for one in table]
            return (
                sum(frozenset(pair) in apart for pair in combinations(table, 2)),
                sum(past.times_met(*pair) for pair in combinations(table, 2)),
                misfits(tuple(sorted(even_seats(had, common, 1) for had, common in seats))),
                misfits(tuple(sorted(fair_seats(had, 1) for had, _ in seats))),
                sum(past.short[one] for one in table) if size < largest else 0,
            )

        return broken

    def broken(self) -> Broken:
        """The same for the whole round."""
        return total(map(self.rules(), self.tables))


def squares(scores: Sequence[int]) -> int:
    """The squared differences of all pairs."""
    return len(scores) * sum(score * score for score in scores) - sum(scores) ** 2


def total(each: Iterable[Broken]) -> Broken:
    """What tables break together."""
    return tuple(map(sum, zip(*each, strict=True)))


def event(
    players: int, rounds: int, seed: int, *, apart: Sequence[tuple[int, int]] = (), leaving: int = 0, **options: Value
) -> Iterator[Drawn]:
    """Every round of an event of players of unlike strength after the first; some leave before its end."""
    rng = Random(seed)
    chosen: Options = {"rounds": rounds, **options}
    gone = {rng.randrange(1, players + 1): rng.randrange(2, rounds + 1) for _ in range(leaving)}
    entries = [Entry(one, left=gone.get(one)) for one in range(1, players + 1)]
    conditions = Conditions(tuple(Forbidden(one, other) for one, other in apart))
    pairings: list[Pairing] = []
    for number in range(1, rounds + 1):
        begun = process_time()
        answer = SWISS.pair(entries, pairings, chosen, seed, conditions)
        seconds = process_time() - begun
        assert isinstance(answer, Round)
        tables = tuple(pairing.seats for pairing in answer.pairings if pairing.bye is None)
        if number > 1:
            yield Drawn(entries, tuple(pairings), tables, conditions, number, seconds)
        form = {entry.id: int(1000 * (entry.id / players + rng.gauss(0, 0.4))) for entry in entries}
        pairings += [decide(pairing, form.__getitem__) for pairing in answer.pairings]


def annealed(drawn: Drawn, tries: int, seed: int) -> int:
    """The least squared differences that so many tries find which break no rule more often than the drawn round."""
    return _Annealing(drawn, Random(seed)).least(tries)


class _Annealing:
    def __init__(self, drawn: Drawn, rng: Random) -> None:
        self.tables = [list(table) for table in drawn.tables]
        self.points, self.rules, self.rng = drawn.points(), drawn.rules(), rng
        self.known: dict[tuple[int, ...], Broken] = {}
        self.most = self.now = drawn.broken()

    def least(self, tries: int) -> int:
        cost = lowest = sum(squares([self.points[one] for one in table]) for table in self.tables)
        for number in range(tries if len(self.tables) > 1 else 0):
            heat = WARMEST * (COLDEST / WARMEST) ** (number / tries)
            cost += self.attempt(heat)
            if cost < lowest and not self.excess(self.now):
                lowest = cost
        return lowest

    def attempt(self, heat: float) -> int:
        """Exchange two by chance, or not; what that adds to the squared differences."""
        rng, points = self.rng, self.points
        here, there = rng.sample(range(len(self.tables)), 2)
        one, other = self.tables[here], self.tables[there]
        place, across = int(rng.random() * len(one)), int(rng.random() * len(other))
        own, theirs = points[one[place]], points[other[across]]
        mates = sum([points[mate] for mate in one]) - own
        others = sum([points[mate] for mate in other]) - theirs
        change = (theirs - own) * ((len(one) - len(other)) * (theirs + own) - 2 * (mates - others))
        most = -heat * log(1 - rng.random())
        if change - PRICE * self.excess(self.now) > most:
            return 0
        before = (self.broken(one), self.broken(other))
        one[place], other[across] = other[across], one[place]
        after = (self.broken(one), self.broken(other))
        then = tuple(now + new - old for now, new, old in zip(self.now, total(after), total(before), strict=True))
        if change + PRICE * (self.excess(then) - self.excess(self.now)) > most:
            one[place], other[across] = other[across], one[place]
            return 0
        self.now = then
        return change

    def broken(self, table: Sequence[int]) -> Broken:
        """What the table breaks."""
        key = tuple(sorted(table))
        if key not in self.known:
            self.known[key] = self.rules(key)
        return self.known[key]

    def excess(self, broken: Broken) -> int:
        """How much more often rules are broken than in the round that was drawn."""
        return sum([max(0, now - most) for now, most in zip(broken, self.most, strict=True)])
