"""The pool's row lock, under which its ledger grows: numbers without a gap, in the order of the commits.

And the lock of a company, under which its games are told apart before anything is written of one.
"""

from collections.abc import Collection
from datetime import datetime
from typing import NamedTuple

from django.db import connection

from league.clubs.models import Club
from league.members.models import Player
from league.results.models import Pool

# The clock is read after the wait for the lock, so that numbers and times of a pool go the same way.
LOCK_POOL = "SELECT next_number, clock_timestamp() FROM results_pool WHERE id = %s FOR NO KEY UPDATE"
LOCK_COMPANY = "SELECT pg_advisory_xact_lock(hashtextextended(%s, 1))"


class Place(NamedTuple):
    """Where in the ledger the next entry goes."""

    number: int
    entered_at: datetime


def lock_pool(pool: Pool) -> Place:
    """Return the place of the pool's next row, nobody else's to take until the transaction ends."""
    with connection.cursor() as cursor:
        cursor.execute(LOCK_POOL, [pool.pk])
        return Place(*cursor.fetchone())


def lock_company(club: Club, players: Collection[Player]) -> None:
    """Until the transaction ends, nobody else asks of this company which of its games they are about to write down.

    So two who bring the same game at the same moment cannot both find that nobody has. It comes before every lock of
    a subject.
    """
    names = ",".join(str(key) for key in sorted({player.pk for player in players}))
    with connection.cursor() as cursor:
        cursor.execute(LOCK_COMPANY, [f"{club.pk}:{names}"])
