"""Games of one person against built-in bots. A position is replayed from the events."""

from typing import Any

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from engine.core import registry
from games.matches.models import Match, new_secret
from games.play.game_state import Table, hint_level
from league.accounts.models import Player
from league.common.models import Row
from league.results.models import Pool


class PracticeGame(Row):
    """A game of one person, from the deal until it is over or abandoned.

    It belongs to a player, or to the visitor whose session holds the key of which `key_hash` is the hash.
    """

    class Status(models.TextChoices):
        PLAYING = "playing", pgettext_lazy("game", "in progress")
        OVER = "over", pgettext_lazy("game", "finished")
        GIVEN_UP = "given-up", _("abandoned")

    player = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.PROTECT, related_name="practice_games", db_index=False
    )
    key_hash = models.CharField(max_length=64, blank=True, editable=False)
    game = models.SlugField(max_length=40, db_index=False)
    rules_version = models.CharField(max_length=60)
    options = models.JSONField(default=dict, blank=True)
    secret = models.BinaryField(max_length=32, default=new_secret, editable=False)
    seat = models.PositiveSmallIntegerField()  # of the person
    bots = models.JSONField()  # by seat: [strategy, playouts], or null where the person sits
    events = models.JSONField(default=list, blank=True, editable=False)  # as the engine has them
    pool = models.ForeignKey(Pool, null=True, blank=True, on_delete=models.PROTECT, related_name="+", db_index=False)
    status = models.CharField(max_length=8, choices=Status, default=Status.PLAYING)
    match = models.OneToOneField(Match, null=True, blank=True, on_delete=models.PROTECT, related_name="practice_game")
    hint = models.JSONField(null=True, blank=True, editable=False)  # a move, as the engine has it
    hint_position = models.PositiveIntegerField(null=True, blank=True, editable=False)  # events before the hint's move
    touched_at = models.DateTimeField(db_default=Now())

    class Meta:
        verbose_name = _("game against bots")
        verbose_name_plural = _("games against bots")
        constraints = [
            models.CheckConstraint(condition=Q(player=None) ^ Q(key_hash=""), name="practice_game_belongs_to_one"),
            models.CheckConstraint(
                condition=~Q(status="over") | Q(match__isnull=False), name="practice_game_over_is_kept"
            ),
            models.CheckConstraint(
                condition=Q(hint_position=None) | Q(pool=None), name="practice_game_with_a_hint_is_unrated"
            ),
        ]
        indexes = [
            models.Index(fields=["player", "-touched_at"], name="practice_game_of_a_player", condition=~Q(player=None)),
            models.Index(
                fields=["key_hash", "-touched_at"], name="practice_game_of_a_visitor", condition=~Q(key_hash="")
            ),
        ]

    def __str__(self) -> str:
        return self.public_id

    def get_absolute_url(self) -> str:
        """Return its page."""
        return reverse("play:practice-game", args=[self.public_id])

    @property
    def table(self) -> Table:
        """What the engine needs to play it."""
        return Table(
            game=self.game,
            options=self.options,
            secret=bytes(self.secret),
            bots=tuple(None if bot is None else (str(bot[0]), int(bot[1])) for bot in self.bots),
        )

    @property
    def is_of_these_rules(self) -> bool:
        """Whether it was started under the present rules version."""
        game = registry.games().get(self.game)
        return game is not None and game.rules_version == self.rules_version

    @property
    def seats(self) -> int:
        """The number of seats."""
        return len(self.bots)

    @property
    def next_seat(self) -> int:
        """The person's seat in another game with the same bots, from 1."""
        return (self.seat + 1) % self.seats + 1

    @property
    def has_hints(self) -> bool:
        """Whether there is a level that gives hints."""
        return bool(hint_level(self.game))

    @property
    def had_hint(self) -> bool:
        """Whether the person asked for a hint."""
        return self.hint_position is not None

    @property
    def is_being_played(self) -> bool:
        """Whether it is in progress."""
        return self.status == self.Status.PLAYING

    @property
    def opponents(self) -> list[tuple[str, int]]:
        """Strategy and playouts of the bots, in the order of play after the person."""
        turned: list[Any] = [*self.bots[self.seat + 1 :], *self.bots[: self.seat]]
        return [(strategy, playouts) for strategy, playouts in turned]
