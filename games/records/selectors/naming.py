"""Names of those at the tables of records, as the reader reads them."""

from collections.abc import Iterable

from games.records.models import BroughtRecord
from league.clubs.naming import show_names_by_club
from league.clubs.rules import Asker


def named(records: Iterable[BroughtRecord], asker: Asker) -> list[BroughtRecord]:
    """Return the records with everybody named by the rule of their club; they come with seats, recorder and club."""
    found = list(records)
    people = [
        (player, record.club)
        for record in found
        for player in (record.by, *(seat.player for seat in record.seats.all()))
    ]
    show_names_by_club(people, asker)
    return found
