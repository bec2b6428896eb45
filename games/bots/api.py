"""Uploaded bots as JSON, for their owners: by the session of a browser, or by a token for `bots:write`."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from django.db.models import QuerySet
from drf_spectacular.utils import OpenApiResponse, extend_schema, extend_schema_view
from rest_framework.decorators import action
from rest_framework.parsers import BaseParser, MultiPartParser
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from games.bots import queries, serializers, services, versions
from games.bots.appearances import appearance_at, appearances_of
from games.bots.errors import SourceRefused
from games.bots.models import UploadedBot
from games.bots.remote.services import retire_remote_bot
from games.bots.serializers import BotTestPage, BotTestRow, NewBotTest
from games.bots.test_matches.queries import bot_tests_of, own_bot_test
from games.bots.test_matches.services import order_bot_test
from games.bots.version_checks import recheck_version
from games.bots.versions import delete_file
from league.accounts.idempotency import IdempotentWrites
from league.common.api.fields import RequestSerializer
from league.common.api.pages import WholeList
from league.common.api.views import PublicViewSet
from league.common.middleware import takes_upload

VERSION: Final = r"versions/(?P<number>[0-9]{1,6})"
OF_A_VERSION: Final[Any] = {
    "detail": True, "methods": ["post"], "pagination_class": None, "serializer_class": serializers.VersionRow,
}  # fmt: skip


class BotViewSet(IdempotentWrites, PublicViewSet[queries.AnyBot]):
    """The actions on an account's bots of either kind; the subclasses describe them in the schema."""

    pagination_class = WholeList
    permission_classes = (IsAuthenticated,)

    def own(self, public_id: str) -> queries.AnyBot:
        """Return the user's bot. Raise `NoSuchBot`."""
        return queries.bot_among(self.get_queryset(), public_id, self.account)

    def retrieve(self, request: Request, public_id: str) -> Response:
        """Return one of the user's bots."""
        return Response(self.get_serializer(self.own(public_id)).data)

    @extend_schema(request=serializers.NewName, description="The new name appears everywhere at once.")
    @action(detail=True, methods=["post"], url_path="name", pagination_class=None)
    def rename(self, request: Request, public_id: str) -> Response:
        """Rename the bot, and return it."""
        kind = type(self.own(public_id))
        services.rename_bot(account=self.account, bot=public_id, kind=kind, **serializers.NewName.read(request.data))
        return self.retrieve(request, public_id)

    @extend_schema(request=None)
    @action(detail=True, methods=["post"], pagination_class=None)
    def pause(self, request: Request, public_id: str) -> Response:
        """Pause the bot, and return it."""
        services.pause_bot(account=self.account, bot=public_id, kind=type(self.own(public_id)))
        return self.retrieve(request, public_id)

    @extend_schema(request=None)
    @action(detail=True, methods=["post"], pagination_class=None)
    def resume(self, request: Request, public_id: str) -> Response:
        """Resume the bot, and return it."""
        services.resume_bot(account=self.account, bot=public_id, kind=type(self.own(public_id)))
        return self.retrieve(request, public_id)

    @extend_schema(request=None)
    @action(detail=True, methods=["post"], pagination_class=None)
    def retire(self, request: Request, public_id: str) -> Response:
        """Retire the bot, and return it."""
        retire = retire_remote_bot if self.own(public_id).is_remote else services.retire_bot
        retire(account=self.account, bot=public_id)
        return self.retrieve(request, public_id)

    @extend_schema(
        description="Lists its last 50 finished matches, newest first.", responses=serializers.AppearanceRow(many=True)
    )
    @action(detail=True, serializer_class=serializers.AppearanceRow)
    def matches(self, request: Request, public_id: str) -> Response:
        """Return the reports on its latest matches."""
        reports = [appearance.report for appearance in appearances_of(self.own(public_id))]
        return WholeList().get_paginated_response(self.get_serializer(reports, many=True).data)

    @action(
        detail=True,
        url_path=r"matches/(?P<match>[0-9a-z]{12})",
        pagination_class=None,
        serializer_class=serializers.AppearancePage,
    )
    def match(self, request: Request, public_id: str, match: str) -> Response:
        """Return the report on one match."""
        report = appearance_at(self.own(public_id), match)
        return Response(self.get_serializer(report).data)


@extend_schema_view(
    list=extend_schema(summary="List your bots", description="Lists your uploaded bots, including retired ones."),
    retrieve=extend_schema(summary="Get a bot", description="Only your own bots. For other bots see `/players/`."),
    rename=extend_schema(summary="Rename a bot"),
    pause=extend_schema(
        summary="Pause a bot",
        description="The bot gets no new matches until you resume it. It still plays scheduled matches.",
    ),
    resume=extend_schema(
        summary="Resume a bot", description="Also resumes a bot that Moothill paused because of failures."
    ),
    retire=extend_schema(
        summary="Retire a bot", description="The bot gets no new matches. Its results stay. You cannot undo this."
    ),
    matches=extend_schema(summary="List matches of a bot"),
    match=extend_schema(
        summary="Get a match of a bot",
        description="Includes the log and the seed once all matches of the deal are finished.",
    ),
)
class UploadedBotViewSet(BotViewSet[UploadedBot]):
    """Uploaded bots, for their owners."""

    queryset = UploadedBot.objects.none()
    serializer_class = serializers.BotRow
    required_scope = "bots:write"

    def get_parsers(self) -> list[BaseParser]:
        """Read files too where a bot or a version is uploaded. The schema is made without a request."""
        meta = getattr(self.request, "META", {})
        is_upload = takes_upload(meta.get("PATH_INFO", ""), meta.get("CONTENT_TYPE", ""))
        return [*super().get_parsers(), *([MultiPartParser()] if is_upload else [])]

    def get_queryset(self) -> QuerySet[UploadedBot]:
        """Return the user's own bots."""
        return queries.own_bots(self.account)

    @extend_schema(
        summary="Upload a bot",
        description=(
            "Creates a bot with its first version. The version plays after it passes a check in a sandbox. Idempotent."
        ),
        request={"application/json": serializers.NewBot, "multipart/form-data": serializers.NewBotFile},
        responses={201: serializers.VersionRow},
    )
    def create(self, request: Request) -> Response:
        """Create a bot, and return its first version."""
        sent = _read(request, serializers.NewBot, serializers.NewBotFile)
        with _source_named(request):
            version = versions.make_bot(account=self.account, **sent)
        return Response(serializers.VersionRow(version, context=self.get_serializer_context()).data, status=201)

    @extend_schema(
        methods=["GET"],
        summary="List versions of a bot",
        description="Lists the versions, newest first.",
        responses=serializers.VersionRow(many=True),
    )
    @extend_schema(
        methods=["POST"],
        operation_id="bots_versions_create",
        summary="Upload a version",
        description=(
            "The same file for the same games creates no new version: the response is the old one, "
            "which becomes active again if it has passed its check."
        ),
        request={"application/json": serializers.NewVersion, "multipart/form-data": serializers.NewVersionFile},
        responses={
            201: OpenApiResponse(
                serializers.VersionRow, description=("The version waits for its check, or existed already.")
            )
        },
    )
    @action(detail=True, methods=["get", "post"])
    def versions(self, request: Request, public_id: str) -> Response:
        """Return the versions, or by POST add one."""
        bot = queries.own_bot(public_id, self.account)
        if request.method == "POST":
            sent = _read(request, serializers.NewVersion, serializers.NewVersionFile)
            with _source_named(request):
                version = versions.upload_version(account=self.account, bot=public_id, **sent)
            return Response(serializers.VersionRow(version, context=self.get_serializer_context()).data, status=201)
        rows = serializers.VersionRow(queries.versions_of(bot), many=True, context=self.get_serializer_context())
        return WholeList().get_paginated_response(rows.data)

    @extend_schema(
        summary="Get a version of a bot", description="Includes the result of the check, its log and its matches."
    )
    @action(detail=True, url_path=VERSION, pagination_class=None, serializer_class=serializers.VersionPage)
    def version(self, request: Request, public_id: str, number: str) -> Response:
        """Return a version with the result of its check."""
        version = queries.own_version(public_id, int(number), self.account)
        return Response(self.get_serializer(version).data)

    @extend_schema(
        summary="Activate a version",
        description=(
            "Matches already scheduled keep their version; all later ones use this one. "
            "Only versions that have passed their check."
        ),
        request=None,
    )
    @action(**OF_A_VERSION, url_path=rf"{VERSION}/activate")
    def activate(self, request: Request, public_id: str, number: str) -> Response:
        """Activate a version, and return it."""
        version = versions.activate_version(account=self.account, bot=public_id, number=int(number))
        return Response(self.get_serializer(version).data)

    @extend_schema(
        summary="Repeat the check of a version",
        description=("Only for undecided versions. Counts as an upload. Has no effect while a check is waiting."),
        request=None,
    )
    @action(**OF_A_VERSION, url_path=rf"{VERSION}/check")
    def check(self, request: Request, public_id: str, number: str) -> Response:
        """Queue a version for another check, and return it."""
        version = recheck_version(account=self.account, bot=public_id, number=int(number))
        return Response(self.get_serializer(version).data)

    @extend_schema(
        summary="Delete the file of a version",
        description=(
            "Results, checks and logs stay. To restore the file, upload it again for the same games. Not for the "
            "active version, nor while matches, tests or a comparison of the version are unfinished. Idempotent."
        ),
        request=None,
    )
    @action(**OF_A_VERSION, url_path=rf"{VERSION}/delete-file")
    def delete_file(self, request: Request, public_id: str, number: str) -> Response:
        """Delete the file of a version, and return the version."""
        version = delete_file(account=self.account, bot=public_id, number=int(number))
        return Response(self.get_serializer(version).data)

    @extend_schema(
        methods=["GET"],
        summary="List tests of a bot",
        description="Lists the last 50 tests, newest first.",
        responses=BotTestRow(many=True),
    )
    @extend_schema(
        methods=["POST"],
        operation_id="bots_tests_create",
        summary="Start test matches",
        description=(
            "Starts unrated matches that only you see. Limits per account: 2 unfinished tests, 60 tests a day."
        ),
        request=NewBotTest,
        responses={201: BotTestPage},
    )
    @action(detail=True, methods=["get", "post"])
    def tests(self, request: Request, public_id: str) -> Response:
        """Return the tests, or by POST start one."""
        context = self.get_serializer_context()
        bot = queries.own_bot(public_id, self.account)
        if request.method == "POST":
            order = NewBotTest.read_order(request.data)
            made = order_bot_test(account=self.account, bot=public_id, order=order)
            return Response(BotTestPage(made, context=context).data, status=201)
        rows = BotTestRow(bot_tests_of(bot, with_files=True), many=True, context=context)
        return WholeList().get_paginated_response(rows.data)

    @extend_schema(
        summary="Get a test of a bot", description="Includes the records of its matches and the logs of your bot."
    )
    @action(detail=True, url_path=r"tests/(?P<test>[0-9a-z]{12})", pagination_class=None, serializer_class=BotTestPage)
    def test(self, request: Request, public_id: str, test: str) -> Response:
        """Return a test with its matches."""
        found = own_bot_test(public_id, test, self.account, whole=True)
        return Response(self.get_serializer(found).data)


def _is_multipart(request: Request) -> bool:
    return str(request.content_type).lower().startswith("multipart/form-data")


def _read(request: Request, as_json: type[RequestSerializer], as_file: type[RequestSerializer]) -> dict[str, Any]:
    """Return what was sent, as JSON or as a file."""
    return (as_file if _is_multipart(request) else as_json).read(request.data)


@contextmanager
def _source_named(request: Request) -> Iterator[None]:
    """Have an error name the field of the request: `source` in JSON, `file` in a multipart body."""
    try:
        yield
    except SourceRefused as refused:
        raise SourceRefused(refused.message, field="file" if _is_multipart(request) else "source") from refused
