"""What happened in the rounds so far: who met whom, who had which seat, who had a bye."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from league.competition.format import Entry, Pairing, seats_in_leg


class PairingHistory:
    """Counts over the rounds so far, by entry. A table where nobody sat down does not count."""

    def __init__(self, entries: Sequence[Entry], pairings: Sequence[Pairing]) -> None:
        self.met: dict[int, Counter[int]] = {}
        self.seats: dict[int, Counter[int]] = {}
        """How often each seat, from 0; every leg counts."""
        self.last_seat: dict[int, int] = {}
        self.smallest: dict[int, int] = {}
        """The smallest table anybody sat at."""
        self.without: Counter[int] = Counter()
        """Rounds in which the draw left somebody without a table; byes that were asked for are not among them."""
        self.short: Counter[int] = Counter()
        """Sittings at a table smaller than the largest of its round."""
        asked = {(entry.id, number) for entry in entries for number, _ in entry.byes}
        largest = largest_tables(pairings)
        for pairing in pairings:
            if pairing.bye is not None:
                self.without.update(entry for entry in pairing.seats if (entry, pairing.round) not in asked)
            elif pairing.was_played:
                self._sat_down(pairing, largest[pairing.round])

    def _sat_down(self, pairing: Pairing, largest: int) -> None:
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
        """How often the two have sat at one table."""
        return self.met[one][other] if one in self.met else 0

    def times_seated(self, entry: int, size: int) -> tuple[int, ...]:
        """How often it has had each of the seats that a table of `size` has."""
        had = self.seats.get(entry, Counter())
        return tuple(had[seat] for seat in range(size))

    def common_seats(self, entry: int, size: int) -> int:
        """How many seats all its tables have, with one of `size` to come."""
        return min(size, self.smallest.get(entry, size))


def largest_tables(pairings: Sequence[Pairing]) -> dict[int, int]:
    """The largest table of each round."""
    largest: dict[int, int] = {}
    for pairing in pairings:
        largest[pairing.round] = max(largest.get(pairing.round, 0), len(pairing.seats))
    return largest
