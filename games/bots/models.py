"""Built-in, uploaded and remote bots, versions and their checks, test matches."""

from typing import ClassVar

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now
from django.urls import reverse
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from engine.core import registry
from league.accounts.models import ApiToken, Player
from league.common.jobs import LeasedJob
from league.common.messages import MessageField
from league.common.models import Row


class BuiltinBot(Row):
    """A built-in bot: a player whose moves a strategy of `engine.bots` chooses."""

    player = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="builtin_bot")
    strategy = models.SlugField(max_length=40)
    playouts = models.PositiveIntegerField(default=0)  # a decision; 0 for strategies that do not search

    class Meta:
        verbose_name = _("built-in bot")
        verbose_name_plural = _("built-in bots")
        constraints = [models.UniqueConstraint(fields=["strategy", "playouts"], name="builtin_bot_once_a_budget")]

    def __str__(self) -> str:
        return f"{self.player} ({self.strategy})"


class Pausable(Row):
    """A bot that can be paused. The reason is stored as a code, and shown in the reader's language."""

    is_remote: ClassVar[bool]
    player: "models.OneToOneField[Player, Player]"

    class Cause(models.TextChoices):
        OWNER = "owner"
        FAULTS = "faults"

    paused_at = models.DateTimeField(null=True, blank=True)
    # Long, because a worker of an older version may still write a whole sentence here; it is shown as it is.
    paused_for = models.CharField(max_length=400, blank=True, db_column="paused_because")
    paused_after = models.PositiveSmallIntegerField(default=0, db_default=0)  # so many faults
    paused_game = models.SlugField(blank=True, default="", db_default="", db_index=False)  # in matches of this game
    paused_seats = models.PositiveSmallIntegerField(default=0, db_default=0)  # at tables of that size
    name_key = models.CharField(max_length=120, unique=True)  # the name as look-alikes share it
    retired_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return self.player.name

    def get_absolute_url(self) -> str:
        """Return its owner's page of it."""
        return reverse("bots:remote" if self.is_remote else "bots:bot", args=[self.public_id])

    def report_url(self, match: str) -> str:
        """Return the page on what it did in a match."""
        return reverse("bots:remote-report" if self.is_remote else "bots:report", args=[self.public_id, match])

    @property
    def is_in_play(self) -> bool:
        """Whether it is neither paused nor retired."""
        return self.paused_at is None and self.retired_at is None

    @property
    def paused_because(self) -> str:
        """Why it is paused, in a sentence; empty while it is not."""
        if self.paused_for == self.Cause.OWNER:
            return gettext("You paused this bot.")
        if self.paused_for != self.Cause.FAULTS:
            return self.paused_for
        game = registry.games().get(self.paused_game)
        facts = {"faults": self.paused_after, "game": gettext(game.name) if game else "", "seats": self.paused_seats}
        if game:
            sentence = gettext("It failed in %(faults)d matches in a row: %(game)s, tables of %(seats)d.")
        else:  # it was paused before that was kept, or the game is gone
            sentence = gettext("It failed in %(faults)d matches in a row.")
        if self.is_remote:
            advice = gettext("Correct your program, then resume the bot.")
        else:
            advice = gettext("Read the log of the last match, upload a corrected version, then resume the bot.")
        return f"{sentence % facts} {advice}"

    @property
    def is_paused_by_owner(self) -> bool:
        """Whether that is its owner's doing."""
        return self.paused_at is not None and self.paused_for == self.Cause.OWNER


class UploadedBot(Pausable):
    """An uploaded bot: a player with an owner, for whom one of its versions plays."""

    is_remote: ClassVar[bool] = False

    player = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="uploaded_bot")

    class Meta:
        verbose_name = _("uploaded bot")
        verbose_name_plural = _("uploaded bots")

    @property
    def last(self) -> "Version":
        """Its latest version; made for prefetched versions."""
        return self.versions.all()[0]

    @property
    def active(self) -> "Version | None":
        """Its active version, likewise."""
        return next((version for version in self.versions.all() if version.active), None)


class RemoteBot(Pausable):
    """A remote bot: the site asks it over a stream that it opens."""

    is_remote: ClassVar[bool] = True

    player = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="remote_bot")
    games = ArrayField(models.SlugField(max_length=40))  # in the order of their slugs, for good
    token = models.ForeignKey(
        ApiToken, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )  # the one that was made on its page; others of its owner for playing open it too

    class Meta:
        verbose_name = _("remote bot")
        verbose_name_plural = _("remote bots")


class Version(Row, LeasedJob):
    """A Python file or a zip of a bot, never changed. Until it has its verdict the row is in the queue of checks.

    While `token` is set a worker has claimed it.
    """

    STATUS = "verdict"
    QUEUED = HELD = "waiting"
    GIVEN_UP = "undecided"

    class Verdict(models.TextChoices):
        WAITING = "waiting", _("Waiting for the check")
        PASSED = "passed", _("Passed")
        REFUSED = "refused", pgettext_lazy("version", "Failed")
        UNDECIDED = "undecided", _("Undecided")

    bot = models.ForeignKey(UploadedBot, on_delete=models.CASCADE, related_name="versions", db_index=False)
    number = models.PositiveIntegerField()
    source = models.TextField()  # of a Python file; a zip has parts instead
    digest = models.CharField(max_length=64)  # SHA-256 of the file
    archive_size = models.PositiveIntegerField(default=0, db_default=0)  # bytes of a zip, also a deleted one; else 0
    files = models.JSONField(default=list, db_default=[])  # of a zip: [name, bytes when unpacked] each
    games = ArrayField(models.SlugField(max_length=40))  # in the order of their slugs
    verdict = models.CharField(max_length=9, choices=Verdict, default=Verdict.WAITING)
    reason = MessageField(blank=True)
    checked_at = models.DateTimeField(null=True, blank=True)
    log = models.TextField(blank=True)  # what it wrote in the last match of its check, for its owner alone
    active = models.BooleanField(default=False)
    file_deleted_at = models.DateTimeField(null=True, blank=True)  # then it has no source, files and parts

    class Meta:
        verbose_name = _("bot version")
        verbose_name_plural = _("bot versions")
        ordering = ("-number",)
        constraints = [
            models.UniqueConstraint(fields=["bot", "number"], name="version_number_once"),
            models.UniqueConstraint(fields=["bot", "digest", "games"], name="version_once_a_source"),
            models.UniqueConstraint(fields=["bot"], condition=Q(active=True), name="version_one_active"),
            models.CheckConstraint(condition=Q(active=False) | Q(verdict="passed"), name="version_active_has_passed"),
            models.CheckConstraint(condition=Q(file_deleted_at=None) ^ Q(source="", files=[]), name="version_has_file"),
            models.CheckConstraint(
                condition=Q(token=None) | Q(verdict="waiting", lease_until__isnull=False), name="version_held_by_lease"
            ),
        ]
        indexes = [
            models.Index(F("enqueued_at").asc(nulls_first=True), name="version_queue", condition=Q(verdict="waiting")),
            models.Index(fields=["bot", "created_at"], name="version_of_a_day"),
        ]

    def __str__(self) -> str:
        return f"{self.bot_id}: {self.number}"

    @property
    def is_waiting(self) -> bool:
        """Whether a worker is still to say something."""
        return self.verdict == self.Verdict.WAITING

    @property
    def is_archive(self) -> bool:
        """Whether it is a zip."""
        return self.archive_size > 0


class ArchivePart(models.Model):
    """A piece of a version's zip, of at most 1 MB. Only the sandbox unpacks the zip."""

    version = models.ForeignKey(Version, on_delete=models.CASCADE, related_name="parts", db_index=False)
    number = models.PositiveSmallIntegerField()  # from 0
    content = models.BinaryField()

    class Meta:
        verbose_name = _("piece of a zip")
        verbose_name_plural = _("pieces of zips")
        constraints = [models.UniqueConstraint(fields=["version", "number"], name="archive_part_once_a_number")]

    def __str__(self) -> str:
        return f"{self.version_id}: {self.number}"


class Recheck(models.Model):
    """A repeated check of an undecided version, or a deleted file that was restored. It counts as an upload."""

    version = models.ForeignKey(Version, on_delete=models.CASCADE, related_name="rechecks")
    asked_at = models.DateTimeField(db_default=Now())

    class Meta:
        verbose_name = _("repeated check")
        verbose_name_plural = _("repeated checks")

    def __str__(self) -> str:
        return f"{self.version_id}: {self.asked_at}"


class Trial(models.Model):
    """A match of a version's check, visible to its owner alone."""

    version = models.ForeignKey(Version, on_delete=models.CASCADE, related_name="trials", db_index=False)
    game = models.SlugField(max_length=40)
    number = models.PositiveSmallIntegerField()  # from 1, of that game
    opponent = models.SlugField(max_length=40)
    seat = models.PositiveSmallIntegerField()  # the bot's
    record = models.TextField()
    points = ArrayField(models.IntegerField(), default=list)  # by seat; empty when it was not finished
    places = ArrayField(models.PositiveSmallIntegerField(), default=list)
    fault = models.CharField(max_length=8, blank=True)  # as in engine.sandbox.faults
    decisions = models.PositiveIntegerField()
    slowest_ms = models.PositiveIntegerField()  # of processor time
    spent_ms = models.PositiveIntegerField()

    class Meta:
        verbose_name = _("check match")
        verbose_name_plural = _("check matches")
        ordering = ("game", "number")
        constraints = [models.UniqueConstraint(fields=["version", "game", "number"], name="trial_once_a_number")]

    def __str__(self) -> str:
        return f"{self.version_id}: {self.game} {self.number}"


class BotTest(Row):
    """Test matches of a version: one deal, with seed and opponents of the owner's choice.

    They are no matches of the site: only these two tables know them, and only the owner sees them.
    """

    version = models.ForeignKey(Version, on_delete=models.CASCADE, related_name="bot_tests", db_index=False)
    game = models.SlugField(max_length=40)
    opponents = ArrayField(models.SlugField(max_length=40))  # strategies, as matches name them
    names = ArrayField(models.CharField(max_length=160))  # of everybody at the table in the first rotation
    labels = ArrayField(models.CharField(max_length=80))  # what the record calls them
    # For a move of each seat in the first rotation; 0 for no number of its own. Empty in older tests:
    # there `playouts` holds for all.
    seat_playouts = ArrayField(models.PositiveIntegerField(), default=list, db_default=[])
    playouts = models.PositiveIntegerField(default=0)
    seed = models.PositiveBigIntegerField()
    word = models.CharField(max_length=40, blank=True)  # from which the seed was made, if it was no number

    class Meta:
        verbose_name = _("test matches")
        verbose_name_plural = _("test matches")
        indexes = [models.Index(fields=["version", "-id"], name="bot_test_of_a_version")]

    def __str__(self) -> str:
        return self.public_id

    @property
    def is_waiting(self) -> bool:
        """Whether a match is unfinished; made for prefetched matches."""
        return any(match.status == BotTestMatch.Status.WAITING for match in self.bot_test_matches.all())


class BotTestMatch(LeasedJob):
    """A test match: one rotation of the seats. While `token` is set a worker has claimed it."""

    QUEUED = HELD = "waiting"

    class Status(models.TextChoices):
        WAITING = "waiting", _("Queued")
        DONE = "done", pgettext_lazy("match", "Finished")
        DEAD = "dead", _("Failed")

    bot_test = models.ForeignKey(BotTest, on_delete=models.CASCADE, related_name="bot_test_matches", db_index=False)
    rotation = models.PositiveSmallIntegerField()
    status = models.CharField(max_length=7, choices=Status, default=Status.WAITING)
    finished_at = models.DateTimeField(null=True, blank=True)
    record = models.TextField(blank=True)
    points = ArrayField(models.IntegerField(), default=list)  # by seat, as the places and faults
    places = ArrayField(models.PositiveSmallIntegerField(), default=list)
    faults = ArrayField(models.CharField(max_length=400, blank=True), default=list)
    kind = models.CharField(max_length=8, blank=True)  # of the version's fault, as in engine.sandbox.faults
    log = models.TextField(blank=True)  # the version's; of other programs at the table none is kept
    decisions = models.PositiveIntegerField(default=0)
    slowest_ms = models.PositiveIntegerField(default=0)
    spent_ms = models.PositiveIntegerField(default=0)
    detail = MessageField(max_length=200, blank=True, default="", db_default="")  # measured of the version's fault

    class Meta:
        verbose_name = _("test match")
        verbose_name_plural = _("single test matches")
        ordering = ("rotation",)
        constraints = [
            models.UniqueConstraint(fields=["bot_test", "rotation"], name="bot_test_match_once_a_rotation"),
            models.CheckConstraint(
                condition=Q(token=None) | Q(status="waiting", lease_until__isnull=False),
                name="bot_test_match_held_by_lease",
            ),
        ]
        indexes = [
            models.Index(
                F("enqueued_at").asc(nulls_first=True), name="bot_test_match_queue", condition=Q(status="waiting")
            )
        ]

    def __str__(self) -> str:
        return f"{self.bot_test_id}: {self.rotation}"

    @property
    def number(self) -> int:
        """Its number in the test, from 1."""
        return self.rotation + 1

    @property
    def seat(self) -> int:
        """The seat of the version: the first in the first rotation, then one further back each time."""
        return -self.rotation % len(self.bot_test.names)


class Comparison(Row, LeasedJob):
    """A version against another version of its bot, or a built-in bot, on the same deals from all seats. Unrated.

    A worker claims it for one game at a time, so comparisons and tests of all owners take turns. The games are those
    of `moothill-engine compare`. Only the owner sees it.
    """

    QUEUED = HELD = "waiting"

    class Status(models.TextChoices):
        WAITING = "waiting", _("Queued")
        DONE = "done", pgettext_lazy("comparison", "Finished")
        STOPPED = "stopped", pgettext_lazy("comparison", "Stopped")
        LIMITED = "limited", pgettext_lazy("comparison", "Ended at the daily limit")
        DEAD = "dead", _("Failed")

    version = models.ForeignKey(Version, on_delete=models.CASCADE, related_name="comparisons", db_index=False)
    opponent = models.SlugField(max_length=40, db_index=False)  # a strategy, as matches name it
    playouts = models.PositiveIntegerField(default=0)  # a move of a built-in opponent; 0 for none of its own
    names = ArrayField(models.CharField(max_length=160))  # of both
    labels = ArrayField(models.CharField(max_length=80))  # by which the command names them
    game = models.SlugField(max_length=40, db_index=False)
    seats = models.PositiveSmallIntegerField()
    deals = models.PositiveSmallIntegerField()  # at most
    seed = models.PositiveIntegerField()  # of the first deal
    elo_to_find = models.PositiveSmallIntegerField(default=0)  # a test of 0 against it ends the comparison; 0: none
    results = models.JSONField(default=list)  # by game, in order: score of the first bot, which failed ("", A, B, AB)
    status = models.CharField(max_length=7, choices=Status, default=Status.WAITING)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("comparison")
        verbose_name_plural = _("comparisons")
        constraints = [
            models.CheckConstraint(
                condition=Q(token=None) | Q(status="waiting", lease_until__isnull=False),
                name="comparison_held_by_lease",
            )
        ]
        indexes = [
            models.Index(fields=["version", "-id"], name="comparison_of_a_version"),
            models.Index(
                F("enqueued_at").asc(nulls_first=True), name="comparison_queue", condition=Q(status="waiting")
            ),
        ]

    def __str__(self) -> str:
        return self.public_id

    def get_absolute_url(self) -> str:
        """Return its page."""
        return reverse("bots:comparison", args=[self.version.bot.public_id, self.public_id])

    @property
    def is_waiting(self) -> bool:
        """Whether games are left to play."""
        return self.status == self.Status.WAITING
