"""Schema of a tournament file. Any change needs a new `VERSION`.

A file holds everything needed to continue the tournament: entries, club nights, published rounds with seats and
subjects, and current results. It contains names and is only for organisers; no accounts, no mail addresses.
"""

from collections.abc import Iterable
from datetime import date, datetime, timedelta
from string import Formatter
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework import serializers

from league.common.api.fields import ChoiceField
from league.common.validators import validate_plausible_date
from league.results.drafts import MOST_POINTS
from league.results.models import Ending, Result
from league.tournaments.models import Pairing, RequestedBye, Round, Tournament
from league.tournaments.models.tournament import MOST_DAYS
from league.tournaments.permissions import FARTHEST_ROUND
from league.tournaments.services.deadlines import FARTHEST

KIND = "event"
VERSION = 4
READ = (1, 2, 3, 4)  # versions that can be imported; 1 had no slots, 2 no deadlines, 3 no early end
SLOT = r"^([WLS]\d{1,2}\.\d{1,3}|[TFR]\.1|G\d{1,3})$"
MOST_ENTRIES = 2_000
MOST_ROUNDS = 500
MOST_EVENINGS = 100  # planned in a season
MOST_LEGS = 10
LARGEST_NUMBER = 32_767
LARGEST_FACT = 1_000_000_000

Fields = dict[str, Any]


def _count(most: int = LARGEST_NUMBER, least: int = 1, **more: Any) -> serializers.IntegerField:
    return serializers.IntegerField(min_value=least, max_value=most, **more)


def _list(child: serializers.Field[Any, Any, Any, Any], most: int) -> serializers.ListField:
    return serializers.ListField(child=child, max_length=most)


def _refuse_far(moment: date, more: timedelta = timedelta()) -> None:
    """Raise `ValidationError` for a day later than organisers may choose."""
    validate_plausible_date(moment)
    day = moment.date() if isinstance(moment, datetime) else moment
    if day > timezone.now().date() + FARTHEST + more:
        raise serializers.ValidationError(_("this date is too far in the future"))


def _moment(**more: Any) -> serializers.DateTimeField:
    return serializers.DateTimeField(allow_null=True, **{"validators": [_refuse_far]} | more)


class SeatShape(serializers.Serializer[Fields]):
    """The result of one seat; `entry` is the entry number."""

    entry = _count()
    points = serializers.IntegerField(min_value=-MOST_POINTS, max_value=MOST_POINTS)
    place = _count(5)


class ResultShape(serializers.Serializer[Fields]):
    """The current result of a game; a withdrawn one has no seats."""

    subject = serializers.UUIDField()
    how = ChoiceField(Result.How.choices)
    ending = ChoiceField(Ending.choices, allow_blank=True)
    is_rated = serializers.BooleanField()
    reason = serializers.CharField(max_length=400, allow_blank=True)
    played_at = serializers.DateTimeField(validators=[_refuse_far])
    seats = _list(SeatShape(), 5)


class ReasonShape(serializers.Serializer[Fields]):
    """A reason for a pairing."""

    template = serializers.CharField(max_length=400)
    facts = serializers.DictField(
        child=serializers.IntegerField(min_value=-LARGEST_FACT, max_value=LARGEST_FACT), allow_empty=True
    )

    def validate(self, attrs: Fields) -> Fields:
        """Allow only plain names of facts in the template, because pages fill it in."""
        if not _only_names(attrs["template"], attrs["facts"]):
            raise serializers.ValidationError(_("the reason does not match the data"))
        return attrs


def _only_names(template: str, facts: Iterable[str]) -> bool:
    """Return whether all fields of a template are plain fact names: widths or attributes could be abused."""
    try:
        gaps = [(name, spec, how) for _text, name, spec, how in Formatter().parse(template) if name is not None]
    except ValueError:
        return False
    return all(name.isidentifier() and name in facts and not spec and not how for name, spec, how in gaps)


class PairingShape(serializers.Serializer[Fields]):
    """A table or a bye: entry numbers in seat order, and the subjects of its games."""

    table = _count()
    bye = ChoiceField(Pairing.Bye.choices, allow_blank=True)
    version = _count()
    by_hand = serializers.BooleanField()
    slot = serializers.RegexField(SLOT, allow_blank=True, default="")  # position in a bracket or group, since version 2
    due_at = _moment(default=None)  # since 3
    reasons = _list(ReasonShape(), 20)
    seats = serializers.ListField(child=_count(), min_length=1, max_length=5)
    legs = serializers.ListField(child=serializers.UUIDField(), max_length=MOST_LEGS)


class RoundShape(serializers.Serializer[Fields]):
    """A published round."""

    number = _count()
    evening = _count(allow_null=True)
    status = ChoiceField([Round.Status.PUBLISHED, Round.Status.CLOSED])
    version = _count()
    published_at = _moment()
    changed_at = _moment()
    closed_at = _moment()
    due_at = _moment(default=None, validators=[])  # since 3
    pairings = _list(PairingShape(), MOST_ENTRIES)

    def validate(self, attrs: Fields) -> Fields:
        """Allow deadlines up to the end of the longest possible plan."""
        if attrs["due_at"]:
            _refuse_far(attrs["due_at"], timedelta(days=MOST_DAYS * min(attrs["number"], FARTHEST_ROUND)))
        return attrs


class PresenceShape(serializers.Serializer[Fields]):
    """A player who came."""

    entry = _count()
    left_at = _moment()


class EveningShape(serializers.Serializer[Fields]):
    """A club night and its players."""

    number = _count()
    day = serializers.DateField(validators=[_refuse_far])
    closed_at = _moment()
    presences = _list(PresenceShape(), MOST_ENTRIES)


class ByeShape(serializers.Serializer[Fields]):
    """A requested bye."""

    round = _count()
    kind = ChoiceField(RequestedBye.Kind.choices)


class EntryShape(serializers.Serializer[Fields]):
    """An entry; `player` is the public id on the site that wrote the file."""

    number = _count()
    player = serializers.RegexField(r"^[0-9a-z]{12}$")
    name = serializers.CharField(max_length=80)
    joined_round = _count()
    left_round = _count(allow_null=True)
    is_guest = serializers.BooleanField()
    fixed_table = _count(allow_null=True)
    checked_in_at = _moment()
    byes = _list(ByeShape(), MOST_ROUNDS)


class ForbiddenShape(serializers.Serializer[Fields]):
    """A forbidden pair, by entry numbers."""

    one = _count()
    other = _count()
    until_round = _count(allow_null=True)


class EventShape(serializers.Serializer[Fields]):
    """The tournament."""

    public_id = serializers.RegexField(r"^[0-9a-z]{12}$")
    name = serializers.CharField(max_length=80)
    summary = serializers.CharField(max_length=200, allow_blank=True)
    club = serializers.CharField(max_length=80)
    game = serializers.SlugField(max_length=40)
    options = serializers.DictField()
    format = serializers.SlugField(max_length=40)
    format_options = serializers.DictField()
    scoring = serializers.SlugField(max_length=40)
    tiebreaks = serializers.ListField(child=serializers.SlugField(max_length=40), max_length=30)
    pace = ChoiceField(Tournament.Pace.choices)
    seed = serializers.IntegerField(min_value=0, max_value=2**63 - 1)
    status = ChoiceField(Tournament.Status.choices)
    begins_at = _moment()
    round_minutes = _count(allow_null=True)
    capacity = _count(allow_null=True)
    confirmations = _count(4, least=0)
    first_due_at = _moment(default=None)  # since version 3, like the next two
    due_every_days = _count(MOST_DAYS, default=7)
    reminder_days = _count(MOST_DAYS, least=0, default=3)
    endings = serializers.DictField(child=serializers.CharField(max_length=40), allow_empty=True)
    started_at = _moment()
    finished_at = _moment()
    ended_early = serializers.BooleanField(default=False)  # since version 4, like the next three
    end_note = serializers.CharField(max_length=200, allow_blank=True, default="")
    end_reason = ReasonShape(allow_null=True, default=None)
    evenings_planned = _count(MOST_EVENINGS, allow_null=True, default=None)

    def validate(self, attrs: Fields) -> Fields:
        """Require a start time once it runs and an end time once it is finished."""
        status = attrs["status"]
        attrs["end_reason"] = attrs["end_reason"] or {}
        if attrs["ended_early"] and status != Tournament.Status.FINISHED:
            raise serializers.ValidationError(_("a tournament that ended early must be finished"))
        has_begun = status in {Tournament.Status.RUNNING, Tournament.Status.FINISHED}
        if (has_begun and not attrs["started_at"]) or (
            status == Tournament.Status.FINISHED and not attrs["finished_at"]
        ):
            raise serializers.ValidationError(_("the start or end time is missing"))
        return attrs


class FileShape(serializers.Serializer[Fields]):
    """The whole file. `digest` is the SHA-256 of the rest, to detect incomplete files."""

    moothill = ChoiceField([KIND])
    version = ChoiceField(READ)
    written_at = serializers.DateTimeField(validators=[_refuse_far])
    event = EventShape()
    entries = _list(EntryShape(), MOST_ENTRIES)
    forbidden = _list(ForbiddenShape(), MOST_ENTRIES)
    evenings = _list(EveningShape(), MOST_ROUNDS)
    rounds = _list(RoundShape(), MOST_ROUNDS)
    results = _list(ResultShape(), MOST_ENTRIES * MOST_ROUNDS)
    digest = serializers.CharField(max_length=64)
