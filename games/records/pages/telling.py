"""One record in words: who, where it stands, what was checked, what it decided."""

from collections.abc import Sequence
from typing import Any

from django.urls import reverse

from engine.core.unknowns import Pattern
from games.matches.pages.boards import game_name
from games.records.models import BroughtRecord
from games.records.pages.lists import KINDS, address_of, result_of
from games.records.reading import so_far_of
from league.clubs.rules import Asker
from league.results.links import links_of
from league.results.selectors import results_of

Status = BroughtRecord.Status


def about(record: BroughtRecord, asker: Asker) -> dict[str, Any]:
    """The head of a record's page, and its verdict."""
    is_mine = asker.is_authenticated and record.by.account_id == asker.pk
    itself = address_of(record)
    return {
        "record": record,
        "club": record.club,
        "game": game_name(record.game),
        "kind": KINDS[Status(record.status)],
        "result": result_of(record),
        "verdict": record.verdict or {},
        "decides": [link for link in links_of([record.subject], asker)[record.subject] if link.href != itself],
        "entered": next(iter(results_of([record.subject])), None),
        "is_mine": is_mine,
        "made_up": made_up(record),
        "report": _report_address(record) if is_mine else "",
    }


def made_up(record: BroughtRecord) -> int:
    """How many steps of the completed record were found by trying: they can have been so, and nobody saw them."""
    return int((record.verdict or {}).get("counts", {}).get("searched", 0))


def left_open(record: BroughtRecord) -> Sequence[Pattern] | None:
    """The events as they were written, where some of the completed ones were found by trying; None where none were."""
    return so_far_of(record.text).events if made_up(record) else None


def _report_address(record: BroughtRecord) -> str:
    report = (record.verdict or {}).get("report", "")
    return reverse("reports:report", args=[report]) if report else ""
