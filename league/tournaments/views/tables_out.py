"""Tables of an event for spreadsheets and programs."""

import csv
import io

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe

from league.tournaments.selectors.listing import tournament_seen_by
from league.tournaments.selectors.report_out import report_of
from league.tournaments.selectors.tables_out import KINDS, Cell, TableOut, harmless, table_out


@require_safe
def table(request: HttpRequest, public_id: str, slug: str, kind: str, form: str) -> HttpResponse:  # noqa: ARG001  (the readable end of the address)
    """Players, pairings, results, standings or crosstable, as CSV or JSON."""
    event, _rights = tournament_seen_by(public_id, request.user)
    if kind not in KINDS:
        raise Http404
    shown = table_out(event, kind, request.user)
    answer = _csv(shown) if form == "csv" else _json(shown)
    answer["Content-Disposition"] = f'attachment; filename="{event.slug}-{kind}.{form}"'
    return answer


@require_safe
def report(request: HttpRequest, public_id: str, slug: str) -> HttpResponse:  # noqa: ARG001  (the readable end of the address)
    """The tournament report for other pairing programs, as TRF16."""
    event, _rights = tournament_seen_by(public_id, request.user)
    answer = HttpResponse(report_of(event, request.user), content_type="text/plain; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{event.slug}.trf"'
    return answer


def _csv(shown: TableOut) -> HttpResponse:
    """With a byte order mark, by which spreadsheets know UTF-8."""
    written = io.StringIO()
    lines = csv.writer(written)
    lines.writerow(map(harmless, shown.words))
    lines.writerows(map(_rounded, map(harmless, row)) for row in shown.rows)
    return HttpResponse("\ufeff" + written.getvalue(), content_type="text/csv; charset=utf-8")


def _rounded(cell: Cell) -> Cell:
    """A figure with two decimals at most, as pages show it."""
    if not isinstance(cell, float):
        return cell
    return int(cell) if cell.is_integer() else round(cell, 2)


def _json(shown: TableOut) -> HttpResponse:
    rows = [dict(zip(shown.names, row, strict=True)) for row in shown.rows]
    return JsonResponse(rows, safe=False, json_dumps_params={"ensure_ascii": False})
