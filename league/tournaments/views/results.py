"""Entry of results of a round: all tables on a page, or one inside its tile."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import ngettext
from django_htmx.http import HttpResponseClientRedirect

from league.accounts.queries import account_of
from league.common.forms import posted, refusals_as_errors
from league.common.responses import context_of, wants_fragment
from league.results.consequences import entry_of
from league.results.subjects import consequences_of
from league.tournaments.errors import StaleResult
from league.tournaments.forms.results import LegBox, ResultConflict, ResultsForm, result_conflicts
from league.tournaments.models import Tournament
from league.tournaments.permissions import unpublished
from league.tournaments.presenters.game_results import decided_legs, open_legs, reported_legs, typed_legs
from league.tournaments.presenters.manage import tiles_of
from league.tournaments.queries.rounds import versions_of
from league.tournaments.services.results import Outcome, check_outcomes, enter_typed_results, enter_valid_results
from league.tournaments.views.decorators import ManagedFrame, managed_frame, scorer_view


@dataclass(frozen=True, slots=True)
class ResultsPage:
    """Context of the entry of results of a round, or of one table ("" for all).

    `clashes` are games whose results somebody else entered meanwhile.
    """

    frame: ManagedFrame
    number: int
    table: str
    form: ResultsForm
    clashes: Sequence[ResultConflict]


@scorer_view("GET", "POST")
def results(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Enter the results of a round, or of the table in the URL."""
    form = _results_form(request, tournament, number, posted(request))
    hidden = unpublished(form.legs[0].leg) if form.legs and not form.is_bound else None
    if hidden is not None:
        messages.error(request, hidden.message)
        return redirect("tournaments:manage-round", tournament.public_id, number)
    clashes = _conflicts(request, tournament, number, form)
    page = ResultsPage(managed_frame(request, tournament), number, _table(request), form, clashes)
    if form.is_bound and form.has_versions and not form.has_error("played_on") and not form.is_late:
        return _enter_valid(request, page)
    if form.is_valid() and not clashes:
        with refusals_as_errors(form):
            outcomes = form.outcomes()
            if form.is_late and "confirmed" not in request.POST:
                return _preview(request, page, outcomes)
            enter_typed_results(tournament=tournament, outcomes=outcomes, by=account_of(request))
            _add_message(request, len(outcomes))
            return _back(request, page)
    return _render_form(request, page)


def _preview(request: HttpRequest, page: ResultsPage, outcomes: Sequence[Outcome]) -> HttpResponse:
    """Show what late results would change, to confirm; the form again if that was chosen. Raise their errors."""
    tournament = page.frame.tournament
    entries = check_outcomes(tournament=tournament, outcomes=outcomes, by=account_of(request))
    if "again" in request.POST:
        return _render_form(request, page)
    consequences = consequences_of([entry_of(tournament.pool, entry) for entry in entries], request.user)
    foreseen = {"typed": typed_legs(page.form.legs, entries), "consequences": consequences}
    return render(request, "tournaments/results_late.html", context_of(page.frame, page) | foreseen)


def _table(request: HttpRequest) -> str:
    """Return the number of the table in the URL; "" for all tables."""
    return request.GET.get("table", "")


def _is_in_tile(request: HttpRequest) -> bool:
    return bool(_table(request)) and wants_fragment(request)


def _results_form(request: HttpRequest, tournament: Tournament, number: int, sent: QueryDict | None) -> ResultsForm:
    table = _table(request)
    legs = [game for game in open_legs(tournament, number) if not table or str(game.table) == table]
    versions = versions_of([game.leg.subject for game in legs])
    form = ResultsForm(sent, legs=legs, club=tournament.club, versions=versions, reports=reported_legs(legs))
    if form.is_bound and form.typed_elsewhere:
        decided = decided_legs(tournament, number, form.typed_elsewhere, request.user)
        form.moved = form.typed_elsewhere - {leg.leg_id for leg in decided}
    if legs and _is_in_tile(request):
        form.fields[f"leg-{legs[0].leg.pk}-0-points"].widget.attrs["autofocus"] = True
    return form


def _render_form(request: HttpRequest, page: ResultsPage) -> HttpResponse:
    """Render the form of the round or of a table; inside a tile only the form, or the tile once decided."""
    rights = page.frame.rights
    if _is_in_tile(request):
        if not page.form.legs and not page.clashes and not page.form.moved:
            return _back(request, page)
        return render(request, "tournaments/desk/_tile_form.html", context_of(page.frame, page))
    boxes = _boxes_of_tables(page.form)
    tiles_of_round = tiles_of(page.frame.tournament, rights, request.user, page.number)
    every = [(tile, boxes.pop(tile.table.number, [])) for tile in tiles_of_round]
    tiles = [tile for tile in every if page.table in ("", str(tile[0].table.number))]
    more = {
        "off_the_board": list(boxes.values()),  # unpublished while somebody entered results
        "tiles": tiles,
        "finished": [tile for tile, boxes in tiles if not boxes and tile.kind == "done"],
        "withdrawn": [
            (tile.table.number, leg.restore_href if rights.organise else leg.result_href)
            for tile, _boxes in every
            for leg in tile.table.legs
            if leg.is_withdrawn
        ],
    }
    return render(request, "tournaments/results.html", context_of(page.frame, page) | more)


def _boxes_of_tables(form: ResultsForm) -> dict[int, list[LegBox]]:
    """Return the boxes of open games by table."""
    boxes: dict[int, list[LegBox]] = {}
    for box in form.boxes():
        boxes.setdefault(box.open_leg.table, []).append(box)
    return boxes


def _back(request: HttpRequest, page: ResultsPage) -> HttpResponse:
    """Return to the page where results were entered: tile, Manage page or round."""
    tournament, number = page.frame.tournament, page.number
    back = f"{reverse('tournaments:manage', args=[tournament.public_id])}?round={number}"
    if _is_in_tile(request):
        tiles = tiles_of(tournament, page.frame.rights, request.user, number)
        tile = next((shown for shown in tiles if str(shown.table.number) == page.table), None)
        if tile is None:
            return HttpResponseClientRedirect(back)
        return render(request, "tournaments/desk/_tile.html", context_of(page.frame, page) | {"tile": tile})
    if page.table:
        return redirect(back)
    return redirect("tournaments:round", tournament.public_id, tournament.slug, number)


def _add_message(request: HttpRequest, count: int) -> None:
    """Show the number of entered results on the next page; a tile needs no message."""
    if count and not _is_in_tile(request):
        sentence = ngettext("%(count)d result was entered.", "%(count)d results were entered.", count)
        messages.success(request, sentence % {"count": count})


def _enter_valid(request: HttpRequest, page: ResultsPage) -> HttpResponse:
    """Enter valid results one game at a time; show the rest with errors and with both versions."""
    tournament, number, form = page.frame.tournament, page.number, page.form
    outcomes = form.outcomes()
    refused = enter_valid_results(tournament=tournament, outcomes=outcomes, by=account_of(request)) if outcomes else []
    _add_message(request, len(outcomes) - len(refused))
    at_fault = {refusal.field for refusal in refused}
    taken = {outcome.leg.pk for outcome in outcomes if outcome.field not in at_fault}
    again = _results_form(request, tournament, number, form.without(taken))
    clashes = _conflicts(request, tournament, number, again)
    unsaved = [error for error in refused if error.field in again.fields or not isinstance(error, StaleResult)]
    if form.is_valid() and not unsaved and not clashes:
        return _back(request, page)
    for refusal in unsaved:
        again.add_error(refusal.field if refusal.field in again.fields else None, refusal.message)
    return _render_form(request, replace(page, form=again, clashes=clashes))


def _conflicts(request: HttpRequest, tournament: Tournament, number: int, form: ResultsForm) -> list[ResultConflict]:
    """Return games sent here and entered elsewhere meanwhile, if nothing was chosen yet."""
    if not form.typed_elsewhere:
        return []
    return result_conflicts(form.data, decided_legs(tournament, number, form.typed_elsewhere, request.user))
