"""The shapes of the documents about tournaments. Entries are named by their number in the list.

Points of a standing come twice: as the pages print them (`points`, "2½"), and in whole units for sums (`units`,
720 to the point, so that halves, thirds and fifths are exact).
"""

from typing import Any

from django.urls import reverse
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from league.members.api import PlayerName
from league.results.api import LinkRow
from league.results.models import Ending
from league.rules.formats.format import Bye, How
from league.rules.points import POINT
from league.shared.api.fields import address_in
from league.tournaments.api import documents
from league.tournaments.models import Tournament

NUMBER = "The number of the entry."
BYES = [(bye.value, bye.value) for bye in Bye]
WAYS = [(how.value, how.value) for how in How]


class TournamentRow(serializers.ModelSerializer[Tournament]):
    """A tournament in a list."""

    id = serializers.CharField(source="public_id")
    club = serializers.SlugRelatedField[Any](slug_field="slug", read_only=True)
    pool = serializers.SlugRelatedField[Any](
        slug_field="slug", read_only=True, help_text="Where its results are rated."
    )
    players = serializers.IntegerField(source="entries_count", help_text="How many are entered.")
    url = serializers.SerializerMethodField(help_text="The tournament's page.")

    class Meta:
        model = Tournament
        fields: tuple[str, ...] = (
            "id", "name", "club", "game", "format", "venue", "pace", "pool", "status", "players", "started_at",
            "finished_at", "url",
        )  # fmt: skip

    @extend_schema_field({"type": "string", "format": "uri"})
    def get_url(self, event: Tournament) -> str:
        """The tournament's page."""
        return address_in(self.context, reverse("tournaments:tournament", args=[event.public_id, event.slug]))


class TieBreakRow(serializers.Serializer[Any]):
    """A tie-break, in the order in which they are applied."""

    slug = serializers.CharField()
    name = serializers.CharField()
    rule = serializers.CharField(help_text="What it counts, in a sentence.")
    scale = serializers.IntegerField(help_text="How many units make a whole.")


class EntryRow(serializers.Serializer[Any]):
    """Who plays."""

    id = serializers.CharField(help_text="For withdrawing it and checking it in; it stays when numbers change.")
    number = serializers.IntegerField(help_text="The order of seeding, from 1.")
    player = PlayerName()
    joined_round = serializers.IntegerField()
    left_round = serializers.IntegerField(allow_null=True, help_text="The first round it is gone.")


class ProgressRow(serializers.Serializer[Any]):
    """How far it is."""

    round = serializers.IntegerField(help_text="The round that is played, or the last; 0 before the start.")
    rounds = serializers.IntegerField(help_text="How many it takes as things stand.")
    decided = serializers.IntegerField(help_text="Games with a result.")
    legs = serializers.IntegerField(help_text="Games on the board.")


class TournamentPage(TournamentRow):
    """A tournament: what was agreed before the start, who plays, and how far it is."""

    options = serializers.DictField(help_text="The game's, in full.")
    format_options = serializers.DictField(help_text="The format's, in full.")
    tiebreaks = serializers.SerializerMethodField(help_text="In the order in which they are applied.")
    progress = serializers.SerializerMethodField()
    entries = serializers.SerializerMethodField(help_text="In the order of seeding.")

    class Meta(TournamentRow.Meta):
        fields = (
            *TournamentRow.Meta.fields, "options", "format_options", "scoring", "tiebreaks", "progress", "entries",
        )  # fmt: skip

    @extend_schema_field(TieBreakRow(many=True))
    def get_tiebreaks(self, event: Tournament) -> list[documents.Document]:
        """As they were chosen."""
        return documents.tiebreaks(event)

    @extend_schema_field(ProgressRow)
    def get_progress(self, event: Tournament) -> documents.Document:
        """In rounds and games."""
        return documents.progress(event)

    @extend_schema_field(EntryRow(many=True))
    def get_entries(self, event: Tournament) -> list[documents.Document]:
        """Everybody who is in."""
        return documents.entry_rows(event, self.context)


class TieBreakValue(serializers.Serializer[Any]):
    """One value of a tie-break."""

    slug = serializers.CharField()
    value = serializers.CharField(help_text="As the pages print it.")
    units = serializers.IntegerField(help_text="In units of the tie-break's `scale`.")


class EveningRow(serializers.Serializer[Any]):
    """What one evening of a season brought an entry."""

    number = serializers.IntegerField()
    points = serializers.CharField(help_text="As the pages print them.")
    units = serializers.IntegerField(help_text=f"{POINT} to the point.")
    games = serializers.IntegerField()
    counts = serializers.BooleanField(help_text="False where the evening is dropped.")


class StandingsRow(serializers.Serializer[Any]):
    """A line of the standings."""

    place = serializers.IntegerField(
        help_text="1, 2, 2, 4 where the last tie-break leaves entries level; 0 below the line of a season, and for "
        "everybody before a game is decided."
    )
    entry = serializers.IntegerField(help_text=NUMBER)
    player = PlayerName()
    points = serializers.CharField(help_text="As the pages print them.")
    units = serializers.IntegerField(help_text=f"{POINT} to the point.")
    played = serializers.IntegerField(help_text="Games really played.")
    won = serializers.IntegerField(help_text="Games in which it was alone in first place, forfeits included.")
    tiebreaks = TieBreakValue(many=True, help_text="In the order in which they are applied.")
    evenings = EveningRow(many=True, help_text="Those it came to; empty where the event has no evenings.")
    unranked = serializers.CharField(help_text="Why it has no place; empty where it has one.")
    reached = serializers.CharField(help_text="How far it came in a knockout, in words; empty where points count.")


class MeetingRow(serializers.Serializer[Any]):
    """A meeting with one opponent at one table."""

    opponent = serializers.IntegerField(help_text=NUMBER)
    round = serializers.IntegerField()
    table = serializers.IntegerField()
    games = serializers.IntegerField()
    halves = serializers.IntegerField(help_text="2 for every game it came out ahead in, 1 for every shared place.")
    forfeited = serializers.BooleanField()


class TurnRow(serializers.Serializer[Any]):
    """A round of an entry."""

    round = serializers.IntegerField()
    table = serializers.IntegerField()
    bye = serializers.ChoiceField(BYES, allow_null=True)
    seat = serializers.IntegerField(allow_null=True, help_text="In the first game, from 1; null of a bye.")
    opponents = serializers.ListField(child=serializers.IntegerField(), help_text="The numbers of their entries.")
    places = serializers.ListField(child=serializers.IntegerField(), help_text="At the table, game by game.")
    points = serializers.CharField(allow_null=True, help_text="Null until it counts; a bye counts at the round's end.")
    units = serializers.IntegerField(allow_null=True)


class CrosstableRow(serializers.Serializer[Any]):
    """An entry's meetings with everybody it met."""

    place = serializers.IntegerField()
    entry = serializers.IntegerField(help_text=NUMBER)
    player = PlayerName()
    points = serializers.CharField()
    units = serializers.IntegerField()
    meetings = MeetingRow(many=True, help_text="In the order of the opponents' first meetings.")
    rounds = TurnRow(many=True, help_text="Every round on the board in which it was paired or had a bye.")


class RoundRow(serializers.Serializer[Any]):
    """A round in a list. Only what is on the board, or was, is here; a draft is not."""

    number = serializers.IntegerField()
    version = serializers.IntegerField(help_text="Grows with every change after publication.")
    published_at = serializers.DateTimeField(allow_null=True)
    changed_at = serializers.DateTimeField(allow_null=True, help_text="When this version went on the board.")
    due_at = serializers.DateTimeField(allow_null=True, help_text="When its games are to be played by.")
    is_decided = serializers.BooleanField()
    tables = serializers.IntegerField()
    legs = serializers.IntegerField(help_text="Games on the board.")
    decided = serializers.IntegerField(help_text="Games with a result.")
    url = serializers.URLField(help_text="The round's page.")


class LegSeat(serializers.Serializer[Any]):
    """A seat of a game; points and place once it is decided."""

    entry = serializers.IntegerField(help_text=NUMBER)
    points = serializers.IntegerField(allow_null=True, help_text="The game's own.")
    place = serializers.IntegerField(allow_null=True)


class LegRow(serializers.Serializer[Any]):
    """One game of a table; its seats turn from game to game."""

    number = serializers.IntegerField()
    subject = serializers.UUIDField(help_text="That of its result in `/results/`.")
    how = serializers.ChoiceField(choices=WAYS, allow_null=True, help_text="Null until it is decided.")
    ending = serializers.ChoiceField(
        choices=Ending.choices,
        allow_blank=True,
        help_text="How a game ended that was not played to its end; else empty.",
    )
    seats = LegSeat(many=True, help_text="From the first seat on.")
    links = LinkRow(many=True, help_text="The match behind it, where there is one to see.")


class PaidRow(serializers.Serializer[Any]):
    """What a table paid an entry."""

    entry = serializers.IntegerField(help_text=NUMBER)
    points = serializers.CharField(help_text="As the pages print them.")
    units = serializers.IntegerField(help_text=f"{POINT} to the point.")


class PairingRow(serializers.Serializer[Any]):
    """Who meets at one table. A bye is a pairing of one entry and no games."""

    table = serializers.IntegerField()
    bye = serializers.ChoiceField(choices=BYES, allow_null=True)
    entries = serializers.ListField(
        child=serializers.IntegerField(), help_text="Numbers, as they sit in the first game."
    )
    slot = serializers.CharField(
        help_text="Its place in a bracket (W2.1 is the first match of the second round, L of the losers, F the grand "
        "final, R its second match, T third place, S a table of a stage) or its group (G3); empty elsewhere."
    )
    due_at = serializers.DateTimeField(
        allow_null=True, help_text="When it is to be played by, where it was put off; else as its round."
    )
    is_decided = serializers.BooleanField()
    legs = LegRow(many=True)
    paid = PaidRow(many=True, help_text="Once it is decided.")
    reasons = serializers.ListField(child=serializers.CharField(), help_text="Why they meet, in sentences.")


class RoundPage(RoundRow):
    """A round with its tables."""

    pairings = PairingRow(many=True)
