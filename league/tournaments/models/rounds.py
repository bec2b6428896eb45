"""Rounds, their pairings and legs. Results are found by a leg's subject, never stored here."""

import uuid

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from league.members.models import Account
from league.shared.models import Row
from league.tournaments.models.entering import Entry
from league.tournaments.models.evenings import Evening
from league.tournaments.models.event import Tournament


class Round(models.Model):
    """A round: drawn as a draft, published for all, closed when every pairing is decided."""

    class Status(models.TextChoices):
        DRAFT = "draft", pgettext_lazy("round", "Draft")
        PUBLISHED = "published", pgettext_lazy("round", "Published")
        CLOSED = "closed", pgettext_lazy("round", "Finished")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    status = models.CharField(max_length=9, choices=Status, default=Status.DRAFT)
    published_at = models.DateTimeField(null=True, blank=True)
    evening = models.ForeignKey(Evening, null=True, blank=True, on_delete=models.PROTECT, related_name="rounds")
    version = models.PositiveSmallIntegerField(default=1, db_default=1)  # grows with every change after publication
    changed_at = models.DateTimeField(null=True, blank=True)  # when this version was published
    revision = models.PositiveIntegerField(default=0, db_default=0)  # counts changes by hand; a form says which it saw
    drawn_from = models.JSONField(default=dict, blank=True, db_default={})  # marks of what it was drawn from
    due_at = models.DateTimeField(null=True, blank=True)  # by then its games are to be played
    clock_ends_at = models.DateTimeField(null=True, blank=True)  # while the round's clock runs
    clock_left = models.PositiveIntegerField(null=True, blank=True)  # seconds on a clock that stands
    announced_at = models.DateTimeField(null=True, blank=True)  # to whoever makes the matches; repeated while silent
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("round")
        verbose_name_plural = _("rounds")
        ordering = ("number",)
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="round_number_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="round_numbers_from_one"),
        ]

    def __str__(self) -> str:
        return str(self.number)


class Pairing(Row):
    """Who meets at one table of a round. A bye is a pairing of one seat and no legs."""

    class Bye(models.TextChoices):
        REST = "rest", _("bye")
        FULL = "full", _("full-point bye")
        HALF = "half", _("half-point bye")
        ZERO = "zero", _("zero-point bye")

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="pairings")
    table = models.PositiveSmallIntegerField()
    bye = models.CharField(max_length=4, choices=Bye, blank=True)
    slot = models.CharField(max_length=8, blank=True, default="", db_default="")  # its place in a bracket or group
    due_at = models.DateTimeField(null=True, blank=True)  # of this table alone, where it was put off
    reasons = models.JSONField(default=list, blank=True)  # [{"template": ..., "facts": {...}}]
    version = models.PositiveSmallIntegerField(default=1, db_default=1)  # of the round, in which it became as it is
    by_hand = models.BooleanField(default=False, db_default=False)  # the organiser changed what was drawn

    class Meta:
        verbose_name = _("pairing")
        verbose_name_plural = _("pairings")
        ordering = ("table",)
        constraints = [models.UniqueConstraint(fields=["round", "table"], name="pairing_table_once")]

    def __str__(self) -> str:
        return f"{self.round_id}/{self.table}"


class PairingSeat(models.Model):
    """An entry's seat at a pairing, as it stands in the first leg."""

    pairing = models.ForeignKey(Pairing, on_delete=models.CASCADE, related_name="seats")
    seat = models.PositiveSmallIntegerField()
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="pairing_seats")

    class Meta:
        ordering = ("seat",)
        constraints = [
            models.UniqueConstraint(fields=["pairing", "seat"], name="pairing_seat_once"),
            models.UniqueConstraint(fields=["pairing", "entry"], name="pairing_entry_once"),
        ]

    def __str__(self) -> str:
        return f"{self.pairing_id}: {self.seat}"


class Leg(models.Model):
    """One game of a pairing. Its number says how far the seats are turned (`league.competition.seating`)."""

    pairing = models.ForeignKey(Pairing, on_delete=models.CASCADE, related_name="legs")
    number = models.PositiveSmallIntegerField()
    subject = models.UUIDField(unique=True, default=uuid.uuid4, editable=False)

    class Meta:
        ordering = ("number",)
        constraints = [
            models.UniqueConstraint(fields=["pairing", "number"], name="leg_number_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="leg_numbers_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.pairing_id}.{self.number}"


class Drawing(Row):
    """A round that a worker is asked to draw: how far it is, and what came of it."""

    class Status(models.TextChoices):
        WAITING = "waiting", _("waiting to be paired")
        WORKING = "working", _("pairing")
        DONE = "done", _("paired")
        REFUSED = "refused", _("failed")

    class DeadEnd(models.TextChoices):
        """Why the format has no further round, although more were planned."""

        NO_PAIRING = "no-pairing", _("no pairing without repeats")
        NO_PLAYERS = "no-players", _("too few players")

    OPEN = (Status.WAITING, Status.WORKING)

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="drawings")
    number = models.PositiveSmallIntegerField()  # of the round
    status = models.CharField(max_length=7, choices=Status, default=Status.WAITING)
    progress = models.PositiveSmallIntegerField(default=0)  # per cent
    sentence = models.CharField(max_length=400, blank=True)  # why it was refused
    attempts = models.PositiveSmallIntegerField(default=0, db_default=0)  # by workers, also those that died at it
    repeats = models.BooleanField(default=False, db_default=False)  # players may meet a second time
    dead_end = models.CharField(max_length=10, choices=DeadEnd, blank=True, default="", db_default="")
    asked_by = models.ForeignKey(Account, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("pairing run")
        verbose_name_plural = _("pairing runs")
        constraints = [
            models.UniqueConstraint(
                fields=["tournament"], condition=Q(status__in=["waiting", "working"]), name="drawing_one_at_a_time"
            ),
            models.CheckConstraint(condition=Q(progress__range=(0, 100)), name="drawing_progress_per_cent"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}/{self.number}"
