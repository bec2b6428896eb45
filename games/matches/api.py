"""Games and matches as JSON. What is sealed on the pages is sealed here."""

import json
from typing import Any

import django_filters
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import ViewSet

from engine.core import registry
from engine.core.errors import UnknownGame
from engine.notation import to_json
from games.matches.errors import NoSuchMatch
from games.matches.models import Block, Match, MatchSeat
from games.matches.selectors import matches_seen_by, replay
from league.members.api import PlayerName
from league.shared.api import PublicRows


class OptionRow(serializers.Serializer[Any]):
    """An option of a game."""

    name = serializers.CharField()
    kind = serializers.ChoiceField(choices=["flag", "choice"])
    default = serializers.JSONField()
    choices = serializers.ListField(child=serializers.CharField())
    summary = serializers.CharField()


class GameRow(serializers.Serializer[Any]):
    """A game of the house."""

    slug = serializers.CharField()
    name = serializers.CharField()
    min_seats = serializers.IntegerField()
    max_seats = serializers.IntegerField()
    rules_version = serializers.CharField()
    components_hash = serializers.CharField()
    options = OptionRow(many=True)


class GamePage(GameRow):
    """A game with the schema of what a seat sees."""

    view_schema = serializers.JSONField()


class Games(ViewSet):
    """The games of the house."""

    lookup_field = "slug"
    lookup_value_regex = "[a-z0-9-]+"

    @extend_schema(responses=GameRow(many=True))
    def list(self, request: Request) -> Response:
        """Every game."""
        return Response(GameRow(list(registry.games().values()), many=True).data)

    @extend_schema(responses=GamePage)
    def retrieve(self, request: Request, slug: str) -> Response:
        """One game, with the JSON schema of its views and moves."""
        try:
            game = registry.game(slug)
        except UnknownGame as error:
            raise NoSuchMatch(_("There is no game of that name; the house plays those under /games/.")) from error
        return Response({**GameRow(game).data, "view_schema": game.view_schema()})


class SeatRow(serializers.ModelSerializer[MatchSeat]):
    """A seat of a match; points and place once it is finished."""

    player = PlayerName()

    class Meta:
        model = MatchSeat
        fields = ("seat", "player", "bot", "playouts", "points", "place", "fault")


class DealRow(serializers.ModelSerializer[Block]):
    """The deal of a match: its hash from the start, its secret once every match on it is finished."""

    is_sealed = serializers.BooleanField()
    secret = serializers.SerializerMethodField()

    class Meta:
        model = Block
        fields = ("commitment", "is_sealed", "secret")

    def get_secret(self, block: Block) -> str | None:
        """In hexadecimal, or null while it is sealed."""
        return None if block.is_sealed else bytes(block.secret).hex()


class MatchRow(serializers.ModelSerializer[Match]):
    """A match as the pages show it."""

    id = serializers.CharField(source="public_id")
    pool = serializers.SlugRelatedField[Any](slug_field="slug", read_only=True)
    seats = SeatRow(many=True)
    deal = DealRow(source="block")

    class Meta:
        model = Match
        fields = (
            "id", "game", "rules_version", "options", "pool", "status", "rotation", "started_at", "finished_at",
            "seats", "deal",
        )  # fmt: skip


class MatchFilter(django_filters.FilterSet):
    """By game, pool, status or player."""

    game = django_filters.CharFilter(field_name="game")
    pool = django_filters.CharFilter(field_name="pool__slug")
    player = django_filters.CharFilter(field_name="seats__player__public_id")

    class Meta:
        model = Match
        fields = ("game", "pool", "status", "player")


@extend_schema_view(
    list=extend_schema(description="Matches that exist for the one who asks, newest first."),
    retrieve=extend_schema(description="One match."),
)
class Matches(PublicRows[Match]):
    """Matches on the machine."""

    queryset = Match.objects.none()
    serializer_class = MatchRow
    filterset_class = MatchFilter

    def get_queryset(self) -> QuerySet[Match]:
        """What the asker may see, newest first."""
        return matches_seen_by(self.request.user).order_by("-id")

    @extend_schema(responses=OpenApiTypes.OBJECT, description="The record in JSON notation; 403 while it is sealed.")
    @action(detail=True, pagination_class=None, filterset_class=None)
    def record(self, request: Request, public_id: str) -> Response:
        """The record, once every match on its deal is finished."""
        return Response(json.loads(to_json(replay(self.get_object()).record)))
