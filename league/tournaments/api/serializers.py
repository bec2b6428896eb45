"""Fields of the answers about tournaments. Entries are named by their seeding number.

Points are given as pages show them (`points`, "2½"), and in units of 1/720 point (`units`), so that sums of halves,
thirds and fifths are exact.
"""

from collections.abc import Collection, Mapping
from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from league.accounts.api import PlayerName
from league.clubs.display_names import show_names
from league.common.api.fields import PageAddress
from league.competition.format import Bye, How
from league.competition.points import POINT
from league.competition.tiebreaks import tiebreak_named
from league.results.api import LinkRow
from league.results.models import Ending
from league.tournaments.models import Entry, Tournament
from league.tournaments.presenters.overview import progress_of
from league.tournaments.queries.entries import entries_of
from league.tournaments.queries.standings_cache import sheet_of

Document = dict[str, Any]
NUMBER = "Number of the entry."
BYES = [(bye.value, bye.value) for bye in Bye]
WAYS = [(how.value, how.value) for how in How]


class TournamentRow(serializers.ModelSerializer[Tournament]):
    """A tournament in a list."""

    id = serializers.CharField(source="public_id")
    club = serializers.SlugRelatedField[Any](slug_field="slug", read_only=True)
    pool = serializers.SlugRelatedField[Any](
        slug_field="slug", read_only=True, help_text="Pool in which its results are rated."
    )
    players = serializers.IntegerField(source="entries_count", help_text="Number of entries.")
    url = PageAddress("tournaments:tournament", "public_id", "slug", help_text="The tournament's page.")

    class Meta:
        model = Tournament
        fields: tuple[str, ...] = (
            "id", "name", "club", "game", "format", "venue", "pace", "pool", "status", "players", "started_at",
            "finished_at", "url",
        )  # fmt: skip


class TieBreakRow(serializers.Serializer[Any]):
    """A tie-break, in order of use."""

    slug = serializers.CharField()
    name = serializers.CharField()
    rule = serializers.CharField(help_text="Explanation.")
    scale = serializers.IntegerField(help_text="Units per whole number.")


class EntryRow(serializers.Serializer[Any]):
    """An entry of a tournament."""

    id = serializers.CharField(source="public_id", help_text="Id for check-in and withdrawal. Does not change.")
    number = serializers.IntegerField(help_text="Seeding number, from 1.")
    player = PlayerName(source="person")
    joined_round = serializers.IntegerField()
    left_round = serializers.IntegerField(
        allow_null=True, help_text=("First round that the entry misses. Null if it has not withdrawn.")
    )


class EntryWritten(EntryRow):
    """An entry, for organisers."""

    checked_in_at = serializers.DateTimeField(allow_null=True)
    is_waiting = serializers.SerializerMethodField(help_text="Whether it is on the waiting list.")

    def get_is_waiting(self, entry: Entry) -> bool:
        """Return whether it waits; only before the start."""
        return entry.tournament.keeps_waiting(entry.number)


class ProgressRow(serializers.Serializer[Any]):
    """Rounds and games so far."""

    round = serializers.IntegerField(help_text="Current or last round. 0 before the start.")
    rounds = serializers.IntegerField(help_text="Expected number of rounds.")
    decided = serializers.IntegerField(help_text="Games with a result.")
    legs = serializers.IntegerField(help_text="Games of published rounds.")


class TournamentPage(TournamentRow):
    """A tournament with format, entries and progress."""

    options = serializers.DictField(help_text="All options of the game.")
    format_options = serializers.DictField(help_text="All options of the format.")
    tiebreaks = serializers.SerializerMethodField(help_text="In order of use.")
    progress = serializers.SerializerMethodField()
    entries = serializers.SerializerMethodField(help_text="In seeding order.")

    class Meta(TournamentRow.Meta):
        fields = (
            *TournamentRow.Meta.fields, "options", "format_options", "scoring", "tiebreaks", "progress", "entries",
        )  # fmt: skip

    @extend_schema_field(TieBreakRow(many=True))
    def get_tiebreaks(self, tournament: Tournament) -> list[Document]:
        """Return the tie-breaks in order of use."""
        chosen = [tiebreak_named(slug) for slug in tournament.tiebreaks]
        return [{"slug": rule.slug, "name": _(rule.name), "rule": _(rule.rule), "scale": rule.scale} for rule in chosen]

    @extend_schema_field(ProgressRow)
    def get_progress(self, tournament: Tournament) -> Document:
        """Return the progress in rounds and games."""
        return ProgressRow(progress_of(sheet_of(tournament))).data

    @extend_schema_field(EntryRow(many=True))
    def get_entries(self, tournament: Tournament) -> list[Document]:
        """Return all entries in seeding order."""
        return entry_rows(tournament, self.context)


def entry_rows(tournament: Tournament, context: Mapping[str, Any]) -> list[Document]:
    """Return the entries in the order of the list; one query."""
    entries = list(entries_of(tournament))
    show_names([entry.person for entry in entries], tournament.club, context["request"].user)
    return list(EntryRow(entries, many=True, context=context).data)


def entries_written(tournament: Tournament, ids: Collection[int], context: Mapping[str, Any]) -> list[Document]:
    """Return the entries with these keys as organisers read them, in the order of the list."""
    entries = [entry for entry in entries_of(tournament) if entry.pk in ids]
    show_names([entry.person for entry in entries], tournament.club, context["request"].user)
    return list(EntryWritten(entries, many=True, context=context).data)


class TieBreakValue(serializers.Serializer[Any]):
    """One value of a tie-break."""

    slug = serializers.CharField()
    value = serializers.CharField(help_text="As shown on pages.")
    units = serializers.IntegerField(help_text="In units of the tie-break's `scale`.")


class EveningRow(serializers.Serializer[Any]):
    """Result of an entry on one club night of a season."""

    number = serializers.IntegerField()
    points = serializers.CharField(help_text="As shown on pages.")
    units = serializers.IntegerField(help_text=f"{POINT} to the point.")
    games = serializers.IntegerField()
    counts = serializers.BooleanField(help_text="False if the club night does not count.")


class StandingsRow(serializers.Serializer[Any]):
    """A row of the standings."""

    place = serializers.IntegerField(
        help_text="Place: 1, 2, 2, 4. 0 if the entry is not ranked or no game has a result."
    )
    entry = serializers.IntegerField(help_text=NUMBER)
    player = PlayerName()
    points = serializers.CharField(help_text="As shown on pages.")
    units = serializers.IntegerField(help_text=f"{POINT} to the point.")
    played = serializers.IntegerField(help_text="Played games, without byes and forfeits.")
    won = serializers.IntegerField(help_text="Games won alone, including forfeits.")
    tiebreaks = TieBreakValue(many=True, help_text="In order of use.")
    evenings = EveningRow(many=True, help_text=("Club nights attended. Empty unless the tournament is a season."))
    unranked = serializers.CharField(help_text="Why the entry is not ranked. Empty if it is.")
    reached = serializers.CharField(help_text="Stage reached in a knockout. Empty in other formats.")


class MeetingRow(serializers.Serializer[Any]):
    """A game against one opponent."""

    opponent = serializers.IntegerField(help_text=NUMBER)
    round = serializers.IntegerField()
    table = serializers.IntegerField()
    games = serializers.IntegerField()
    halves = serializers.IntegerField(help_text="2 per game ahead of the opponent, 1 per shared place.")
    forfeited = serializers.BooleanField()


class TurnRow(serializers.Serializer[Any]):
    """A round of an entry."""

    round = serializers.IntegerField()
    table = serializers.IntegerField()
    bye = serializers.ChoiceField(BYES, allow_null=True)
    seat = serializers.IntegerField(allow_null=True, help_text=("Seat in the first game, from 1. Null for a bye."))
    opponents = serializers.ListField(child=serializers.IntegerField(), help_text=("Entry numbers of the opponents."))
    places = serializers.ListField(child=serializers.IntegerField(), help_text="Place in each game.")
    points = serializers.CharField(
        allow_null=True, help_text=("Points. Null until they count. A bye counts when the round ends.")
    )
    units = serializers.IntegerField(allow_null=True)


class CrosstableRow(serializers.Serializer[Any]):
    """Row of the crosstable."""

    place = serializers.IntegerField()
    entry = serializers.IntegerField(help_text=NUMBER)
    player = PlayerName()
    points = serializers.CharField()
    units = serializers.IntegerField()
    meetings = MeetingRow(many=True, help_text="In the order of the first game.")
    rounds = TurnRow(many=True, help_text="Published rounds in which the entry was paired or had a bye.")


class RoundRow(serializers.Serializer[Any]):
    """A published round. Drafts are not listed."""

    number = serializers.IntegerField()
    version = serializers.IntegerField(help_text="Increases with each change after publication.")
    published_at = serializers.DateTimeField(allow_null=True)
    changed_at = serializers.DateTimeField(allow_null=True, help_text="Time of publication of this version.")
    due_at = serializers.DateTimeField(allow_null=True, help_text="Deadline of its games.")
    is_decided = serializers.BooleanField()
    tables = serializers.IntegerField()
    legs = serializers.IntegerField(help_text="Games of published rounds.")
    decided = serializers.IntegerField(help_text="Games with a result.")
    url = serializers.URLField(help_text="The round's page.")


class LegSeat(serializers.Serializer[Any]):
    """A seat of a game. Score and place are null until there is a result."""

    entry = serializers.IntegerField(help_text=NUMBER)
    points = serializers.IntegerField(allow_null=True, help_text="Score in the game.")
    place = serializers.IntegerField(allow_null=True)


class LegRow(serializers.Serializer[Any]):
    """A game of a pairing."""

    number = serializers.IntegerField()
    subject = serializers.UUIDField(help_text="The `subject` of its result in `/results/`.")
    how = serializers.ChoiceField(choices=WAYS, allow_null=True, help_text="Null until there is a result.")
    ending = serializers.ChoiceField(
        choices=Ending.choices, allow_blank=True, help_text="How the game ended early. Empty if it did not."
    )
    seats = LegSeat(many=True, help_text="In seat order.")
    links = LinkRow(many=True, help_text="Its bot match. Empty if there is none or you may not see it.")


class PaidRow(serializers.Serializer[Any]):
    """Points of an entry at a table."""

    entry = serializers.IntegerField(help_text=NUMBER)
    points = serializers.CharField(help_text="As shown on pages.")
    units = serializers.IntegerField(help_text=f"{POINT} to the point.")


class PairingRow(serializers.Serializer[Any]):
    """A pairing. A bye is a pairing with one entry and no games."""

    table = serializers.IntegerField()
    bye = serializers.ChoiceField(choices=BYES, allow_null=True)
    entries = serializers.ListField(
        child=serializers.IntegerField(), help_text="Entry numbers, in the seat order of the first game."
    )
    slot = serializers.CharField(
        help_text="Position in a bracket: W2.1 is the first match of round 2, L losers' bracket, F grand final, "
        "R its second match, T third-place match, S table of a stage. Or the group (G3). Empty in other formats."
    )
    due_at = serializers.DateTimeField(
        allow_null=True, help_text=("Deadline of the pairing if it was postponed. Otherwise that of the round.")
    )
    is_decided = serializers.BooleanField()
    legs = LegRow(many=True)
    paid = PaidRow(many=True, help_text="Empty until there is a result.")
    reasons = serializers.ListField(child=serializers.CharField(), help_text="Reasons for the pairing.")


class RoundPage(RoundRow):
    """A round with its tables."""

    pairings = PairingRow(many=True)
