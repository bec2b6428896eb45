"""The ledger: results are added, never changed. A correction is a new result that supersedes an old one."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from league.clubs.models import Club
from league.members.models import Player
from league.shared.models import Row


class Pool(Row):
    """Where ratings are comparable: a game, a kind of player, a number of seats or any, a club's own or the site's."""

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
    rating_system = models.SlugField(max_length=40, default="elo")
    rates_play = models.BooleanField(
        _("rates play in the browser"),
        default=False,
        db_default=False,
        help_text=_(
            "Games that people with an account begin from now on against house bots count for their rating here. "
            "They choose their opponents, and may give up a game without a result."
        ),
    )
    next_number = models.PositiveBigIntegerField(default=1, editable=False)

    class Meta:
        verbose_name = _("pool")
        verbose_name_plural = _("pools")
        constraints = [
            models.UniqueConstraint(
                fields=["game", "player_kind", "seats", "club"],
                nulls_distinct=False,
                name="pool_once_a_kind",
            ),
            models.CheckConstraint(
                condition=Q(seats=None) | Q(seats__range=(2, 5)),
                name="pool_seats_two_to_five",
            ),
            models.CheckConstraint(condition=Q(next_number__gte=1), name="pool_numbers_from_one"),
        ]

    def __str__(self) -> str:
        return self.name


class Result(models.Model):
    """One line of the ledger. `subject` is the opaque id of the pairing's leg, the match or the record it is about.

    The rows of one subject are a chain: the first result, and corrections that each supersede the one before. The
    last counts, at the place (`played_at`, `number`) of the first.
    """

    class How(models.TextChoices):
        PLAYED = "played", _("played")
        FORFEIT = "forfeit", _("forfeit")
        ARBITER = "arbiter", _("arbiter's decision")
        WITHDRAWN = "withdrawn", _("withdrawn")

    # The index is that of `result_number_once_a_pool`.
    pool = models.ForeignKey(Pool, on_delete=models.PROTECT, related_name="results", db_index=False)
    number = models.PositiveBigIntegerField()
    subject = models.UUIDField()
    supersedes = models.OneToOneField(
        "self",
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="superseded_by",
    )
    how = models.CharField(max_length=9, choices=How, default=How.PLAYED)
    is_rated = models.BooleanField(default=True)
    evidence = models.UUIDField(null=True, blank=True)
    block = models.UUIDField(null=True, blank=True)
    reason = models.CharField(max_length=400, blank=True)
    entered_at = models.DateTimeField()
    played_at = models.DateTimeField()

    class Meta:
        verbose_name = _("result")
        verbose_name_plural = _("results")
        constraints = [
            models.UniqueConstraint(fields=["pool", "number"], name="result_number_once_a_pool"),
            models.UniqueConstraint(
                fields=["subject"],
                condition=Q(supersedes=None),
                name="result_subject_once",
            ),
            models.CheckConstraint(
                condition=Q(supersedes=None) | ~Q(supersedes=F("id")),
                name="result_supersedes_another",
            ),
            models.CheckConstraint(
                condition=Q(how="played") | Q(is_rated=False),
                name="result_unplayed_is_unrated",
            ),
            models.CheckConstraint(
                condition=Q(played_at__lte=F("entered_at")),
                name="result_played_before_entered",
            ),
        ]
        indexes = [
            models.Index(fields=["pool", "played_at", "number"], name="result_fold_order"),
            models.Index(fields=["subject"], name="result_by_subject"),
        ]

    def __str__(self) -> str:
        return f"{self.pool_id}/{self.number}"


class ResultSeat(models.Model):
    """What one seat of a result came to. `points` are the game's own; `place` counts 1, 2, 2, 4."""

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
