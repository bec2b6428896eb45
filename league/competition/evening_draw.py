"""Who sits with whom at an evening, and who rests: drawn among those who are here, after all that was played before.

Nobody rests who rested oftener than another who is here, unless only so a forbidden pair stays apart. The tables begin
by lot and are improved by exchanging players (`league.competition.table_draw`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from league.competition.formats.format import Entry
from league.competition.luck import Luck
from league.competition.past import Past
from league.competition.seat_choice import fitting_seats, seated_fairly
from league.competition.table_costs import AGAIN, APART, FORBIDDEN, SHORT, Field
from league.competition.table_draw import draw_tables

Pair = frozenset[int]

SMALLER = 4 * AGAIN // SHORT
"""A smaller table once more weighs as much as meeting two people once more."""


@dataclass(frozen=True, slots=True)
class Evening:
    """What the draw goes by. `tonight` is the part of `past` that was played this evening."""

    number: int
    here: tuple[Entry, ...]
    past: Past
    tonight: Past
    forbidden: frozenset[Pair]
    sizes: tuple[int, ...]
    legs: int

    def broken(self, seats: Sequence[int]) -> int:
        """How many pairs sit there that must not meet."""
        return sum(frozenset(pair) in self.forbidden for pair in combinations(seats, 2))


@dataclass(frozen=True, slots=True)
class Drawn:
    """The tables, each with its players in the order of their seats, and who rests."""

    tables: tuple[tuple[int, ...], ...]
    resting: tuple[int, ...]


def drawn(evening: Evening, luck: Luck) -> Drawn:
    """The tables of one round; the same luck draws the same ones."""
    best: tuple[int, list[list[int]], tuple[int, ...]] | None = None
    for resting in _ways_to_rest(evening, luck):
        tables = _tables(evening, resting, luck)
        broken = sum(map(evening.broken, tables))
        if best is None or broken < best[0]:
            best = (broken, tables, resting)
        if not broken:
            break
    if best is None:
        return Drawn((), ())
    seated = (seated_fairly(seats, evening.past, evening.legs, luck) for seats in best[1])
    return Drawn(tuple(seated), best[2])


def _ways_to_rest(evening: Evening, luck: Luck) -> Iterator[tuple[int, ...]]:
    """First the fair way; then, for forbidden pairs, one of such a pair in the place of one who would rest."""
    order = sorted(
        (entry.id for entry in luck.shuffled(evening.here)),
        key=lambda one: (evening.past.without[one], evening.tonight.without[one], -_sat(evening.past, one)),
    )
    resting = tuple(order[: len(order) - sum(evening.sizes)])
    yield resting
    kept_apart = sorted(set().union(*evening.forbidden) & set(order) - set(resting)) if evening.forbidden else []
    for one in kept_apart:
        yield from ((*resting[:at], one, *resting[at + 1 :]) for at in reversed(range(len(resting))))


def _sat(past: Past, entry: int) -> int:
    """How many games it has had."""
    return past.seats[entry].total() if entry in past.seats else 0


def _tables(evening: Evening, resting: Sequence[int], luck: Luck) -> list[list[int]]:
    """Those who do not rest, at tables of the evening's sizes."""
    players = [entry for entry in luck.shuffled(evening.here) if entry.id not in resting]
    begun, start = [], 0
    for size in evening.sizes:
        begun.append(list(range(start, start + size)))
        start += size
    tables = draw_tables(begun, _field(evening, players), luck)
    return [[players[one].id for one in seats] for seats in tables]


def _field(evening: Evening, players: Sequence[Entry]) -> Field:
    """What it costs to let two meet; scores play no part."""
    past = evening.past
    dear: list[dict[int, int]] = [{} for _ in players]
    for (one, own), (other, theirs) in combinations(enumerate(players), 2):
        cost = _cost(evening, own, theirs)
        if cost:
            dear[one][other] = dear[other][one] = cost
    fair, even = fitting_seats([player.id for player in players], evening.sizes, past, evening.legs)
    return Field([0] * len(players), dear, fair, even, [SMALLER * past.short[player.id] for player in players])


def _cost(evening: Evening, own: Entry, theirs: Entry) -> int:
    """Twice the meetings so far is what one more adds to the sum of their squares; those of tonight count once more."""
    met = 2 * evening.past.times_met(own.id, theirs.id) + evening.tonight.times_met(own.id, theirs.id)
    cost = AGAIN * met
    if frozenset((own.id, theirs.id)) in evening.forbidden:
        cost += FORBIDDEN
    if own.fixed_table is not None and theirs.fixed_table is not None:
        cost += APART
    return cost
