"""Reads of webhooks and their deliveries."""

from datetime import datetime
from typing import Final

from django.db.models import Count, FilteredRelation, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from league.accounts.models import Account
from league.clubs.models import Club
from league.common.models import first_or_refuse
from league.integrations.errors import NoSuchWebhook
from league.integrations.models import Delivery, Webhook

SHOWN: Final = 30

_WAITS: Final = Q(deliveries__status=Delivery.Status.WAITING)


def webhooks_of(club: Club) -> QuerySet[Webhook]:
    """Return a club's webhooks by age, each with the number of waiting deliveries as `waiting`."""
    return club.webhooks.filter(ended_at=None).annotate(waiting=Count("deliveries", filter=_WAITS)).order_by("pk")


def webhook_at(club: Club, public_id: str) -> Webhook:
    """Return a webhook of the club. Raise `NoSuchWebhook`."""
    webhooks = webhooks_of(club).filter(public_id=public_id)
    return first_or_refuse(webhooks, NoSuchWebhook(_("This webhook was removed. See the list of webhooks.")))


def deliveries_of(webhook: Webhook) -> list[Delivery]:
    """Return the last deliveries of a webhook, the latest first."""
    return list(webhook.deliveries.order_by("-pk")[:SHOWN])


def delivery_at(webhook: Webhook, public_id: str) -> Delivery:
    """Return a delivery of the webhook. Raise `NoSuchWebhook`."""
    deliveries = webhook.deliveries.filter(public_id=public_id)
    refusal = NoSuchWebhook(_("This delivery was deleted. Moothill keeps deliveries for 30 days."))
    return first_or_refuse(deliveries, refusal)


def listening(club: int) -> list[tuple[int, int]]:
    """Return the ids of a club's webhooks that are on, with the number of waiting deliveries."""
    rows = Webhook.objects.filter(is_on=True, ended_at=None, club=club)
    queue = FilteredRelation("deliveries", condition=_WAITS)  # so that the index of what waits is enough
    return list(rows.alias(queue=queue).annotate(waiting=Count("queue")).order_by("pk").values_list("pk", "waiting"))


def ready_to_send(now: datetime | None = None) -> QuerySet[Webhook]:
    """Return the webhooks with waiting deliveries that are due and not claimed."""
    now = now or timezone.now()
    free = Q(busy_until=None) | Q(busy_until__lt=now)
    due = Q(next_try_at=None) | Q(next_try_at__lte=now)
    return Webhook.objects.filter(free, due, _WAITS, is_on=True, ended_at=None).order_by("pk").distinct()


def webhooks_to_serve() -> list[int]:
    """Return their ids."""
    return list(ready_to_send().values_list("pk", flat=True))


def owners_of(club: Club) -> QuerySet[Account]:
    """Return the accounts of the club's owners."""
    owning = club.memberships.filter(role="owner", player__account__isnull=False)
    return Account.objects.filter(pk__in=owning.values("player__account"))
