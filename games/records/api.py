"""Bulk download of records as lines of JSON."""

import json
from datetime import UTC, datetime
from typing import Any

from django.http import HttpRequest, StreamingHttpResponse
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request

from engine.core import registry
from games.matches.api.matches import SeatRow
from games.matches.models import MatchSeat
from games.records.downloads import MOST, Cursor, PublicRecord, Selection, Source, public_records, with_texts
from league.accounts.api import PlayerName
from league.accounts.models import Player
from league.common.api.fields import ChoiceField
from league.common.api.views import ApiView
from league.common.query_params import QueryParams, SlugField

LONGEST_CURSOR = 40


class DownloadQueryParams(QueryParams):
    """By game, kind of players and time of publication, from a record on."""

    game = SlugField("game")
    players = ChoiceField(
        choices=["bots", "people"],
        required=False,
        help_text="`bots`: only bots played. `people`: at least one person played.",
    )
    since = serializers.DateTimeField(required=False, help_text="Only records published at or after this time.")
    until = serializers.DateTimeField(required=False, help_text="Only records published before this time.")
    after = serializers.CharField(
        required=False,
        max_length=LONGEST_CURSOR,
        help_text="The `cursor` of the last line that you have: the download goes on behind it.",
    )
    limit = serializers.IntegerField(
        required=False, default=MOST, min_value=1, max_value=MOST, help_text="At most so many lines."
    )

    def validate_game(self, slug: str) -> str:
        """Refuse an unknown game."""
        if slug not in registry.games():
            known = ", ".join(registry.games())
            raise ValidationError(_("There is no such game. Choose one of: %(games)s.") % {"games": known})
        return slug

    def validate_after(self, text: str) -> Cursor:
        """Refuse an invalid cursor."""
        try:
            return Cursor.read(text)
        except ValueError as error:
            sentence = _("Invalid cursor. Use the “cursor” of a line, or leave it out to begin with the first record.")
            raise ValidationError(sentence) from error

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Refuse an end before the beginning."""
        if "since" in attrs and "until" in attrs and attrs["until"] <= attrs["since"]:
            raise ValidationError({"until": [_("“until” must be later than “since”.")]})
        return attrs

    def selection(self) -> Selection:
        """Return the records asked for. Raise `ValidationError`."""
        self.is_valid(raise_exception=True)
        return Selection(**self.validated_data)


ADDRESSES = {Source.MATCH: "matches:match", Source.SUBMITTED: "records:record"}
NAMES = {Source.MATCH: "match", Source.SUBMITTED: "added"}


class RecordLine(serializers.Serializer[PublicRecord]):
    """A public record. It describes the lines of `Lines`, which are made without it: that takes a tenth of the time."""

    cursor = serializers.CharField(help_text="Send it as `after` to continue behind this line.")
    id = serializers.CharField(help_text="Id of the match, or of the record that people added.")
    origin = serializers.ChoiceField(
        choices=sorted(NAMES.values()),
        help_text="`match`: played on this site. `added`: people played elsewhere and added the record.",
    )
    url = serializers.URLField(help_text="Its page.")
    game = serializers.CharField(help_text="Slug of the game.")
    rules_version = serializers.CharField()
    options = serializers.DictField(help_text="All options of the game.")
    seats = SeatRow(many=True, help_text="Players and result, in seat order.")
    played_at = serializers.DateTimeField(
        help_text="End of the game. Of an added record its day at noon, or when it was sent."
    )
    published_at = serializers.DateTimeField(help_text="When the record became public.")
    is_rated = serializers.BooleanField(help_text="Whether the result counts in ratings now.")
    record = serializers.CharField(help_text="In text notation.")


class Lines:
    """Makes the lines of one response; caches its players."""

    def __init__(self, request: HttpRequest) -> None:
        self._context = {"request": request}
        self._root = request.build_absolute_uri("/").removesuffix("/")
        self._players: dict[tuple[int, str], dict[str, Any]] = {}

    def fields_of(self, record: PublicRecord) -> dict[str, Any]:
        """Return the fields of a record, as `RecordLine` describes them."""
        source = record.cursor.source
        return {
            "cursor": str(record.cursor),
            "id": record.id,
            "origin": NAMES[source],
            "url": self._root + reverse(ADDRESSES[source], args=[record.id]),
            "game": record.game,
            "rules_version": record.rules_version,
            "options": record.options,
            "seats": [self._seat(seat) for seat in record.seats],
            "played_at": _in_utc(record.played_at),
            "published_at": _in_utc(record.cursor.published_at),
            "is_rated": record.is_rated,
            "record": record.text,
        }

    def _seat(self, seat: MatchSeat) -> dict[str, Any]:
        figures = {name: getattr(seat, name) for name in SeatRow.Meta.fields if name != "player"}
        return figures | {"player": self._player(seat.player) if seat.player else None}

    def _player(self, player: Player) -> dict[str, Any]:
        key = player.pk, player.name  # a club may shorten the name
        if key not in self._players:
            self._players[key] = dict(PlayerName(player, context=self._context).data)
        return self._players[key]


def _in_utc(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat().replace("+00:00", "Z")


NDJSON = "application/x-ndjson"


class LinesRenderer(JSONRenderer):
    """Lets a program ask for lines of JSON. It renders errors alone, as JSON."""

    media_type = NDJSON
    format = "ndjson"


class RecordsView(ApiView):
    """All public records."""

    renderer_classes = (LinesRenderer, JSONRenderer)

    def known_parameters(self) -> set[str]:
        """Return the names of the query parameters."""
        return set(DownloadQueryParams().fields)

    @extend_schema(
        operation_id="records",
        summary="Download records",
        description=(
            "Returns all public records, one JSON object per line, in the order of publication. "
            "To continue, send the `cursor` of the last line as `after`. The download is complete when no line comes."
        ),
        parameters=[DownloadQueryParams],
        responses={(200, NDJSON): OpenApiResponse(RecordLine, description="Lines; the schema describes one.")},
        tags=["records"],
    )
    def get(self, request: Request) -> StreamingHttpResponse:
        """Answer with the records, whose texts are read while they are sent."""
        selection = DownloadQueryParams(data=request.query_params).selection()
        records, lines = public_records(selection), Lines(request._request)
        texts = (_json_line(lines.fields_of(record)) for record in with_texts(records))
        answer = StreamingHttpResponse(texts, content_type=NDJSON)
        patch_cache_control(answer, private=True, no_cache=True)
        return answer


def _json_line(fields: object) -> str:
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":")) + "\n"
