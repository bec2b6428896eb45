"""Export: the file of a tournament with everything needed to continue it, without drafts."""

import hashlib
import json
from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import Model
from django.utils import timezone

from league.results.models import Result
from league.tournaments.models import Evening, Leg, Pairing, Round, Tournament
from league.tournaments.queries.entries import entries_of
from league.tournaments.transfer.schema import KIND, VERSION, Fields

_OF_THE_EVENT = (
    "public_id", "name", "summary", "game", "options", "format", "format_options", "scoring", "tiebreaks", "pace",
    "seed", "status", "begins_at", "round_minutes", "capacity", "confirmations", "endings", "started_at", "finished_at",
    "first_due_at", "due_every_days", "reminder_days", "ended_early", "end_note",
    "evenings_planned",
)  # fmt: skip


def file_of(event: Tournament) -> bytes:
    """Return the file of a tournament in person. Eleven queries."""
    rows = event.forbidden_pairs.order_by("id").values_list("one__number", "other__number", "until_round")
    fields: Fields = {
        "moothill": KIND,
        "version": VERSION,
        "written_at": timezone.now(),
        "event": _columns(event, *_OF_THE_EVENT) | {"club": event.club.name, "end_reason": event.end_reason or None},
        "entries": _entries(event),
        "forbidden": [{"one": one, "other": other, "until_round": until} for one, other, until in rows],
        "evenings": _evenings(event),
        "rounds": _rounds(event),
        "results": _results(event),
    }
    plain = json.loads(_json(fields))
    return _json(plain | {"digest": digest_of(plain)}, indent=1)


def _columns(row: Model, *names: str) -> Fields:
    return {name: getattr(row, name) for name in names}


def name_of_file(event: Tournament) -> str:
    """Return the file name: tournament and number of published rounds."""
    published = event.rounds.exclude(status=Round.Status.DRAFT).count()
    return f"{event.slug}-round-{published}.moothill.json"


def digest_of(fields: Mapping[str, Any]) -> str:
    """Return the digest of a file's content, without the digest itself."""
    content = {name: value for name, value in fields.items() if name != "digest"}
    return hashlib.sha256(_json(content)).hexdigest()


def _json(fields: Mapping[str, Any], indent: int | None = None) -> bytes:
    return json.dumps(fields, cls=DjangoJSONEncoder, ensure_ascii=False, sort_keys=True, indent=indent).encode()


def _entries(event: Tournament) -> list[Fields]:
    return [
        {
            **_columns(entry, "number", "joined_round", "left_round", "is_guest", "fixed_table", "checked_in_at"),
            "player": entry.player.public_id,
            "name": entry.person.name,
            "byes": [_columns(bye, "round", "kind") for bye in entry.requested_byes.all()],
        }
        for entry in entries_of(event).prefetch_related("requested_byes")
    ]


def _evenings(event: Tournament) -> list[Fields]:
    evenings = Evening.objects.filter(tournament=event).prefetch_related("presences__entry")
    return [
        {
            **_columns(evening, "number", "day", "closed_at"),
            "presences": [{"entry": one.entry.number, "left_at": one.left_at} for one in evening.presences.all()],
        }
        for evening in evenings
    ]


def _rounds(event: Tournament) -> list[Fields]:
    rounds = event.rounds.exclude(status=Round.Status.DRAFT).select_related("evening")
    return [
        {
            **_columns(one, "number", "status", "version", "published_at", "changed_at", "closed_at", "due_at"),
            "evening": one.evening.number if one.evening else None,
            "pairings": [_pairing(pairing) for pairing in one.pairings.all()],
        }
        for one in rounds.prefetch_related("pairings__seats__entry", "pairings__legs")
    ]


def _pairing(pairing: Pairing) -> Fields:
    return {
        **_columns(pairing, "table", "bye", "version", "by_hand", "slot", "reasons", "due_at"),
        "seats": [seat.entry.number for seat in pairing.seats.all()],
        "legs": [leg.subject for leg in pairing.legs.all()],
    }


def _results(event: Tournament) -> list[Fields]:
    numbers = dict(event.entries.values_list("player_id", "number"))
    legs = Leg.objects.filter(pairing__round__tournament=event)
    rows = Result.objects.filter(subject__in=legs.values("subject"), superseded_by=None).order_by("played_at", "number")
    columns = ("subject", "how", "ending", "is_rated", "reason", "played_at")
    seats: dict[Any, list[Fields]] = defaultdict(list)
    seat_rows = rows.filter(seats__isnull=False).order_by("id", "seats__seat")
    for subject, player, points, place in seat_rows.values_list(
        "subject", "seats__player", "seats__points", "seats__place"
    ):
        seats[subject].append({"entry": numbers[player], "points": points, "place": place})
    return [row | {"seats": seats[row["subject"]]} for row in rows.values(*columns)]
