"""Contests as JSON: what everybody may read of them, and entering a bot by a token for `bots:write`."""

from typing import Any, ClassVar

from django.db.models import QuerySet
from django.urls import reverse
from drf_spectacular.utils import OpenApiResponse, extend_schema, extend_schema_field, extend_schema_view
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.exceptions import NotAuthenticated
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from games.contests.models import Contest, Entry
from games.contests.selectors import (
    ContestPage,
    Line,
    Score,
    Told,
    contest_at,
    contest_duels,
    contest_page,
    contests_seen_by,
    own_entry,
)
from games.contests.services import enter, withdraw
from games.ladder.statistics import SeatWorth
from league.members.idempotency import AnswersOnce
from league.members.models import Account
from league.shared.api.fields import Sent, address_in
from league.shared.api.pages import PublicCursorPagination, WholeList
from league.shared.api.views import PublicRows, Scopes


class ContestRow(serializers.ModelSerializer[Contest]):
    """A contest."""

    id = serializers.CharField(source="public_id")
    club = serializers.CharField(source="club.slug")
    state = serializers.ChoiceField(choices=Contest.State.choices, help_text="How far it is.")
    deals = serializers.IntegerField(source="blocks", help_text="Of the finale; each is played once from every seat.")
    url = serializers.SerializerMethodField(help_text="Its page.")

    class Meta:
        model = Contest
        fields = (
            "id", "club", "name", "words", "game", "seats", "deals", "pace", "state", "closes_at", "closed_at",
            "told_at", "over_at", "called_off_at", "called_off_because", "url",
        )  # fmt: skip
        extra_kwargs = {
            "pace": {"help_text": "Minutes between two deals that are told."},
            "told_at": {"help_text": "When a deal was told last."},
        }

    @extend_schema_field({"type": "string", "format": "uri"})
    def get_url(self, contest: Contest) -> str:
        """Its page."""
        return address_in(self.context, reverse("contests:contest", args=[contest.public_id]))


class LineRow(serializers.Serializer[Line]):
    """A bot in a contest, and how it stands by the deals that are told."""

    player = serializers.CharField(source="entry.player.public_id", help_text="Its id under `/players/`.")
    name = serializers.CharField(source="entry.player.name")
    place = serializers.IntegerField(
        source="standing.place", default=None, allow_null=True, help_text="Null before a deal of its is told."
    )
    score = serializers.FloatField(
        source="standing.share.mean", default=None, allow_null=True, help_text="The mean of a game, from 0 to 1."
    )
    low = serializers.FloatField(
        source="standing.share.low", default=None, allow_null=True, help_text="The lower end of its 95 % interval."
    )
    high = serializers.FloatField(
        source="standing.share.high", default=None, allow_null=True, help_text="The upper end."
    )
    left_out_because = serializers.CharField(
        source="entry.left_out_because", help_text="Why it did not play; empty if it did, or will."
    )


class ShareFields(serializers.Serializer[Any]):
    """A mean score and what it rests on."""

    score = serializers.FloatField(source="share.mean", help_text="The mean of a game, from 0 to 1.")
    low = serializers.FloatField(source="share.low", help_text="The lower end of its 95 % interval.")
    high = serializers.FloatField(source="share.high", help_text="The upper end.")
    deals = serializers.IntegerField(source="share.blocks")
    games = serializers.IntegerField(source="share.games")


class SeatWorthRow(ShareFields):
    """What a seat is worth by the deals that are told: what whoever sat there scored."""

    seat = serializers.SerializerMethodField(help_text="From 0; 0 moves first.")

    @extend_schema_field({"type": "integer"})
    def get_seat(self, worth: SeatWorth) -> int:
        """Counted as everywhere here."""
        return worth.number - 1


class DuelRow(ShareFields):
    """What one bot scored against another, in the deals that are told."""

    player = serializers.CharField(source="player.public_id", help_text="Its id under `/players/`.")
    name = serializers.CharField(source="player.name")
    against = serializers.CharField(source="against.public_id", help_text="The other's id.")
    against_name = serializers.CharField(source="against.name")


class ScoreRow(serializers.Serializer[Score]):
    """What a bot scored in a deal."""

    player = serializers.CharField(source="player.public_id", help_text="Its id under `/players/`.")
    name = serializers.CharField(source="player.name")
    score = serializers.FloatField(help_text="The mean of its games on the deal, from 0 to 1.")


class ToldRow(serializers.Serializer[Told]):
    """A deal that is told."""

    number = serializers.IntegerField()
    names = serializers.ListField(child=serializers.CharField(), help_text="Who sat there.")
    scores = ScoreRow(many=True, help_text="What each of them scored, the best first.")
    match = serializers.CharField(help_text="The first of its matches, under `/matches/`; its block has the others.")


class ContestWhole(ContestRow):
    """A contest with who entered, and what is told of its finale."""

    entries = serializers.SerializerMethodField(help_text="The best first.")
    played = serializers.SerializerMethodField(help_text="Deals that are finished, told or not.")
    told = serializers.SerializerMethodField(help_text="Deals that are told, the latest first.")
    by_seat = serializers.SerializerMethodField(help_text="What each seat is worth, by the deals that are told.")

    class Meta(ContestRow.Meta):
        fields = (*ContestRow.Meta.fields, "entries", "played", "told", "by_seat")  # type: ignore[assignment]  # a longer tuple is another type

    @extend_schema_field(LineRow(many=True))
    def get_entries(self, _contest: Contest) -> list[dict[str, Any]]:
        """Those who play, then those who were left out."""
        lines: Any = [*self._page.lines, *self._page.left_out]
        return [dict(row) for row in LineRow(instance=lines, many=True).data]

    @extend_schema_field({"type": "integer"})
    def get_played(self, _contest: Contest) -> int:
        """How many."""
        return self._page.played

    @extend_schema_field(ToldRow(many=True))
    def get_told(self, _contest: Contest) -> list[dict[str, Any]]:
        """Each with its first match."""
        told: Any = self._page.told
        return [dict(row) for row in ToldRow(told, many=True).data]

    @extend_schema_field(SeatWorthRow(many=True))
    def get_by_seat(self, _contest: Contest) -> list[dict[str, Any]]:
        """From the first seat on; none before a deal is told."""
        seats: Any = self._page.seats
        return [dict(row) for row in SeatWorthRow(seats, many=True).data]

    @property
    def _page(self) -> ContestPage:
        found: ContestPage = self.context["page"]
        return found


class NewEntry(Sent):
    """Which of your bots enters."""

    bot = serializers.CharField(max_length=12, help_text="Its id under `/bots/`.")


class OwnEntry(serializers.ModelSerializer[Entry]):
    """Your bot in a contest."""

    player = serializers.CharField(source="player.public_id", help_text="Its id under `/players/`.")
    name = serializers.CharField(source="player.name")

    class Meta:
        model = Entry
        fields = ("player", "name", "created_at")


@extend_schema_view(
    list=extend_schema(summary="Bot contests", description="Those of the clubs that exist for you."),
)
class Contests(AnswersOnce, PublicRows[Contest]):
    """Contests, and your entry in one."""

    queryset = Contest.objects.none()
    serializer_class = ContestRow
    pagination_class = PublicCursorPagination
    required_scope: ClassVar[dict[str, Scopes]] = {"enter": "bots:write"}

    def get_queryset(self) -> QuerySet[Contest]:
        """Those that the asker may see."""
        return contests_seen_by(self.request.user)

    @extend_schema(
        summary="A contest of bots",
        description="Who entered, and what is told of its finale. What is not told yet is in none of it.",
        responses=ContestWhole,
    )
    def retrieve(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """One of them."""
        contest = contest_at(kwargs["public_id"], request.user)
        context = {**self.get_serializer_context(), "page": contest_page(contest, request.user)}
        return Response(ContestWhole(contest, context=context).data)

    @extend_schema(
        summary="A contest's duels",
        description="What everybody scored against everybody they met, by the deals that are told; both sides of each.",
        responses=DuelRow(many=True),
    )
    @action(detail=True, pagination_class=WholeList)
    def duels(self, request: Request, public_id: str) -> Response:
        """All of them, the best bot's first."""
        found: Any = contest_duels(contest_at(public_id, request.user), request.user)
        return WholeList().get_paginated_response(DuelRow(found, many=True).data)

    @extend_schema(
        methods=["GET"],
        operation_id="contests_entry",
        summary="Your entry in a contest",
        description="The bot that you entered; 404 while none of yours is entered.",
        responses={200: OwnEntry},
    )
    @extend_schema(
        methods=["POST"],
        operation_id="contests_enter",
        summary="Enter a bot",
        description="Everybody enters one uploaded bot; sent again, nothing changes. Whichever version is active when "
        "submissions close plays the finale.",
        request=NewEntry,
        responses={200: OwnEntry},
    )
    @extend_schema(
        methods=["DELETE"],
        operation_id="contests_withdraw",
        summary="Withdraw your bot",
        description="While submissions are open; where none of yours is entered nothing happens.",
        request=None,
        responses={204: OpenApiResponse(description="It is in the contest no more.")},
    )
    @action(
        detail=True,
        methods=["get", "post", "delete"],
        url_path="entry",
        permission_classes=[IsAuthenticated],
        pagination_class=None,
    )
    def enter(self, request: Request, public_id: str) -> Response:
        """Show, enter or withdraw the asker's bot."""
        account = self._account()
        if request.method == "DELETE":
            withdraw(contest=public_id, account=account)
            return Response(status=204)
        contest = contest_at(public_id, account)
        if request.method == "GET":
            return Response(OwnEntry(own_entry(contest, account), context=self.get_serializer_context()).data)
        form = NewEntry(data=request.data)
        form.is_valid(raise_exception=True)
        entry = enter(contest=public_id, account=account, bot=form.validated_data["bot"])
        return Response(OwnEntry(entry, context=self.get_serializer_context()).data)

    def _account(self) -> Account:
        asker = self.request.user
        if not isinstance(asker, Account):
            raise NotAuthenticated
        return asker
