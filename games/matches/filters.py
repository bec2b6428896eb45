"""Query parameters of the API."""

from typing import Any

from django.db.models import QuerySet
from rest_framework import serializers

from games.matches.models import Match
from games.matches.occasions import Kind, of_kind
from league.common.api.fields import ChoiceField
from league.common.query_params import PlayerField, QueryParams, SlugField
from league.results.filters import at_the_table


class MatchQueryParams(QueryParams):
    """By game, pool, status, player, what they were played for, and when they were finished."""

    game = SlugField("game")
    pool = SlugField("pool (leaderboard)")
    status = ChoiceField(choices=Match.Status.choices, required=False)
    player = PlayerField()
    kind = ChoiceField(choices=Kind.choices, required=False, help_text="Purpose of the match.")
    since = serializers.DateTimeField(required=False, help_text="Only matches that finished at or after this time.")

    lookups = {"game": "game", "pool": "pool__slug", "status": "status", "since": "finished_at__gte"}

    def filter_rows(self, rows: QuerySet[Any]) -> QuerySet[Any]:
        """Filter by player and kind, too."""
        player, kind = (self.validated_data.get(name) for name in ("player", "kind"))
        rows = super().filter_rows(rows)
        if kind:
            rows = rows.filter(of_kind(kind))
        return rows.filter(at_the_table(player)) if player else rows
