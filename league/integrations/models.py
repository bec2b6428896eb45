"""Keys and changes of calendars, webhooks and their deliveries."""

import secrets

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from league.accounts.models import Account, Player
from league.clubs.models import Club
from league.common.models import Row


class CalendarKey(Row):
    """The key by which a calendar program reads what an account may see. A new one replaces it."""

    account = models.OneToOneField(Account, on_delete=models.CASCADE, related_name="calendar_key")
    key = models.CharField(max_length=43, unique=True, default=secrets.token_urlsafe)

    class Meta:
        verbose_name = _("calendar key")
        verbose_name_plural = _("calendar keys")

    def __str__(self) -> str:
        return self.public_id


class Stamp(models.Model):
    """When a calendar item changed last, and how often: calendar programs need it to update an item."""

    uid = models.CharField(max_length=120, unique=True)
    digest = models.CharField(max_length=64)  # of what it said then
    sequence = models.PositiveIntegerField(default=0)
    changed_at = models.DateTimeField()

    class Meta:
        verbose_name = _("calendar item version")
        verbose_name_plural = _("calendar item versions")

    def __str__(self) -> str:
        return f"{self.uid} {self.sequence}"


class Webhook(Row):
    """An address of a club's program. Its secret is derived from `salt` and the site's key."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="webhooks")
    address = models.CharField(_("address"), max_length=300)
    salt = models.CharField(max_length=43, default=secrets.token_urlsafe, editable=False)
    made_by = models.ForeignKey(Player, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    is_on = models.BooleanField(default=True)
    failures = models.PositiveSmallIntegerField(default=0)  # in a row
    next_try_at = models.DateTimeField(null=True, blank=True)  # after a failure
    busy_until = models.DateTimeField(null=True, blank=True)  # a worker is at it
    ended_at = models.DateTimeField(null=True, blank=True)  # removed; the row follows when nothing can hang on it

    class Meta:
        verbose_name = _("webhook")
        verbose_name_plural = _("webhooks")
        constraints = [
            models.UniqueConstraint(
                fields=["club", "address"], condition=Q(ended_at=None), name="webhook_address_once_a_club"
            )
        ]

    def __str__(self) -> str:
        return self.host

    @property
    def host(self) -> str:
        """The host alone: the rest of the address may be secret."""
        return self.address.partition("://")[2].partition("/")[0].partition("?")[0]


class Delivery(Row):
    """An event for one webhook. The body is generated when it is sent."""

    class Event(models.TextChoices):
        ROUND = "round.published", _("round published")
        RESULT = "result.entered", _("result entered")
        FINISHED = "event.finished", _("tournament finished")
        PING = "ping", _("test delivery")

    class Status(models.TextChoices):
        WAITING = "waiting", _("waiting")
        DELIVERED = "delivered", _("delivered")
        DROPPED = "dropped", _("not sent")

    class Fault(models.TextChoices):
        NOT_LISTED = "not-listed", _("host no longer allowed")
        UNKNOWN = "unknown", _("host not found")
        PRIVATE = "private", _("host is in a private network")
        UNREACHABLE = "unreachable", _("connection failed")
        SLOW = "slow", _("timeout")
        CERTIFICATE = "certificate", _("invalid TLS certificate")
        BROKEN = "broken", _("invalid HTTP response")
        REDIRECT = "redirect", _("redirects are not followed")
        REFUSED = "refused", _("rejected by the host")
        GONE = "gone", _("the subject was deleted")
        ERROR = "error", _("server error of Moothill")

    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="deliveries")
    event = models.CharField(max_length=20, choices=Event)
    subject = models.CharField(max_length=40, blank=True)  # a game's, an event's id, or with a round `id:number`
    status = models.CharField(max_length=9, choices=Status, default=Status.WAITING)
    attempts = models.PositiveIntegerField(default=0)
    fault = models.CharField(max_length=11, choices=Fault, blank=True)  # of the last attempt
    answer = models.PositiveSmallIntegerField(null=True, blank=True)  # its code
    tried_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("delivery")
        verbose_name_plural = _("deliveries")
        indexes = [models.Index(fields=["webhook", "id"], name="delivery_waiting", condition=Q(status="waiting"))]

    def __str__(self) -> str:
        return f"{self.event} {self.public_id}"
