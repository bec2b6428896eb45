"""Bots, versions and matches as JSON, and the bodies of requests that create and change them."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.bots.appearances import luck_at
from games.bots.models import BotTest, BotTestMatch, Trial, UploadedBot, Version
from games.bots.queries import trials_of
from games.bots.test_matches.presenters import play_command
from games.bots.test_matches.services import BotTestOrder
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
        """Return why the check waits, in a sentence."""
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
        """Return the matches of its check."""
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
        """Return the seed in hexadecimal."""
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


MOST_OPPONENTS = 8  # more than any game has


class BotTestMatchRow(serializers.ModelSerializer[BotTestMatch]):
    """A test match."""

    number = serializers.IntegerField(read_only=True, help_text="From 1.")
    seat = serializers.IntegerField(help_text="Seat of the bot, from 0.")
    places = serializers.ListField(
        child=serializers.IntegerField(), help_text="By seat. Empty until the match is finished."
    )
    points = serializers.ListField(
        child=serializers.IntegerField(), help_text="Points by seat. Empty until the match is finished."
    )
    faults = serializers.ListField(
        child=serializers.CharField(),
        help_text="By seat, why the bot failed, as a sentence. Empty string if it did not fail.",
    )
    record = serializers.CharField(help_text="In text notation.")
    log = serializers.CharField(help_text="Log of your bot.")
    fault = serializers.CharField(
        source="kind",
        help_text="Code of your bot's failure: timeout, crash, illegal, flood, memory or load. Empty if none.",
    )

    class Meta:
        model = BotTestMatch
        fields = (
            "number", "status", "seat", "places", "points", "faults", "fault", "detail", "decisions",
            "slowest_ms", "spent_ms", "log", "record", "finished_at",
        )  # fmt: skip
        extra_kwargs = {"detail": {"help_text": "Time limit that your bot exceeded and by how much. Empty if none."}}


class BotTestRow(serializers.ModelSerializer[BotTest]):
    """A test: matches on one deal."""

    id = serializers.CharField(source="public_id")
    version = serializers.IntegerField(source="version.number")
    names = serializers.ListField(
        child=serializers.CharField(), help_text="Players in the seat order of the first match, your bot first."
    )
    is_waiting = serializers.BooleanField(read_only=True, help_text="Whether a match is unfinished.")
    command = serializers.SerializerMethodField(
        help_text="Command that plays the same matches at home. Empty if another author's bot takes part."
    )
    url = PageAddress("bots:test", "version.bot.public_id", "public_id", help_text="Its page. Only you can open it.")

    class Meta:
        model = BotTest
        fields: tuple[str, ...] = (
            "id", "version", "game", "names", "seed", "word", "is_waiting", "command", "created_at", "url",
        )  # fmt: skip
        extra_kwargs = {"word": {"help_text": "Word from which the seed was computed. Empty if you sent a number."}}

    def get_command(self, bot_test: BotTest) -> str:
        """Return the command for a shell."""
        return play_command(bot_test)


class BotTestPage(BotTestRow):
    """A test with its matches."""

    matches = BotTestMatchRow(source="bot_test_matches", many=True)

    class Meta(BotTestRow.Meta):
        fields = (*BotTestRow.Meta.fields, "matches")


class NewBotTest(RequestSerializer):
    """Test matches to start."""

    game = serializers.CharField(max_length=100)
    version = serializers.IntegerField(
        source="number", required=False, min_value=1, help_text="Version number. Default: the active version."
    )
    opponents = serializers.ListField(
        child=serializers.CharField(max_length=100),
        min_length=1,
        max_length=MOST_OPPONENTS,
        help_text=(
            "In seat order after your bot. Three kinds: a built-in bot (`steward`, or with playouts `lookout-25`); "
            "`version:2`, a version of this bot; `bot:4tvtpkbw56kb`, another active uploaded bot by its player id. "
            "An opponent that cannot play is refused with the code `cannot-spar`."
        ),
    )
    seed = serializers.CharField(max_length=80, help_text="A number or a word. The same seed gives the same cards.")
    all_rotations = serializers.BooleanField(
        default=True, help_text="True: one match from each seat. False: one match, with your bot in seat 0."
    )

    @classmethod
    def read_order(cls, data: Any) -> BotTestOrder:
        """Return what was sent, as the service takes it. Raise `ValidationError`."""
        return BotTestOrder(**cls.read(data))
