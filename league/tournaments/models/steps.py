"""What was changed in a round by hand, so that it can be taken back."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from league.members.models import Account
from league.tournaments.models.rounds import Round


class RoundStep(models.Model):
    """A change of a round's tables, with the tables as they stood before it. Taken back it is gone again.

    `before` is a list of `{"table", "bye", "seats": numbers of entries, "legs", "reasons"}`; `facts` fill the English
    `template`, those whose names begin with `player` being numbers of entries. `joined_before` says of the entries that
    came into the round by this step from which round on they were in the event until then.
    """

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="steps")
    revision = models.PositiveIntegerField()  # of the round, which this step led to
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
