"""Games as JSON."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from engine.core import registry
from engine.core.options import Option
from games.matches.models import Match
from games.matches.queries import game_at
from league.common.api.fields import PageAddress
from league.common.api.pages import WholeList
from league.common.api.views import PublicListViewSet


class OptionRow(serializers.Serializer[Any]):
    """An option of a game."""

    name = serializers.CharField()
    kind = serializers.ChoiceField(choices=["flag", "choice"])
    default = serializers.JSONField()
    choices = serializers.ListField(child=serializers.CharField())
    summary = serializers.CharField()
    title = serializers.CharField(source="label", help_text="Name on pages.")
    words = serializers.SerializerMethodField(help_text="Name of each choice on pages, in the same order.")

    def get_words(self, option: Option) -> list[str]:
        """Return the names; none for a flag."""
        return [option.value_label(choice) for choice in option.choices]


class GameRow(serializers.Serializer[Any]):
    """A game."""

    slug = serializers.CharField()
    name = serializers.CharField()
    min_seats = serializers.IntegerField()
    max_seats = serializers.IntegerField()
    rules_version = serializers.CharField()
    components_hash = serializers.CharField()
    options = OptionRow(many=True)
    url = PageAddress("matches:game", "slug", help_text="The game's page.")


class GamePage(GameRow):
    """A game with the schema of its view."""

    view_schema = serializers.DictField(read_only=True, help_text="A JSON schema.")


class GameViewSet(PublicListViewSet[Any]):
    """The games of the site."""

    queryset = Match.objects.none()  # a list of no table; what is read comes from the registry
    pagination_class = WholeList
    lookup_field = "slug"
    lookup_value_regex = "[a-z0-9-]+"

    @extend_schema(
        summary="List games", description="Lists all games with their options.", responses=GameRow(many=True)
    )
    def list(self, request: Request) -> Response:
        """Return all games."""
        rows = GameRow(list(registry.games().values()), many=True, context=self.get_serializer_context())
        return WholeList().get_paginated_response(rows.data)

    @extend_schema(
        summary="Get a game", description="Includes the JSON schema of the view of a seat.", responses=GamePage
    )
    def retrieve(self, request: Request, slug: str) -> Response:
        """Return a game."""
        return Response(GamePage(game_at(slug), context=self.get_serializer_context()).data)
