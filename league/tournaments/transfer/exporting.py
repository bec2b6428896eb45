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

_TOURNAMENT_FIELDS = (
    "public_id", "name", "summary", "game", "options", "format", "format_options", "scoring", "tiebreaks", "pace",
    "seed", "status", "begins_at", "round_minutes", "capacity", "confirmations", "endings", "started_at", "finished_at",
    "first_due_at", "due_every_days", "reminder_days", "ended_early", "end_note",
    "evenings_planned",
)  # fmt: skip


def export_file(tournament: Tournament) -> bytes:
    """Return the file of a tournament in person. Eleven queries."""
    rows = tournament.forbidden_pairs.order_by("id").values_list("one__number", "other__number", "until_round")
    fields: Fields = {
        "moothill": KIND,
        "version": VERSION,
        "written_at": timezone.now(),
        "event": _columns(tournament, *_TOURNAMENT_FIELDS)
        | {"club": tournament.club.name, "end_reason": tournament.end_reason or None},
        "entries": _entries(tournament),
        "forbidden": [{"one": one, "other": other, "until_round": until} for one, other, until in rows],
        "evenings": _evenings(tournament),
        "rounds": _rounds(tournament),
        "results": _results(tournament),
    }
    plain = json.loads(_json(fields))
    return _json(plain | {"digest": digest_of(plain)}, indent=1)


def _columns(row: Model, *names: str) -> Fields:
    return {name: getattr(row, name) for name in names}


def name_of_file(tournament: Tournament) -> str:
    """Return the file name: tournament and number of published rounds."""
    published = tournament.rounds.exclude(status=Round.Status.DRAFT).count()
    return f"{tournament.slug}-round-{published}.moothill.json"


def digest_of(fields: Mapping[str, Any]) -> str:
    """Return the digest of a file's content, without the digest itself."""
    content = {name: value for name, value in fields.items() if name != "digest"}
    return hashlib.sha256(_json(content)).hexdigest()


def _json(fields: Mapping[str, Any], indent: int | None = None) -> bytes:
    return json.dumps(fields, cls=DjangoJSONEncoder, ensure_ascii=False, sort_keys=True, indent=indent).encode()


def _entries(tournament: Tournament) -> list[Fields]:
    return [
        {
            **_columns(entry, "number", "joined_round", "left_round", "is_guest", "fixed_table", "checked_in_at"),
            "player": entry.player.public_id,
            "name": entry.person.name,
            "byes": [_columns(bye, "round", "kind") for bye in entry.requested_byes.all()],
        }
        for entry in entries_of(tournament).prefetch_related("requested_byes")
    ]


def _evenings(tournament: Tournament) -> list[Fields]:
    evenings = Evening.objects.filter(tournament=tournament).prefetch_related("presences__entry")
    return [
        {
            **_columns(evening, "number", "day", "closed_at"),
            "presences": [{"entry": row.entry.number, "left_at": row.left_at} for row in evening.presences.all()],
        }
        for evening in evenings
    ]


def _rounds(tournament: Tournament) -> list[Fields]:
    rounds = tournament.rounds.exclude(status=Round.Status.DRAFT).select_related("evening")
    return [
        {
            **_columns(row, "number", "status", "version", "published_at", "changed_at", "closed_at", "due_at"),
            "evening": row.evening.number if row.evening else None,
            "pairings": [_pairing(pairing) for pairing in row.pairings.all()],
        }
        for row in rounds.prefetch_related("pairings__seats__entry", "pairings__legs")
    ]


def _pairing(pairing: Pairing) -> Fields:
    return {
        **_columns(pairing, "table", "bye", "version", "by_hand", "slot", "reasons", "due_at"),
        "seats": [seat.entry.number for seat in pairing.seats.all()],
        "legs": [leg.subject for leg in pairing.legs.all()],
    }


def _results(tournament: Tournament) -> list[Fields]:
    numbers = dict(tournament.entries.values_list("player_id", "number"))
    legs = Leg.objects.filter(pairing__round__tournament=tournament)
    rows = Result.objects.filter(subject__in=legs.values("subject"), superseded_by=None).order_by("played_at", "number")
    columns = ("subject", "how", "ending", "is_rated", "reason", "played_at")
    seats: dict[Any, list[Fields]] = defaultdict(list)
    seat_rows = rows.filter(seats__isnull=False).order_by("id", "seats__seat")
    for subject, player, points, place in seat_rows.values_list(
        "subject", "seats__player", "seats__points", "seats__place"
    ):
        seats[subject].append({"entry": numbers[player], "points": points, "place": place})
    return [row | {"seats": seats[row["subject"]]} for row in rows.values(*columns)]
