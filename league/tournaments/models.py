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

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="tournaments")
    name = models.CharField(_("name"), max_length=80)
    game = models.SlugField(max_length=40)
    options = models.JSONField(default=dict, blank=True)  # the game's, all in full
    format = models.SlugField(max_length=40)
    format_options = models.JSONField(default=dict, blank=True)
    scoring = models.SlugField(max_length=40)
    tiebreaks = models.JSONField(default=list)
    seats = models.PositiveSmallIntegerField(default=2)
    legs = models.PositiveSmallIntegerField(
        default=1
    )  # games a pairing; on the machine one deal, seats rotated
    venue = models.CharField(max_length=7, choices=Venue, default=Venue.PAPER)
    pool = models.ForeignKey(Pool, on_delete=models.PROTECT, related_name="tournaments")
    seed = models.BigIntegerField()
    status = models.CharField(max_length=12, choices=Status, default=Status.DRAFT)
    made_by = models.ForeignKey(
        Account, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    revision = models.PositiveBigIntegerField(default=0)

    class Meta:
        verbose_name = _("tournament")
        verbose_name_plural = _("tournaments")
        constraints = [
            models.CheckConstraint(condition=~Q(name=""), name="tournament_has_a_name"),
            models.CheckConstraint(
                condition=Q(seats__range=(2, 5)), name="tournament_seats_two_to_five"
            ),
            models.CheckConstraint(
                condition=Q(legs__range=(1, 20)), name="tournament_legs_one_to_twenty"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def slug(self) -> str:
        """The readable end of the address; the public id before it decides."""
        return slugify(self.name) or "tournament"


class Entry(Row):
    """A player's entry into a tournament; it stands between the two, so that teams can come later."""

    tournament = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, related_name="entries"
    )
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="entries")
    number = models.PositiveSmallIntegerField()
    joined_round = models.PositiveSmallIntegerField(default=1)
    left_after_round = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        ordering = ("number",)
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "player"], name="entry_once_a_player"
            ),
            models.UniqueConstraint(
                fields=["tournament", "number"], name="entry_number_once"
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

    tournament = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, related_name="rounds"
    )
    number = models.PositiveSmallIntegerField()
    status = models.CharField(max_length=9, choices=Status, default=Status.DRAFT)
    published_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("round")
        verbose_name_plural = _("rounds")
        ordering = ("number",)
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "number"], name="round_number_once"
            )
        ]

    def __str__(self) -> str:
        return str(self.number)


class Pairing(Row):
    """Who meets at one table of a round. A bye is a pairing of one seat."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="pairings")
    table = models.PositiveSmallIntegerField()
    is_bye = models.BooleanField(default=False)
    reasons = models.JSONField(default=list, blank=True)

    class Meta:
        verbose_name = _("pairing")
        verbose_name_plural = _("pairings")
        ordering = ("table",)
        constraints = [
            models.UniqueConstraint(
                fields=["round", "table"], name="pairing_table_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.round_id}/{self.table}"


class PairingSeat(models.Model):
    """An entry's seat at a pairing."""

    pairing = models.ForeignKey(Pairing, on_delete=models.CASCADE, related_name="seats")
    seat = models.PositiveSmallIntegerField()
    entry = models.ForeignKey(
        Entry, on_delete=models.PROTECT, related_name="pairing_seats"
    )

    class Meta:
        ordering = ("seat",)
        constraints = [
            models.UniqueConstraint(
                fields=["pairing", "seat"], name="pairing_seat_once"
            ),
            models.UniqueConstraint(
                fields=["pairing", "entry"], name="pairing_entry_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.pairing_id}: {self.seat}"


class Leg(models.Model):
    """One game of a pairing. `shift` turns the seats: at leg k the player of seat s sits at (s + shift) mod n."""

    pairing = models.ForeignKey(Pairing, on_delete=models.CASCADE, related_name="legs")
    number = models.PositiveSmallIntegerField()
    shift = models.PositiveSmallIntegerField(default=0)
    subject = models.UUIDField(unique=True, default=uuid.uuid4, editable=False)

    class Meta:
        ordering = ("number",)
        constraints = [
            models.UniqueConstraint(
                fields=["pairing", "number"], name="leg_number_once"
            ),
            models.CheckConstraint(
                condition=Q(number__gte=1) & Q(shift__lt=5), name="leg_numbers_from_one"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.pairing_id}.{self.number}"
