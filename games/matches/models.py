"""Bot matches. The rows are the queue: a worker claims one by a lease and writes by its token."""

import hashlib
import secrets
import uuid
from typing import TYPE_CHECKING

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Greatest
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.matches.run_match import MatchSetup, SeatSetup
from games.matches.strategy_registry import REMOTE_PREFIX
from league.accounts.models import Player
from league.clubs.models import Club
from league.common.jobs import LeasedJob
from league.common.messages import MessageField
from league.common.models import Row
from league.common.sandboxes import why_programs_wait
from league.results.models import Pool

if TYPE_CHECKING:
    from games.matches.occasions import Occasion


def new_secret() -> bytes:
    """Return the 256-bit secret from which all chance of a block is derived."""
    return secrets.token_bytes(32)


def commitment_of(secret: bytes) -> str:
    """Return the hash of the secret, published before the deal."""
    return hashlib.sha256(secret).hexdigest()


class Block(Row):
    """Matches on one deal, all rotations of the seats. Sealed until all of them are finished."""

    uuid = models.UUIDField(unique=True, default=uuid.uuid4, editable=False)
    secret = models.BinaryField(max_length=32, default=new_secret, editable=False)
    commitment = models.CharField(max_length=64, editable=False)  # SHA-256 of the secret, public from the start
    finished_at = models.DateTimeField(null=True, blank=True)
    is_withheld = models.BooleanField(db_default=False, default=False)  # its matches are hidden until it is revealed
    told_at = models.DateTimeField(null=True, blank=True)  # when one that was withheld was told
    club = models.ForeignKey(
        Club, null=True, blank=True, on_delete=models.PROTECT, related_name="+", db_index=False
    )  # whose unrated matches these are; they exist for those who may see it

    class Meta:
        verbose_name = _("deal")
        verbose_name_plural = _("deals")
        indexes = [
            models.Index(
                Greatest("told_at", "finished_at"),
                name="block_published",
                condition=Q(is_withheld=False, finished_at__isnull=False),
            )
        ]

    def __str__(self) -> str:
        return self.public_id

    @property
    def is_sealed(self) -> bool:
        """Whether its records are still closed to everybody."""
        return self.finished_at is None or self.is_withheld

    @property
    def revealed_secret(self) -> str | None:
        """The secret in hexadecimal; None while the block is sealed."""
        return None if self.is_sealed else bytes(self.secret).hex()


class Match(Row, LeasedJob):
    """One game between bots, from the queue to its record."""

    class Status(models.TextChoices):
        QUEUED = "queued", _("Scheduled")
        RUNNING = "running", _("In progress")
        DONE = "done", pgettext_lazy("match", "Finished")
        DEAD = "dead", _("Failed")
        CANCELLED = "cancelled", pgettext_lazy("match", "Cancelled")

    subject = models.UUIDField(unique=True, default=uuid.uuid4)  # the pairing's leg it decides, or an id of its own
    block = models.ForeignKey(Block, on_delete=models.PROTECT, related_name="matches", db_index=False)
    rotation = models.PositiveSmallIntegerField(default=0)
    pool = models.ForeignKey(
        Pool, null=True, blank=True, on_delete=models.PROTECT, related_name="matches", db_index=False
    )
    game = models.SlugField(max_length=40, db_index=False)
    rules_version = models.CharField(max_length=60)
    options = models.JSONField(default=dict, blank=True)
    needs_sandbox = models.BooleanField(db_default=False, default=False)  # an uploaded bot has a seat
    is_remote = models.BooleanField(db_default=False, default=False)  # one of them plays from afar
    cost = models.PositiveBigIntegerField()  # what playing it takes, in playouts; see games.matches.queueing
    ordered_by = models.BigIntegerField(null=True, blank=True)  # id of an account; empty for the site's own matches
    turn = models.BigIntegerField(default=0, db_default=0)  # the lowest is played first; see games.matches.queueing
    status = models.CharField(max_length=9, choices=Status, default=Status.QUEUED)
    finished_at = models.DateTimeField(null=True, blank=True)

    occasion: "Occasion"  # what it was played for, set by who reads it with `games.matches.occasions`

    class Meta:
        verbose_name = _("match")
        verbose_name_plural = _("matches")
        constraints = [
            models.UniqueConstraint(fields=["block", "rotation"], name="match_rotation_once_a_block"),
            models.CheckConstraint(
                condition=~Q(status="running") | Q(token__isnull=False, lease_until__isnull=False),
                name="match_running_has_a_lease",
            ),
            models.CheckConstraint(
                condition=~Q(status="done") | Q(finished_at__isnull=False), name="match_done_has_a_time"
            ),
        ]
        # Each claim and each finish updates all indexes, so there are only those that a query needs.
        indexes = [
            models.Index(
                F("enqueued_at").asc(nulls_first=True), "id", name="match_queue", condition=Q(status="queued")
            ),
            models.Index(
                fields=["is_remote", "needs_sandbox", "turn", "id"], name="match_turns", condition=Q(status="queued")
            ),
            models.Index(fields=["lease_until"], name="match_leases", condition=Q(status="running")),
            models.Index(fields=["id"], name="match_given_up", condition=Q(status="dead")),
            models.Index(fields=["id"], name="match_cancelled", condition=Q(status="cancelled")),
            models.Index(fields=["-finished_at"], name="match_latest", condition=Q(status="done")),
            models.Index(fields=["game", "-finished_at"], name="match_latest_of_a_game", condition=Q(status="done")),
        ]

    def __str__(self) -> str:
        return self.public_id

    def get_absolute_url(self) -> str:
        """Return its page."""
        return reverse("matches:match", args=[self.public_id])

    @property
    def blocked_because(self) -> str:
        """Why a queued match with uploaded bots cannot start; "" otherwise."""
        return why_programs_wait() if self.needs_sandbox and self.status == self.Status.QUEUED else ""

    @cached_property
    def setup(self) -> MatchSetup:
        """What the outcome of a match of bots depends on; made of its block and seats."""
        return MatchSetup(
            game=self.game,
            options=self.options,
            secret=bytes(self.block.secret),
            rotation=self.rotation,
            has_own_cards=self.is_remote,
            seats=tuple(
                SeatSetup(seat.player_id or 0, seat.bot, seat.playouts, seat.is_absent) for seat in self.seats.all()
            ),
        )


class MatchSeat(models.Model):
    """A seat: the player, the strategy, and when the match is done its points and place.

    A person plays where `bot` is empty. Without `player` it was a visitor.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seats", db_index=False)
    seat = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, null=True, blank=True, on_delete=models.PROTECT, related_name="match_seats")
    bot = models.SlugField(max_length=40, blank=True, db_index=False)
    playouts = models.PositiveIntegerField(default=0)  # the budget of a decision; 0 for strategies that do not search
    is_absent = models.BooleanField(db_default=False, default=False)  # a remote bot that is waited for only briefly
    points = models.IntegerField(null=True, blank=True)
    place = models.PositiveSmallIntegerField(null=True, blank=True)
    fault = models.CharField(max_length=400, blank=True)  # why the site had to stand in, if it had to

    class Meta:
        ordering = ("seat",)
        constraints = [
            models.UniqueConstraint(fields=["match", "seat"], name="match_seat_once"),
            models.UniqueConstraint(fields=["match", "player"], name="match_player_once"),
            models.CheckConstraint(condition=~Q(player=None) | Q(bot=""), name="match_bot_is_a_player"),
        ]
        indexes = [models.Index(fields=["match"], name="match_seat_of_a_person", condition=Q(bot=""))]

    def __str__(self) -> str:
        return f"{self.match_id}: {self.seat}"

    @property
    def is_remote(self) -> bool:
        """Whether a remote bot plays there."""
        return self.bot.startswith(REMOTE_PREFIX)


class MatchRecord(models.Model):
    """The record of a finished match, in text notation. Positions are replayed from it.

    A pruned one has only its `digest`: built-in bots play it again. One with both cannot be reproduced.
    """

    match = models.OneToOneField(Match, primary_key=True, on_delete=models.CASCADE, related_name="record")
    text = models.TextField(blank=True)
    digest = models.CharField(max_length=64, blank=True, default="", db_default="", editable=False)
    decisions = models.PositiveIntegerField()

    class Meta:
        verbose_name = _("record")
        verbose_name_plural = _("records")
        constraints = [models.CheckConstraint(condition=~Q(text="") | ~Q(digest=""), name="match_record_can_be_had")]

    def __str__(self) -> str:
        return str(self.match_id)


class SeatReport(models.Model):
    """Measurements of an uploaded or remote bot in a finished match; only its owner reads them."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="reports", db_index=False)
    seat = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=8, blank=True)  # of its fault, as in engine.sandbox.faults
    log = models.TextField(blank=True)
    decisions = models.PositiveIntegerField()
    slowest_ms = models.PositiveIntegerField()  # of processor time
    spent_ms = models.PositiveIntegerField()
    detail = MessageField(max_length=200, blank=True, default="", db_default="")  # measured of its fault

    class Meta:
        verbose_name = _("bot report")
        verbose_name_plural = _("bot reports")
        ordering = ("seat",)
        constraints = [models.UniqueConstraint(fields=["match", "seat"], name="seat_report_once")]

    def __str__(self) -> str:
        return f"{self.match_id}: {self.seat}"
