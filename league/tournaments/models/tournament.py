"""The tournament: game, format, settings, status."""

from django.db import models
from django.db.models import Q
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from league.accounts.models import Account
from league.clubs.models import Club
from league.common.models import Row
from league.competition.formats import format_named
from league.competition.stages import Knockout
from league.results.models import Pool

STARTED = "event-started"  # the verb of the start in the log, from which it is also read
MOST_DAYS = 90  # between deadlines, and from reminder to deadline


class Tournament(Row):
    """A tournament of a club: one game, one format, one pool for its ratings."""

    class Status(models.TextChoices):
        DRAFT = "draft", pgettext_lazy("tournament", "Draft")
        REGISTRATION = "registration", pgettext_lazy("tournament", "Open")
        CHECK_IN = "check-in", pgettext_lazy("tournament", "Check-in")
        RUNNING = "running", pgettext_lazy("tournament", "Running")
        FINISHED = "finished", pgettext_lazy("tournament", "Finished")
        CANCELLED = "cancelled", pgettext_lazy("tournament", "Cancelled")

    class Venue(models.TextChoices):
        PAPER = "paper", _("in person")
        MACHINE = "machine", _("bot matches")

    class Pace(models.TextChoices):
        ROUND = "round", _("automatically, one round at a time")
        ALL = "all", _("automatically, all rounds at the start")
        DESK = "desk", _("by the organiser")

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="tournaments")
    name = models.CharField(_("name"), max_length=80)
    summary = models.CharField(_("short description"), max_length=200, blank=True, db_default="", default="")
    game = models.SlugField(max_length=40)
    options = models.JSONField(default=dict, blank=True)  # of the game, complete
    format = models.SlugField(max_length=40)
    format_options = models.JSONField(default=dict, blank=True)  # of the format, complete
    scoring = models.SlugField(max_length=40)
    tiebreaks = models.JSONField(default=list)  # slugs in order; locked once it starts
    venue = models.CharField(max_length=7, choices=Venue, default=Venue.PAPER)
    pace = models.CharField(max_length=5, choices=Pace, default=Pace.ROUND)
    pool = models.ForeignKey(Pool, on_delete=models.PROTECT, related_name="tournaments")
    seed = models.BigIntegerField()  # of all random choices
    begins_at = models.DateTimeField(_("begins"), null=True, blank=True)
    round_minutes = models.PositiveSmallIntegerField(_("minutes per round"), null=True, blank=True)
    capacity = models.PositiveSmallIntegerField(_("maximum number of players"), null=True, blank=True)
    expected = models.PositiveSmallIntegerField(_("expected players"), null=True, blank=True)  # about; for suggestions
    confirmations = models.PositiveSmallIntegerField(default=1, db_default=1)  # how many others at a table must agree
    first_due_at = models.DateTimeField(_("deadline of the first round"), null=True, blank=True)  # null: no deadlines
    due_every_days = models.PositiveSmallIntegerField(default=7, db_default=7)  # from one deadline to the next
    reminder_days = models.PositiveSmallIntegerField(default=3, db_default=3)  # before a deadline; 0 reminds nobody
    endings = models.JSONField(default=dict, blank=True, db_default={})  # how a game may end early -> slug of its rule
    status = models.CharField(max_length=12, choices=Status, default=Status.DRAFT)
    previous = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="following"
    )  # the season that this one continues
    made_by = models.ForeignKey(Account, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    ended_early = models.BooleanField(default=False, db_default=False)  # by an organiser; open games stay undecided
    end_note = models.CharField(max_length=200, blank=True, default="", db_default="")  # why, as the organiser wrote
    end_reason = models.JSONField(default=dict, blank=True, db_default={})  # why the format had no more rounds
    evenings_planned = models.PositiveSmallIntegerField(
        null=True, blank=True
    )  # club nights planned before the season was reopened
    revision = models.PositiveBigIntegerField(default=0)  # counts every change a page can show
    results_seen = models.PositiveBigIntegerField(default=0)  # processed ledger rows about its games

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
                condition=~Q(status="finished") | Q(finished_at__isnull=False), name="tournament_finished_has_a_time"
            ),
            models.CheckConstraint(
                condition=Q(ended_early=False) | Q(status="finished"), name="tournament_ended_early_is_finished"
            ),
            models.CheckConstraint(
                condition=Q(confirmations__range=(0, 4)), name="tournament_confirmed_by_whoever_sits_there"
            ),
            models.CheckConstraint(
                condition=Q(due_every_days__range=(1, MOST_DAYS), reminder_days__lte=MOST_DAYS),
                name="tournament_deadlines_in_days",
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
        """The readable end of the URL; only the public id identifies the tournament."""
        slug = slugify(self.name) or "tournament"
        return slug if slug != "desk" else "tournament-desk"  # the URL of the manage page

    @property
    def topic(self) -> str:
        """The topic of its live updates."""
        return f"tournament:{self.public_id}"

    @property
    def desk_topic(self) -> str:
        """The topic of live updates for organisers: drawings and drafts."""
        return f"desk:{self.public_id}"

    @property
    def is_on_the_machine(self) -> bool:
        """Whether it has bot matches; otherwise it is played in person."""
        return self.venue == self.Venue.MACHINE

    @property
    def is_played_by_people(self) -> bool:
        """Whether it is running in person, so that players report results."""
        return self.is_running and not self.is_on_the_machine

    @property
    def may_have_reports(self) -> bool:
        """Whether reports of its games may wait; False only if annotated by the query."""
        return bool(getattr(self, "club_has_reports", True))

    @property
    def by_evenings(self) -> bool:
        """Whether it is a season of club nights."""
        return format_named(self.format).by_evenings

    @property
    def takes_deadlines(self) -> bool:
        """Whether its rounds may have deadlines: in person, without club nights."""
        return not self.is_on_the_machine and not self.by_evenings

    @property
    def most_half_byes(self) -> int:
        """How many half-point byes a player may request; 0 if the format has no such option."""
        defaults = {option.name: option.default for option in format_named(self.format).options}
        return int(self.format_options.get("half_byes", defaults.get("half_byes", 0)))

    @property
    def has_bracket(self) -> bool:
        """Whether players can be eliminated."""
        return isinstance(format_named(self.format), Knockout)

    @property
    def has_report(self) -> bool:
        """Whether FIDE's tournament report can hold it: a Swiss or a round robin."""
        return self.format in {"swiss", "round-robin"}

    @property
    def takes_entries(self) -> bool:
        """Whether it has not started: players can be entered, and deleted without a trace."""
        return self.status in {self.Status.DRAFT, self.Status.REGISTRATION, self.Status.CHECK_IN}

    @property
    def takes_latecomers(self) -> bool:
        """Whether players may enter late: while it runs, without a bracket, and unless all bot matches are out."""
        is_drawn = self.has_bracket or (self.is_on_the_machine and self.pace == self.Pace.ALL)
        return self.is_running and not is_drawn

    def keeps_waiting(self, number: int) -> bool:
        """Return whether the entry number is on the waiting list: above the capacity before the start."""
        return self.takes_entries and self.capacity is not None and number > self.capacity

    def locked(self) -> "Tournament":
        """Return the current row, locked until the transaction ends."""
        rows = Tournament.objects.select_for_update(of=("self",)).select_related("club", "pool")
        return rows.get(pk=self.pk)

    @property
    def is_running(self) -> bool:
        """Whether it has started and is not over."""
        return self.status == self.Status.RUNNING

    @property
    def is_over(self) -> bool:
        """Whether it is finished or cancelled."""
        return self.status in {self.Status.FINISHED, self.Status.CANCELLED}
