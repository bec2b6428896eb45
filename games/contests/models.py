"""Contests, their entries, and the deals of their finals."""

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.matches.models import Block
from league.accounts.models import Account, Player
from league.clubs.models import Club
from league.common.models import Row

if TYPE_CHECKING:
    from games.contests.queries import ContestPage


class Contest(Row):
    """Bots enter until it closes; then the final is played unseen and revealed deal by deal."""

    class State(models.TextChoices):
        OPEN = "open", pgettext_lazy("contest", "open")
        PLAYING = "playing", _("final in progress")
        TELLING = "telling", _("results being revealed")
        OVER = "over", pgettext_lazy("contest", "finished")
        CALLED_OFF = "called-off", pgettext_lazy("contest", "cancelled")

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="contests")
    name = models.CharField(max_length=80)
    words = models.TextField(blank=True)
    game = models.SlugField(max_length=40, db_index=False)
    seats = models.PositiveSmallIntegerField()
    blocks = models.PositiveSmallIntegerField()  # of the final
    pace = models.PositiveIntegerField()  # minutes between two reveals
    closes_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)
    told_at = models.DateTimeField(null=True, blank=True)  # when a deal was revealed last
    over_at = models.DateTimeField(null=True, blank=True)
    called_off_at = models.DateTimeField(null=True, blank=True)
    called_off_because = models.CharField(max_length=400, blank=True)
    admits_remote = models.BooleanField(default=True, db_default=True)  # whether remote bots may enter
    made_by = models.ForeignKey(Account, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")

    page: "ContestPage"  # set by the API, which shows it with the contest

    class Meta:
        verbose_name = _("contest")
        verbose_name_plural = _("contests")
        constraints = [
            models.CheckConstraint(condition=Q(seats__gte=2, blocks__gte=1), name="contest_is_played"),
            models.CheckConstraint(
                condition=Q(called_off_at=None) | Q(over_at=None), name="contest_called_off_or_over"
            ),
        ]
        indexes = [
            models.Index(fields=["closes_at"], name="contest_at_work", condition=Q(over_at=None, called_off_at=None))
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def topic(self) -> str:
        """The topic of its pages for live updates."""
        return f"contest:{self.public_id}"

    @property
    def is_due(self) -> bool:
        """Whether the closing date has passed, though no worker has drawn the final yet."""
        return self.closes_at <= timezone.now()

    @property
    def next_at(self) -> datetime:
        """The earliest time of the next reveal; that of the first deal is when it is played."""
        return self.told_at + timedelta(minutes=self.pace) if self.told_at else self.created_at

    @property
    def state(self) -> State:
        """The status, from the times."""
        if self.called_off_at is not None:
            return self.State.CALLED_OFF
        if self.closed_at is None:
            return self.State.OPEN
        if self.over_at is not None:
            return self.State.OVER
        return self.State.PLAYING if self.told_at is None else self.State.TELLING


class Entry(Row):
    """A bot in a contest. Its version is fixed when submissions close."""

    contest = models.ForeignKey(Contest, on_delete=models.CASCADE, related_name="entries", db_index=False)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="contest_entries")
    owner = models.ForeignKey(
        Account, null=True, blank=True, on_delete=models.SET_NULL, related_name="contest_entries"
    )  # None for a built-in bot
    bot = models.SlugField(max_length=40, blank=True, db_index=False)
    playouts = models.PositiveIntegerField(default=0)
    left_out_because = models.CharField(max_length=400, blank=True)

    class Meta:
        verbose_name = _("contest entry")
        verbose_name_plural = _("contest entries")
        constraints = [
            models.UniqueConstraint(fields=["contest", "player"], name="contest_entry_once_a_bot"),
            models.UniqueConstraint(fields=["contest", "owner"], name="contest_entry_once_an_owner"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} in {self.contest_id}"

    @property
    def is_remote(self) -> bool:
        """Whether it is a remote bot; read with the player's `remote_bot`."""
        return hasattr(self.player, "remote_bot")


class FinalDeal(models.Model):
    """A deal of a final: queued when its turn comes, withheld until it is revealed."""

    block = models.OneToOneField(Block, null=True, on_delete=models.CASCADE, related_name="of_a_final")
    contest = models.ForeignKey(Contest, on_delete=models.CASCADE, related_name="final", db_index=False)
    number = models.PositiveSmallIntegerField()
    players = ArrayField(models.BigIntegerField())
    told_at = models.DateTimeField(null=True, blank=True)
    dropped_at = models.DateTimeField(null=True, blank=True)  # it could not be played, and does not count
    refused_because = models.CharField(max_length=400, blank=True)  # why it could not be queued

    class Meta:
        verbose_name = _("deal of a final")
        verbose_name_plural = _("deals of finals")
        ordering = ("number",)
        constraints = [
            models.UniqueConstraint(fields=["contest", "number"], name="final_number_once"),
            models.CheckConstraint(condition=Q(told_at=None) | Q(dropped_at=None), name="final_told_or_dropped"),
            models.CheckConstraint(condition=Q(told_at=None) | Q(block__isnull=False), name="final_told_was_played"),
        ]

    def __str__(self) -> str:
        return f"{self.contest_id}: {self.number}"

    @property
    def is_finished(self) -> bool:
        """Whether all its matches are played."""
        return self.block is not None and self.block.finished_at is not None
