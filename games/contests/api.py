"""Contests as JSON, and entering a bot by a token with the scope `bots:write`."""

from typing import Any, ClassVar

from django.db.models import QuerySet
from drf_spectacular.utils import OpenApiResponse, extend_schema, extend_schema_field, extend_schema_view
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from games.contests import queries
from games.contests.models import Contest, Entry
from games.contests.services import enter, withdraw
from games.ladder.stats import SeatWorth
from league.accounts.idempotency import IdempotentWrites
from league.common.api.fields import PageAddress, RequestSerializer
from league.common.api.pages import PublicCursorPagination, WholeList
from league.common.api.views import PublicViewSet, Scopes


class ContestRow(serializers.ModelSerializer[Contest]):
    """A contest."""

    id = serializers.CharField(source="public_id")
    club = serializers.CharField(source="club.slug")
    state = serializers.ChoiceField(choices=Contest.State.choices, help_text="Status.")
    deals = serializers.IntegerField(
        source="blocks", help_text=("Deals of the final. Each is played once from every seat.")
    )
    admits_remote = serializers.BooleanField(help_text="Whether remote bots may enter.")
    url = PageAddress("contests:contest", "public_id", help_text="Its page.")

    class Meta:
        model = Contest
        fields = (
            "id", "club", "name", "words", "game", "seats", "deals", "pace", "state", "closes_at", "closed_at",
            "told_at", "over_at", "called_off_at", "called_off_because", "admits_remote", "url",
        )  # fmt: skip
        extra_kwargs = {
            "pace": {"help_text": "Minutes between two revealed deals."},
            "told_at": {"help_text": "Time of the last reveal."},
        }


class LineRow(serializers.Serializer[queries.EntryLine]):
    """An entry in a contest with its score in the revealed deals."""

    player = serializers.CharField(source="entry.player.public_id", help_text="Its id under `/players/`.")
    name = serializers.CharField(source="entry.player.name")
    is_remote = serializers.BooleanField(source="entry.is_remote", help_text="Whether it is a remote bot.")
    place = serializers.IntegerField(
        default=None, allow_null=True, help_text=("Null until a deal of this bot is revealed.")
    )
    score = serializers.FloatField(
        source="share.mean", default=None, allow_null=True, help_text=("Mean score per game, 0 to 1.")
    )
    low = serializers.FloatField(
        source="share.low", default=None, allow_null=True, help_text=("Lower end of the 95 % interval.")
    )
    high = serializers.FloatField(
        source="share.high", default=None, allow_null=True, help_text=("Upper end of the 95 % interval.")
    )
    left_out_because = serializers.CharField(
        source="entry.left_out_because", help_text="Why the bot did not play. Empty otherwise."
    )


class ShareFields(serializers.Serializer[Any]):
    """A mean score and what it rests on."""

    score = serializers.FloatField(source="share.mean", help_text="Mean score per game, 0 to 1.")
    low = serializers.FloatField(source="share.low", help_text="Lower end of the 95 % interval.")
    high = serializers.FloatField(source="share.high", help_text="Upper end of the 95 % interval.")
    deals = serializers.IntegerField(source="share.blocks")
    games = serializers.IntegerField(source="share.games")


class SeatWorthRow(ShareFields):
    """Mean score of a seat in the revealed deals."""

    seat = serializers.SerializerMethodField(help_text="Seat, from 0. Seat 0 moves first.")

    @extend_schema_field({"type": "integer"})
    def get_seat(self, worth: SeatWorth) -> int:
        """Return the seat, from 0 as everywhere in the API."""
        return worth.number - 1


class DuelRow(ShareFields):
    """Score of one bot against another in the revealed deals."""

    player = serializers.CharField(source="player.public_id", help_text="Its id under `/players/`.")
    name = serializers.CharField(source="player.name")
    against = serializers.CharField(source="against.public_id", help_text="Player id of the opponent.")
    against_name = serializers.CharField(source="against.name")


class ScoreRow(serializers.Serializer[queries.Score]):
    """Score of a bot in a deal."""

    player = serializers.CharField(source="player.public_id", help_text="Its id under `/players/`.")
    name = serializers.CharField(source="player.name")
    score = serializers.FloatField(help_text="Mean score of its games on the deal, 0 to 1.")


class RevealedDealRow(serializers.Serializer[queries.RevealedDeal]):
    """A revealed deal."""

    number = serializers.IntegerField()
    names = serializers.ListField(child=serializers.CharField(), help_text="Players of the deal.")
    scores = ScoreRow(many=True, help_text="Scores, best first.")
    match = serializers.CharField(
        help_text=("Id of its first match under `/matches/`. The `deal` of that match lists the others.")
    )


class ContestWhole(ContestRow):
    """A contest with its entries and revealed deals."""

    entries = LineRow(source="page.entries", many=True, read_only=True, help_text="Best first.")
    played = serializers.IntegerField(
        source="page.played", read_only=True, help_text="Finished deals, hidden ones included."
    )
    told = RevealedDealRow(source="page.revealed", many=True, read_only=True, help_text="Revealed deals, latest first.")
    by_seat = SeatWorthRow(
        source="page.seats", many=True, read_only=True, help_text="Mean score of each seat in the revealed deals."
    )

    class Meta(ContestRow.Meta):
        fields = (*ContestRow.Meta.fields, "entries", "played", "told", "by_seat")  # type: ignore[assignment]  # a longer tuple is another type


class NewEntry(RequestSerializer):
    """The bot to enter."""

    bot = serializers.CharField(max_length=12, help_text="Its id under `/bots/` or `/remote-bots/`.")


class OwnEntry(serializers.ModelSerializer[Entry]):
    """Your bot in a contest."""

    player = serializers.CharField(source="player.public_id", help_text="Its id under `/players/`.")
    name = serializers.CharField(source="player.name")

    class Meta:
        model = Entry
        fields = ("player", "name", "created_at")


@extend_schema_view(
    list=extend_schema(summary="Bot contests", description=("Lists the contests of the clubs that you may see."))
)
class ContestViewSet(IdempotentWrites, PublicViewSet[Contest]):
    """Contests, and your entry in one."""

    queryset = Contest.objects.none()
    serializer_class = ContestRow
    pagination_class = PublicCursorPagination
    required_scope: ClassVar[dict[str, Scopes]] = {"enter": "bots:write"}

    def get_queryset(self) -> QuerySet[Contest]:
        """Return the contests that the user may see."""
        return queries.contests_seen_by(self.request.user)

    @extend_schema(
        summary="Get a contest",
        description=("Returns the entries and the revealed deals of the final. Hidden deals count in none of it."),
        responses=ContestWhole,
    )
    def retrieve(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """Return one contest."""
        contest = queries.contest_at(kwargs["public_id"], request.user)
        contest.page = queries.contest_page(contest, request.user)
        return Response(ContestWhole(contest, context=self.get_serializer_context()).data)

    @extend_schema(
        summary="List duels of a contest",
        description=(
            "Lists the score of every bot against every opponent in the revealed deals. Each pair "
            "appears twice, once per side."
        ),
        responses=DuelRow(many=True),
    )
    @action(detail=True, pagination_class=WholeList)
    def duels(self, request: Request, public_id: str) -> Response:
        """Return the head-to-head scores, those of the best bot first."""
        found: Any = queries.contest_duels(queries.contest_at(public_id, request.user), request.user)
        return WholeList().get_paginated_response(DuelRow(found, many=True).data)

    @extend_schema(
        methods=["GET"],
        operation_id="contests_entry",
        summary="Get your entry in a contest",
        description="Returns the bot that you entered, or 404 if you entered none.",
        responses={200: OwnEntry},
    )
    @extend_schema(
        methods=["POST"],
        operation_id="contests_enter",
        summary="Enter a bot",
        description=(
            "You can enter one bot. The version of an uploaded bot that is active when submissions close plays "
            "the final. A remote bot has to be connected then. Idempotent."
        ),
        request=NewEntry,
        responses={200: OwnEntry},
    )
    @extend_schema(
        methods=["DELETE"],
        operation_id="contests_withdraw",
        summary="Withdraw your bot",
        description="Only while submissions are open. Has no effect if you entered no bot.",
        request=None,
        responses={204: OpenApiResponse(description="The entry is withdrawn.")},
    )
    @action(
        detail=True,
        methods=["get", "post", "delete"],
        url_path="entry",
        permission_classes=[IsAuthenticated],
        pagination_class=None,
    )
    def enter(self, request: Request, public_id: str) -> Response:
        """Show, enter or withdraw the user's bot."""
        account = self.account
        if request.method == "DELETE":
            withdraw(contest=public_id, account=account)
            return Response(status=204)
        contest = queries.contest_at(public_id, account)
        if request.method == "GET":
            return Response(OwnEntry(queries.own_entry(contest, account), context=self.get_serializer_context()).data)
        entry = enter(contest=public_id, account=account, **NewEntry.read(request.data))
        return Response(OwnEntry(entry, context=self.get_serializer_context()).data)
