"""Matches and the home page as JSON. What is hidden on pages is hidden here."""

from collections.abc import Sequence
from typing import Any

from django.db.models import QuerySet
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema, extend_schema_field, extend_schema_view
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from engine.notation import to_document
from games.matches.filters import MatchQueryParams
from games.matches.models import Block, Match, MatchSeat
from games.matches.occasions import Kind, occasions_of
from games.matches.queries import home_page, matches_seen_by, replay, with_names
from league.accounts.api import PlayerName
from league.clubs.permissions import User
from league.common.api.fields import ChoiceField, PageAddress, address_in
from league.common.api.views import ApiView, PublicViewSet
from league.tournaments.api.serializers import TournamentRow
from league.tournaments.queries.tournaments import tournaments_running_for


class SeatRow(serializers.ModelSerializer[MatchSeat]):
    """A seat of a match. Score and place are null until it is finished."""

    player = PlayerName(allow_null=True, help_text="Null for a visitor.")
    is_remote = serializers.BooleanField(read_only=True, help_text="Whether a remote bot plays there.")

    class Meta:
        model = MatchSeat
        fields = ("seat", "player", "bot", "playouts", "is_remote", "points", "place", "fault")
        extra_kwargs = {
            "playouts": {"help_text": "Playouts per move of a built-in bot; 0 for one that does not search."}
        }


class DealRow(serializers.ModelSerializer[Block]):
    """A deal: its hash from the start, its secret once all its matches are finished."""

    is_sealed = serializers.BooleanField(help_text="True until all matches of the deal are finished.")
    secret = serializers.CharField(
        source="revealed_secret", read_only=True, allow_null=True,
        help_text="Hexadecimal. Null until all matches of the deal are finished.",
    )  # fmt: skip

    class Meta:
        model = Block
        fields = ("commitment", "is_sealed", "secret")
        extra_kwargs = {"commitment": {"help_text": "SHA-256 of the secret, hexadecimal."}}


class OccasionRow(serializers.Serializer[Any]):
    """Purpose of a match."""

    words = serializers.CharField()
    url = serializers.CharField(help_text="Its page. Empty if you may not see it.")


class MatchRow(serializers.ModelSerializer[Match]):
    """A bot match."""

    id = serializers.CharField(source="public_id")
    pool = serializers.SlugRelatedField[Any](
        slug_field="slug", read_only=True, allow_null=True, help_text="Pool in which it is rated. Null if unrated."
    )
    options = serializers.DictField(help_text="All options of the game.")
    seats = SeatRow(many=True)
    deal = DealRow(source="block")
    kind = ChoiceField(source="occasion.kind", choices=Kind.choices, read_only=True, help_text="Kind of `occasion`.")
    occasion = serializers.SerializerMethodField()
    blocked_because = serializers.CharField(
        read_only=True, help_text="Why a scheduled match of uploaded bots cannot start. Empty if it can."
    )
    url = PageAddress("matches:match", "public_id", help_text="The match's page.")

    class Meta:
        model = Match
        fields = (
            "id", "game", "rules_version", "options", "pool", "kind", "occasion", "status", "blocked_because",
            "subject", "rotation", "started_at", "finished_at", "seats", "deal", "url",
        )  # fmt: skip
        extra_kwargs = {
            "subject": {"help_text": "The `subject` of its result in `/results/`."},
            "rotation": {"help_text": "Number of the match in its deal, from 0; seats change from match to match."},
        }

    @extend_schema_field(OccasionRow(allow_null=True))
    def get_occasion(self, match: Match) -> dict[str, str] | None:
        """Return null for a match of the kind `other`."""
        words, href = match.occasion.words, match.occasion.href
        return {"words": words, "url": address_in(self.context, href) if href else ""} if words else None


@extend_schema_view(
    list=extend_schema(
        summary="List matches",
        description="Lists the bot matches that you may see, newest first.",
        parameters=[MatchQueryParams],
    ),
    retrieve=extend_schema(summary="Get a match", description="Includes its seats and its deal."),
)
class MatchViewSet(PublicViewSet[Match]):
    """Bot matches."""

    queryset = Match.objects.none()
    serializer_class = MatchRow
    query_params_class = MatchQueryParams

    def get_queryset(self) -> QuerySet[Match]:
        """Return the matches that the user may see."""
        return matches_seen_by(self.request.user)

    def get_object(self) -> Match:
        """Return the match in the URL, with the names that the user may see."""
        return _with_occasions(with_names([super().get_object()], self.request.user), self.request.user)[0]

    def paginate_queryset(self, queryset: Any) -> Any:
        """Return a page of them, likewise."""
        page: Any = super().paginate_queryset(queryset)
        return page if page is None else _with_occasions(with_names(page, self.request.user), self.request.user)

    @extend_schema(
        summary="Get the record of a match",
        description="Returns the record in JSON notation, or 403 until all matches of the deal are finished.",
        responses=OpenApiTypes.OBJECT,
    )
    @action(detail=True, pagination_class=None)
    def record(self, request: Request, public_id: str) -> Response:
        """Return the record."""
        return Response(to_document(replay(self.get_object()).record))


class FiguresRow(serializers.Serializer[Any]):
    """Numbers of bot matches, including those that you may not see."""

    queued = serializers.IntegerField(help_text="Scheduled matches.")
    of_other_rules = serializers.IntegerField(
        help_text="Scheduled matches that wait for a worker with another version of Moothill."
    )
    running = serializers.IntegerField()
    dead = serializers.IntegerField(help_text="Matches that failed because of server errors.")
    last_minute = serializers.IntegerField(help_text="Matches finished in the last minute.")
    last_day = serializers.IntegerField(help_text="Matches finished in the last 24 hours.")


class HallPage(serializers.Serializer[Any]):
    """Matches, figures and tournaments of the home page."""

    figures = FiguresRow()
    running = MatchRow(many=True, help_text="Earliest start first.")
    latest = MatchRow(many=True, help_text="Latest first.")
    tournaments = TournamentRow(many=True, help_text="Running tournaments.")


class HomePageView(ApiView):
    """The home page."""

    @extend_schema(
        operation_id="hall",
        summary="Get the matches and figures of the home page",
        description="Returns bot matches in progress, latest results, how many matches wait, and running tournaments.",
        responses=HallPage,
        tags=["hall"],
    )
    def get(self, request: Request) -> Response:
        """Return what the home page shows."""
        page = home_page(request.user)
        _with_occasions([*page.running, *page.latest], request.user)
        shown = {
            "figures": page.figures,
            "running": page.running,
            "latest": page.latest,
            "tournaments": tournaments_running_for(request.user),
        }
        return Response(HallPage(shown, context={"request": request}).data)


def _with_occasions(matches: Sequence[Match], user: User) -> list[Match]:
    occasions = occasions_of(matches, user)
    for match in matches:
        match.occasion = occasions[match.pk]
    return list(matches)
