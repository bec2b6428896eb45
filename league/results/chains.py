"""The rows of one subject: a first result, and its corrections. The last counts, at the place of the first."""

from dataclasses import dataclass
from uuid import UUID

from league.members.models import Player
from league.results.entries import SeatResult
from league.results.models import Pool, Report, Result


def seats_of(said: Report | Result) -> tuple[SeatResult, ...]:
    """What the seats came to, by a report or a row of the ledger, the first seat first; they should be prefetched."""
    return tuple(SeatResult(seat.player_id, seat.points, seat.place) for seat in said.seats.all())


@dataclass(frozen=True, slots=True)
class Chain:
    """All that the ledger says of a subject, the first row first."""

    rows: tuple[Result, ...]

    @property
    def first(self) -> Result:
        """The row whose place in the ledger all of them have."""
        return self.rows[0]

    @property
    def now(self) -> Result:
        """The row that counts."""
        return self.rows[-1]

    @property
    def pool(self) -> Pool:
        """Where it counts."""
        return self.first.pool

    @property
    def subject(self) -> UUID:
        """What it is about."""
        return self.first.subject

    @property
    def is_withdrawn(self) -> bool:
        """Whether it has no result any more."""
        return self.now.how == Result.How.WITHDRAWN

    @property
    def was_played_here(self) -> bool:
        """Whether a match on the machine decided it: such a match has the id of what it decides."""
        return self.first.evidence == self.first.subject

    @property
    def may_be_rated(self) -> bool:
        """Whether it moves ratings when it was played to its end: what did not count for ratings then never will."""
        return all(row.is_rated for row in self.rows if row.how == Result.How.PLAYED and not row.ending)

    @property
    def seats(self) -> tuple[SeatResult, ...]:
        """What counts; of a withdrawn result, what counted last."""
        return next((seats for row in reversed(self.rows) if (seats := seats_of(row))), ())

    @property
    def players(self) -> dict[int, Player]:
        """Everybody who sits in any of its rows, by key."""
        return {seat.player_id: seat.player for row in self.rows for seat in row.seats.all()}

    def stood_once(self, how: str, seats: tuple[SeatResult, ...], ending: str = "") -> bool:
        """Whether this very result was in the ledger before."""
        return any((row.how, row.ending, seats_of(row)) == (how, ending, seats) for row in self.rows)
