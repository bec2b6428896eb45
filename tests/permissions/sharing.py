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
    of_club("integrations:club-calendar", "GET", club, EVERYBODY),
    of_club("integrations:tournament-calendar", "GET", event, EVERYBODY),
    of_club("integrations:embed", "GET", event, EVERYBODY, private=NOBODY),
    of_site("integrations:player-calendar", "GET", EVERYBODY, key),
    of_site("integrations:club-calendar-by-key", "GET", EVERYBODY, club_by_key),
    of_site("integrations:tournament-calendar-by-key", "GET", EVERYBODY, event_by_key),
    of_club("integrations:webhooks", "GET", club, OWNERS),
    of_club("integrations:webhooks", "POST", club, OWNERS, address="https://nobody.example.org/"),
    of_club("integrations:webhook", "GET", webhook, OWNERS),
    of_club("integrations:renew-webhook-secret", "POST", webhook, OWNERS),
    of_club("integrations:test-webhook", "POST", webhook, OWNERS),
    of_club("integrations:switch-webhook", "POST", webhook, OWNERS),
    of_club("integrations:resend-delivery", "POST", delivery, OWNERS),
    of_club("integrations:remove-webhook", "POST", removed, OWNERS),
    of_site("integrations:calendars", "GET", ACCOUNTS),
    of_site("integrations:create-calendars", "POST", ACCOUNTS),
    of_site("integrations:revoke-calendars", "POST", ACCOUNTS),
)
