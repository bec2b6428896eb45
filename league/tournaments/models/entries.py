"""Entries, arrangements with players, club nights and attendance."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from league.accounts.models import Account, Player
from league.common.models import Row
from league.tournaments.models.tournament import Tournament


class Entry(Row):
    """A player's entry in a tournament."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entries")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="entries")
    number = models.PositiveSmallIntegerField()  # seeding, from 1
    joined_round = models.PositiveSmallIntegerField(default=1)
    left_round = models.PositiveSmallIntegerField(null=True, blank=True)  # the first round without it
    is_guest = models.BooleanField(default=False, db_default=False)  # not a member of the club
    checked_in_at = models.DateTimeField(null=True, blank=True)
    fixed_table = models.PositiveSmallIntegerField(null=True, blank=True)  # for a player who cannot move
    entered_by = models.ForeignKey(Account, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")

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

    @property
    def person(self) -> Player:
        """The entry's player, or the player they were merged into."""
        return self.player.merged_into or self.player


class RequestedBye(models.Model):
    """A requested bye of an entry in a round."""

    class Kind(models.TextChoices):
        HALF = "half", _("half-point bye")
        ZERO = "zero", _("zero-point bye")

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="requested_byes")
    round = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=4, choices=Kind)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["entry", "round"], name="requested_bye_once_a_round"),
            models.CheckConstraint(condition=Q(round__gte=1), name="requested_bye_rounds_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.entry_id}: {self.round}"


class ForbiddenPair(Row):
    """Two entries that must not meet, for example a family."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="forbidden_pairs")
    one = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")
    other = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")
    until_round = models.PositiveSmallIntegerField(null=True, blank=True)  # the last round it applies to; null: always

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["one", "other"], name="forbidden_pair_once"),
            models.CheckConstraint(condition=Q(one__lt=F("other")), name="forbidden_pair_in_order"),
        ]

    def __str__(self) -> str:
        return f"{self.one_id}/{self.other_id}"


class Evening(Row):
    """A club night of a season. Its rounds are paired among the players who are here."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="evenings")
    number = models.PositiveSmallIntegerField()
    day = models.DateField()
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("club night")
        verbose_name_plural = _("club nights")
        ordering = ("number",)
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "number"], name="evening_number_once", deferrable=models.Deferrable.DEFERRED
            ),
            models.UniqueConstraint(fields=["tournament"], condition=Q(closed_at=None), name="evening_one_at_a_time"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}/{self.number}"


class Presence(models.Model):
    """A player's attendance at a club night; here until `left_at`."""

    evening = models.ForeignKey(Evening, on_delete=models.CASCADE, related_name="presences")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="presences")
    left_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["evening", "entry"], name="presence_once_an_evening")]

    def __str__(self) -> str:
        return f"{self.evening_id}: {self.entry_id}"


class Absence(models.Model):
    """A player marked as not here by a forfeit or a repair, until an organiser marks them otherwise."""

    round = models.ForeignKey("tournaments.Round", on_delete=models.CASCADE, related_name="absences")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="absences")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["round", "entry"], name="absence_once_a_round")]

    def __str__(self) -> str:
        return f"{self.round_id}: {self.entry_id}"
