"""Access at tables: short links for their holders, the scorers' page of links, the clock, the big screen."""

from collections.abc import Sequence

from league.tournaments.models import TableLink
from league.tournaments.services.table_links import make_links
from tests.doors.door import Door, of_club, of_site
from tests.doors.outcomes import EVERYBODY, NOBODY, ORGANISERS, SCORERS
from tests.doors.tournaments import event, first_round, running
from tests.doors.world import World


def link(world: World) -> TableLink:
    """A link that works, on the first table of the running event."""
    make_links(tournament_round=running(world).rounds.get(number=1), by=None)
    return TableLink.objects.get(pairing__round__tournament=running(world), table=1, revoked_at=None)


def key(world: World) -> Sequence[object]:
    """Return the key printed on the table's card."""
    return [link(world).key]


def no_key(_world: World) -> Sequence[object]:
    """A key that no table has."""
    return ["bbbbbbbbbb"]


def link_at_desk(world: World) -> Sequence[object]:
    """Return the same link in the organiser's area."""
    return [running(world).public_id, link(world).public_id]


def seat_at_desk(world: World) -> Sequence[object]:
    """A seat of its table."""
    return [*link_at_desk(world), 0]


DOORS: tuple[Door, ...] = (
    of_site("tournaments:table-find", "GET", EVERYBODY),
    of_club("tournaments:table", "GET", key, EVERYBODY, private=EVERYBODY),
    of_club("tournaments:table", "GET", no_key, NOBODY),
    of_club("tournaments:table-seat", "POST", key, EVERYBODY, private=EVERYBODY),
    of_club("tournaments:table-seat", "POST", no_key, NOBODY),
    of_club("tournaments:table-leave", "POST", key, EVERYBODY, private=EVERYBODY),
    of_club("tournaments:table-report", "POST", key, EVERYBODY, private=EVERYBODY),
    of_club("tournaments:table-answer", "POST", key, EVERYBODY, private=EVERYBODY),
    of_club("tournaments:links", "GET", first_round, SCORERS),
    of_club("tournaments:links-make", "POST", first_round, SCORERS),
    of_club("tournaments:links-revoke", "POST", first_round, SCORERS),
    of_club("tournaments:link-revoke", "POST", link_at_desk, SCORERS),
    of_club("tournaments:link-renew", "POST", link_at_desk, SCORERS),
    of_club("tournaments:link-free", "POST", seat_at_desk, SCORERS),
    of_club("tournaments:clock", "POST", first_round, ORGANISERS),
    of_club("tournaments:projector", "GET", event, EVERYBODY),
)
