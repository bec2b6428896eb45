"""Reviews. The rows are the queue: a worker claims one by a lease and writes by its token."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.matches.models import Match
from games.records.models import SubmittedRecord
from league.common.jobs import LeasedJob
from league.common.models import Row


class Review(Row, LeasedJob):
    """The review of a match or of a game record, computed a few seconds at a time.

    There is one for each version of `engine.review`, so that new figures never mix with old ones.
    """

    QUEUED = HELD = "waiting"

    class Status(models.TextChoices):
        WAITING = "waiting", _("Queued")
        DONE = "done", pgettext_lazy("review", "Finished")
        DEAD = "dead", _("Failed")

    match = models.ForeignKey(
        Match, null=True, blank=True, on_delete=models.CASCADE, related_name="reviews", db_index=False
    )
    record = models.ForeignKey(
        SubmittedRecord, null=True, blank=True, on_delete=models.CASCADE, related_name="reviews", db_index=False
    )
    version = models.PositiveSmallIntegerField()  # of engine.review
    requested_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+", db_index=False
    )
    events = models.JSONField(default=list)  # so far; see games.reviews.event_json
    of = models.PositiveIntegerField(default=0)  # events of the record; 0 until a worker has read it
    status = models.CharField(max_length=7, choices=Status, default=Status.WAITING)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("game review")
        verbose_name_plural = _("game reviews")
        constraints = [
            models.UniqueConstraint(fields=["match", "version"], name="review_once_a_match"),
            models.UniqueConstraint(fields=["record", "version"], name="review_once_a_record"),
            models.CheckConstraint(
                condition=Q(match__isnull=False, record=None) | Q(match=None, record__isnull=False),
                name="review_of_a_match_or_a_record",
            ),
            models.CheckConstraint(
                condition=Q(token=None) | Q(status="waiting", lease_until__isnull=False), name="review_held_by_lease"
            ),
        ]
        indexes = [
            models.Index(fields=["requested_by", "created_at"], name="review_of_an_account"),
            models.Index(F("enqueued_at").asc(nulls_first=True), name="review_queue", condition=Q(status="waiting")),
        ]

    def __str__(self) -> str:
        return self.public_id

    @property
    def is_waiting(self) -> bool:
        """Whether events are left to review."""
        return self.status == self.Status.WAITING
