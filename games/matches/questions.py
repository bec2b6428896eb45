"""What may be asked of matches."""

from typing import Any

from django.db.models import QuerySet
from rest_framework import serializers

from games.matches.models import Match
from league.results.questions import at_the_table
from league.shared.questions import PlayerField, Question, SlugField


class MatchQuestion(Question):
    """By game, pool, status and player."""

    game = SlugField("game")
    pool = SlugField("pool")
    status = serializers.ChoiceField(choices=Match.Status.choices, required=False)
    player = PlayerField()

    lookups = {"game": "game", "pool": "pool__slug", "status": "status"}

    def choose(self, rows: QuerySet[Any]) -> QuerySet[Any]:
        """The player's too."""
        player = self.validated_data.get("player")
        chosen = super().choose(rows)
        return chosen.filter(at_the_table(player)) if player else chosen
