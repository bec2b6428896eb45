"""What lies on a table: a link by which those who sit there report without an account."""

import secrets
from uuid import UUID, uuid5

from django.db import models
from django.utils.translation import gettext_lazy as _

from league.members.models import Account
from league.shared.models import Row
from league.tournaments.models.rounds import Pairing, PairingSeat

_LETTERS = "23456789bcdfghjkmnpqrstvwxz"  # no vowels, no look-alikes: it is typed from paper
KEY_LENGTH = 10
_NAMES = UUID("6d2f4a53-5a0d-4b35-9d0c-1f2a6d4d7f10")


def new_key() -> str:
    """Return the end of a short link: 10 characters of 27, about 47 bits; guessing is limited besides."""
    return "".join(secrets.choice(_LETTERS) for _ in range(KEY_LENGTH))


class TableLink(Row):
    """A short link that is printed for one table of one round, for those who sit there when it is made.

    `table` and `entries` say for whom: where others sit there now, or they sit elsewhere, it speaks for nobody.
    """

    pairing = models.ForeignKey(Pairing, on_delete=models.CASCADE, related_name="links")
    table = models.PositiveSmallIntegerField()
    entries = models.JSONField(default=list)  # the ids from the first seat on
    key = models.CharField(max_length=KEY_LENGTH, unique=True, default=new_key)
    made_by = models.ForeignKey(Account, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("table link")
        verbose_name_plural = _("table links")
        constraints = [
            models.UniqueConstraint(
                fields=["pairing"], condition=models.Q(revoked_at=None), name="table_link_one_a_table"
            )
        ]

    def __str__(self) -> str:
        return f"{self.pairing_id}: {self.public_id}"

    @property
    def via(self) -> UUID:
        """How reports and answers name it that came by it."""
        return uuid5(_NAMES, self.public_id)


class TableVoice(models.Model):
    """A browser that speaks for one seat of the table, since somebody there said so."""

    link = models.ForeignKey(TableLink, on_delete=models.CASCADE, related_name="voices")
    seat = models.ForeignKey(PairingSeat, on_delete=models.CASCADE, related_name="voices")
    browser = models.CharField(max_length=64)  # hash of a secret in its cookie

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["link", "seat"], name="table_voice_one_a_seat"),
            models.UniqueConstraint(fields=["link", "browser"], name="table_voice_one_a_browser"),
        ]

    def __str__(self) -> str:
        return f"{self.link_id}: {self.seat_id}"
