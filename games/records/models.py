"""Game records that people add. The rows are the queue: a worker claims one by a lease and writes by its token."""

from datetime import datetime, time
from uuid import uuid4
from zoneinfo import ZoneInfo

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from league.accounts.models import Player
from league.clubs.models import Club
from league.common.jobs import LeasedJob
from league.common.models import Row
from league.results.models import Pool


class SubmittedRecord(Row, LeasedJob):
    """A game record that somebody added, from draft to verified or refused.

    Results and reports refer to `uuid` as their evidence. `subject` is that of the game of a tournament or of the
    report that it decides, or a new one.
    """

    class Status(models.TextChoices):
        DRAFT = "draft", _("draft")
        QUEUED = "queued", _("waiting for its check")
        RUNNING = "running", _("being checked")
        VERIFIED = "verified", _("verified")
        REFUSED = "refused", _("not accepted")
        UNDECIDED = "undecided", _("undecided")
        DEAD = "dead", _("check failed")
        WITHDRAWN = "withdrawn", pgettext_lazy("a report", "withdrawn")

    uuid = models.UUIDField(unique=True, default=uuid4, editable=False)
    by = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="submitted_records", db_index=False)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="submitted_records", db_index=False)
    pool = models.ForeignKey(Pool, null=True, blank=True, on_delete=models.PROTECT, related_name="+", db_index=False)
    subject = models.UUIDField(default=uuid4)
    text = models.TextField(blank=True)  # as sent
    completed = models.TextField(blank=True)  # once verified: the whole record without unknowns
    reading = models.JSONField(default=dict, blank=True)  # quick reading of the text; see games.records.partial_parsing
    game = models.SlugField(max_length=40, blank=True, db_index=False)
    rules_version = models.CharField(max_length=60, blank=True)
    fingerprint = models.CharField(max_length=64, blank=True)
    batch = models.UUIDField(null=True, blank=True)  # the same for drafts from one file
    revision = models.PositiveIntegerField(default=0)  # of the text; a save with an older one is refused
    played_on = models.DateField(null=True, blank=True)  # in the club's time zone; None: the day it was sent
    status = models.CharField(max_length=9, choices=Status, default=Status.DRAFT)
    sent_at = models.DateTimeField(null=True, blank=True)
    checked_at = models.DateTimeField(null=True, blank=True)
    touched_at = models.DateTimeField(db_default=Now(), editable=False)
    verdict = models.JSONField(null=True, blank=True)  # see games.records.verifier

    class Meta:
        verbose_name = _("game record")
        verbose_name_plural = _("game records")
        constraints = [
            models.UniqueConstraint(
                fields=["club", "fingerprint"],
                condition=Q(status__in=["queued", "running", "verified", "undecided", "dead"]) & ~Q(fingerprint=""),
                name="record_once_a_club",
            ),
            models.CheckConstraint(
                condition=~Q(status="running") | Q(token__isnull=False, lease_until__isnull=False),
                name="record_running_has_a_lease",
            ),
            models.CheckConstraint(
                condition=Q(status__in=["draft", "withdrawn"]) | Q(pool__isnull=False, sent_at__isnull=False),
                name="record_sent_has_a_pool",
            ),
            models.CheckConstraint(
                condition=~Q(status="verified") | (Q(checked_at__isnull=False) & ~Q(completed="")),
                name="record_verified_is_complete",
            ),
        ]
        indexes = [
            models.Index(fields=["by", "-touched_at"], name="record_of_somebody"),
            models.Index(fields=["club", "-sent_at"], name="record_of_a_club", condition=~Q(status="draft")),
            models.Index(fields=["subject"], name="record_by_subject"),
            models.Index(F("enqueued_at").asc(nulls_first=True), name="record_queue", condition=Q(status="queued")),
            models.Index(fields=["lease_until"], name="record_leases", condition=Q(status="running")),
            models.Index(fields=["checked_at"], name="record_published", condition=Q(status="verified")),
        ]

    def __str__(self) -> str:
        return self.public_id

    @property
    def played_at(self) -> datetime | None:
        """When the game was played: when the record was sent, or noon of an earlier day. None for a draft."""
        zone = ZoneInfo(self.club.time_zone)
        if self.sent_at is None or self.played_on in {None, self.sent_at.astimezone(zone).date()}:
            return self.sent_at
        return datetime.combine(self.played_on, time(12), tzinfo=zone)

    @property
    def is_draft(self) -> bool:
        """Whether it is a draft, which only its recorder sees."""
        return self.status == self.Status.DRAFT

    @property
    def is_waiting(self) -> bool:
        """Whether it waits for a verdict."""
        return self.status in {self.Status.QUEUED, self.Status.RUNNING}

    @property
    def is_editable(self) -> bool:
        """Whether its recorder may change the text and send it again."""
        return self.status in {self.Status.DRAFT, self.Status.REFUSED, self.Status.UNDECIDED}


class SubmittedSeat(models.Model):
    """A seat: the name in the record, and the player of the club."""

    record = models.ForeignKey(SubmittedRecord, on_delete=models.CASCADE, related_name="seats", db_index=False)
    seat = models.PositiveSmallIntegerField()
    label = models.CharField(max_length=200, blank=True)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="submitted_seats")

    class Meta:
        ordering = ("seat",)
        constraints = [
            models.UniqueConstraint(fields=["record", "seat"], name="submitted_seat_once"),
            models.UniqueConstraint(fields=["record", "player"], name="submitted_player_once"),
        ]

    def __str__(self) -> str:
        return f"{self.record_id}: {self.seat}"
