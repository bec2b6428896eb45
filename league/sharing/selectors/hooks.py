"""Which webhooks there are, what waits for them, and what became of it."""

from collections.abc import Collection
from datetime import datetime
from typing import Final

from django.db.models import Count, FilteredRelation, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from league.clubs.models import Club
from league.members.models import Account, Player
from league.results.models import Pool
from league.sharing.errors import NoSuchWebhook
from league.sharing.models import Delivery, Webhook

SHOWN: Final = 30

_WAITS: Final = Q(deliveries__status=Delivery.Status.WAITING)


def webhooks_of(club: Club) -> QuerySet[Webhook]:
    """A club's webhooks in the order they were made, each with how many deliveries wait as `waiting`."""
    return club.webhooks.filter(ended_at=None).annotate(waiting=Count("deliveries", filter=_WAITS)).order_by("pk")


def webhook_at(club: Club, public_id: str) -> Webhook:
    """One of them; raises `NoSuchWebhook`."""
    found = webhooks_of(club).filter(public_id=public_id).first()
    if found is None:
        raise NoSuchWebhook(_("This webhook was removed. See the list of webhooks."))
    return found


def deliveries_of(webhook: Webhook) -> list[Delivery]:
    """The last of a webhook, the latest first."""
    return list(webhook.deliveries.order_by("-pk")[:SHOWN])


def delivery_at(webhook: Webhook, public_id: str) -> Delivery:
    """One of them; raises `NoSuchWebhook`."""
    found = webhook.deliveries.filter(public_id=public_id).first()
    if found is None:
        raise NoSuchWebhook(_("This delivery was deleted. Moothill keeps deliveries for 30 days."))
    return found


def next_waiting(webhook: Webhook) -> Delivery | None:
    """What is to be sent first."""
    return webhook.deliveries.filter(status=Delivery.Status.WAITING).order_by("pk").first()


def club_of_pool(pool_id: int) -> int | None:
    """The id of the club whose pool it is; None for one of the site's."""
    return Pool.objects.filter(pk=pool_id).values_list("club", flat=True).first()


def listening(club: int) -> list[tuple[int, int]]:
    """The ids of the webhooks that are told of what happens in a club, with how many deliveries wait for each."""
    rows = Webhook.objects.filter(is_on=True, ended_at=None, club=club)
    queue = FilteredRelation("deliveries", condition=_WAITS)  # so that the index of what waits is enough
    return list(rows.alias(queue=queue).annotate(waiting=Count("queue")).order_by("pk").values_list("pk", "waiting"))


def ready_to_send(now: datetime | None = None) -> QuerySet[Webhook]:
    """The webhooks for which something waits, whose time has come and at which no worker is."""
    now = now or timezone.now()
    free = Q(busy_until=None) | Q(busy_until__lt=now)
    due = Q(next_try_at=None) | Q(next_try_at__lte=now)
    return Webhook.objects.filter(free, due, _WAITS, is_on=True, ended_at=None).order_by("pk").distinct()


def webhooks_to_serve() -> list[int]:
    """Their ids."""
    return list(ready_to_send().values_list("pk", flat=True))


def owners_of(club: Club) -> QuerySet[Account]:
    """Whoever owns the club and has an account."""
    owning = club.memberships.filter(role="owner", player__account__isnull=False)
    return Account.objects.filter(pk__in=owning.values("player__account"))


def webhooks_made_by(players: Collection[Player]) -> QuerySet[Webhook]:
    """What somebody made that is there still."""
    return Webhook.objects.filter(made_by__in=players, ended_at=None).select_related("club").order_by("pk")
