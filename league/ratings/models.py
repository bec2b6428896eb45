"""Folds over the ledger. Everything here may be deleted and folded again.

Ratings, changes and uncertainties are in thousandths of a rating point; an uncertainty is half the width of the
95 % interval.
"""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils.translation import gettext_lazy as _

from league.accounts.models import Player
from league.ratings.player_stats import FORM_LENGTH
from league.results.models import Pool, Result


class Fold(models.Model):
    """The progress of a pool's fold by one rating system, and the current generation of its ratings.

    Folded are the results numbered up to `seen_number` whose position (`played_at`, `number`) is not after the last
    folded position; `folded_number` follows once no other is left. A result that appears at or before that position
    causes a refold from there, which writes a new generation and makes it current in one transaction.
    """

    # The index is that of `fold_once_a_system`.
    pool = models.ForeignKey(Pool, on_delete=models.CASCADE, related_name="folds", db_index=False)
    system = models.SlugField(max_length=40)
    generation = models.PositiveIntegerField(default=1)
    seen_number = models.PositiveBigIntegerField(default=0)
    folded_number = models.PositiveBigIntegerField(default=0)
    folded_count = models.PositiveBigIntegerField(default=0)
    last_played_at = models.DateTimeField(null=True)
    last_number = models.PositiveBigIntegerField(default=0)
    state = models.BinaryField(default=b"")
    merges = models.JSONField(default=dict)  # whom the fold read as whom: players' ids
    revision = models.PositiveBigIntegerField(default=0)
    folded_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("rating calculation")
        verbose_name_plural = _("rating calculations")
        constraints = [models.UniqueConstraint(fields=["pool", "system"], name="fold_once_a_system")]

    def __str__(self) -> str:
        return f"{self.pool_id} by {self.system}@{self.folded_number}"

    def reads_as(self, player_id: int) -> int:
        """Return the player that the fold used for a merged one."""
        return int(self.merges.get(str(player_id), player_id))

    def merge_targets_read(self) -> dict[int, int]:
        """Return the merge targets as the fold read them."""
        return {int(player): into for player, into in self.merges.items()}


class Checkpoint(models.Model):
    """The state of a fold after `count` results, from which a refold can start."""

    pk = models.CompositePrimaryKey("fold_id", "count")
    fold = models.ForeignKey(Fold, on_delete=models.CASCADE, related_name="checkpoints", db_index=False)
    count = models.PositiveBigIntegerField()
    played_at = models.DateTimeField()
    number = models.PositiveBigIntegerField()
    state = models.BinaryField()

    def __str__(self) -> str:
        return f"{self.fold_id}: {self.count}"


class Rating(models.Model):
    """A player's rating in a pool by one system. Only rows of the fold's current generation are valid."""

    pk = models.CompositePrimaryKey("fold_id", "generation", "player_id")
    fold = models.ForeignKey(Fold, on_delete=models.CASCADE, related_name="ratings", db_index=False)
    generation = models.PositiveIntegerField()
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="ratings")
    value = models.IntegerField()
    uncertainty = models.IntegerField()
    model_uncertainty = models.IntegerField(db_default=0)  # what the system's sums go on from; never shown
    is_provisional = models.BooleanField()
    games = models.PositiveIntegerField()  # rated results
    wins = models.PositiveIntegerField()  # first places, shared ones too
    change = models.IntegerField()  # over the results that `form` shows
    form = models.CharField(max_length=FORM_LENGTH)  # a letter a rated result, oldest first
    last_played_at = models.DateTimeField()
    by_seat = ArrayField(models.PositiveIntegerField())  # of every seat in turn: rated results, first places

    class Meta:
        verbose_name = _("rating")
        verbose_name_plural = _("ratings")

    def __str__(self) -> str:
        return f"{self.player_id}: {self.value}"


class RatingStep(models.Model):
    """The change of one player's rating by one result: none if the result is not rated.

    `ordinal` counts the player's results in the pool from 1, so that any page of a long history is found by index.
    Its foreign keys have no constraint in the database: the ledger's rows have them, and checking doubles the time of
    a refold.
    """

    pk = models.CompositePrimaryKey("fold_id", "player_id", "ordinal")
    fold = models.ForeignKey(Fold, on_delete=models.CASCADE, related_name="steps", db_constraint=False, db_index=False)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+", db_constraint=False, db_index=False)
    ordinal = models.PositiveIntegerField()
    result = models.ForeignKey(Result, on_delete=models.CASCADE, related_name="rating_steps", db_constraint=False)
    before = models.IntegerField()
    after = models.IntegerField()
    uncertainty = models.IntegerField()
    games = models.PositiveIntegerField()  # rated results so far
    model_uncertainty = models.IntegerField(db_default=0)  # as in `Rating`

    def __str__(self) -> str:
        return f"{self.player_id}: {self.before} to {self.after}"
