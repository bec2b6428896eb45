"""Ladders, their bots, and their deals (blocks)."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.matches.models import Block
from games.matches.strategy_registry import REMOTE_PREFIX
from league.accounts.models import Account, Player
from league.common.models import Row
from league.results.models import Pool


class Ladder(Row):
    """One game at tables of one size. Its ratings are those of the site's pool of bots at such tables."""

    pool = models.OneToOneField(Pool, on_delete=models.PROTECT, related_name="ladder")
    is_open = models.BooleanField(_("open"), default=True, help_text=_("A closed ladder starts no new deals."))
    turn = models.PositiveBigIntegerField(default=0, editable=False)  # blocks begun so far
    planned_at = models.DateTimeField(null=True, blank=True, editable=False)  # when a block was looked for last

    class Meta:
        verbose_name = _("ladder")
        verbose_name_plural = _("ladders")

    def __str__(self) -> str:
        return str(self.pool)


class LadderEntry(Row):
    """A bot on a ladder. A new version resets its count and gets its placement deals first."""

    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, related_name="ladder_entries", db_index=False)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="ladder_entries")
    program = models.CharField(max_length=64)  # what plays for it: a strategy with its budget, or a source's SHA-256
    blocks = models.PositiveIntegerField(default=0)  # begun with this program
    last_turn = models.PositiveBigIntegerField(default=0)
    since_turn = models.PositiveBigIntegerField(default=0)  # of the ladder, when it came, came back or was changed
    program_turn = models.PositiveBigIntegerField(default=0, db_default=0)  # of the ladder, when this program began
    is_away = models.BooleanField(default=False)  # paused, retired, or taken off: it is not seated

    class Meta:
        verbose_name = _("bot on a ladder")
        verbose_name_plural = _("bots on ladders")
        constraints = [
            models.UniqueConstraint(fields=["ladder", "player"], name="ladder_entry_once_a_ladder"),
            models.CheckConstraint(condition=~Q(program=""), name="ladder_entry_has_a_program"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} on {self.ladder_id}"

    @property
    def is_remote(self) -> bool:
        """Whether it is a remote bot."""
        return self.program.startswith(REMOTE_PREFIX)


class LadderBlock(models.Model):
    """A block (deal) started by a ladder, and its players."""

    block = models.OneToOneField(Block, primary_key=True, on_delete=models.CASCADE, related_name="of_a_ladder")
    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, related_name="blocks", db_index=False)
    turn = models.PositiveBigIntegerField()
    players = ArrayField(models.BigIntegerField())  # the one it is for first

    class Meta:
        verbose_name = _("ladder deal")
        verbose_name_plural = _("ladder deals")
        constraints = [models.UniqueConstraint(fields=["ladder", "turn"], name="ladder_block_once_a_turn")]

    def __str__(self) -> str:
        return f"{self.ladder_id}: {self.turn}"


class DailyReportMail(models.Model):
    """A daily report sent to an account: its day, in the account's time zone."""

    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="daily_report_mails", db_index=False)
    day = models.DateField()
    is_written = models.BooleanField(default=True)  # False: there was nothing to tell that day

    class Meta:
        verbose_name = _("daily report e-mail")
        verbose_name_plural = _("daily report e-mails")
        constraints = [models.UniqueConstraint(fields=["account", "day"], name="daily_report_mail_once_a_day")]

    def __str__(self) -> str:
        return f"{self.account_id}: {self.day}"
