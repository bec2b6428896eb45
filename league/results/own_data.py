"""What the ledger and its reports keep of somebody, for themselves."""

from collections.abc import Iterator, Sequence
from typing import Any

from league.members.models import Player
from league.results.models import Report, ReportAnswer, ResultSeat


def results_told(players: Sequence[Player]) -> list[dict[str, Any]]:
    """Every row of the ledger they sit in, superseded ones too."""
    seats = ResultSeat.objects.filter(player__in=players).select_related("result__pool").order_by("result_id")
    return [
        {
            "leaderboard": seat.result.pool.slug,
            "number": seat.result.number,
            "played": seat.result.played_at,
            "entered": seat.result.entered_at,
            "how": seat.result.how,
            "seat": seat.seat,
            "points": seat.points,
            "place": seat.place,
        }
        for seat in seats.iterator()
    ]


def reports_told(players: Sequence[Player]) -> list[dict[str, Any]]:
    """What they reported, and what they said of others' reports."""
    return [*_reported(players), *_answered(players)]


def _reported(players: Sequence[Player]) -> Iterator[dict[str, Any]]:
    for report in Report.objects.filter(by__in=players).select_related("club").order_by("pk"):
        yield {
            "report": report.public_id,
            "club": report.club.name,
            "reported": report.created_at,
            "status": report.status,
            "score sheet": report.sheet,
        }


def _answered(players: Sequence[Player]) -> Iterator[dict[str, Any]]:
    for answer in ReportAnswer.objects.filter(by__in=players).select_related("report").order_by("pk"):
        yield {
            "answer to": answer.report.public_id,
            "given": answer.given_at,
            "agrees": answer.agrees,
            "reason": answer.reason,
        }
