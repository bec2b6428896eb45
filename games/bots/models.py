"""Which strategy of the engine plays for which player."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from league.members.models import Player
from league.shared.models import Row


class HouseBot(Row):
    """A bot of the house: a player whose moves a strategy of `engine.bots` chooses."""

    player = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="house_bot")
    strategy = models.SlugField(max_length=40)
    playouts = models.PositiveIntegerField(default=0)  # a decision; 0 for strategies that do not search

    class Meta:
        verbose_name = _("house bot")
        verbose_name_plural = _("house bots")
        constraints = [
            models.UniqueConstraint(fields=["strategy", "playouts"], name="house_bot_once_a_budget"),
        ]

    def __str__(self) -> str:
        return f"{self.player} ({self.strategy})"
