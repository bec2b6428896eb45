"""Players as JSON, where other things name them."""

from rest_framework import serializers

from league.members.models import Player


class PlayerName(serializers.ModelSerializer[Player]):
    """Who a player is."""

    id = serializers.CharField(source="public_id")

    class Meta:
        model = Player
        fields = ("id", "name", "kind")
