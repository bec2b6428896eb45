"""Query parameters of the API."""

from typing import Any

from django.db.models import Q, QuerySet
from rest_framework import serializers

from league.common.api.fields import ChoiceField
from league.common.query_params import PlayerField, QueryParams, SlugField
from league.results.models import Pool, Result


def at_the_table(player: str) -> Q:
    """Return the condition on rows with `seats` for the player of that id, or one merged into them."""
    return Q(seats__player__public_id=player) | Q(seats__player__merged_into__public_id=player)


class PoolQueryParams(QueryParams):
    """By club, game, kind of player and number of seats."""

    club = SlugField("club")
    game = SlugField("game")
    kind = ChoiceField(choices=Pool.Kind.choices, required=False)
    seats = serializers.IntegerField(min_value=2, max_value=5, required=False)

    lookups = {"club": "club__slug", "game": "game", "kind": "player_kind", "seats": "seats"}


class ResultQueryParams(QueryParams):
    """By pool, player, and how it was decided."""

    pool = SlugField("pool (leaderboard)")
    player = PlayerField()
    how = ChoiceField(choices=Result.How.choices, required=False)

    lookups = {"pool": "pool__slug", "how": "how"}

    def filter_rows(self, rows: QuerySet[Any]) -> QuerySet[Any]:
        """Filter by player too."""
        player = self.validated_data.get("player")
        chosen = super().filter_rows(rows)
        return chosen.filter(at_the_table(player)) if player else chosen
