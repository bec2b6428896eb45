"""Counts of the rounds so far: meetings, seats, byes and small tables of each entry."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from league.competition.format import Entry, Pairing, seats_in_leg


class PairingHistory:
    """Counts over the rounds so far, by entry. A table where nobody sat down does not count."""

    def __init__(self, entries: Sequence[Entry], pairings: Sequence[Pairing]) -> None:
        self.met: dict[int, Counter[int]] = {}
        """How often each entry met each other entry."""
        self.seats: dict[int, Counter[int]] = {}
        """How often each entry had each seat, from 0; every leg counts."""
        self.last_seat: dict[int, int] = {}
        """The seat of each entry in its latest leg."""
        self.smallest: dict[int, int] = {}
        """The size of the smallest table that each entry sat at."""
        self.without: Counter[int] = Counter()
        """Byes of each entry from the pairing; byes that the entry asked for do not count."""
        self.short: Counter[int] = Counter()
        """Rounds of each entry at a table smaller than the largest of the round."""
        requested_byes = {(entry.id, number) for entry in entries for number, _ in entry.byes}
        largest = largest_tables(pairings)
        for pairing in pairings:
            if pairing.bye is not None:
                self.without.update(entry for entry in pairing.seats if (entry, pairing.round) not in requested_byes)
            elif pairing.was_played:
                self._count_table(pairing, largest[pairing.round])

    def _count_table(self, pairing: Pairing, largest: int) -> None:
        """Count a table that was played; `largest` is the size of the largest table of its round."""
        for entry in pairing.seats:
            self.met.setdefault(entry, Counter()).update(other for other in pairing.seats if other != entry)
            self.smallest[entry] = min(len(pairing.seats), self.smallest.get(entry, len(pairing.seats)))
        for leg in range(1, pairing.legs + 1):
            for seat, entry in enumerate(seats_in_leg(pairing.seats, leg)):
                self.seats.setdefault(entry, Counter())[seat] += 1
                self.last_seat[entry] = seat
        if len(pairing.seats) < largest:
            self.short.update(pairing.seats)

    def times_met(self, one: int, other: int) -> int:
        """Return how often the two entries have sat at one table."""
        return self.met[one][other] if one in self.met else 0

    def times_seated(self, entry: int, size: int) -> tuple[int, ...]:
        """Return how often the entry has had each seat of a table of `size`."""
        counts = self.seats.get(entry, Counter())
        return tuple(counts[seat] for seat in range(size))

    def common_seats(self, entry: int, size: int) -> int:
        """Return the size of the entry's smallest table, counting a coming one of `size`."""
        return min(size, self.smallest.get(entry, size))


def largest_tables(pairings: Sequence[Pairing]) -> dict[int, int]:
    """Return the size of the largest table by round."""
    largest: dict[int, int] = {}
    for pairing in pairings:
        largest[pairing.round] = max(largest.get(pairing.round, 0), len(pairing.seats))
    return largest
