"""Leagues as JSON. The tables of their divisions are those of `/tournaments/`."""

from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema, extend_schema_field, extend_schema_view
from rest_framework import serializers

from league.common.api.fields import PageAddress
from league.common.api.views import PublicViewSet
from league.seasons.models import Division, League, Season
from league.seasons.queries import league_seen_by, leagues_seen_by, seasons_of


class LeagueRow(serializers.ModelSerializer[League]):
    """A league in a list."""

    id = serializers.CharField(source="public_id")
    club = serializers.CharField(source="club.slug")
    url = PageAddress("seasons:league", "public_id", "slug", help_text="Its page.")

    class Meta:
        model = League
        fields: tuple[str, ...] = ("id", "club", "name", "game", "url")


class DivisionRow(serializers.ModelSerializer[Division]):
    """A division of a season."""

    tournament = serializers.CharField(
        source="tournament.public_id", help_text="Id of its tournament under `/tournaments/`."
    )
    status = serializers.CharField(source="tournament.status", help_text="Status of its tournament.")

    class Meta:
        model = Division
        fields = ("level", "name", "up", "down", "tournament", "status")
        extra_kwargs = {
            "level": {"help_text": "1 is the top division."},
            "up": {"help_text": "Number of players promoted at the end of the season."},
            "down": {"help_text": "Number of players relegated at the end of the season."},
        }


class SeasonRow(serializers.ModelSerializer[Season]):
    """A season with its divisions."""

    divisions = DivisionRow(many=True, help_text="Top division first.")

    class Meta:
        model = Season
        fields = ("number", "name", "divisions")


class LeaguePage(LeagueRow):
    """A league with its seasons."""

    seasons = serializers.SerializerMethodField(help_text="Latest first.")

    class Meta(LeagueRow.Meta):
        fields = (*LeagueRow.Meta.fields, "seasons")

    @extend_schema_field(SeasonRow(many=True))
    def get_seasons(self, league: League) -> list[dict[str, Any]]:
        """Return all of them."""
        seasons: Any = seasons_of(league)
        return [dict(row) for row in SeasonRow(seasons, many=True).data]


@extend_schema_view(
    list=extend_schema(summary="List leagues", description="Lists the leagues of the clubs that you may see."),
    retrieve=extend_schema(
        summary="Get a league",
        description=("Includes every season with its divisions. Each division is a tournament under `/tournaments/`."),
    ),
)
class LeagueViewSet(PublicViewSet[League]):
    """Lists the leagues of the clubs that you may see."""

    queryset = League.objects.none()

    def get_queryset(self) -> QuerySet[League]:
        """Return the leagues that the user may see."""
        return leagues_seen_by(self.request.user)

    def get_object(self) -> League:
        """Return the league at that address. Raise `NoSuchLeague`."""
        return league_seen_by(self.kwargs["public_id"], self.request.user)[0]

    def get_serializer_class(self) -> type[LeagueRow]:
        """Return the serializer with seasons where one league is shown."""
        return LeaguePage if self.action == "retrieve" else LeagueRow
