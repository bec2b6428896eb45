"""Evenings of a club: who came, from when to when."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from league.shared.models import Row
from league.tournaments.models.entering import Entry
from league.tournaments.models.event import Tournament


class Evening(Row):
    """One meeting of a season of club evenings; its rounds are drawn among those who are there."""

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
    """Somebody who came to an evening; they are there until they left."""

    evening = models.ForeignKey(Evening, on_delete=models.CASCADE, related_name="presences")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="presences")
    left_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["evening", "entry"], name="presence_once_an_evening")]

    def __str__(self) -> str:
        return f"{self.evening_id}: {self.entry_id}"


class Absence(models.Model):
    """A player whom a forfeit or a repair of a round marked as not here, until an organiser marks them otherwise."""

    round = models.ForeignKey("tournaments.Round", on_delete=models.CASCADE, related_name="absences")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="absences")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["round", "entry"], name="absence_once_a_round")]

    def __str__(self) -> str:
        return f"{self.round_id}: {self.entry_id}"
