"""Rounds, pairings, games, table links and changes by hand. Results are found by a game's subject."""

import secrets
import uuid
from uuid import UUID, uuid5

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from league.accounts.models import Account
from league.common.messages import MessageField, render_message
from league.common.models import Row
from league.tournaments.models.entries import Entry, Evening
from league.tournaments.models.tournament import Tournament

_LETTERS = "23456789bcdfghjkmnpqrstvwxz"  # no vowels, no look-alikes: it is typed from paper
KEY_LENGTH = 10
_NAMES = UUID("6d2f4a53-5a0d-4b35-9d0c-1f2a6d4d7f10")


class Round(models.Model):
    """A round: draft, published, closed when all its games have results."""

    class Status(models.TextChoices):
        DRAFT = "draft", pgettext_lazy("round", "Draft")
        PUBLISHED = "published", pgettext_lazy("round", "Published")
        CLOSED = "closed", pgettext_lazy("round", "Finished")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    status = models.CharField(max_length=9, choices=Status, default=Status.DRAFT)
    published_at = models.DateTimeField(null=True, blank=True)
    evening = models.ForeignKey(Evening, null=True, blank=True, on_delete=models.PROTECT, related_name="rounds")
    version = models.PositiveSmallIntegerField(default=1, db_default=1)  # increases with every change after publication
    changed_at = models.DateTimeField(null=True, blank=True)  # when this version was published
    revision = models.PositiveIntegerField(default=0, db_default=0)  # counts changes by hand; forms send it back
    drawn_from = models.JSONField(default=dict, blank=True, db_default={})  # marks of the facts it was paired from
    due_at = models.DateTimeField(null=True, blank=True)  # deadline
    clock_ends_at = models.DateTimeField(null=True, blank=True)  # null unless the clock runs
    clock_left = models.PositiveIntegerField(null=True, blank=True)  # seconds on a paused clock
    announced_at = models.DateTimeField(null=True, blank=True)  # to the match queue; repeated without an answer
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
    """A table of a round. A bye is a pairing with one seat and no games."""

    class Bye(models.TextChoices):
        REST = "rest", _("bye")
        FULL = "full", _("full-point bye")
        HALF = "half", _("half-point bye")
        ZERO = "zero", _("zero-point bye")

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="pairings")
    table = models.PositiveSmallIntegerField()
    bye = models.CharField(max_length=4, choices=Bye, blank=True)
    slot = models.CharField(max_length=8, blank=True, default="", db_default="")  # position in a bracket or group
    due_at = models.DateTimeField(null=True, blank=True)  # own deadline of a postponed table
    reasons = models.JSONField(default=list, blank=True)  # [{"template": ..., "facts": {...}}]
    version = models.PositiveSmallIntegerField(default=1, db_default=1)  # of the round, when this table last changed
    by_hand = models.BooleanField(default=False, db_default=False)  # changed by the organiser

    class Meta:
        verbose_name = _("pairing")
        verbose_name_plural = _("pairings")
        ordering = ("table",)
        constraints = [models.UniqueConstraint(fields=["round", "table"], name="pairing_table_once")]

    def __str__(self) -> str:
        return f"{self.round_id}/{self.table}"


class PairingSeat(models.Model):
    """An entry's seat at a table in the first game."""

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
    """A game of a pairing. `number` sets the rotation of seats (`league.competition.seating`)."""

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
    """A request for pairings: its progress and its outcome."""

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
    sentence = MessageField(max_length=400, blank=True)  # why it was refused
    attempts = models.PositiveSmallIntegerField(default=0, db_default=0)  # by workers, including crashed ones
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

    @property
    def is_open(self) -> bool:
        """Whether it waits for a worker or is being paired."""
        return self.status in self.OPEN

    @property
    def kind(self) -> str:
        """The kind of its status, for pages."""
        kinds: dict[str, str] = {self.Status.WORKING: "live", self.Status.DONE: "done", self.Status.REFUSED: "wrong"}
        return kinds.get(self.status, "waiting")

    @property
    def words(self) -> str:
        """Its status, or the worker's current step."""
        if self.status == self.Status.WAITING:
            return gettext("Waiting for the server…")
        if self.status != self.Status.WORKING:
            return str(self.get_status_display())
        if self.progress < 30:
            return gettext("Reading players and results…")
        return gettext("Pairing…") if self.progress < 80 else gettext("Saving…")

    @property
    def why(self) -> str:
        """Why the round could not be paired."""
        return render_message(self.sentence)

    @property
    def can_repeat(self) -> bool:
        """Whether pairing may succeed if players meet a second time."""
        return self.dead_end == self.DeadEnd.NO_PAIRING and not self.repeats


class RoundStep(models.Model):
    """A change of a round's tables, with the tables before it. Deleted when undone.

    `before` is a list of `{"table", "bye", "seats": entry numbers, "legs", "reasons"}`; `facts` fill the English
    `template`, where names that begin with `player` hold entry numbers. `joined_before` maps entry numbers to their
    former `joined_round`, for entries that this change added to the round.
    """

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="steps")
    revision = models.PositiveIntegerField()  # of the round after this change
    template = models.CharField(max_length=200)
    facts = models.JSONField(default=dict, blank=True)
    why = models.CharField(max_length=200, blank=True)
    before = models.JSONField()
    joined_before = models.JSONField(default=dict, blank=True, db_default={})
    by = models.ForeignKey(Account, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("change of a round")
        verbose_name_plural = _("changes of rounds")
        ordering = ("revision",)
        constraints = [models.UniqueConstraint(fields=["round", "revision"], name="round_step_once_a_revision")]

    def __str__(self) -> str:
        return f"{self.round_id}: {self.revision}"


def new_key() -> str:
    """Return a random key of a short link: 10 characters of 27, about 47 bits; attempts are limited as well."""
    return "".join(secrets.choice(_LETTERS) for _ in range(KEY_LENGTH))


class TableLink(Row):
    """A short link printed for one table of one round, for the players who sit there at that time.

    `table` and `entries` say for whom. If other players sit there now, the link is invalid.
    """

    pairing = models.ForeignKey(Pairing, on_delete=models.CASCADE, related_name="links")
    table = models.PositiveSmallIntegerField()
    entries = models.JSONField(default=list)  # ids in seat order
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
        """Identifies the link in reports and answers sent through it."""
        return uuid5(_NAMES, self.public_id)


class TableVoice(models.Model):
    """A browser that reports for one seat of the table."""

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
