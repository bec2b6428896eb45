"""Remote bots as JSON, by token, and the description of their event stream for the OpenAPI schema."""

from copy import deepcopy
from types import MappingProxyType
from typing import Any, Final

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
from games.bots.remote import mailbox
from games.bots.remote.queries import playing_bot, remote_bots_of
from games.bots.remote.services import LARGEST_ANSWER_BYTES, make_remote_bot, receive_answer
from league.accounts.authentication import TokenAuthentication
from league.accounts.models import Account
from league.common.api.fields import RequestSerializer
from league.common.validators import whole_number

TEXT: Final = {"type": "string"}
COUNT: Final = {"type": "integer", "minimum": 0}
ANSWER_ID: Final = {"type": "string", "description": "Post it with the answer."}
MATCH: Final = {"type": "string", "description": "What this bot calls the match; it is not its id under `/matches/`."}

LINES: Final[dict[str, tuple[str, dict[str, Any]]]] = {
    "hello": ("The stream is open.", {"protocol": {"type": "integer", "const": 1}, "bot": TEXT}),
    "start": (
        "The bot sits at a table.",
        {
            "match": MATCH,
            "game": TEXT,
            "options": {"type": "object", "description": "The game's, in full."},
            "seats": COUNT,
            "seat": {**COUNT, "description": "The bot's, from 0; seat 0 moves first."},
            "milliseconds": {**COUNT, "description": "Of its own time, for the whole match."},
            "away_milliseconds": {**COUNT, "description": "How long it may be disconnected in the match, in all."},
        },
    ),
    "move": (
        "A question: choose one of `legal`.",
        {
            "id": ANSWER_ID,
            "match": MATCH,
            "number": {"type": "integer", "minimum": 1, "description": "Counts the bot's moves in this match."},
            "view": {"description": "What its seat sees; `/api/v1/games/{slug}/` has the schema."},
            "legal": {"type": "array", "items": {"type": "array", "items": {}}, "minItems": 1},
            "milliseconds": {
                **COUNT,
                "description": "Of its own time, left for the match. One move has no limit of its own.",
            },
            "match_milliseconds": {
                **COUNT,
                "description": "The same number as `milliseconds`; uploaded bots know it by this name.",
            },
        },
    ),
    "end": (
        "The match asks the bot no more.",
        {
            "match": MATCH,
            "fault": {"type": "string", "description": "What the bot did wrong; empty without a fault."},
            "stopped": {
                "type": "boolean",
                "description": "Whether a fault of the server ended it; it is played again.",
            },
        },
    ),
    "ping": ("Answer it, so that the network's time is not counted as yours.", {"id": ANSWER_ID}),
    "bye": ("The stream ends.", {"code": {"enum": ["replaced", "expired", "refused"]}, "reason": TEXT}),
}

STREAM: Final = {
    "get": {
        "operationId": "remote_bot_stream",
        "summary": "The stream of a remote bot",
        "description": (
            "An answer without end: lines of JSON, each an object with a `type`, and an empty line after five seconds "
            "of silence. The schema describes one line. Ignore types and members that you do not know. "
            "docs/remote-bots.md has the protocol."
        ),
        "tags": ["remote bots"],
        "parameters": [
            {
                "name": "public_id",
                "in": "path",
                "required": True,
                "schema": {"type": "string", "pattern": "^[2-9a-z]{12}$"},
            }
        ],
        "security": [{"token": []}],
        "responses": {
            "200": {
                "description": "The stream is open.",
                "content": {"application/x-ndjson": {"schema": {"$ref": "#/components/schemas/StreamLine"}}},
            }
        },
    }
}


def add_stream(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Add the stream and each type of its lines."""
    paths = result["paths"] | {"/api/v1/remote-bots/{public_id}/stream": deepcopy(STREAM)}
    result["paths"] = dict(sorted(paths.items()))
    shapes = result.setdefault("components", {}).setdefault("schemas", {})
    for kind, (description, members) in LINES.items():
        fields = {"type": {"type": "string", "const": kind}, **members}
        shapes[_name(kind)] = {
            "type": "object", "description": description, "required": sorted(fields), "properties": fields,
        }  # fmt: skip
    names = {kind: f"#/components/schemas/{_name(kind)}" for kind in LINES}
    shapes["StreamLine"] = {
        "oneOf": [{"$ref": name} for name in names.values()],
        "discriminator": {"propertyName": "type", "mapping": names},
    }
    result["components"]["schemas"] = dict(sorted(shapes.items()))
    return result


def _name(kind: str) -> str:
    return f"Stream{kind.title()}"


class NewRemoteBot(RequestSerializer):
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
        return bot.public_id in mailbox.connected([bot.public_id])


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
class RemoteBotViewSet(BotViewSet[RemoteBot]):
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
        """Return the user's own bots."""
        return remote_bots_of(self.request.user) if isinstance(self.request.user, Account) else self.queryset

    @extend_schema(
        operation_id="make_remote_bot",
        summary="Create a remote bot",
        description=("The bot plays on the ladders of its games while its stream is open. See docs/remote-bots.md."),
        request=NewRemoteBot,
        responses={201: RemoteBotRow},
    )
    def create(self, request: Request) -> Response:
        """Create a remote bot."""
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
        if whole_number(str(request.META.get("CONTENT_LENGTH") or ""), LARGEST_ANSWER_BYTES) is None:
            raise AnswerRefused(_("Send a “Content-Length” header, at most 4096 bytes."))
        receive_answer(public_id, request.body)
        return Response({"taken": True})
