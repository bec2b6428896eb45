"""The rule for withdrawals from a round robin.

The results of an entry that leaves before half of its games are annulled: they stay in the record and in the ratings,
but count in nobody's standings. After half of the games it keeps its results, and the games left are forfeited to its
opponents (FIDE General Regulations for Competitions, withdrawal from a round robin). At a table of more than two, an
annulled entry is taken from the order of places, and the rest are paid as a smaller table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from league.competition.format import Entry, How, Leg, Pairing
from league.competition.points import places_of


def games_played(entry: int, pairings: Sequence[Pairing]) -> int:
    """Return how many pairings an entry has really played (byes and forfeits are not played)."""
    return sum(
        entry in pairing.seats and pairing.decided and any(leg.how is not How.FORFEIT for leg in pairing.results)
        for pairing in pairings
    )


def annulled_entries(entries: Sequence[Entry], pairings: Sequence[Pairing], games: int) -> frozenset[int]:
    """Return the entries that left before half of the `games` of a full part in the tournament."""
    gone = (entry.id for entry in entries if entry.left is not None)
    return frozenset(entry for entry in gone if 2 * games_played(entry, pairings) < games)


def counted_pairings(entries: Sequence[Entry], pairings: Sequence[Pairing], games: int) -> tuple[Pairing, ...]:
    """Return the pairings without annulled entries, and without those that then have no opponent."""
    out = annulled_entries(entries, pairings, games)
    if not out:
        return tuple(pairings)
    kept = (_without(pairing, out) for pairing in pairings)
    return tuple(pairing for pairing in kept if pairing.seats and (pairing.bye or len(pairing.seats) > 1))


def _without(pairing: Pairing, out: frozenset[int]) -> Pairing:
    if out.isdisjoint(pairing.seats):
        return pairing
    seats = tuple(seat for seat in pairing.seats if seat not in out)
    return replace(pairing, seats=seats, results=tuple(_leg_without(leg, out) for leg in pairing.results))


def _leg_without(leg: Leg, out: frozenset[int]) -> Leg:
    indices = [index for index, seat in enumerate(leg.seats) if seat not in out]
    left = [leg.places[index] for index in indices]
    places = left if leg.how is How.FORFEIT else places_of(left)
    return replace(
        leg,
        seats=tuple(leg.seats[index] for index in indices),
        places=tuple(places),
        points=tuple(leg.points[index] for index in indices) if leg.points else (),
    )
