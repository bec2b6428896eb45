"""A tournament, its entries, rounds, pairings and legs. Results are found by a leg's subject, never stored here."""

import uuid

from django.db import models
from django.db.models import F, Q
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

from league.clubs.models import Club
from league.members.models import Account, Player
from league.results.models import Pool
from league.shared.models import Row


class Tournament(Row):
    """An event of a club: one game, one format, one pool that its results feed."""

    class Status(models.TextChoices):
        DRAFT = "draft", _("draft")
        REGISTRATION = "registration", _("registration")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")
        CANCELLED = "cancelled", _("cancelled")

    class Venue(models.TextChoices):
        PAPER = "paper", _("at tables")
        MACHINE = "machine", _("on the machine")

    class Pace(models.TextChoices):
        ROUND = "round", _("a round at a time")
        ALL = "all", _("all rounds at the start")

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="tournaments")
    name = models.CharField(_("name"), max_length=80)
    game = models.SlugField(max_length=40)
    options = models.JSONField(default=dict, blank=True)  # the game's, all in full
    format = models.SlugField(max_length=40)
    format_options = models.JSONField(default=dict, blank=True)  # the format's, all in full
    scoring = models.SlugField(max_length=40)
    tiebreaks = models.JSONField(default=list)  # slugs in order; locked once it starts
    venue = models.CharField(max_length=7, choices=Venue, default=Venue.PAPER)
    pace = models.CharField(max_length=5, choices=Pace, default=Pace.ROUND)
    pool = models.ForeignKey(Pool, on_delete=models.PROTECT, related_name="tournaments")
    seed = models.BigIntegerField()  # of every lot that is drawn
    status = models.CharField(max_length=12, choices=Status, default=Status.DRAFT)
    made_by = models.ForeignKey(Account, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    revision = models.PositiveBigIntegerField(default=0)  # counts every change a page can show
    results_seen = models.PositiveBigIntegerField(default=0)  # ledger rows about its legs at that revision

    class Meta:
        verbose_name = _("tournament")
        verbose_name_plural = _("tournaments")
        constraints = [
            models.CheckConstraint(condition=~Q(name=""), name="tournament_has_a_name"),
            models.CheckConstraint(
                condition=~Q(status__in=["running", "finished"]) | Q(started_at__isnull=False),
                name="tournament_running_has_started",
            ),
            models.CheckConstraint(
                condition=~Q(status="finished") | Q(finished_at__isnull=False),
                name="tournament_finished_has_a_time",
            ),
        ]
        indexes = [
            models.Index(fields=["club", "status"], name="tournament_of_a_club"),
            models.Index(fields=["id"], name="tournament_running", condition=Q(status="running")),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def slug(self) -> str:
        """The readable end of the address; the public id before it decides."""
        return slugify(self.name) or "tournament"

    @property
    def topic(self) -> str:
        """The topic of its live updates."""
        return f"tournament:{self.public_id}"

    @property
    def is_on_the_machine(self) -> bool:
        """Whether bots play it here; otherwise people bring their results."""
        return self.venue == self.Venue.MACHINE

    @property
    def takes_entries(self) -> bool:
        """Whether players may still be entered or taken out."""
        return self.status in {self.Status.DRAFT, self.Status.REGISTRATION}

    @property
    def is_running(self) -> bool:
        """Whether it has started and is not over."""
        return self.status == self.Status.RUNNING

    @property
    def is_over(self) -> bool:
        """Whether it is finished, or was called off."""
        return self.status in {self.Status.FINISHED, self.Status.CANCELLED}


class Entry(Row):
    """A player's entry into a tournament; it stands between the two, so that teams can come later."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entries")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="entries")
    number = models.PositiveSmallIntegerField()  # the order of seeding, from 1
    joined_round = models.PositiveSmallIntegerField(default=1)
    left_round = models.PositiveSmallIntegerField(null=True, blank=True)  # the first round it is gone

    class Meta:
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        ordering = ("number",)
        constraints = [
            models.UniqueConstraint(fields=["tournament", "player"], name="entry_once_a_player"),
            models.UniqueConstraint(
                fields=["tournament", "number"], name="entry_number_once", deferrable=models.Deferrable.DEFERRED
            ),
            models.CheckConstraint(
                condition=Q(left_round=None) | Q(left_round__gte=F("joined_round")), name="entry_leaves_after_joining"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number}. {self.player}"


class Round(models.Model):
    """A round: drawn as a draft, published for all, closed when every pairing is decided."""

    class Status(models.TextChoices):
        DRAFT = "draft", _("draft")
        PUBLISHED = "published", _("published")
        CLOSED = "closed", _("closed")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    status = models.CharField(max_length=9, choices=Status, default=Status.DRAFT)
    published_at = models.DateTimeField(null=True, blank=True)
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
        REST = "rest", _("rest")
        FULL = "full", _("full-point bye")
        HALF = "half", _("half-point bye")
        ZERO = "zero", _("zero-point bye")

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="pairings")
    table = models.PositiveSmallIntegerField()
    bye = models.CharField(max_length=4, choices=Bye, blank=True)
    reasons = models.JSONField(default=list, blank=True)  # [{"template": ..., "facts": {...}}]

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
    """One game of a pairing. Its number says how far the seats are turned (`league.rules.seating`)."""

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
