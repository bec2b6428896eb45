"""Prints: pairings, seats, standings and crosstable for everybody; cards, slips and score sheets for scorers."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from league.common.phone_links import is_loopback, site_for_links
from league.tournaments.models import Round, Tournament
from league.tournaments.presenters import prints
from league.tournaments.presenters.crosstable import crosstable_page
from league.tournaments.presenters.format_text import pairing_rules_of
from league.tournaments.presenters.prints import cards_asked, choices_of, standings_choices
from league.tournaments.presenters.standings import standings_page
from league.tournaments.presenters.table_links import round_at_desk
from league.tournaments.queries.entrants import Entrant, entrants_of
from league.tournaments.queries.standings_cache import Sheet, sheet_of
from league.tournaments.queries.tournaments import tournament_seen_by
from league.tournaments.views.decorators import ROOM, scorer_view
from league.tournaments.views.event import moved


@dataclass(frozen=True, slots=True)
class Printed:
    """Data of every print of a round."""

    event: Tournament
    round: Round
    sheet: Sheet
    entrants: dict[int, Entrant]
    imprint: prints.Imprint
    asked: dict[str, str]
    site: str


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
        shown = standings_page(event, sheet, entrants) if sheet.rounds else None
        columns = 4 + bool(shown.evenings) + len(shown.tiebreaks) if shown else 0
        rules = pairing_rules_of(event.format)
        facts |= {"standings": shown, "columns": columns, "pairing_rules": rules, "sheet": sheet}
    return render(request, f"tournaments/prints/{kind}.html", facts)


def _print(request: HttpRequest, event: Tournament, found: Round, kind: str, *, scores: bool) -> HttpResponse:
    asked = request.GET.dict()
    imprint = prints.imprint_of(found, only_changed=asked.get("only") == "changed")
    printed = Printed(
        event, found, sheet_of(event), dict(entrants_of(event, request.user)), imprint, asked, site_for_links(request)
    )
    about = {
        "room": ROOM,
        "event": event,
        "imprint": imprint,
        "pairing_rules": pairing_rules_of(event.format),
        "choices": choices_of(event, printed.sheet, imprint, kind, asked, scores=scores),
    }
    return render(request, f"tournaments/prints/{kind.replace('-', '_')}.html", about | FACTS[kind](printed))


def _pairings(printed: Printed) -> dict[str, Any]:
    tables = prints.tables_printed(printed.sheet, printed.imprint, printed.entrants)
    seats = prints.seats_by_name(printed.sheet, printed.imprint, printed.entrants)
    return {
        "tables": tables,
        "seats": range(1, max((len(table.names) for table in tables), default=2) + 1),
        "resting": [one.name for one in seats if not one.table],
        "due_at": prints.due_of(printed.sheet, printed.imprint),
    }


def _seats(printed: Printed) -> dict[str, Any]:
    return {"rows": prints.seats_by_name(printed.sheet, printed.imprint, printed.entrants)}


def _cards(printed: Printed) -> dict[str, Any]:
    tables = prints.tables_printed(printed.sheet, printed.imprint, printed.entrants)
    made = prints.cards_printed(printed.event, printed.round, tables, printed.site)
    return {
        "cards": made,
        "on_a_page": cards_asked(printed.asked),
        "without_link": 0 if is_loopback(printed.site) else sum(card.link is None for card in made),
    }


def _slips(printed: Printed) -> dict[str, Any]:
    return {"games": prints.games_printed(printed.sheet, printed.imprint, printed.entrants)}


def _score_sheets(printed: Printed) -> dict[str, Any]:
    games = prints.games_printed(printed.sheet, printed.imprint, printed.entrants)
    return {"sheets": prints.sheets_printed(printed.event, games)}


FACTS: dict[str, Callable[[Printed], dict[str, Any]]] = {
    "pairings": _pairings,
    "seats": _seats,
    "cards": _cards,
    "slips": _slips,
    "score-sheets": _score_sheets,
}
