"""Players as JSON, where other things name them."""

from typing import Any

from rest_framework import serializers

from league.accounts.models import Player
from league.common.api.fields import PageAddress


class PlayerName(serializers.ModelSerializer[Player]):
    """A player."""

    id = serializers.CharField(source="public_id", help_text="Stable; a player of that id is at `/players/<id>/`.")
    url = PageAddress("ratings:player", "public_id", "slug", help_text="The player's page.")

    class Meta:
        model = Player
        fields: tuple[str, ...] = ("id", "name", "kind", "url")


class StandingPlayer(PlayerName):
    """A player in a result. If merged, the player who remains."""

    def to_representation(self, instance: Player) -> dict[str, Any]:
        """`merged_into` is to be read with the player."""
        return super().to_representation(instance.current)
