"""Two clubs of invented people in the middle of everything, so that a new place has something to look at.

One is in mid-season of its club evenings, with a result that was corrected, a table that is disputed and somebody who
joined late; the other holds a weekend of five rounds, of which the third is played. All of it goes through the services
that people's own clubs go through. Three of the people are accounts that anybody may look through
(`league.members.demo`).
"""

from django.db import connection, transaction

from league.clubs.models import Club
from league.members.queries import demo_accounts
from league.tournaments.demo.evenings import found_evening_club
from league.tournaments.demo.people import invented_people
from league.tournaments.demo.weekend import found_weekend_club

_LOCK = "SELECT pg_advisory_xact_lock(hashtextextended('league.tournaments.demo', 0))"


@transaction.atomic
def make_people() -> list[Club]:
    """Found the two clubs and play what was played; nothing when they were there already. Two at once make one."""
    with connection.cursor() as cursor:
        cursor.execute(_LOCK)
    if demo_accounts():
        return []
    people = invented_people()
    return [found_evening_club(people), found_weekend_club(people)]
