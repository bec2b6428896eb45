"""What somebody says a game came to, before it is a report: what sheets, forms and records are made into."""

from dataclasses import dataclass
from datetime import date, datetime, time
from typing import Any, NamedTuple
from uuid import UUID, uuid5
from zoneinfo import ZoneInfo

from django.utils import timezone

from league.clubs.models import Club
from league.members.models import Player
from league.results.chains import seats_of
from league.results.entries import SeatResult
from league.results.models import Pool, Report, Result

EARLIEST = date(1970, 1, 1)  # the same in forms: `league.shared.forms`

_OWN_SUBJECTS = UUID("3c1d4c3e-94f5-4f0e-8a55-0c4a6f5f3b21")


class Word(NamedTuple):
    """What a report comes down to: two that say the same word confirm one another, in whatever order they sit."""

    how: str
    ending: str
    seats: frozenset[SeatResult]


@dataclass(frozen=True, slots=True)
class Claim:
    """What one person says a game came to; `seats` from the first seat on.

    `subject` is the leg's that it decides, that of the report it answers, or `own_subject(by, key)` for a game outside
    tournaments that nobody has reported yet. `key` is made by the sender: what comes twice under one key is one report.
    `played_at` is left out for a game that ended just now. `evidence` is the id of a verified record.
    `ending` says how it ended early; `seats` is then what that came to.
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
        """What it comes down to."""
        return Word(self.how, self.ending, frozenset(self.seats))


def word_of(said: Report | Result) -> Word:
    """What a report or a row of the ledger comes down to; its seats should have been prefetched."""
    return Word(said.how, said.ending, frozenset(seats_of(said)))


def own_subject(by: Player, key: UUID) -> UUID:
    """The subject of a game that nobody reported before: always the same for one sender and key, nobody else's."""
    return uuid5(_OWN_SUBJECTS, f"{by.public_id}:{key}")


def played_on(day: date, club: Club) -> datetime | None:
    """When a game of that day was played: today's just now (None), an earlier one at noon where the club is."""
    if day == today_at(club):
        return None
    return datetime.combine(day, time(12), tzinfo=ZoneInfo(club.time_zone))


def today_at(club: Club) -> date:
    """The day it is where the club is."""
    return timezone.now().astimezone(ZoneInfo(club.time_zone)).date()
