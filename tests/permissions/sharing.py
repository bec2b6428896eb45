"""Access to what is read elsewhere."""

from collections.abc import Sequence

from league.integrations.calendar_keys import make_calendar
from league.integrations.models import Delivery, Webhook
from tests.permissions.clubs import club
from tests.permissions.outcomes import ACCOUNTS, EVERYBODY, NOBODY, OWNERS
from tests.permissions.rows import Row, ids, of_club, of_site
from tests.permissions.tournaments import event, running
from tests.permissions.world import World, thing


@thing
def key_of_eilidh(world: World) -> str:
    """By which her calendar program reads."""
    return make_calendar(account=world.eilidh)


key = ids(key_of_eilidh)
club_by_key = ids(key_of_eilidh, club)
event_by_key = ids(key_of_eilidh, running)


@thing
def webhook_of_the_club(world: World) -> Webhook:
    """One to a host that nobody lists, with something that was not sent."""
    made = Webhook.objects.create(club=world.club, address="https://hooks.example.org/", is_on=False)
    Delivery.objects.create(webhook=made, event="ping", status="dropped")
    return made


webhook = ids(club, webhook_of_the_club)


def removed(world: World) -> Sequence[object]:
    """Another for each who may remove it."""
    made = Webhook.objects.create(club=world.club, address=f"https://hooks.example.org/{Webhook.objects.count()}")
    return [world.club.slug, made.public_id]


def delivery(world: World) -> Sequence[object]:
    """What was not sent there."""
    one = webhook_of_the_club(world)
    return [world.club.slug, one.public_id, one.deliveries.earliest("pk").public_id]


ROWS: tuple[Row, ...] = (
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
