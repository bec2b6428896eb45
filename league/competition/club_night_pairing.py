"""Pairing of a round of a club night: tables and byes for the players present, after all earlier rounds of the season.

Nobody has a bye who had more byes than another player present, unless only that keeps a forbidden pair apart. The
tables begin at random and are improved by exchanging players (`table_pairing`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from league.competition.format import Entry
from league.competition.pairing_history import PairingHistory
from league.competition.seating import fitting_seats, seated_fairly
from league.competition.seeded_random import SeededRandom
from league.competition.table_costs import AGAIN, APART, FORBIDDEN, SHORT, Field
from league.competition.table_pairing import draw_tables

Pair = frozenset[int]

SMALLER = 4 * AGAIN // SHORT  # a smaller table once more costs as much as meeting two people once more


@dataclass(frozen=True, slots=True)
class Evening:
    """The facts for a round. `tonight` is the part of `past` that was played at this club night."""

    number: int
    here: tuple[Entry, ...]
    past: PairingHistory
    tonight: PairingHistory
    forbidden: frozenset[Pair]
    sizes: tuple[int, ...]
    legs: int

    def broken(self, seats: Sequence[int]) -> int:
        """Return how many pairs sit there that must not meet."""
        return sum(frozenset(pair) in self.forbidden for pair in combinations(seats, 2))


@dataclass(frozen=True, slots=True)
class TablesAndByes:
    """The tables, each with its players in the order of their seats, and the byes."""

    tables: tuple[tuple[int, ...], ...]
    resting: tuple[int, ...]


def pair_club_night(evening: Evening, rng: SeededRandom) -> TablesAndByes:
    """Return the tables and byes of one round; the same random numbers give the same ones."""
    best: tuple[int, list[list[int]], tuple[int, ...]] | None = None
    for resting in _possible_byes(evening, rng):
        tables = _draw(evening, resting, rng)
        broken = sum(map(evening.broken, tables))
        if best is None or broken < best[0]:
            best = (broken, tables, resting)
        if not broken:
            break
    if best is None:
        return TablesAndByes((), ())
    seated = (seated_fairly(seats, evening.past, evening.legs, rng) for seats in best[1])
    return TablesAndByes(tuple(seated), best[2])


def _possible_byes(evening: Evening, rng: SeededRandom) -> Iterator[tuple[int, ...]]:
    """Yield the fair byes; then, for forbidden pairs, the same with one of such a pair instead of another player."""
    order = sorted(
        (entry.id for entry in rng.shuffled(evening.here)),
        key=lambda entry: (
            evening.past.without[entry],
            evening.tonight.without[entry],
            -_games_played(evening.past, entry),
        ),
    )
    resting = tuple(order[: len(order) - sum(evening.sizes)])
    yield resting
    kept_apart = sorted(set().union(*evening.forbidden) & set(order) - set(resting)) if evening.forbidden else []
    for entry in kept_apart:
        yield from ((*resting[:at], entry, *resting[at + 1 :]) for at in reversed(range(len(resting))))


def _games_played(past: PairingHistory, entry: int) -> int:
    """Return how many games it has had."""
    return past.seats[entry].total() if entry in past.seats else 0


def _draw(evening: Evening, resting: Sequence[int], rng: SeededRandom) -> list[list[int]]:
    """Return the tables of the players without a bye."""
    players = [entry for entry in rng.shuffled(evening.here) if entry.id not in resting]
    begun, start = [], 0
    for size in evening.sizes:
        begun.append(list(range(start, start + size)))
        start += size
    tables = draw_tables(begun, _field(evening, players), rng)
    return [[players[index].id for index in seats] for seats in tables]


def _field(evening: Evening, players: Sequence[Entry]) -> Field:
    """Return what it costs to let two meet; scores play no part."""
    past = evening.past
    dear: list[dict[int, int]] = [{} for _ in players]
    for (one, own), (other, theirs) in combinations(enumerate(players), 2):
        cost = _cost(evening, own, theirs)
        if cost:
            dear[one][other] = dear[other][one] = cost
    fair, even = fitting_seats([player.id for player in players], evening.sizes, past, evening.legs)
    return Field([0] * len(players), dear, fair, even, [SMALLER * past.short[player.id] for player in players])


def _cost(evening: Evening, own: Entry, theirs: Entry) -> int:
    """Return the cost of a meeting: twice the meetings so far; those of tonight count once more.

    So the sum of squared meetings is kept small.
    """
    met = 2 * evening.past.times_met(own.id, theirs.id) + evening.tonight.times_met(own.id, theirs.id)
    cost = AGAIN * met
    if frozenset((own.id, theirs.id)) in evening.forbidden:
        cost += FORBIDDEN
    if own.fixed_table is not None and theirs.fixed_table is not None:
        cost += APART
    return cost
