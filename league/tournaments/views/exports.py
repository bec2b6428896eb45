"""Exports of a tournament: its file, tables, report for pairing programs, and preview picture."""

import csv
import io

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league.accounts.queries import account_of
from league.clubs.queries import club_run_by
from league.common.drawing.preview import MOST_LINES, Card
from league.common.forms import refusals_as_errors
from league.common.responses import answer_with_preview, require_safe_or_post
from league.tournaments.forms.files import FileForm, pack
from league.tournaments.models import Tournament
from league.tournaments.presenters import overview
from league.tournaments.presenters.exports import KINDS, Cell, ExportTable, escape_formula, report_of, table_out
from league.tournaments.presenters.standings import Standings
from league.tournaments.queries.entries import entrants_of
from league.tournaments.queries.standings_cache import sheet_of
from league.tournaments.queries.tournaments import tournament_seen_by
from league.tournaments.transfer.exporting import export_file, name_of_file
from league.tournaments.transfer.importing import import_file
from league.tournaments.transfer.matching import preview_import, read_file
from league.tournaments.views.decorators import ROOM, organiser_view


@organiser_view()
def as_file(_request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Download the whole tournament as one file, as a backup or to continue elsewhere."""
    answer = HttpResponse(export_file(tournament), content_type="application/json")
    answer["Cache-Control"] = "private, no-store"
    return _as_download(answer, name_of_file(tournament))


@login_required
@require_safe_or_post
def from_file(request: HttpRequest, slug: str) -> HttpResponse:
    """Import a tournament file, after a preview."""
    club = club_run_by(slug, request.user)
    form = FileForm(request.POST, request.FILES) if request.method == "POST" else FileForm()
    content = form.content() if form.is_valid() else None
    if content is not None:
        with refusals_as_errors(form):
            document = read_file(content)
            if "confirmed" in request.POST and not request.FILES:
                tournament = import_file(document=document, club=club, by=account_of(request))
                messages.success(
                    request, _("%(tournament)s was imported and continues here.") % {"tournament": tournament}
                )
                return redirect("tournaments:tournament", tournament.public_id, tournament.slug)
            context = {"document": document, "foreseen": preview_import(document, club), "packed": pack(content)}
            return render(request, "tournaments/files/foreseen.html", {"room": ROOM, "club": club} | context)
    return render(request, "tournaments/files/import.html", {"room": ROOM, "club": club, "form": form})


@require_safe
def table(request: HttpRequest, public_id: str, slug: str, kind: str, form: str) -> HttpResponse:  # noqa: ARG001  (the readable end of the address)
    """Download players, pairings, results, standings or the crosstable, as CSV or JSON."""
    tournament, _rights = tournament_seen_by(public_id, request.user)
    if kind not in KINDS:
        raise Http404
    shown = table_out(tournament, kind, request.user)
    answer = _csv(shown) if form == "csv" else _json(shown)
    return _as_download(answer, f"{tournament.slug}-{kind}.{form}")


@require_safe
def report(request: HttpRequest, public_id: str, slug: str) -> HttpResponse:  # noqa: ARG001  (the readable end of the address)
    """Download the report for other pairing programs, in the format TRF16."""
    tournament, _rights = tournament_seen_by(public_id, request.user)
    answer = HttpResponse(report_of(tournament, request.user), content_type="text/plain; charset=utf-8")
    return _as_download(answer, f"{tournament.slug}.trf")


@require_safe
def preview(request: HttpRequest, public_id: str, slug: str) -> HttpResponse:  # noqa: ARG001  (the readable end)
    """Show the preview picture for links: leaders and progress; only for public clubs."""
    nobody = AnonymousUser()
    tournament, _rights = tournament_seen_by(public_id, nobody)
    sheet = sheet_of(tournament)
    rows = Standings(tournament, sheet, entrants_of(tournament, nobody), MOST_LINES).rows if sheet.rounds else ()
    lines = tuple((f"{row.shown_place} {row.entrant.name}", row.points) for row in rows)
    text = overview.how_far(tournament, sheet) if lines else tournament.summary or overview.summary_of(tournament)
    card = Card(tournament.name, over=tournament.club.name, text=text, lines=lines, sett=tournament.public_id)
    return answer_with_preview(request, card)


def _as_download(answer: HttpResponse, name: str) -> HttpResponse:
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


def _csv(shown: ExportTable) -> HttpResponse:
    """Return CSV with a byte order mark, so that spreadsheets detect UTF-8."""
    written = io.StringIO()
    lines = csv.writer(written)
    lines.writerow(map(escape_formula, shown.columns.values()))
    lines.writerows(map(_rounded, map(escape_formula, row)) for row in shown.rows)
    return HttpResponse("\ufeff" + written.getvalue(), content_type="text/csv; charset=utf-8")


def _rounded(cell: Cell) -> Cell:
    """Return a number with at most two decimals, as pages show it."""
    if not isinstance(cell, float):
        return cell
    return int(cell) if cell.is_integer() else round(cell, 2)


def _json(shown: ExportTable) -> HttpResponse:
    rows = [dict(zip(shown.columns, row, strict=True)) for row in shown.rows]
    return JsonResponse(rows, safe=False, json_dumps_params={"ensure_ascii": False})
