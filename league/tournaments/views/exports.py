"""Exports of a tournament: its file, tables, report for pairing programs, preview picture, and prints."""

import csv
import io
from typing import Any

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
from league.common.phone_links import is_loopback, site_for_links
from league.common.responses import answer_with_preview, require_safe_or_post
from league.tournaments.format_text import pairing_rules_of
from league.tournaments.forms.files import FileForm, pack
from league.tournaments.models import Round, Tournament
from league.tournaments.presenters import overview, prints
from league.tournaments.presenters.crosstable import crosstable_page
from league.tournaments.presenters.exports import KINDS, Cell, ExportTable, escape_formula, report_of, table_out
from league.tournaments.presenters.prints import cards_per_page, choices_of, standings_choices
from league.tournaments.presenters.standings import Standings
from league.tournaments.queries.entries import entrants_of
from league.tournaments.queries.standings_cache import sheet_of
from league.tournaments.queries.table_links import published_round
from league.tournaments.queries.tournaments import tournament_seen_by
from league.tournaments.transfer.exporting import export_file, name_of_file
from league.tournaments.transfer.importing import import_file
from league.tournaments.transfer.matching import preview_import, read_file
from league.tournaments.views.decorators import ROOM, organiser_view, scorer_view
from league.tournaments.views.tournament import redirect_to_current_name


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


@require_safe
def reader_print(request: HttpRequest, public_id: str, slug: str, number: int, kind: str) -> HttpResponse:
    """Print the pairings of a round by table, or all seats by name."""
    tournament, rights = tournament_seen_by(public_id, request.user)
    if tournament.slug != slug:
        return redirect_to_current_name(request, tournament, slug)
    return _print_round(request, tournament, published_round(tournament, number), kind, scores=rights.score)


@scorer_view()
def scorer_print(request: HttpRequest, tournament: Tournament, number: int, kind: str) -> HttpResponse:
    """Print a card with its link for each table, or a slip or a score sheet for each game."""
    return _print_round(request, tournament, prints.tables_for_people(tournament, number), kind, scores=True)


@require_safe
def standings_print(request: HttpRequest, public_id: str, slug: str, kind: str) -> HttpResponse:
    """Print the standings, or the crosstable with every round."""
    tournament, rights = tournament_seen_by(public_id, request.user)
    if tournament.slug != slug:
        return redirect_to_current_name(request, tournament, slug)
    sheet, entrants = sheet_of(tournament), entrants_of(tournament, request.user)
    context: dict[str, Any] = {
        "room": ROOM,
        "tournament": tournament,
        "imprint": prints.imprint_of_standings(tournament, sheet),
        "choices": standings_choices(tournament, sheet, kind, scores=rights.score),
    }
    if kind == "crosstable":
        context["crosstable"] = crosstable_page(tournament, sheet, entrants, latest=0) if sheet.rounds else None
    else:
        shown = Standings(tournament, sheet, entrants) if sheet.rounds else None
        columns = 4 + bool(sheet.evenings) + len(shown.columns.tiebreaks) if shown else 0
        rules = pairing_rules_of(tournament.format)
        context |= {"standings": shown, "columns": columns, "pairing_rules": rules, "sheet": sheet}
    return render(request, f"tournaments/prints/{kind}.html", context)


def _print_round(
    request: HttpRequest, tournament: Tournament, printed: Round, kind: str, *, scores: bool
) -> HttpResponse:
    params = request.GET.dict()
    imprint = prints.imprint_of(printed, only_changed=params.get("only") == "changed")
    sheet, entrants = sheet_of(tournament), entrants_of(tournament, request.user)
    tables = prints.tables_printed(sheet, imprint, entrants)
    context: dict[str, Any] = {
        "room": ROOM,
        "tournament": tournament,
        "imprint": imprint,
        "pairing_rules": pairing_rules_of(tournament.format),
        "choices": choices_of(tournament, sheet, imprint, kind, params, scores=scores),
    }
    match kind:
        case "pairings":
            context["tables"] = tables
            context["seats"] = range(1, max((len(table.names) for table in tables), default=2) + 1)
            seats = prints.seats_by_name(sheet, imprint, entrants)
            context["resting"] = [name for name, table, _seat, _words in seats if not table]
            context["due_at"] = prints.due_of(sheet, imprint)
        case "seats":
            context["rows"] = prints.seats_by_name(sheet, imprint, entrants)
        case "cards":
            site = site_for_links(request)
            context["cards"] = cards = prints.cards_printed(tournament, printed, tables, site)
            context["on_a_page"] = cards_per_page(params)
            context["without_link"] = 0 if is_loopback(site) else sum(card.link is None for card in cards)
        case "slips":
            context["games"] = prints.games_printed(sheet, imprint, entrants)
        case "score-sheets":
            games = prints.games_printed(sheet, imprint, entrants)
            context["sheets"] = prints.sheets_printed(tournament, games)
    return render(request, f"tournaments/prints/{kind.replace('-', '_')}.html", context)


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
