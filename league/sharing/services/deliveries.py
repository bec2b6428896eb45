"""Deliveries: written in the transaction that causes them, sent afterwards in order, again until they are taken."""

from collections.abc import Iterable
from datetime import timedelta
from typing import Any, Final

import structlog
from django.conf import settings
from django.db import transaction
from django.db.models import F, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from league.members.services.telling import notify
from league.sharing.errors import WrongAddress
from league.sharing.hooks.posting import NotTaken, post
from league.sharing.hooks.signing import secret_of, signature_of
from league.sharing.hooks.targets import are_on, target_of
from league.sharing.models import Delivery, Webhook
from league.sharing.selectors.bodies import body_of
from league.sharing.selectors.hooks import listening, next_waiting, owners_of, ready_to_send
from league.sharing.waking import deliver_on_commit

log = structlog.get_logger(__name__)

PAUSES: Final = (
    timedelta(seconds=30),
    timedelta(minutes=2),
    timedelta(minutes=10),
    timedelta(minutes=30),
    timedelta(hours=2),
    timedelta(hours=6),
    timedelta(hours=12),
)
"""After the first failure in a row, the second, and so on. After the one that has no pause it is switched off."""
MOST_FAILURES: Final = len(PAUSES) + 1  # in a row
MOST_WAITING: Final = 500  # for one webhook; what happens beyond is not told
AT_A_TIME: Final = 20  # with one message
LEASE: Final = timedelta(minutes=2)  # above what one attempt may take
KEPT: Final = timedelta(days=30)
GONE_AFTER: Final = timedelta(hours=1)  # no transaction that saw a webhook is as old

Status = Delivery.Status


def write_deliveries(event: Delivery.Event, subjects: Iterable[str], *, club: int) -> int:
    """Write what happened for every webhook of the club, in the caller's transaction; returns how many were written.

    Nothing is asked of the database where the operator lists no host.
    """
    if not are_on():
        return 0
    told, rows = list(subjects), []
    for webhook_id, waiting in listening(club):
        room = max(MOST_WAITING - waiting, 0)
        if room < len(told):
            log.warning("a webhook is not told all that happens", webhook=webhook_id, left_out=len(told) - room)
        rows += [Delivery(webhook_id=webhook_id, event=event, subject=subject) for subject in told[:room]]
    Delivery.objects.bulk_create(rows)
    deliver_on_commit({row.webhook_id for row in rows})
    return len(rows)


def write_delivery(webhook: Webhook, event: Delivery.Event, subject: str = "") -> Delivery:
    """Write one for one webhook."""
    return Delivery.objects.create(webhook=webhook, event=event, subject=subject)


def drop_waiting(webhook: Webhook) -> None:
    """What waits is not sent any more, unless its owner sends it again."""
    webhook.deliveries.filter(status=Status.WAITING).update(status=Status.DROPPED)


def deliver(webhook_id: int) -> int:
    """Send what waits for a webhook, in order, up to the first that is not taken; returns how many were taken.

    One worker is at a webhook at a time. One that dies leaves it to the next after `LEASE`, and what it had sent
    perhaps comes twice, under the same id. No transaction is open while a receiver thinks.
    """
    taken = 0
    for _turn in range(AT_A_TIME):
        webhook = _claimed(webhook_id, anew=taken == 0)
        waiting = next_waiting(webhook) if webhook else None
        if webhook is None or waiting is None or not _attempt(webhook, waiting):
            break
        taken += 1
    if taken or webhook:
        Webhook.objects.filter(pk=webhook_id).update(busy_until=None)
    return taken


def tidy_deliveries() -> None:
    """Delete deliveries older than `KEPT`, also those that nobody could send, and webhooks that ended."""
    Delivery.objects.filter(created_at__lt=timezone.now() - KEPT).delete()
    Webhook.objects.filter(ended_at__lt=timezone.now() - GONE_AFTER).delete()


def _claimed(webhook_id: int, *, anew: bool) -> Webhook | None:
    """The webhook, for this worker alone; None where another is at it, or its time has not come."""
    now = timezone.now()
    rows = ready_to_send(now) if anew else Webhook.objects.filter(is_on=True, ended_at=None)
    held = Webhook.objects.filter(pk__in=rows.filter(pk=webhook_id).values("pk")).filter(_free(now) if anew else Q())
    if not held.update(busy_until=now + LEASE):
        return None
    return Webhook.objects.select_related("club").get(pk=webhook_id)


def _attempt(webhook: Webhook, waiting: Delivery) -> bool:
    """Whether the next may follow: it was taken, or there is nothing of it to send."""
    waiting.webhook = webhook
    body = body_of(waiting)
    if body is None:
        _note(waiting, Status.DROPPED, Delivery.Fault.GONE, None)
        return True
    try:
        code = post(target_of(webhook.address), body, _headers(webhook, waiting, body))
    except NotTaken as failure:
        _failed(webhook, waiting, failure.fault, failure.answer)
        return False
    except WrongAddress:
        _failed(webhook, waiting, Delivery.Fault.NOT_LISTED, None)
        return False
    _note(waiting, Status.DELIVERED, "", code)
    Webhook.objects.filter(pk=webhook.pk).update(failures=0, next_try_at=None)
    return True


def _headers(webhook: Webhook, waiting: Delivery, body: bytes) -> dict[str, str]:
    now = int(timezone.now().timestamp())
    return {
        "Content-Type": "application/json",
        "User-Agent": f"Moothill/{settings.VERSION}",
        "Moothill-Delivery": waiting.public_id,
        "Moothill-Event": waiting.event,
        "Moothill-Timestamp": str(now),
        "Moothill-Signature": signature_of(secret_of(webhook), now, body),
    }


def _note(waiting: Delivery, status: str, fault: str, answer: int | None) -> None:
    Delivery.objects.filter(pk=waiting.pk).update(
        status=status, fault=fault, answer=answer, attempts=F("attempts") + 1, tried_at=timezone.now()
    )


@transaction.atomic
def _failed(webhook: Webhook, waiting: Delivery, fault: str, answer: int | None) -> None:
    """Wait longer and longer; after `MOST_FAILURES` in a row switch it off and tell the owners."""
    held = Webhook.objects.select_for_update(of=("self",), no_key=True).select_related("club").get(pk=webhook.pk)
    _note(waiting, Status.WAITING if held.is_on else Status.DROPPED, fault, answer)
    if not held.is_on:  # by its owner, meanwhile
        return
    held.failures += 1
    if held.failures < MOST_FAILURES:
        held.next_try_at = timezone.now() + PAUSES[held.failures - 1]
    else:
        held.is_on, held.next_try_at = False, None
        drop_waiting(held)
        _tell_owners(held, waiting)
    held.save(update_fields=["failures", "next_try_at", "is_on"])


def _tell_owners(webhook: Webhook, last: Delivery) -> None:
    def subject(_account: Any) -> str:
        return _("Moothill: a webhook of %(club)s was disabled") % {"club": webhook.club}

    address = settings.SITE_ADDRESS + reverse("sharing:webhook", args=[webhook.club.slug, webhook.public_id])
    facts = {"club": webhook.club, "host": webhook.host, "failures": webhook.failures, "address": address}
    once = f"{webhook.public_id}:{last.public_id}:{last.attempts + 1}"
    notify(owners_of(webhook.club), "webhook", subject, "sharing/mail/switched_off.txt", facts, once=once)


def _free(now: Any) -> Q:
    return Q(busy_until=None) | Q(busy_until__lt=now)
