"""Remote bots as JSON, by token: create, name, retire, answer questions, and list matches."""

from types import MappingProxyType
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema, extend_schema_field, extend_schema_view
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from games.bots.api import BotViewSet
from games.bots.errors import AnswerRefused
from games.bots.models import RemoteBot
from games.bots.remote import exchange
from games.bots.remote.answers import LARGEST, answer
from games.bots.remote.queries import playing_bot, remote_bots_of
from games.bots.remote.services import make_remote_bot
from league.members.authentication import TokenAuthentication
from league.members.models import Account
from league.shared.api.fields import Sent


class NewRemoteBot(Sent):
    """A new remote bot."""

    name = serializers.CharField(max_length=200)
    games = serializers.ListField(child=serializers.SlugField(max_length=40), max_length=20)


class RemoteBotRow(serializers.ModelSerializer[RemoteBot]):
    """A remote bot."""

    id = serializers.CharField(
        source="public_id", read_only=True, help_text="Id in the addresses of its stream and moves."
    )
    name = serializers.CharField(source="player.name")
    player = serializers.CharField(source="player.public_id", help_text="Player id in lists and results.")
    games = serializers.ListField(child=serializers.CharField(), help_text="Slugs of its games.")
    paused_because = serializers.CharField(help_text="Why the bot is paused. Empty if it is not.")
    retired_at = serializers.DateTimeField(allow_null=True)
    is_connected = serializers.SerializerMethodField(help_text="Whether its stream is open.")

    class Meta:
        model = RemoteBot
        fields = ("id", "name", "player", "games", "paused_at", "paused_because", "retired_at", "is_connected")

    def get_is_connected(self, bot: RemoteBot) -> bool:
        """Return what the stream reported within the last seconds."""
        return bot.public_id in exchange.connected([bot.public_id])


@extend_schema_field(OpenApiTypes.ANY)
class MoveField(serializers.JSONField):
    """The place of a move among the legal ones, or the move."""


class AnswerGiven(serializers.Serializer[Any]):
    """An answer to a question of the stream."""

    id = serializers.CharField(help_text="The id of the question, or of a ping.")
    move = MoveField(required=False, help_text="Index in `legal`, from 0, or the array at that index.")


class AnswerTaken(serializers.Serializer[Any]):
    """Accepted, or the question was answered before."""

    taken = serializers.BooleanField()


@extend_schema(tags=["remote bots"])
@extend_schema_view(
    list=extend_schema(
        operation_id="remote_bots",
        summary="List your remote bots",
        description="Lists your remote bots, retired ones last.",
    ),
    retrieve=extend_schema(
        operation_id="remote_bot",
        summary="Get a remote bot",
        description="Only your own bots. For other bots see `/players/`.",
    ),
    rename=extend_schema(operation_id="rename_remote_bot", summary="Rename a remote bot"),
    pause=extend_schema(
        operation_id="pause_remote_bot",
        summary="Pause a remote bot",
        description=(
            "The bot gets no new matches until you resume it. Its stream stays open and matches in progress continue."
        ),
    ),
    resume=extend_schema(
        operation_id="resume_remote_bot",
        summary="Resume a remote bot",
        description=(
            "The bot plays again while its stream is open. Also resumes a bot that Moothill paused because of failures."
        ),
    ),
    retire=extend_schema(
        operation_id="retire_remote_bot",
        summary="Retire a remote bot",
        description="The bot gets no new matches and its token is revoked. Its results stay. You cannot undo this.",
    ),
    matches=extend_schema(operation_id="remote_bot_matches", summary="List matches of a remote bot"),
    match=extend_schema(
        operation_id="remote_bot_match",
        summary="Get a match of a remote bot",
        description="Includes the seed once all matches of the deal are finished. The log is always empty.",
    ),
)
class RemoteBots(BotViewSet[RemoteBot]):
    """Remote bots of the account whose token is sent."""

    authentication_classes = (TokenAuthentication,)
    serializer_class = RemoteBotRow
    lookup_value_regex = "[2-9a-z]{12}"
    queryset = RemoteBot.objects.none()
    without_keys = ("moves",)  # they have ids of their own, and no time for it
    required_scope = MappingProxyType(
        {"moves": "bots:play"}
        | dict.fromkeys(("list", "retrieve"), ("bots:play", "bots:write"))
        | dict.fromkeys(("create", "rename", "pause", "resume", "retire", "matches", "match"), "bots:write")
    )

    def get_queryset(self) -> QuerySet[RemoteBot]:
        """Return the asker's own bots."""
        return remote_bots_of(self.request.user) if isinstance(self.request.user, Account) else self.queryset

    @extend_schema(
        operation_id="make_remote_bot",
        summary="Create a remote bot",
        description=("The bot plays on the ladders of its games while its stream is open. See docs/remote-bots.md."),
        request=NewRemoteBot,
        responses={201: RemoteBotRow},
    )
    def create(self, request: Request) -> Response:
        """Make one."""
        bot = make_remote_bot(account=self.account, **NewRemoteBot.read(request.data))
        return Response(self.get_serializer(bot).data, status=201)

    @extend_schema(
        operation_id="answer_as_remote_bot",
        summary="Answer a question of the stream",
        description="At most 4096 bytes. If you answer twice, the first answer counts.",
        request=AnswerGiven,
        responses={200: AnswerTaken},
    )
    @action(detail=True, methods=["post"])
    def moves(self, request: Request, public_id: str) -> Response:
        """Take an answer. The body is parsed here, since the framework's parser is not strict."""
        playing_bot(public_id, self.account)
        length = str(request.META.get("CONTENT_LENGTH") or "")
        if not length.isdecimal() or int(length[:9]) > LARGEST:
            raise AnswerRefused(_("Send a “Content-Length” header, at most 4096 bytes."))
        answer(public_id, request.body)
        return Response({"taken": True})
