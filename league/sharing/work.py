"""Deliveries of webhooks as work, told to those who run the place. One that fails is its club's to see to."""

from collections.abc import Sequence

from django.db.models import Count, Min
from django.utils.translation import gettext_lazy as _

from league.operating.work import Waiting, Work
from league.sharing.models import Delivery

QUEUE = "remote"


def waiting() -> Sequence[Waiting]:
    """What waits for webhooks that are on."""
    rows = Delivery.objects.filter(status=Delivery.Status.WAITING, webhook__is_on=True, webhook__ended_at=None)
    told = rows.aggregate(count=Count("pk"), since=Min("created_at"))
    return [Waiting(QUEUE, told["count"], told["since"], is_for_others=True)]


DELIVERIES = Work(slug="deliveries", title=_("Webhook deliveries"), waiting=waiting)
