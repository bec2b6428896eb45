"""The ledger: results are added, never changed. A correction is a new result that supersedes an old one.

Reports precede it: a result that a player sent, and the answers of the others at the table.
"""

from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from league.accounts.models import Player
from league.clubs.models import Club
from league.common.models import Row
from league.common.pool_names import localized_name
from league.competition.ratings import System, systems_for


class Pool(Row):
    """A leaderboard: one game, kind of player, number of seats (or any), of a club or the site."""

    class Kind(models.TextChoices):
        """The kinds of `Player`, and both at one table."""

        PERSON = "person", _("person")
        BOT = "bot", _("bot")
        ALL = "all", _("people and bots")

    name = models.CharField(_("name"), max_length=200)
    slug = models.SlugField(max_length=200, unique=True)
    game = models.SlugField(max_length=40)
    player_kind = models.CharField(max_length=6, choices=Kind)
    seats = models.PositiveSmallIntegerField(null=True, blank=True)
    club = models.ForeignKey(Club, null=True, blank=True, on_delete=models.PROTECT, related_name="pools")
    rating_system = models.SlugField(
        _("rating system"),
        max_length=40,
        default="elo",
        help_text=_("Decides the order of the leaderboard. All other rating systems are calculated as well."),
    )
    rates_play = models.BooleanField(
        _("rates games in the browser"),
        default=False,
        db_default=False,
        help_text=_(
            "New games of account holders against built-in bots count here. Note: they choose their opponents "
            "and can abandon a game without a result."
        ),
    )
    next_number = models.PositiveBigIntegerField(default=1, editable=False)

    class Meta:
        verbose_name = _("leaderboard")
        verbose_name_plural = _("leaderboards")
        constraints = [
            models.UniqueConstraint(
                fields=["game", "player_kind", "seats", "club"], nulls_distinct=False, name="pool_once_a_kind"
            ),
            models.CheckConstraint(condition=Q(seats=None) | Q(seats__range=(2, 5)), name="pool_seats_two_to_five"),
            models.CheckConstraint(condition=Q(next_number__gte=1), name="pool_numbers_from_one"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def display_name(self) -> str:
        """Its name in the language of the page."""
        return localized_name(self.name, self.player_kind, self.seats)

    def clean(self) -> None:
        """Refuse a rating system that is unknown or not for this kind of player."""
        known = {system.slug: system.name for system in self.rating_systems()}
        if self.rating_system not in known:
            sentence = _("“%(system)s” is not a rating system of this leaderboard. Choose one of: %(known)s.")
            facts = {"system": self.rating_system, "known": ", ".join(known.values())}
            raise ValidationError({"rating_system": sentence % facts})

    def rating_systems(self) -> tuple[System, ...]:
        """Return the systems that may order the leaderboard: a fit to the whole history is for bots alone."""
        return systems_for(only_bots=self.player_kind == Pool.Kind.BOT)


class Ending(models.TextChoices):
    """How a game ended early."""

    TIME = "time", _("time ran out")
    LEFT = "left", _("a player left")
    ABANDONED = "abandoned", pgettext_lazy("how a game ended", "abandoned")


class Result(models.Model):
    """One row of the ledger. `subject` is the opaque id of its game: of a pairing, a match or a record.

    The rows of one subject form a chain: the first result, and corrections that each supersede the one before. The
    last counts, at the position (`played_at`, `number`) of the first.
    """

    class How(models.TextChoices):
        PLAYED = "played", _("played")
        FORFEIT = "forfeit", _("forfeit")
        ARBITER = "arbiter", _("organiser's decision")
        WITHDRAWN = "withdrawn", _("withdrawn")

    # The index is that of `result_number_once_a_pool`.
    pool = models.ForeignKey(Pool, on_delete=models.PROTECT, related_name="results", db_index=False)
    number = models.PositiveBigIntegerField()
    subject = models.UUIDField()
    supersedes = models.OneToOneField(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="superseded_by"
    )
    how = models.CharField(max_length=9, choices=How, default=How.PLAYED)
    ending = models.CharField(max_length=9, choices=Ending, blank=True, default="", db_default="")
    is_rated = models.BooleanField(default=True)
    evidence = models.UUIDField(null=True, blank=True)
    block = models.UUIDField(null=True, blank=True)
    reason = models.CharField(max_length=400, blank=True)
    entered_by = models.ForeignKey(  # reported, decided or corrected it; empty for the site
        Player, null=True, blank=True, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    entered_at = models.DateTimeField()
    played_at = models.DateTimeField()

    class Meta:
        verbose_name = _("result")
        verbose_name_plural = _("results")
        constraints = [
            models.UniqueConstraint(fields=["pool", "number"], name="result_number_once_a_pool"),
            models.UniqueConstraint(fields=["subject"], condition=Q(supersedes=None), name="result_subject_once"),
            models.CheckConstraint(
                condition=Q(supersedes=None) | ~Q(supersedes=F("id")), name="result_supersedes_another"
            ),
            models.CheckConstraint(condition=Q(how="played") | Q(is_rated=False), name="result_unplayed_is_unrated"),
            models.CheckConstraint(condition=Q(played_at__lte=F("entered_at")), name="result_played_before_entered"),
        ]
        indexes = [
            models.Index(fields=["pool", "played_at", "number"], name="result_fold_order"),
            models.Index(fields=["subject"], name="result_by_subject"),
            models.Index(fields=["subject"], name="result_withdrawn", condition=Q(how="withdrawn")),
        ]

    def __str__(self) -> str:
        return f"{self.pool_id}/{self.number}"


class ResultSeat(models.Model):
    """The result of one seat. `points` are the score in the game; places are 1, 2, 2, 4."""

    # The index is that of `result_seat_once`.
    result = models.ForeignKey(Result, on_delete=models.PROTECT, related_name="seats", db_index=False)
    seat = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="result_seats")
    points = models.IntegerField()
    place = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ("seat",)
        constraints = [
            models.UniqueConstraint(fields=["result", "seat"], name="result_seat_once"),
            models.UniqueConstraint(fields=["result", "player"], name="result_player_once"),
            models.CheckConstraint(condition=Q(seat__range=(0, 4)), name="result_seat_zero_to_four"),
            models.CheckConstraint(condition=Q(place__range=(1, 5)), name="result_place_one_to_five"),
        ]

    def __str__(self) -> str:
        return f"{self.result_id}: {self.seat}"


class NewStrength(models.Model):
    """From this number on a player has another strength: a new version of a bot. `strength` is its opaque id.

    It comes directly before the first rated result of that strength, by ledger number and time. The first one of a
    player in a pool changes nothing (`begins_again` is False).
    """

    # The index is that of `strength_number_once_a_pool`.
    pool = models.ForeignKey(Pool, on_delete=models.PROTECT, related_name="strengths", db_index=False)
    number = models.PositiveBigIntegerField()
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="strengths", db_index=False)
    strength = models.CharField(max_length=64)
    begins_again = models.BooleanField()
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("new bot version")
        verbose_name_plural = _("new bot versions")
        constraints = [
            models.UniqueConstraint(fields=["pool", "number"], name="strength_number_once_a_pool"),
            models.CheckConstraint(condition=~Q(strength=""), name="strength_has_a_name"),
        ]
        indexes = [
            models.Index(fields=["pool", "player", "number"], name="strength_of_a_player"),
            models.Index(fields=["pool", "at", "number"], name="strength_fold_order", condition=Q(begins_again=True)),
        ]

    def __str__(self) -> str:
        return f"{self.pool_id}/{self.number}"


class Report(Row):
    """A reported result. It enters the ledger once it is confirmed.

    `subject` is that of the tournament game, or a new one for a game outside tournaments. A subject can have several
    reports: those that differ are disputed until an organiser of the club decides.
    """

    class Status(models.TextChoices):
        OPEN = "open", _("waiting for confirmation")
        DISPUTED = "disputed", _("disputed")
        ENTERED = "entered", _("confirmed")
        OVERRULED = "overruled", _("rejected")
        TAKEN_BACK = "taken-back", pgettext_lazy("a report", "withdrawn")

    LIVE = (Status.OPEN, Status.DISPUTED)  # neither in the ledger nor put aside

    subject = models.UUIDField()
    pool = models.ForeignKey(Pool, on_delete=models.PROTECT, related_name="reports")
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="reports")
    by = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="reports")
    key = models.UUIDField()  # made by the sender: what is sent twice under one key is one report
    how = models.CharField(max_length=9, choices=Result.How, default=Result.How.PLAYED)
    ending = models.CharField(max_length=9, choices=Ending, blank=True, default="", db_default="")
    needs = models.PositiveSmallIntegerField(default=1, db_default=1)  # so many others at the table must agree
    via = models.UUIDField(null=True, blank=True)  # the table link it came by, where its sender has no account
    sheet = models.JSONField(null=True, blank=True)  # the filled score sheet, if one was
    evidence = models.UUIDField(null=True, blank=True)  # the verified record, if there is one
    played_at = models.DateTimeField()
    status = models.CharField(max_length=10, choices=Status, default=Status.OPEN)
    confirms_itself_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    decided_by = models.ForeignKey(Player, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    decision = models.CharField(max_length=400, blank=True)  # why, in their words; a sentence of the site in English

    class Meta:
        verbose_name = _("report")
        verbose_name_plural = _("reports")
        constraints = [
            models.UniqueConstraint(fields=["by", "key"], name="report_once_a_key"),
            models.UniqueConstraint(
                fields=["subject", "by"], condition=Q(status__in=["open", "disputed"]), name="report_one_voice_a_person"
            ),
            models.UniqueConstraint(fields=["subject"], condition=Q(status="entered"), name="report_one_enters"),
            models.CheckConstraint(condition=~Q(how="withdrawn"), name="report_is_of_something"),
            models.CheckConstraint(
                condition=Q(status__in=["open", "disputed"], closed_at=None)
                | Q(status__in=["entered", "overruled", "taken-back"], closed_at__isnull=False),
                name="report_closed_has_a_time",
            ),
        ]
        indexes = [
            models.Index(fields=["subject"], name="report_by_subject"),
            models.Index(fields=["confirms_itself_at"], name="report_due", condition=Q(status="open")),
            models.Index(fields=["club"], name="report_undecided", condition=Q(status__in=["open", "disputed"])),
        ]

    def __str__(self) -> str:
        return self.public_id

    @property
    def decision_text(self) -> str:
        """Why it was decided so, for those who reported; sentences of the site are translated."""
        return gettext(self.decision) if self.decision else ""


class ReportSeat(models.Model):
    """The result of one seat in a report."""

    report = models.ForeignKey(Report, on_delete=models.CASCADE, related_name="seats", db_index=False)
    seat = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="report_seats")
    points = models.IntegerField()
    place = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ("seat",)
        constraints = [
            models.UniqueConstraint(fields=["report", "seat"], name="report_seat_once"),
            models.UniqueConstraint(fields=["report", "player"], name="report_player_once"),
            models.CheckConstraint(condition=Q(seat__range=(0, 4)), name="report_seat_zero_to_four"),
            models.CheckConstraint(condition=Q(place__range=(1, 5)), name="report_place_one_to_five"),
        ]

    def __str__(self) -> str:
        return f"{self.report_id}: {self.seat}"


class ReportAnswer(models.Model):
    """The answer of another player at the table to a report: agreement, or a dispute with a reason."""

    report = models.ForeignKey(Report, on_delete=models.CASCADE, related_name="answers", db_index=False)
    by = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="report_answers")
    agrees = models.BooleanField()
    reason = models.CharField(max_length=400, blank=True)
    via = models.UUIDField(null=True, blank=True)  # the table link it came by
    given_at = models.DateTimeField(db_default=Now(), editable=False)

    class Meta:
        ordering = ("given_at", "id")
        constraints = [
            models.UniqueConstraint(fields=["report", "by"], name="answer_once_a_person"),
            models.CheckConstraint(condition=Q(agrees=True) | ~Q(reason=""), name="answer_against_has_a_reason"),
        ]

    def __str__(self) -> str:
        return f"{self.report_id}: {self.by_id}"
