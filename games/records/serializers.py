"""Records as lines of JSON."""

from datetime import UTC, datetime
from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from rest_framework import serializers

from games.matches.api import SeatRow
from games.records.downloads import PublicRecord, SeatLine, Source
from league.accounts.api import PlayerName
from league.accounts.models import Player

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
    """Makes the lines of one answer."""

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

    def _seat(self, seat: SeatLine) -> dict[str, Any]:
        return {**seat._asdict(), "player": self._player(seat.player) if seat.player else None}

    def _player(self, player: Player) -> dict[str, Any]:
        key = player.pk, player.name  # a club may shorten the name
        if key not in self._players:
            self._players[key] = dict(PlayerName(player, context=self._context).data)
        return self._players[key]


def _in_utc(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat().replace("+00:00", "Z")
