"""What is kept so that others can read along."""

import secrets

from django.db import models
from django.utils.translation import gettext_lazy as _

from league.members.models import Account
from league.shared.models import Row


class CalendarKey(Row):
    """By which a calendar program reads what an account may see, without signing in. A new one ends the one before."""

    account = models.OneToOneField(Account, on_delete=models.CASCADE, related_name="calendar_key")
    key = models.CharField(max_length=43, unique=True, default=secrets.token_urlsafe)

    class Meta:
        verbose_name = _("key of a calendar")
        verbose_name_plural = _("keys of calendars")

    def __str__(self) -> str:
        return self.public_id


class Stamp(models.Model):
    """When an item of a calendar changed last, and how often: calendar programs replace what they have by it."""

    uid = models.CharField(max_length=120, unique=True)
    digest = models.CharField(max_length=64)  # of what it said then
    sequence = models.PositiveIntegerField(default=0)
    changed_at = models.DateTimeField()

    class Meta:
        verbose_name = _("state of an item of a calendar")
        verbose_name_plural = _("states of items of calendars")

    def __str__(self) -> str:
        return f"{self.uid} {self.sequence}"
