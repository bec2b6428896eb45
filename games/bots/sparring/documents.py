"""Test matches as JSON."""

from typing import Any

from django.urls import reverse
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.bots.models import Bout, Sparring
from games.bots.sparring.ordering import Wish
from games.bots.sparring.pages import play_command
from league.shared.api.fields import Sent, address_in


class BoutRow(serializers.ModelSerializer[Bout]):
    """A test match."""

    number = serializers.SerializerMethodField()
    seat = serializers.IntegerField(help_text="The bot's, from 0.")
    places = serializers.ListField(child=serializers.IntegerField(), help_text="By seat; empty until it is finished.")
    points = serializers.ListField(child=serializers.IntegerField(), help_text="Likewise.")
    faults = serializers.ListField(child=serializers.CharField(), help_text="Likewise; empty words without one.")
    record = serializers.CharField(help_text="In text notation.")
    log = serializers.CharField(help_text="What your bot wrote.")

    class Meta:
        model = Bout
        fields = (
            "number", "status", "seat", "places", "points", "faults", "kind", "detail", "decisions", "slowest_ms",
            "spent_ms", "log", "record", "finished_at",
        )  # fmt: skip
        extra_kwargs = {
            "kind": {"help_text": "Of your bot's fault: timeout, crash, illegal, flood, memory or load."},
            "detail": {"help_text": "Which limit of time your bot exceeded, and by how much; else empty."},
        }

    def get_number(self, bout: Bout) -> int:
        """From 1."""
        return bout.rotation + 1


class SparringRow(serializers.ModelSerializer[Sparring]):
    """Test matches on one deal."""

    id = serializers.CharField(source="public_id")
    version = serializers.IntegerField(source="version.number")
    names = serializers.ListField(
        child=serializers.CharField(), help_text="From your bot on, as they sit in the first match."
    )
    is_waiting = serializers.SerializerMethodField(help_text="Whether a match of it is still to be played.")
    command = serializers.SerializerMethodField(
        help_text="What plays the same at home; empty where somebody else's program sat at the table."
    )
    url = serializers.SerializerMethodField(help_text="Its page, for you alone.")

    class Meta:
        model = Sparring
        fields = ("id", "version", "game", "names", "seed", "word", "is_waiting", "command", "created_at", "url")
        extra_kwargs = {"word": {"help_text": "What the seed was made from, if it was no number."}}

    def get_is_waiting(self, sparring: Sparring) -> bool:
        """As long as it is so, ask again."""
        return any(bout.status == Bout.Status.WAITING for bout in sparring.bouts.all())

    def get_command(self, sparring: Sparring) -> str:
        """For a shell."""
        return play_command(sparring)

    @extend_schema_field({"type": "string", "format": "uri"})
    def get_url(self, sparring: Sparring) -> str:
        """Its page."""
        return address_in(self.context, reverse("bots:test", args=[sparring.version.bot.public_id, sparring.public_id]))


class SparringPage(SparringRow):
    """Test matches with what came of each."""

    matches = BoutRow(source="bouts", many=True)

    class Meta(SparringRow.Meta):
        fields = (*SparringRow.Meta.fields, "matches")  # type: ignore[assignment]  # a longer tuple is another type


class NewSparring(Sent):
    """What is to be tested, against whom."""

    game = serializers.CharField(max_length=100)
    version = serializers.IntegerField(
        required=False, min_value=1, help_text="Its number; the one that plays if left out."
    )
    opponents = serializers.ListField(
        child=serializers.CharField(max_length=100),
        min_length=1,
        max_length=8,
        help_text="From the seat after your bot's on: `steward`, `lookout-25` (built-in bots, each with its own "
        "playouts), `version:2` (of this bot) or `bot:` with the id of a player whose uploaded bot is in play.",
    )
    seed = serializers.CharField(max_length=80, help_text="A number or a word; the same one deals the same cards.")
    all_rotations = serializers.BooleanField(
        default=True, help_text="A match from every seat; otherwise one, with your bot at the first."
    )

    def wish(self, sent: Any) -> Wish:
        """What was sent, as the service takes it. Raises `ValidationError`."""
        form = type(self)(data=sent)
        form.is_valid(raise_exception=True)
        said = dict(form.validated_data)
        return Wish(number=said.pop("version", None), **said)
