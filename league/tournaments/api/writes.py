"""What programs write into tournaments: entries, check-in, results. Services decide; here it is only read."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers

from league.accounts.models import Account
from league.common.api.fields import ChoiceField, RequestSerializer
from league.common.errors import Refusal
from league.common.validators import plausible_day
from league.results.drafts import LARGEST_TABLE, MOST_POINTS, played_on
from league.results.models import Ending, Result
from league.tournaments.api.serializers import EntryRow
from league.tournaments.errors import EntryRefused, ReportRefused
from league.tournaments.models import Entry, Leg, Tournament
from league.tournaments.permissions import FARTHEST_ROUND
from league.tournaments.presenters.manage import legs_named
from league.tournaments.queries.entries import known_person, players_named
from league.tournaments.services.entries import MOST_ENTRIES, enter_guest, enter_late, enter_players
from league.tournaments.services.repairs import forfeit_places
from league.tournaments.services.results import Outcome, report_results

MOST_RESULTS = 1000
SEATS = "By seat, in the order of the game's `seats`."


class EntryWritten(EntryRow):
    """An entry, for organisers."""

    checked_in_at = serializers.DateTimeField(allow_null=True)
    is_waiting = serializers.BooleanField(help_text="Whether it is on the waiting list.")


class FromRound(RequestSerializer):
    """The first round affected."""

    from_round = serializers.IntegerField(
        min_value=1, max_value=FARTHEST_ROUND, required=False, allow_null=True, default=None,
        help_text=("In a running tournament: the first round without the entry. Default: the next unpublished "
"round."),
    )  # fmt: skip


class NewEntries(FromRound):
    """Players to enter."""

    players = serializers.ListField(
        child=serializers.CharField(max_length=12),
        min_length=1,
        max_length=MOST_ENTRIES,
        help_text="Ids under `/players/`, in seeding order.",
    )


class NewGuest(FromRound):
    """A guest to enter."""

    name = serializers.CharField(max_length=80, required=False, default="", allow_blank=True)
    player = serializers.CharField(
        max_length=12, required=False, help_text=("Instead of `name`: id of a guest who has played here before.")
    )
    others = serializers.ListField(
        child=serializers.CharField(max_length=12),
        max_length=100,
        required=False,
        default=list,
        help_text="Ids of players with similar names who are other people.",
    )


class Presence(RequestSerializer):
    """Whether the player is checked in."""

    is_here = serializers.BooleanField()


class NewResult(RequestSerializer):
    """Result of one game. Send `points`, `places` or both, or `absent`, or `early`."""

    subject = serializers.UUIDField(help_text="`subject` of the game in the round.")
    points = serializers.ListField(
        child=serializers.IntegerField(min_value=-MOST_POINTS, max_value=MOST_POINTS, allow_null=True),
        max_length=LARGEST_TABLE, required=False, allow_null=True, default=None,
        help_text=f"{SEATS} Null for a player who left early.",
    )  # fmt: skip
    places = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=LARGEST_TABLE),
        max_length=LARGEST_TABLE, required=False, allow_null=True, default=None,
        help_text=f"{SEATS} Left out, they follow from the points.",
    )  # fmt: skip
    absent = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=1), max_length=2, required=False, default=list,
        help_text="Games of two players: seats, from 0, of absent players. The game is a forfeit.",
    )  # fmt: skip
    ending = ChoiceField(
        choices=Ending.choices, required=False, default="", allow_blank=True, help_text=("How the game ended early.")
    )
    left = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=LARGEST_TABLE - 1),
        max_length=LARGEST_TABLE, required=False, default=list,
        help_text="Seats, from 0, of players who left early.",
    )  # fmt: skip
    played_on = serializers.DateField(
        required=False, allow_null=True, default=None, validators=[plausible_day],
        help_text="Date in the time zone of the club. Default: today.",
    )  # fmt: skip


class NewResults(RequestSerializer):
    """Results of a round."""

    results = serializers.ListField(child=NewResult(), min_length=1, max_length=MOST_RESULTS)


class ResultsWritten(serializers.Serializer[Any]):
    """Number of entered results."""

    entered = serializers.IntegerField()


def enter(event: Tournament, sent: dict[str, Any], by: Account) -> list[Entry]:
    """Enter these players: before the start, or late into a tournament that runs. Raises what the services raise."""
    ids = sent["players"]
    named = {player.public_id: player for player in players_named(event, ids)}
    if unknown := next((one for one in ids if one not in named), None):
        sentence = _("No player with the id %(id)s can be entered here. Enter members of %(club)s, or a guest.")
        raise EntryRefused(sentence % {"id": unknown, "club": event.club}, field="players")
    players = [named[one] for one in ids]
    if event.is_running:
        return enter_late(tournament=event, players=players, by=by, from_round=sent["from_round"])
    return enter_players(tournament=event, players=players, by=by)


def enter_a_guest(event: Tournament, sent: dict[str, Any], by: Account) -> Entry:
    """Enter a guest by name or id. Raises what the service raises."""
    player = None
    if "player" in sent:
        player = known_person(event.club, sent["player"])
        if player is None:
            sentence = _("No player with this id has played in %(club)s. Enter the player by name.")
            raise EntryRefused(sentence % {"club": event.club}, field="player")
    return enter_guest(
        tournament=event, name=sent["name"], player=player, seen=sent["others"], from_round=sent["from_round"], by=by
    )


def enter_results(event: Tournament, number: int, results: Sequence[dict[str, Any]], by: Account) -> int:
    """Enter results of a round and return how many. Raises what the service raises; `field` names the result."""
    subjects = [one["subject"] for one in results]
    by_subject = legs_named(event, number, subjects)
    for at, subject in enumerate(subjects):
        if subject not in by_subject:
            sentence = _("Round %(number)d has no game with this subject. Read the round again.")
            raise ReportRefused(sentence % {"number": number}, field=f"results.{at}.subject")
    outcomes = [_outcome(event, by_subject[one["subject"]], one) for one in results]
    try:
        report_results(tournament=event, outcomes=outcomes, by=by)
    except Refusal as refusal:
        fields = {outcome.field: f"results.{place}" for place, outcome in enumerate(outcomes)}
        refusal.field = fields.get(refusal.field or "")
        raise
    return len(outcomes)


def _outcome(event: Tournament, leg: Leg, sent: dict[str, Any]) -> Outcome:
    day = sent["played_on"]
    played_at = played_on(day, event.club) if day else None
    if sent["absent"]:
        places = forfeit_places(range(2), set(sent["absent"]))
        return Outcome(leg, places=places, how=Result.How.FORFEIT, played_at=played_at)
    return Outcome(
        leg, sent["points"], sent["places"], played_at=played_at, ending=sent["ending"], left=frozenset(sent["left"])
    )
