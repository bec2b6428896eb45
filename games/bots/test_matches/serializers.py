"""Test matches as JSON."""

from typing import Any

from rest_framework import serializers

from games.bots.models import BotTest, BotTestMatch
from games.bots.test_matches.presenters import play_command
from games.bots.test_matches.testing import Wish
from league.common.api.fields import PageAddress, RequestSerializer

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
        extra_kwargs = {
            "detail": {"help_text": "Time limit that your bot exceeded and by how much. Empty if none."},
        }


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
            "id",
            "version",
            "game",
            "names",
            "seed",
            "word",
            "is_waiting",
            "command",
            "created_at",
            "url",
        )
        extra_kwargs = {"word": {"help_text": "Word from which the seed was computed. Empty if you sent a number."}}

    def get_command(self, bot_test: BotTest) -> str:
        """For a shell."""
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
    def read_wish(cls, data: Any) -> Wish:
        """Return what was sent, as the service takes it. Raise `ValidationError`."""
        return Wish(**cls.read(data))
