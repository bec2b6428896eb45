"""A reported result (`Claim`), and the chain of ledger rows of a subject.

The first result of a subject and its corrections form a chain: the last counts, at the position of the first.
"""

from dataclasses import dataclass
from datetime import date, datetime, time
from typing import Any, NamedTuple
from uuid import UUID, uuid5
from zoneinfo import ZoneInfo

from django.utils import timezone

from league.accounts.models import Player
from league.clubs.models import Club
from league.results.ledger_entries import SeatResult
from league.results.models import Pool, Report, Result


def seats_of(said: Report | Result) -> tuple[SeatResult, ...]:
    """Return the seats of a report or a row of the ledger, in order; they should be prefetched."""
    return tuple(SeatResult(seat.player_id, seat.points, seat.place) for seat in said.seats.all())


@dataclass(frozen=True, slots=True)
class Chain:
    """All rows of a subject, the first one first."""

    rows: tuple[Result, ...]

    @property
    def first(self) -> Result:
        """The first row, whose position in the ledger counts for all."""
        return self.rows[0]

    @property
    def now(self) -> Result:
        """The row that counts."""
        return self.rows[-1]

    @property
    def pool(self) -> Pool:
        """The pool."""
        return self.first.pool

    @property
    def subject(self) -> UUID:
        """The subject."""
        return self.first.subject

    @property
    def is_withdrawn(self) -> bool:
        """Whether the result is withdrawn."""
        return self.now.how == Result.How.WITHDRAWN

    @property
    def was_played_here(self) -> bool:
        """Whether it is the result of a match on the server: the match's id is then both subject and evidence."""
        return self.first.evidence == self.first.subject

    @property
    def may_be_rated(self) -> bool:
        """Whether it changes ratings if played to the end: an unrated first result stays unrated."""
        return all(row.is_rated for row in self.rows if row.how == Result.How.PLAYED and not row.ending)

    @property
    def seats(self) -> tuple[SeatResult, ...]:
        """The seats that count; of a withdrawn result, those that counted last."""
        return next((seats for row in reversed(self.rows) if (seats := seats_of(row))), ())

    @property
    def players(self) -> dict[int, Player]:
        """All players of its rows, by key."""
        return {seat.player_id: seat.player for row in self.rows for seat in row.seats.all()}

    def stood_once(self, how: str, seats: tuple[SeatResult, ...], ending: str = "") -> bool:
        """Whether this very result was in the ledger before."""
        return any((row.how, row.ending, seats_of(row)) == (how, ending, seats) for row in self.rows)


EARLIEST = date(1970, 1, 1)  # the same in forms: `league.common.forms`

_OWN_SUBJECTS = UUID("3c1d4c3e-94f5-4f0e-8a55-0c4a6f5f3b21")


class Word(NamedTuple):
    """The normalised outcome of a report: equal ones confirm each other, in whatever order of seats."""

    how: str
    ending: str
    seats: frozenset[SeatResult]


@dataclass(frozen=True, slots=True)
class Claim:
    """One person's report of a game; `seats` in order.

    `subject` is that of the tournament game, of the answered report, or `own_subject(by, key)` for a game outside
    tournaments that nobody has reported yet. `key` is the sender's idempotency key. `played_at` is None for a game
    that just ended. `evidence` is the id of a verified record. `ending` says how the game ended early; `seats` is then
    the result by the rules for such an ending.
    """

    subject: UUID
    pool: Pool
    club: Club
    seats: tuple[SeatResult, ...]
    key: UUID
    played_at: datetime | None = None
    how: str = Result.How.PLAYED
    sheet: dict[str, Any] | None = None
    evidence: UUID | None = None
    ending: str = ""

    @property
    def word(self) -> Word:
        """The normalised outcome."""
        return Word(self.how, self.ending, frozenset(self.seats))


def word_of(said: Report | Result) -> Word:
    """Return the normalised outcome of a report or a row of the ledger; seats should be prefetched."""
    return Word(said.how, said.ending, frozenset(seats_of(said)))


def own_subject(by: Player, key: UUID) -> UUID:
    """Return the subject of a game that nobody reported before: a function of sender and key."""
    return uuid5(_OWN_SUBJECTS, f"{by.public_id}:{key}")


def played_on(day: date, club: Club) -> datetime | None:
    """Return the time of a game of that day: None for today, noon in the club's time zone for an earlier day."""
    if day == today_at(club):
        return None
    return datetime.combine(day, time(12), tzinfo=ZoneInfo(club.time_zone))


def today_at(club: Club) -> date:
    """Return today's date in the club's time zone."""
    return timezone.now().astimezone(ZoneInfo(club.time_zone)).date()
