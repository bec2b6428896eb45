"""Records as entries of lists, and one record in words."""

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.matches.pages.boards import game_name, player_address
from games.records.models import BroughtRecord

Status = BroughtRecord.Status
KINDS = {
    Status.DRAFT: "waiting",
    Status.QUEUED: "waiting",
    Status.RUNNING: "live",
    Status.VERIFIED: "done",
    Status.REFUSED: "wrong",
    Status.UNDECIDED: "waiting",
    Status.DEAD: "wrong",
}


def boards(records: list[BroughtRecord]) -> list[dict[str, Any]]:
    """The records as `shared/_pairing.html` takes them; each with its seats and players."""
    return [_board(record) for record in records]


def address_of(record: BroughtRecord) -> str:
    """Its page; of a draft the one where it is written."""
    return reverse("records:write" if record.is_draft else "records:record", args=[record.public_id])


def chairs_of(record: BroughtRecord) -> list[dict[str, Any]]:
    """Who sat there, from the first seat on."""
    return [{"name": seat.player.name, "href": player_address(seat.player)} for seat in record.seats.all()]


def result_of(record: BroughtRecord) -> list[dict[str, Any]]:
    """The seats with what they came to, once it is verified."""
    verdict = record.verdict or {}
    points, places = verdict.get("points", []), verdict.get("places", [])
    return [
        {
            **chair,
            "number": seat + 1,
            "points": points[seat] if points else None,
            "place": places[seat] if places else None,
            "fault": "",
        }
        for seat, chair in enumerate(chairs_of(record))
    ]


def in_short(record: BroughtRecord) -> str:
    """Where it stands, for lists."""
    if record.is_draft:
        events = record.reading.get("events", 0)
        return ngettext("draft, %(count)d step", "draft, %(count)d steps", events) % {"count": events}
    return str(record.get_status_display())


def name_of(record: BroughtRecord) -> str:
    """What a list calls it."""
    game = record.game or record.reading.get("game", "")
    return game_name(game) if game else _("Game record")


def _board(record: BroughtRecord) -> dict[str, Any]:
    seats = result_of(record)
    if not seats:
        seats = [{"name": label, "href": ""} for label in record.reading.get("seats", [])]
    return {
        "name": name_of(record),
        "href": address_of(record),
        "key": record.public_id,
        "kind": KINDS[Status(record.status)],
        "words": in_short(record),
        "seats": [{**seat, "score": seat.get("points"), "place": seat.get("place")} for seat in seats],
    }
