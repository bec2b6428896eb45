"""Prints of a round and of the standings."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from league.common.phone_links import is_loopback, site_for_links
from league.tournaments.format_text import pairing_rules_of
from league.tournaments.models import Round, Tournament
from league.tournaments.presenters import prints
from league.tournaments.presenters.crosstable import crosstable_page
from league.tournaments.presenters.print_choices import cards_per_page, choices_of, standings_choices
from league.tournaments.presenters.standings import Standings
from league.tournaments.queries.entries import entrants_of
from league.tournaments.queries.standings_cache import sheet_of
from league.tournaments.queries.table_links import published_round
from league.tournaments.queries.tournaments import tournament_seen_by
from league.tournaments.views.decorators import ROOM, scorer_view
from league.tournaments.views.tournament import redirect_to_current_name


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
    context = {
        "room": ROOM,
        "tournament": tournament,
        "imprint": prints.imprint_of_standings(tournament, sheet),
        "choices": standings_choices(tournament, sheet, kind, scores=rights.score),
    }
    if kind == "crosstable":
        crosstable = crosstable_page(tournament, sheet, entrants, latest=0) if sheet.rounds else None
        context |= {"crosstable": crosstable}
    else:
        standings = Standings(tournament, sheet, entrants) if sheet.rounds else None
        columns = 4 + bool(sheet.evenings) + len(standings.columns.tiebreaks) if standings else 0
        rules = pairing_rules_of(tournament.format)
        context |= {"standings": standings, "columns": columns, "pairing_rules": rules, "sheet": sheet}
    return render(request, f"tournaments/prints/{kind}.html", context)


def _print_round(
    request: HttpRequest, tournament: Tournament, printed: Round, kind: str, *, scores: bool
) -> HttpResponse:
    params = request.GET.dict()
    imprint = prints.imprint_of(printed, only_changed=params.get("only") == "changed")
    sheet, entrants = sheet_of(tournament), entrants_of(tournament, request.user)
    tables = prints.tables_printed(sheet, imprint, entrants)
    context = {
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
            context["resting"] = [line.name for line in seats if not line.table]
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
