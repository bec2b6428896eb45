"""Bots, versions and matches as JSON, and the bodies of requests that create and change them."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.bots.models import Trial, UploadedBot, Version
from games.bots.queries import luck_at, trials_of
from games.matches.models import SeatReport
from league.common.api.fields import PageAddress, RequestSerializer
from league.common.sandboxes import why_programs_wait


class VersionRow(serializers.ModelSerializer[Version]):
    """A version of a bot."""

    games = serializers.ListField(child=serializers.CharField(), help_text="Slugs of its games.")
    blocked_because = serializers.SerializerMethodField(
        help_text="Why the check cannot start on this server. Empty if it can or is done."
    )
    url = PageAddress("bots:version", "bot.public_id", "number", help_text="Its page.")

    class Meta:
        model = Version
        fields = (
            "number", "digest", "games", "verdict", "reason", "active", "created_at", "checked_at", "file_deleted_at",
            "blocked_because", "url",
        )  # fmt: skip
        extra_kwargs = {
            "digest": {"help_text": "SHA-256 of the file, hexadecimal."},
            "reason": {"help_text": "Why the version failed its check. Empty otherwise."},
            "active": {"help_text": "Whether this is the active version."},
            "file_deleted_at": {"help_text": "When you deleted the file. Null while there is one."},
        }

    def get_blocked_because(self, version: Version) -> str:
        """A sentence."""
        return why_programs_wait() if version.is_waiting else ""


class TrialRow(serializers.ModelSerializer[Trial]):
    """A match of a check."""

    places = serializers.ListField(
        child=serializers.IntegerField(), help_text=("By seat. Empty if the match was not finished.")
    )
    points = serializers.ListField(child=serializers.IntegerField(), help_text="Likewise.")
    record = serializers.CharField(help_text="In text notation.")

    class Meta:
        model = Trial
        fields = (
            "game", "number", "opponent", "seat", "places", "points", "fault", "decisions", "slowest_ms", "spent_ms",
            "record",
        )  # fmt: skip
        extra_kwargs = {
            "seat": {"help_text": "Seat of the bot, from 0."},
            "fault": {
                "help_text": (
                    "Code of the bot's failure: timeout, crash, illegal, flood, memory or load. Empty if none."
                )
            },
            "slowest_ms": {"help_text": "CPU time of the slowest move, in ms."},
            "spent_ms": {"help_text": "CPU time of the whole match, in ms."},
        }


class VersionPage(VersionRow):
    """A version with the result of its check."""

    trials = serializers.SerializerMethodField()

    class Meta(VersionRow.Meta):
        fields = (*VersionRow.Meta.fields, "log", "trials")  # type: ignore[assignment]  # a longer tuple is another type
        extra_kwargs = VersionRow.Meta.extra_kwargs | {"log": {"help_text": "Log of the last match."}}

    @extend_schema_field(TrialRow(many=True))
    def get_trials(self, version: Version) -> list[dict[str, Any]]:
        """The matches of its check."""
        rows = TrialRow(trials_of(version, with_records=True), many=True, context=self.context)
        return [dict(row) for row in rows.data]


class BotRow(serializers.ModelSerializer[UploadedBot]):
    """An uploaded bot."""

    id = serializers.CharField(source="public_id")
    name = serializers.CharField(source="player.name")
    player = serializers.CharField(source="player.public_id", help_text="Its id under `/players/`.")
    active = serializers.IntegerField(
        source="active.number", read_only=True, allow_null=True, help_text="Number of the active version. Null if none."
    )
    paused_because = serializers.CharField(help_text="Why the bot is paused. Empty if it is not.")
    last = serializers.IntegerField(source="last.number", read_only=True, help_text="Number of the latest version.")
    url = PageAddress("bots:bot", "public_id", help_text="Its page. Only you can open it.")

    class Meta:
        model = UploadedBot
        fields = ("id", "name", "player", "active", "last", "paused_at", "paused_because", "retired_at", "url")


class AppearanceRow(serializers.ModelSerializer[SeatReport]):
    """A match of your bot."""

    match = serializers.CharField(source="match.public_id", help_text="Its id under `/matches/`.")
    game = serializers.CharField(source="match.game")
    finished_at = serializers.DateTimeField(source="match.finished_at")
    fault = serializers.CharField(
        source="kind",
        help_text="Code of the bot's failure: timeout, crash, illegal, flood, memory, load or away. Empty if none.",
    )

    class Meta:
        model = SeatReport
        fields = (
            "match", "game", "seat", "fault", "detail", "decisions", "slowest_ms", "spent_ms", "finished_at",
        )  # fmt: skip
        extra_kwargs = {
            "seat": {"help_text": "From 0."},
            "detail": {"help_text": "Exceeded time limit and by how much. Empty if none."},
            "slowest_ms": {"help_text": "Slowest move in ms: CPU time, or wall-clock time of a remote bot."},
            "spent_ms": {"help_text": "Total time of the match in ms, measured like `slowest_ms`."},
        }


class AppearancePage(AppearanceRow):
    """A match with log and seed, once all matches of the deal are finished."""

    luck = serializers.SerializerMethodField(
        help_text=("Seed for `moothill-engine replay --luck`. Empty until all matches of the deal are finished.")
    )

    class Meta(AppearanceRow.Meta):
        fields = (*AppearanceRow.Meta.fields, "log", "luck")  # type: ignore[assignment]  # a longer tuple is another type

    def get_luck(self, report: SeatReport) -> str:
        """In hexadecimal."""
        return luck_at(report)


class NewVersion(RequestSerializer):
    """A new version."""

    games = serializers.ListField(child=serializers.CharField(max_length=100), max_length=100)
    source = serializers.CharField(  # type: ignore[assignment]  # the framework takes it for a field, not an attribute
        trim_whitespace=False, allow_blank=True, help_text="Python source."
    )

    @classmethod
    def read(cls, data: Any) -> dict[str, Any]:
        """Return what was sent, as services take it."""
        sent = super().read(data)
        return sent | {"source": sent["source"].encode("utf-8", "surrogatepass")}


class NewBot(NewVersion):
    """A bot with its first version."""

    name = serializers.CharField(max_length=200)


class NewVersionFile(RequestSerializer):
    """A new version, with its file in a multipart body."""

    games = serializers.ListField(child=serializers.CharField(max_length=100), max_length=100)
    file = serializers.FileField(
        allow_empty_file=True, help_text="A Python file, or a zip with `bot.py`, modules and data."
    )

    @classmethod
    def read(cls, data: Any) -> dict[str, Any]:
        """Return what was sent, as services take it."""
        sent = super().read(data)
        return sent | {"source": sent.pop("file")}


class NewBotFile(NewVersionFile):
    """A bot with its first version, with its file in a multipart body."""

    name = serializers.CharField(max_length=200)


class NewName(RequestSerializer):
    """A new name."""

    name = serializers.CharField(max_length=200)
