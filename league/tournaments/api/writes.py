"""Requests that change tournaments: entries, check-in, results. The services check them."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from rest_framework import serializers

from league.accounts.models import Account
from league.clubs.dates import played_on
from league.common.api.fields import ChoiceField, RequestSerializer
from league.common.errors import Refusal
from league.common.validators import validate_plausible_date
from league.results.drafts import LARGEST_TABLE, MOST_POINTS
from league.results.models import Ending, Result
from league.tournaments.errors import EntryRefused, ReportRefused
from league.tournaments.models import Entry, Leg, Tournament
from league.tournaments.permissions import FARTHEST_ROUND
from league.tournaments.presenters.game_results import legs_named
from league.tournaments.queries.entries import known_person, players_named
from league.tournaments.services.entries import MOST_ENTRIES, enter_guest, enter_late, enter_players
from league.tournaments.services.repairs import forfeit_places
from league.tournaments.services.results import Outcome, enter_typed_results

MOST_RESULTS = 1000
SEATS = "By seat, in the order of the game's `seats`."


def _from_round(text: str) -> serializers.IntegerField:
    return serializers.IntegerField(
        min_value=1, max_value=FARTHEST_ROUND, required=False, allow_null=True, default=None, help_text=text
    )


class FromRound(RequestSerializer):
    """When the entry leaves."""

    from_round = _from_round("The first round without the entry. Default: it leaves now.")


class LateEntry(RequestSerializer):
    """When the entry begins to play."""

    from_round = _from_round(
        "Only in a running tournament: the first round with the entry. Default: the next unpublished round."
    )


class NewEntries(LateEntry):
    """Players to enter."""

    players = serializers.ListField(
        child=serializers.CharField(max_length=12),
        min_length=1,
        max_length=MOST_ENTRIES,
        help_text="Ids under `/players/`, in seeding order.",
    )


class NewGuest(LateEntry):
    """A guest to enter. Send `name`, with `others` if needed, or `player`."""

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

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Refuse a new name beside the id of a known guest. Raise ValidationError."""
        return _only_one(attrs, "player", "name", "others")


class Presence(RequestSerializer):
    """Whether the player is checked in."""

    is_here = serializers.BooleanField()


class NewResult(RequestSerializer):
    """Result of one game. Send `points`, `places`, `ending` and `left`, as many as apply; or `absent` instead."""

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
        required=False, allow_null=True, default=None, validators=[validate_plausible_date],
        help_text="Date in the time zone of the club. Default: today.",
    )  # fmt: skip

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Refuse a result beside absent players, for their game is a forfeit. Raise ValidationError."""
        return _only_one(attrs, "absent", "points", "places", "ending", "left")


class NewResults(RequestSerializer):
    """Results of a round."""

    results = serializers.ListField(child=NewResult(), min_length=1, max_length=MOST_RESULTS)


class ResultsWritten(serializers.Serializer[Any]):
    """Number of entered results."""

    entered = serializers.IntegerField()


def enter(tournament: Tournament, sent: dict[str, Any], by: Account) -> list[Entry]:
    """Enter these players: before the start, or late into a running tournament. Raise the errors of the services."""
    _check_from_round(tournament, sent["from_round"])
    ids = sent["players"]
    named = {player.public_id: player for player in players_named(tournament, ids)}
    if unknown := next((public_id for public_id in ids if public_id not in named), None):
        message = _("No player with the id %(id)s can be entered here. Enter members of %(club)s, or a guest.")
        raise EntryRefused(message, id=unknown, club=tournament.club, field="players")
    players = [named[public_id] for public_id in ids]
    if tournament.is_running:
        return enter_late(tournament=tournament, players=players, by=by, from_round=sent["from_round"])
    return enter_players(tournament=tournament, players=players, by=by)


def enter_a_guest(tournament: Tournament, sent: dict[str, Any], by: Account) -> Entry:
    """Enter a guest by name or id. Raise the errors of the service."""
    _check_from_round(tournament, sent["from_round"])
    player = known_person(tournament.club, sent["player"]) if "player" in sent else None
    if player is None and "player" in sent:
        message = _("No player with this id has played in %(club)s. Enter the player by name.")
        raise EntryRefused(message, club=tournament.club, field="player")
    return enter_guest(
        tournament=tournament,
        name=sent["name"],
        player=player,
        seen=sent["others"],
        from_round=sent["from_round"],
        by=by,
    )


def enter_results(tournament: Tournament, number: int, results: Sequence[dict[str, Any]], by: Account) -> int:
    """Enter results of a round and return of how many games. Raise the errors of the service.

    `field` of an error names the result. A result that the request repeats unchanged counts once.
    """
    places: dict[UUID, int] = {}  # where in the request the result of each game is
    for at, result in enumerate(results):
        first = places.setdefault(result["subject"], at)
        if result != results[first]:
            message = _("“%(first)s” is another result of this game. Send one result for each game.")
            raise ReportRefused(message, first=f"results.{first}", field=f"results.{at}.subject")
    legs = legs_named(tournament, number, places)
    for subject, at in places.items():
        if subject not in legs:
            message = _("Round %(number)d has no game with this subject. Read the round again.")
            raise ReportRefused(message, number=number, field=f"results.{at}.subject")
    outcomes = [_outcome(tournament, legs[subject], results[at]) for subject, at in places.items()]
    try:
        enter_typed_results(tournament=tournament, outcomes=outcomes, by=by)
    except Refusal as refusal:
        fields = {outcome.field: f"results.{places[outcome.leg.subject]}" for outcome in outcomes}
        refusal.field = fields.get(refusal.field or "")
        raise
    return len(outcomes)


def _only_one(sent: dict[str, Any], name: str, *others: str) -> dict[str, Any]:
    """Return what was sent. Raise ValidationError for each of the other fields that came with this one."""
    message = _("Send either “%(name)s” or “%(other)s”, not both.")
    wrong = {other: [message % {"name": name, "other": other}] for other in others if sent[other]}
    if sent.get(name) and wrong:
        raise serializers.ValidationError(wrong)
    return sent


def _check_from_round(tournament: Tournament, from_round: int | None) -> None:
    """Raise `EntryRefused` for a first round in a tournament that does not run."""
    if from_round is not None and not tournament.is_running:
        raise EntryRefused(_("Send “from_round” only while the tournament runs."), field="from_round")


def _outcome(tournament: Tournament, leg: Leg, sent: dict[str, Any]) -> Outcome:
    day = sent["played_on"]
    played_at = played_on(day, tournament.club) if day else None
    if sent["absent"]:
        places = forfeit_places(range(2), set(sent["absent"]))
        return Outcome(leg, places=places, how=Result.How.FORFEIT, played_at=played_at)
    return Outcome(
        leg, sent["points"], sent["places"], played_at=played_at, ending=sent["ending"], left=frozenset(sent["left"])
    )
