"""Doors of what is read elsewhere."""

from collections.abc import Sequence

from league.integrations.calendars import make_calendar
from league.integrations.models import Delivery, Webhook
from tests.doors.clubs import club
from tests.doors.door import Door, of_club, of_site
from tests.doors.outcomes import ACCOUNTS, EVERYBODY, NOBODY, OWNERS
from tests.doors.tournaments import event, running
from tests.doors.world import World, thing


@thing
def key_of_eilidh(world: World) -> str:
    """By which her calendar program reads."""
    return make_calendar(account=world.eilidh)


def key(world: World) -> Sequence[object]:
    """Return a key that lets its holder read."""
    return [key_of_eilidh(world)]


def club_by_key(world: World) -> Sequence[object]:
    """Her club."""
    return [key_of_eilidh(world), world.club.slug]


def event_by_key(world: World) -> Sequence[object]:
    """The event that she plays in."""
    return [key_of_eilidh(world), running(world).public_id]


@thing
def webhook_of_the_club(world: World) -> Webhook:
    """One to a host that nobody lists, with something that was not sent."""
    made = Webhook.objects.create(club=world.club, address="https://hooks.example.org/", is_on=False)
    Delivery.objects.create(webhook=made, event="ping", status="dropped")
    return made


def webhook(world: World) -> Sequence[object]:
    """Its page."""
    return [world.club.slug, webhook_of_the_club(world).public_id]


def removed(world: World) -> Sequence[object]:
    """Another for each who may remove it."""
    made = Webhook.objects.create(club=world.club, address=f"https://hooks.example.org/{Webhook.objects.count()}")
    return [world.club.slug, made.public_id]


def delivery(world: World) -> Sequence[object]:
    """What was not sent there."""
    one = webhook_of_the_club(world)
    return [world.club.slug, one.public_id, one.deliveries.earliest("pk").public_id]


DOORS: tuple[Door, ...] = (
    of_club("sharing:club-calendar", "GET", club, EVERYBODY),
    of_club("sharing:event-calendar", "GET", event, EVERYBODY),
    of_club("sharing:frame", "GET", event, EVERYBODY, private=NOBODY),
    of_site("sharing:own-games", "GET", EVERYBODY, key),
    of_site("sharing:club-by-key", "GET", EVERYBODY, club_by_key),
    of_site("sharing:event-by-key", "GET", EVERYBODY, event_by_key),
    of_club("sharing:webhooks", "GET", club, OWNERS),
    of_club("sharing:webhooks", "POST", club, OWNERS, address="https://nobody.example.org/"),
    of_club("sharing:webhook", "GET", webhook, OWNERS),
    of_club("sharing:webhook-renew", "POST", webhook, OWNERS),
    of_club("sharing:webhook-trial", "POST", webhook, OWNERS),
    of_club("sharing:webhook-switch", "POST", webhook, OWNERS),
    of_club("sharing:webhook-again", "POST", delivery, OWNERS),
    of_club("sharing:webhook-remove", "POST", removed, OWNERS),
    of_site("sharing:calendar", "GET", ACCOUNTS),
    of_site("sharing:make-calendar", "POST", ACCOUNTS),
    of_site("sharing:end-calendar", "POST", ACCOUNTS),
)
