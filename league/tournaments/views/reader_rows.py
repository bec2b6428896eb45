"""The reader's own rows, put into cached pages that all readers share."""

from collections.abc import Callable, Sequence

from django.http import HttpRequest

from league.tournaments.models import Tournament
from league.tournaments.presenters.rounds import round_view
from league.tournaments.queries.entries import Own, entrants_of
from league.tournaments.queries.standings_cache import sheet_of
from league.tournaments.templatetags.cached_parts import (
    shows_decided,
    with_own_rows,
    with_own_seats,
    with_own_tables,
)

OwnLines = Callable[[str, HttpRequest, Tournament, Sequence[Own]], str]
"""Puts the rows of a reader with these entries into shared HTML."""


def own_rows(inside: str, _request: HttpRequest, _event: Tournament, own: Sequence[Own]) -> str:
    """Mark the reader's rows of the standings."""
    return with_own_rows(inside, own)


def own_tables(inside: str, request: HttpRequest, event: Tournament, own: Sequence[Own], *, number: int) -> str:
    """Show the reader's tables of a round. Once a game counts, all readers see the same, apart from the mark."""
    sheet, numbers = sheet_of(event), {one.number for one in own}
    seated = [pairing for pairing in sheet.rounds.get(number, ()) if numbers.intersection(pairing.seats)]
    tables = [pairing.table for pairing in seated]
    if all(pairing.decided for pairing in seated) and shows_decided(inside, tables):
        return with_own_seats(inside, tables, own)
    entrants = entrants_of(event, request.user)
    return with_own_tables(inside, round_view(event, sheet, number, entrants, request.user, 0))
