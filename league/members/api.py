"""Players as JSON, where other things name them."""

from typing import Any

from django.urls import reverse
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from league.members.models import Player
from league.shared.api.fields import address_in


class PlayerName(serializers.ModelSerializer[Player]):
    """A player."""

    id = serializers.CharField(source="public_id", help_text="Stable; a player of that id is at `/players/<id>/`.")
    url = serializers.SerializerMethodField(help_text="The player's page.")

    class Meta:
        model = Player
        fields: tuple[str, ...] = ("id", "name", "kind", "url")

    @extend_schema_field({"type": "string", "format": "uri"})
    def get_url(self, player: Player) -> str:
        """The page is named by the address alone: what draws it stands above."""
        return address_in(self.context, reverse("ratings:player", args=[player.public_id, player.slug]))


class StandingPlayer(PlayerName):
    """A player in a result. If merged, the player who remains."""

    def to_representation(self, instance: Player) -> dict[str, Any]:
        """`merged_into` is to be read with the player."""
        return super().to_representation(instance.merged_into or instance)
