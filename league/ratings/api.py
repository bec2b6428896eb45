"""Leaderboards, players with their ratings, and rating histories as JSON."""

from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from league.accounts.api import PlayerName
from league.accounts.models import Player
from league.clubs.display_names import show_names
from league.common.api.pages import PublicCursorPagination, is_instant, is_text
from league.common.api.views import PublicViewSet
from league.ratings.filters import BEST_FIRST, COLUMNS, HistoryQueryParams, LeaderboardQueryParams, PlayerQueryParams
from league.ratings.players import player_at, player_seen_by, standings_of
from league.ratings.serializers import (
    HistoryRow,
    LeaderboardRow,
    PlayerPage,
    PoolRow,
    players_seen_by,
    pools_with_figures,
    ratings_in,
    steps_of,
    values_in,
)
from league.results.api import with_links
from league.results.filters import PoolQueryParams
from league.results.models import Pool
from league.results.queries import pool_seen_by, show_names_of_results


class LeaderboardPagination(PublicCursorPagination):
    """Pages in the order of `sort`; ties in the order of the player."""

    position_checks = {"player_name": is_text, "last_played_at": is_instant}

    def get_ordering(self, request: Request, queryset: QuerySet[Any], view: APIView) -> tuple[str, ...]:
        """Return the column, then the player."""
        sort = request.query_params.get("sort") or BEST_FIRST
        column = COLUMNS[sort.removeprefix("-")]
        return ("-" + column if sort.startswith("-") else column, "player_id")


class HistoryPagination(PublicCursorPagination):
    """The latest step first."""

    ordering = "-ordinal"


@extend_schema_view(
    list=extend_schema(
        summary="List pools",
        description="Lists the pools (leaderboards) that you may see, newest first.",
        parameters=[PoolQueryParams],
    ),
    retrieve=extend_schema(summary="Get a pool", description="Finds the pool by its slug."),
)
class PoolViewSet(PublicViewSet[Pool]):
    """Where ratings are comparable: a game, a kind of player, a number of seats or any, a club's own or the site's."""

    queryset = Pool.objects.none()  # for the router and the schema
    serializer_class = PoolRow
    query_params_class = PoolQueryParams
    lookup_field = "slug"
    lookup_value_regex = "[-a-zA-Z0-9_]+"

    def get_queryset(self) -> QuerySet[Pool]:
        """Return the pools that the user may see."""
        return pools_with_figures(self.request.user)

    def get_object(self) -> Pool:
        """Return the pool in the URL. Raise `NoSuchPool`."""
        pool = pool_seen_by(self.kwargs["slug"], self.request.user)
        return self.get_queryset().get(pk=pool.pk)

    @extend_schema(
        summary="Get a leaderboard",
        description=(
            "Lists the players of the pool by a rating system. Ranks count everybody in the pool, also in a "
            "search or another order: 1, 2, 2, 4."
        ),
        parameters=[LeaderboardQueryParams],
        responses=LeaderboardRow(many=True),
    )
    @action(detail=True, query_params_class=LeaderboardQueryParams, pagination_class=LeaderboardPagination)
    def leaderboard(self, request: Request, slug: str) -> Response:
        """A page of the leaderboard."""
        pool = pool_seen_by(slug, request.user)
        ratings = ratings_in(pool, request.user, self.params.validated_data.get("search", ""))
        page: Any = self.paginate_queryset(self.filter_queryset(ratings))
        show_names([rating.player for rating in page], pool.club, request.user)
        system = request.query_params.get("system") or pool.rating_system
        context = {**self.get_serializer_context(), "values": values_in(pool, system)}
        return self.get_paginated_response(LeaderboardRow(page, many=True, context=context).data)


@extend_schema_view(list=extend_schema(summary="List players", parameters=[PlayerQueryParams]))
class PlayerViewSet(PublicViewSet[Player]):
    """Lists the players of the clubs and leaderboards that you may see, newest first."""

    queryset = Player.objects.none()  # for the router and the schema
    serializer_class = PlayerName
    query_params_class = PlayerQueryParams

    def get_queryset(self) -> QuerySet[Player]:
        """Return the players that the user may see."""
        return players_seen_by(self.request.user, self.params.validated_data.get("search", ""))

    def paginate_queryset(self, queryset: Any) -> Any:
        """Return a page of players, with the names that the user may see."""
        page: Any = super().paginate_queryset(queryset)
        if self.action == "list":
            show_names(page or [], None, self.request.user)
        return page

    @extend_schema(
        summary="Get a player",
        description=(
            "If the player was merged, returns the player who remains; then `id` differs from the requested one."
        ),
        responses=PlayerPage,
    )
    def retrieve(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """One player, rated in the pools that the user may see."""
        player = player_seen_by(kwargs["public_id"], request.user)
        standings = {standing.rating.fold.pool_id: standing for standing in standings_of(player, request.user)}
        context = {**self.get_serializer_context(), "standings": standings}
        return Response(PlayerPage(player, context=context).data)

    @extend_schema(
        summary="Get the rating history of a player",
        description=(
            "Lists the rating change of each result in one pool, newest first. A system that fits all results"
            " at once, such as `maximum-likelihood`, has no history."
        ),
        parameters=[HistoryQueryParams],
        responses=HistoryRow(many=True),
    )
    @action(detail=True, query_params_class=HistoryQueryParams, pagination_class=HistoryPagination)
    def history(self, request: Request, public_id: str) -> Response:
        """A page of rating steps."""
        player = player_at(public_id, request.user)
        steps: Any = self.paginate_queryset(self.filter_queryset(steps_of(player, request.user)))
        show_names_of_results([step.result for step in steps], request.user)
        context = with_links(self.get_serializer_context(), [step.result for step in steps])
        return self.get_paginated_response(HistoryRow(steps, many=True, context=context).data)
