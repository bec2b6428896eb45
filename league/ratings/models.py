"""What the folds over the ledger came to. Everything here may be dropped and folded again."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from league.members.models import Player
from league.results.models import Pool, Result


class Fold(models.Model):
    """How far a pool is folded, and which generation of its rows is the one to read."""

    pool = models.OneToOneField(Pool, on_delete=models.CASCADE, related_name="fold")
    generation = models.PositiveIntegerField(default=1)
    folded_number = models.PositiveBigIntegerField(
        default=0
    )  # every result up to this number is in
    folded_count = models.PositiveBigIntegerField(
        default=0
    )  # results folded so far, in fold order
    last_played_at = models.DateTimeField(
        null=True
    )  # the place of the last result folded
    last_number = models.PositiveBigIntegerField(default=0)
    revision = models.PositiveBigIntegerField(default=0)
    folded_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("fold")
        verbose_name_plural = _("folds")

    def __str__(self) -> str:
        return f"{self.pool_id}@{self.folded_number}"


class Checkpoint(models.Model):
    """The state of a fold after so many results: where a refold may begin."""

    pool = models.ForeignKey(Pool, on_delete=models.CASCADE, related_name="checkpoints")
    generation = models.PositiveIntegerField()
    count = models.PositiveBigIntegerField()
    played_at = models.DateTimeField()
    number = models.PositiveBigIntegerField()
    state = models.BinaryField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["pool", "generation", "count"], name="checkpoint_once_a_count"
            )
        ]

    def __str__(self) -> str:
        return f"{self.pool_id}.{self.generation}: {self.count}"


class Rating(models.Model):
    """A player's standing in a pool, in thousandths of a rating point."""

    pool = models.ForeignKey(Pool, on_delete=models.CASCADE, related_name="ratings")
    generation = models.PositiveIntegerField()
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="ratings")
    value = models.IntegerField()
    deviation = models.IntegerField()
    games = models.PositiveIntegerField()
    wins = models.PositiveIntegerField()
    last_change = models.IntegerField(default=0)
    form = models.CharField(
        max_length=20, blank=True
    )  # the last places, newest first, as "1324"
    last_played_at = models.DateTimeField()

    class Meta:
        verbose_name = _("rating")
        verbose_name_plural = _("ratings")
        constraints = [
            models.UniqueConstraint(
                fields=["pool", "generation", "player"], name="rating_once_a_generation"
            )
        ]
        indexes = [
            models.Index(
                fields=["pool", "generation", "-value"], name="rating_leaderboard"
            )
        ]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.value}"


class RatingStep(models.Model):
    """What one result did to one player's rating."""

    pool = models.ForeignKey(
        Pool, on_delete=models.CASCADE, related_name="rating_steps"
    )
    generation = models.PositiveIntegerField()
    player = models.ForeignKey(
        Player, on_delete=models.PROTECT, related_name="rating_steps"
    )
    result = models.ForeignKey(
        Result, on_delete=models.CASCADE, related_name="rating_steps"
    )
    played_at = models.DateTimeField()
    number = models.PositiveBigIntegerField()
    before = models.IntegerField()
    after = models.IntegerField()
    deviation = models.IntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["pool", "generation", "result", "player"],
                name="step_once_a_result",
            )
        ]
        indexes = [
            models.Index(
                fields=["pool", "generation", "player", "played_at", "number"],
                name="step_history",
            )
        ]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.before} to {self.after}"
