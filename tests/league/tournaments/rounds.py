"""A round at the desk in tests: asked for and drawn by this process, and how its tables lie."""

from collections.abc import Iterator

from django.test import Client

from league.tournaments.models import Drawing, Round, Tournament
from league.tournaments.queries.rounds import rows_of, token_of
from league.tournaments.services.lifecycle import start
from league.tournaments.services.pairing_changes import publish_draft
from league.tournaments.services.round_drawing import draw, request_round
from tests.league.tournaments.browser import desk, text_of
from tests.league.tournaments.factories import fresh

TABLES_OF_FOUR = {"format": "table-swiss", "pace": "desk"}


def started(event: Tournament) -> Tournament:
    """The event, its first round drawn as a draft."""
    begun = start(tournament=event, by=None)
    drawn(begun)
    return fresh(begun)


def drawn(event: Tournament) -> Drawing:
    """What came of the next round, drawn by this process instead of a worker."""
    drawing = request_round(tournament=event, by=None)
    draw(drawing_id=drawing.pk)
    return fresh(drawing)


def published(event: Tournament, number: int = 1) -> Round:
    """Publish the draft of that round."""
    return publish_draft(tournament=event, number=number, seen=seen(event, number), by=None)


def seen(event: Tournament, number: int = 1) -> str:
    """What a page that was opened now sends back."""
    return token_of(event.rounds.get(number=number))


def laid(event: Tournament, number: int = 1) -> dict[int, list[int]]:
    """Entries in their seats, by table; byes left out."""
    rows = rows_of(event.rounds.get(number=number)).filter(bye="")
    return {row.table: [seat.entry.number for seat in row.seats.all()] for row in rows}


def byes(event: Tournament, number: int = 1) -> dict[int, str]:
    """The byes of a round by entry."""
    rows = rows_of(event.rounds.get(number=number)).exclude(bye="")
    return {seat.entry.number: row.bye for row in rows for seat in row.seats.all()}


def page_of(client: Client, event: Tournament, number: int = 1, query: str = "") -> str:
    """The round at the desk, as somebody reads it."""
    return text_of(client.get(desk(event, "manage-round", number) + query))


def sends(client: Client, event: Tournament, door: str, number: int = 1, **sent: object) -> str:
    """Press a button of that page, and read the page that follows; `seen` is that of now unless it is given."""
    given = {"seen": seen(event, number) if event.rounds.filter(number=number).exists() else ""} | sent
    return text_of(client.post(desk(event, door, number), given, follow=True))


def names_at(event: Tournament, number: int, table: int) -> Iterator[str]:
    """Who sits at a table."""
    for entry in laid(event, number)[table]:
        yield event.entries.select_related("player").get(number=entry).player.name
