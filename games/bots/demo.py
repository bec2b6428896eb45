"""The demo: a club whose house bots play, so that there is something to watch from the first minute."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from django.db import connection, transaction

from games.bots.services import LOCK, ensure_house_bots
from league.clubs.models import Club
from league.clubs.services import admit, found_club
from league.members.models import Player
from league.rules.options import Settled
from league.tournaments.models import Tournament
from league.tournaments.services import enter_players, make_tournament, start

CLUB = "Scone Card Club"
SUMMARY = "Bots of the house meet here below the Moot Hill, so that there is always a game to watch."


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """A tournament of the demo."""

    name: str
    format: str
    format_options: Settled = field(default_factory=dict)


EVENTS = (
    Event(name="The Stone of Scone", format="round-robin", format_options={"cycles": 2, "legs": 2}),
    Event(
        name="Three at a Table", format="table-round-robin", format_options={"table_size": 3, "largest": 3, "legs": 3}
    ),
)


@transaction.atomic
def make_demo() -> Club | None:
    """Found the demo's club and start its tournaments; None when the club was there already."""
    with connection.cursor() as cursor:
        cursor.execute(LOCK, ["games.bots.demo"])
    if Club.objects.filter(name=CLUB).exists():
        return None
    club = found_club(name=CLUB, summary=SUMMARY)
    bots = ensure_house_bots()
    for bot in bots:
        admit(club=club, player=bot)
    for event in EVENTS:
        _start(event, club, bots)
    return club


def _start(event: Event, club: Club, bots: Sequence[Player]) -> Tournament:
    tournament = make_tournament(
        club=club,
        name=event.name,
        game="lords-of-scotland",
        format=event.format,
        format_options=event.format_options,
        venue=Tournament.Venue.MACHINE,
        by=None,
    )
    enter_players(tournament=tournament, players=bots, by=None)
    return start(tournament=tournament, by=None)
