"""Names of those who sat at matches, as the reader reads them."""

from collections.abc import Iterable

from games.matches.models import Match
from league.clubs.naming import show_names_by_club
from league.clubs.rules import Asker


def named(matches: Iterable[Match], asker: Asker) -> list[Match]:
    """Return the matches with everybody named by the rule of the club whose pool it is; see `matches_seen_by`."""
    found = list(matches)
    people = [
        (seat.player, match.pool.club if match.pool else None)
        for match in found
        for seat in match.seats.all()
        if seat.player is not None
    ]
    show_names_by_club(people, asker)
    return found
