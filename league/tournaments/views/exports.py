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
from league.common.forms import faults_on
from league.common.http_methods import require_safe_or_post
from league.common.phone_links import is_loopback, site_for_links
from league.common.responses import answer_with_preview
from league.tournaments.format_text import pairing_rules_of
from league.tournaments.forms.files import FileForm, pack
from league.tournaments.models import Round, Tournament
from league.tournaments.presenters import overview as telling
from league.tournaments.presenters import prints
from league.tournaments.presenters.crosstable import crosstable_page
from league.tournaments.presenters.exports import KINDS, Cell, TableOut, harmless, report_of, table_out
from league.tournaments.presenters.prints import cards_asked, choices_of, standings_choices
from league.tournaments.presenters.standings import Standings
from league.tournaments.queries.entries import entrants_of
from league.tournaments.queries.standings_cache import sheet_of
from league.tournaments.queries.table_links import round_at_desk
from league.tournaments.queries.tournaments import tournament_seen_by
from league.tournaments.transfer.exporting import file_of, name_of_file
from league.tournaments.transfer.importing import take_file
from league.tournaments.transfer.matching import foresee, read_file
from league.tournaments.views.contexts import ROOM
from league.tournaments.views.decorators import organiser_view, scorer_view
from league.tournaments.views.event import moved


@organiser_view()
def as_file(_request: HttpRequest, event: Tournament) -> HttpResponse:
    """The whole tournament as one file, as a backup or to continue elsewhere."""
    answer = HttpResponse(file_of(event), content_type="application/json")
    answer["Content-Disposition"] = f'attachment; filename="{name_of_file(event)}"'
    answer["Cache-Control"] = "private, no-store"
    return answer


@login_required
@require_safe_or_post
def from_file(request: HttpRequest, slug: str) -> HttpResponse:
    """Import a tournament file, after a preview."""
    club = club_run_by(slug, request.user)
    form = FileForm(request.POST, request.FILES) if request.method == "POST" else FileForm()
    content = form.content() if form.is_valid() else None
    if content is not None:
        with faults_on(form):
            document = read_file(content)
            if "confirmed" in request.POST and not request.FILES:
                event = take_file(document=document, club=club, by=account_of(request))
                messages.success(request, _("%(tournament)s was imported and continues here.") % {"tournament": event})
                return redirect("tournaments:tournament", event.public_id, event.slug)
            facts = {"document": document, "foreseen": foresee(document, club), "packed": pack(content)}
            return render(request, "tournaments/files/foreseen.html", {"room": ROOM, "club": club} | facts)
    return render(request, "tournaments/files/import.html", {"room": ROOM, "club": club, "form": form})


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
    """The tournament report for other pairing programs, in the format TRF16."""
    event, _rights = tournament_seen_by(public_id, request.user)
    answer = HttpResponse(report_of(event, request.user), content_type="text/plain; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{event.slug}.trf"'
    return answer


def _csv(shown: TableOut) -> HttpResponse:
    """Return CSV with a byte order mark, so that spreadsheets detect UTF-8."""
    written = io.StringIO()
    lines = csv.writer(written)
    lines.writerow(map(harmless, shown.words))
    lines.writerows(map(_rounded, map(harmless, row)) for row in shown.rows)
    return HttpResponse("\ufeff" + written.getvalue(), content_type="text/csv; charset=utf-8")


def _rounded(cell: Cell) -> Cell:
    """Return a number with at most two decimals, as pages show it."""
    if not isinstance(cell, float):
        return cell
    return int(cell) if cell.is_integer() else round(cell, 2)


def _json(shown: TableOut) -> HttpResponse:
    rows = [dict(zip(shown.names, row, strict=True)) for row in shown.rows]
    return JsonResponse(rows, safe=False, json_dumps_params={"ensure_ascii": False})


@require_safe
def preview(request: HttpRequest, public_id: str, slug: str) -> HttpResponse:  # noqa: ARG001  (the readable end)
    """The preview picture for links: leaders and progress; only for public clubs."""
    nobody = AnonymousUser()
    event, _rights = tournament_seen_by(public_id, nobody)
    sheet = sheet_of(event)
    rows = Standings(event, sheet, entrants_of(event, nobody), MOST_LINES).rows if sheet.rounds else ()
    lines = tuple((f"{row.shown_place} {row.entrant.name}", row.points) for row in rows)
    text = telling.how_far(event, sheet) if lines else event.summary or telling.summary_of(event)
    card = Card(event.name, over=event.club.name, text=text, lines=lines, sett=event.public_id)
    return answer_with_preview(request, card)


@require_safe
def for_everybody(request: HttpRequest, public_id: str, slug: str, number: int, kind: str) -> HttpResponse:
    """The pairings of a round by table, or all seats by name."""
    event, rights = tournament_seen_by(public_id, request.user)
    if event.slug != slug:
        return moved(request, event, slug)
    return _print(request, event, round_at_desk(event, number), kind, scores=rights.score)


@scorer_view()
def for_the_desk(request: HttpRequest, event: Tournament, number: int, kind: str) -> HttpResponse:
    """A card with its link for each table, or a slip or a score sheet for each game."""
    return _print(request, event, prints.tables_for_people(event, number), kind, scores=True)


@require_safe
def after_rounds(request: HttpRequest, public_id: str, slug: str, kind: str) -> HttpResponse:
    """The standings, or the crosstable with every round."""
    event, rights = tournament_seen_by(public_id, request.user)
    if event.slug != slug:
        return moved(request, event, slug)
    sheet, entrants = sheet_of(event), entrants_of(event, request.user)
    facts: dict[str, Any] = {
        "room": ROOM,
        "event": event,
        "imprint": prints.imprint_of_standings(event, sheet),
        "choices": standings_choices(event, sheet, kind, scores=rights.score),
    }
    if kind == "crosstable":
        facts["crosstable"] = crosstable_page(event, sheet, entrants, latest=0) if sheet.rounds else None
    else:
        shown = Standings(event, sheet, entrants) if sheet.rounds else None
        columns = 4 + bool(shown.evenings) + len(shown.tiebreaks) if shown else 0
        rules = pairing_rules_of(event.format)
        facts |= {"standings": shown, "columns": columns, "pairing_rules": rules, "sheet": sheet}
    return render(request, f"tournaments/prints/{kind}.html", facts)


def _print(request: HttpRequest, event: Tournament, found: Round, kind: str, *, scores: bool) -> HttpResponse:
    asked = request.GET.dict()
    imprint = prints.imprint_of(found, only_changed=asked.get("only") == "changed")
    sheet, entrants = sheet_of(event), entrants_of(event, request.user)
    tables = prints.tables_printed(sheet, imprint, entrants)
    facts: dict[str, Any] = {
        "room": ROOM,
        "event": event,
        "imprint": imprint,
        "pairing_rules": pairing_rules_of(event.format),
        "choices": choices_of(event, sheet, imprint, kind, asked, scores=scores),
    }
    match kind:
        case "pairings":
            facts["tables"] = tables
            facts["seats"] = range(1, max((len(table.names) for table in tables), default=2) + 1)
            seats = prints.seats_by_name(sheet, imprint, entrants)
            facts["resting"] = [one.name for one in seats if not one.table]
            facts["due_at"] = prints.due_of(sheet, imprint)
        case "seats":
            facts["rows"] = prints.seats_by_name(sheet, imprint, entrants)
        case "cards":
            site = site_for_links(request)
            facts["cards"] = cards = prints.cards_printed(event, found, tables, site)
            facts["on_a_page"] = cards_asked(asked)
            facts["without_link"] = 0 if is_loopback(site) else sum(card.link is None for card in cards)
        case "slips":
            facts["games"] = prints.games_printed(sheet, imprint, entrants)
        case "score-sheets":
            games = prints.games_printed(sheet, imprint, entrants)
            facts["sheets"] = prints.sheets_printed(event, games)
    return render(request, f"tournaments/prints/{kind.replace('-', '_')}.html", facts)
