"""Doors of what is read elsewhere."""

from collections.abc import Sequence

from league.sharing.services import make_calendar
from tests.doors.clubs import club
from tests.doors.door import Door, of_club, of_site
from tests.doors.outcomes import ACCOUNTS, EVERYBODY, NOBODY
from tests.doors.tournaments import event, running
from tests.doors.world import World, thing


@thing
def key_of_eilidh(world: World) -> str:
    """By which her calendar program reads."""
    return make_calendar(account=world.eilidh)


def key(world: World) -> Sequence[object]:
    """Whoever has it reads by it."""
    return [key_of_eilidh(world)]


def club_by_key(world: World) -> Sequence[object]:
    """Her club."""
    return [key_of_eilidh(world), world.club.slug]


def event_by_key(world: World) -> Sequence[object]:
    """The event that she plays in."""
    return [key_of_eilidh(world), running(world).public_id]


DOORS: tuple[Door, ...] = (
    of_club("sharing:club-calendar", "GET", club, EVERYBODY),
    of_club("sharing:event-calendar", "GET", event, EVERYBODY),
    of_club("sharing:frame", "GET", event, EVERYBODY, private=NOBODY),
    of_site("sharing:own-games", "GET", EVERYBODY, key),
    of_site("sharing:club-by-key", "GET", EVERYBODY, club_by_key),
    of_site("sharing:event-by-key", "GET", EVERYBODY, event_by_key),
    of_site("sharing:calendar", "GET", ACCOUNTS),
    of_site("sharing:make-calendar", "POST", ACCOUNTS),
    of_site("sharing:end-calendar", "POST", ACCOUNTS),
)
