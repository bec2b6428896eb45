"""Years of games in the club's pool, and a few reports that wait."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import timedelta
from random import Random
from uuid import UUID, uuid5

from django.db import transaction
from django.utils import timezone

from league.clubs.models import Club
from league.results.claims import Claim, own_subject
from league.results.entries import NewResult
from league.results.models import Pool
from league.results.services.entering import enter_results
from league.results.services.reporting import file_report
from league.tournaments.seeding.tables import Company, Invented, came_to

YEARS = timedelta(days=5 * 365)
BATCH = 5_000
_SUBJECTS = UUID("b1d0c1f7-4f0d-4b1c-8d3f-6a0c0f2f6c55")


def enter_years(pool: Pool, company: Company, games: int, told: Callable[[int], None]) -> None:
    """Enter so many games, the oldest first, in batches; each is told of when it stands."""
    begin, apart = timezone.now() - YEARS, YEARS / (games + 1)
    for first in range(0, games, BATCH):
        numbers = range(first, min(first + BATCH, games))
        entries = [
            NewResult(subject=_subject(pool, number), seats=company.game(), played_at=begin + (number + 1) * apart)
            for number in numbers
        ]
        with transaction.atomic():
            enter_results(pool=pool, entries=entries)
        told(numbers.stop)


def leave_reports(club: Club, pool: Pool, people: Sequence[Invented], count: int, luck: Random) -> None:
    """Let so many tables be reported by one of those who sat there; somebody contradicts the first.

    Two of each table have accounts, which is what a report asks for.
    """
    speakers = [one for one in people if one.player.account_id is not None]
    silent = [one for one in people if one.player.account_id is None]
    for number in range(count):
        table = [*luck.sample(speakers, 2), luck.choice(silent)]
        key, by = _subject(pool, -1 - number), table[0].player
        claim = Claim(own_subject(by, key), pool, club, came_to(table, luck), key)
        file_report(claim=claim, by=by)
        if number == 0:
            other = came_to(table, luck)
            while other == claim.seats:
                other = came_to(table, luck)
            contradiction = replace(claim, seats=other, key=uuid5(key, "otherwise"))
            file_report(claim=contradiction, by=table[1].player)


def _subject(pool: Pool, number: int) -> UUID:
    return uuid5(_SUBJECTS, f"{pool.public_id}/{number}")
