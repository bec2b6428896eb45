"""Uploaded bots as JSON, for their owners: by the session of a browser, or by a token for `bots:write`."""

from typing import Any

from django.db.models import QuerySet
from django.urls import reverse
from drf_spectacular.utils import OpenApiResponse, extend_schema, extend_schema_field, extend_schema_view
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from games.bots.models import Trial, UploadedBot, Version
from games.bots.selectors import (
    appearance_at,
    appearances_of,
    bots_to_tell,
    luck_at,
    own_bot,
    own_version,
    trials_of,
    versions_of,
)
from games.bots.services import activate_version, make_bot, recheck_version, upload_version
from games.bots.sparring.documents import NewSparring, SparringPage, SparringRow
from games.bots.sparring.ordering import order_sparring
from games.bots.sparring.selectors import own_sparring, sparrings_of
from games.matches.models import SeatReport
from games.matches.sandboxes import why_programs_wait
from league.members.models import Account
from league.shared.api.fields import Sent, address_in
from league.shared.api.pages import WholeList
from league.shared.api.views import PublicRows


class VersionRow(serializers.ModelSerializer[Version]):
    """A version of a bot."""

    games = serializers.ListField(child=serializers.CharField(), help_text="Slugs of the games that it plays.")
    blocked_because = serializers.SerializerMethodField(
        help_text="Why it cannot be checked here though nothing is wrong with it; empty where it can, or was."
    )
    url = serializers.SerializerMethodField(help_text="Its page.")

    class Meta:
        model = Version
        fields = (
            "number", "digest", "games", "verdict", "reason", "active", "created_at", "checked_at", "blocked_because",
            "url",
        )  # fmt: skip
        extra_kwargs = {
            "digest": {"help_text": "SHA-256 of the file, in hexadecimal."},
            "reason": {"help_text": "Why it may not play, in plain words."},
            "active": {"help_text": "Whether it is the one that plays."},
        }

    def get_blocked_because(self, version: Version) -> str:
        """A sentence."""
        return why_programs_wait() if version.is_waiting else ""

    @extend_schema_field({"type": "string", "format": "uri"})
    def get_url(self, version: Version) -> str:
        """Its page."""
        return address_in(self.context, reverse("bots:version", args=[version.bot.public_id, version.number]))


class TrialRow(serializers.ModelSerializer[Trial]):
    """A match of a version's check."""

    places = serializers.ListField(child=serializers.IntegerField(), help_text="By seat; empty if it was not finished.")
    points = serializers.ListField(child=serializers.IntegerField(), help_text="Likewise.")
    record = serializers.CharField(help_text="In text notation.")

    class Meta:
        model = Trial
        fields = (
            "game", "number", "opponent", "seat", "places", "points", "fault", "decisions", "slowest_ms", "spent_ms",
            "record",
        )  # fmt: skip
        extra_kwargs = {
            "seat": {"help_text": "The bot's, from 0."},
            "fault": {"help_text": "timeout, crash, illegal, flood, memory or load; empty without one."},
            "slowest_ms": {"help_text": "Of processor time, for its slowest choice."},
            "spent_ms": {"help_text": "Of processor time, for the whole match."},
        }


class VersionPage(VersionRow):
    """A version with what came of its check."""

    trials = serializers.SerializerMethodField()

    class Meta(VersionRow.Meta):
        fields = (*VersionRow.Meta.fields, "log", "trials")  # type: ignore[assignment]  # a longer tuple is another type
        extra_kwargs = VersionRow.Meta.extra_kwargs | {"log": {"help_text": "What it wrote in the last match."}}

    @extend_schema_field(TrialRow(many=True))
    def get_trials(self, version: Version) -> list[dict[str, Any]]:
        """The matches of its check."""
        rows = TrialRow(trials_of(version, with_records=True), many=True, context=self.context)
        return [dict(row) for row in rows.data]


class BotRow(serializers.ModelSerializer[UploadedBot]):
    """A bot of yours, with the version that plays and the last one."""

    id = serializers.CharField(source="public_id")
    name = serializers.CharField(source="player.name")
    player = serializers.CharField(source="player.public_id", help_text="Its id under `/players/`.")
    active = serializers.SerializerMethodField(help_text="The number of the version that plays; null for none.")
    paused_because = serializers.CharField(help_text="Why it is entered for nothing new; empty while it is.")
    last = serializers.SerializerMethodField(help_text="The number of the version that was sent last.")
    url = serializers.SerializerMethodField(help_text="Its page, for you alone.")

    class Meta:
        model = UploadedBot
        fields = ("id", "name", "player", "active", "last", "paused_at", "paused_because", "retired_at", "url")

    @extend_schema_field({"type": ["integer", "null"]})
    def get_active(self, bot: UploadedBot) -> int | None:
        """Its number."""
        return next((one.number for one in bot.versions.all() if one.active), None)

    @extend_schema_field({"type": "integer"})
    def get_last(self, bot: UploadedBot) -> int:
        """Its number."""
        return max(one.number for one in bot.versions.all())

    @extend_schema_field({"type": "string", "format": "uri"})
    def get_url(self, bot: UploadedBot) -> str:
        """Its page."""
        return address_in(self.context, reverse("bots:bot", args=[bot.public_id]))


class AppearanceRow(serializers.ModelSerializer[SeatReport]):
    """What your bot did in a match."""

    match = serializers.CharField(source="match.public_id", help_text="Its id under `/matches/`.")
    game = serializers.CharField(source="match.game")
    finished_at = serializers.DateTimeField(source="match.finished_at")

    class Meta:
        model = SeatReport
        fields = ("match", "game", "seat", "kind", "decisions", "slowest_ms", "spent_ms", "finished_at")
        extra_kwargs = {
            "seat": {"help_text": "From 0."},
            "kind": {
                "help_text": "Of its fault: timeout, crash, illegal, flood, memory, load, or away; empty without one."
            },
            "slowest_ms": {"help_text": "For its slowest choice: of processor time; of a remote bot by the clock."},
            "spent_ms": {"help_text": "Likewise, for the whole match."},
        }


class AppearancePage(AppearanceRow):
    """The same with its log and its luck, once the deal is open."""

    luck = serializers.SerializerMethodField(
        help_text="As `python3 -m engine replay --luck` takes it; empty while the deal is sealed."
    )

    class Meta(AppearanceRow.Meta):
        fields = (*AppearanceRow.Meta.fields, "log", "luck")  # type: ignore[assignment]  # a longer tuple is another type

    def get_luck(self, report: SeatReport) -> str:
        """In hexadecimal."""
        return luck_at(report)


class NewVersion(Sent):
    """A file and the games it plays."""

    games = serializers.ListField(child=serializers.CharField(max_length=100), max_length=100)
    source = serializers.CharField(  # type: ignore[assignment]  # the framework takes it for a field, not an attribute
        trim_whitespace=False, allow_blank=True, help_text="The Python file as text."
    )

    def said(self, data: Any) -> dict[str, Any]:
        """What was sent, as services take it. Raises `ValidationError`."""
        form = type(self)(data=data)
        form.is_valid(raise_exception=True)
        sent: dict[str, Any] = form.validated_data
        return sent | {"source": sent["source"].encode("utf-8", "surrogatepass")}


class NewBot(NewVersion):
    """A bot's name and its first file."""

    name = serializers.CharField(max_length=200)


@extend_schema_view(
    list=extend_schema(summary="Your bots", description="The bots that you uploaded, the retired ones too."),
    retrieve=extend_schema(summary="A bot of yours", description="Others' bots are found as players."),
)
class Bots(PublicRows[UploadedBot]):
    """Uploaded bots, for their owners."""

    queryset = UploadedBot.objects.none()
    serializer_class = BotRow
    pagination_class = WholeList
    permission_classes = (IsAuthenticated,)
    required_scope = "bots:write"

    def get_queryset(self) -> QuerySet[UploadedBot]:
        """The asker's own."""
        return bots_to_tell(self._account())

    @extend_schema(
        summary="Upload a bot",
        description="Makes a bot with its first version, which is checked in a sandbox before it may play. "
        "Sent again, it makes nothing twice.",
        request=NewBot,
        responses={201: VersionRow},
    )
    def create(self, request: Request) -> Response:
        """A bot by its name and first file."""
        version = make_bot(account=self._account(), **NewBot().said(request.data))
        return self._told(version, status=201)

    @extend_schema(
        methods=["GET"],
        summary="The versions of a bot",
        description="Newest first.",
        responses=VersionRow(many=True),
    )
    @extend_schema(
        methods=["POST"],
        operation_id="bots_versions_create",
        summary="Upload a version",
        description="The same file for the same games makes no new version: the old one is answered, and plays again "
        "if it may.",
        request=NewVersion,
        responses={201: OpenApiResponse(VersionRow, description="It waits to be checked, or was known.")},
    )
    @action(detail=True, methods=["get", "post"])
    def versions(self, request: Request, public_id: str) -> Response:
        """Its versions, or another one."""
        bot = own_bot(public_id, self._account())
        if request.method == "POST":
            version = upload_version(account=self._account(), bot=public_id, **NewVersion().said(request.data))
            return self._told(version, status=201)
        rows = VersionRow(versions_of(bot), many=True, context=self.get_serializer_context())
        return WholeList().get_paginated_response(rows.data)

    @extend_schema(
        summary="A version of a bot",
        description="With its verdict, its log and the matches of its check.",
        responses=VersionPage,
    )
    @action(detail=True, url_path=r"versions/(?P<number>[0-9]{1,6})", pagination_class=None)
    def version(self, request: Request, public_id: str, number: str) -> Response:
        """What came of it."""
        version = own_version(public_id, int(number), self._account())
        return Response(VersionPage(version, context=self.get_serializer_context()).data)

    @extend_schema(
        summary="Have a version play",
        description="From the next match on, in place of the one before; for versions that passed their check.",
        request=None,
        responses=VersionRow,
    )
    @action(detail=True, methods=["post"], url_path=r"versions/(?P<number>[0-9]{1,6})/activate", pagination_class=None)
    def activate(self, request: Request, public_id: str, number: str) -> Response:
        """It plays."""
        return self._told(activate_version(account=self._account(), bot=public_id, number=int(number)), status=200)

    @extend_schema(
        summary="Have a version checked again",
        description="Where its check was not decided. It counts as an upload; while it waits nothing happens.",
        request=None,
        responses=VersionRow,
    )
    @action(detail=True, methods=["post"], url_path=r"versions/(?P<number>[0-9]{1,6})/check", pagination_class=None)
    def check(self, request: Request, public_id: str, number: str) -> Response:
        """It waits."""
        return self._told(recheck_version(account=self._account(), bot=public_id, number=int(number)), status=200)

    @extend_schema(
        summary="What a bot did in its matches",
        description="In the last fifty that its programs played to the end, newest first.",
        responses=AppearanceRow(many=True),
    )
    @action(detail=True, methods=["get"])
    def matches(self, request: Request, public_id: str) -> Response:
        """Its reports."""
        reports = [one.report for one in appearances_of(own_bot(public_id, self._account()))]
        rows = AppearanceRow(reports, many=True, context=self.get_serializer_context())
        return WholeList().get_paginated_response(rows.data)

    @extend_schema(
        summary="What a bot did in a match",
        description="Its log and its luck are there once every match on the deal is finished.",
        responses=AppearancePage,
    )
    @action(detail=True, url_path=r"matches/(?P<match>[0-9a-z]{12})", pagination_class=None)
    def match(self, request: Request, public_id: str, match: str) -> Response:
        """Its report."""
        report = appearance_at(own_bot(public_id, self._account()), match)
        return Response(AppearancePage(report, context=self.get_serializer_context()).data)

    @extend_schema(
        methods=["GET"],
        summary="Test matches of a bot",
        description="The last fifty tests, newest first.",
        responses=SparringRow(many=True),
    )
    @extend_schema(
        methods=["POST"],
        operation_id="bots_tests_create",
        summary="Order test matches",
        description="Unrated, seen by you alone. Two tests of an account may wait at a time, and sixty be ordered "
        "within a day.",
        request=NewSparring,
        responses={201: SparringPage},
    )
    @action(detail=True, methods=["get", "post"])
    def tests(self, request: Request, public_id: str) -> Response:
        """Its tests, or another one."""
        context = self.get_serializer_context()
        bot = own_bot(public_id, self._account())
        if request.method == "POST":
            wish = NewSparring().wish(request.data)
            made = order_sparring(account=self._account(), bot=public_id, wish=wish)
            return Response(SparringPage(made, context=context).data, status=201)
        rows = SparringRow(sparrings_of(bot), many=True, context=context)
        return WholeList().get_paginated_response(rows.data)

    @extend_schema(
        summary="A test of a bot",
        description="With the records of its matches and what your bot wrote there.",
        responses=SparringPage,
    )
    @action(detail=True, url_path=r"tests/(?P<test>[0-9a-z]{12})", pagination_class=None)
    def test(self, request: Request, public_id: str, test: str) -> Response:
        """What came of it."""
        found = own_sparring(public_id, test, self._account(), whole=True)
        return Response(SparringPage(found, context=self.get_serializer_context()).data)

    def _told(self, version: Version, *, status: int) -> Response:
        return Response(VersionRow(version, context=self.get_serializer_context()).data, status=status)

    def _account(self) -> Account:
        asker = self.request.user
        if not isinstance(asker, Account):
            raise TypeError("Nobody comes here without an account.")
        return asker
