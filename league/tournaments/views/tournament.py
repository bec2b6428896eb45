"""Pages of a tournament for all readers: overview, rounds, crosstable, standings."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from django.contrib.auth.models import AnonymousUser
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.views.decorators.http import require_safe

from league.clubs.permissions import Rights, User, rights_of
from league.common.cached_responses import MOMENT, answer_once, etag_for_visitors, shared_for_a_moment, this_moment
from league.common.live import watch
from league.common.responses import context_of, render_inside, wants_fragment
from league.tournaments.models import Tournament
from league.tournaments.presenters import overview as presenter
from league.tournaments.presenters import tabs
from league.tournaments.presenters.bracket import Stages, needs_parts, path_of
from league.tournaments.presenters.check_in import registration_of
from league.tournaments.presenters.crosstable import crosstable_page, places_by_round
from league.tournaments.presenters.ending import has_winner, still_open, why_over
from league.tournaments.presenters.rounds import RoundView, current_round, round_view, round_views
from league.tournaments.presenters.standings import Standings, calculation_of, decided_first_place
from league.tournaments.queries.clock import clock_of
from league.tournaments.queries.entries import Entrants, ReaderEntry, entrants_of, own_entries
from league.tournaments.queries.standings_cache import Sheet, key_of, sheet_of
from league.tournaments.queries.tournaments import tournament_seen_by, tournaments_seen_by
from league.tournaments.templatetags.cached_parts import shows_decided, with_own_rows, with_own_seats, with_own_tables
from league.tournaments.views.decorators import ROOM

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

PAGE = 50  # tournaments
STANDINGS_A_PAGE = 100
ROUNDS_A_PAGE = 20
LEADERS = 16  # rows and tables of a large field on the overview
FEWER = 12  # rows beside seven or eight tables, so that both columns end about together
SHORT = {name: name for name in ("rounds", "crosstable", "standings", "bracket")} | {"evenings": "club-nights"}
"""URL names of pages by their paths that also work without the readable name."""


@dataclass(frozen=True, slots=True)
class Page:
    """Data that every page of a tournament reads first; `number` is the round in the URL, if any."""

    request: HttpRequest
    reader: User
    tournament: Tournament
    rights: Rights
    sheet: Sheet
    entrants: Entrants
    number: int | None = None


@require_safe
def tournaments(request: HttpRequest) -> HttpResponse:
    """List all tournaments that the reader may see: running, upcoming, finished."""
    page = Paginator(tournaments_seen_by(request.user), PAGE).get_page(request.GET.get("page"))
    return render(request, "tournaments/list.html", {"room": ROOM, "page": page, "groups": presenter.by_phase(page)})


@require_safe
def short(request: HttpRequest, public_id: str) -> HttpResponse:
    """Redirect the URL without the readable name to the full one."""
    tournament, _rights = tournament_seen_by(public_id, request.user)
    return redirect("tournaments:tournament", tournament.public_id, tournament.slug, permanent=True)


@require_safe
def place_calculation(request: HttpRequest, public_id: str, slug: str, number: int) -> HttpResponse:
    """The calculation of an entry's place; only one tie-break if a page loads it on demand."""
    tournament, rights = tournament_seen_by(public_id, request.user)
    if tournament.slug != slug:
        return redirect_to_current_name(request, tournament, slug)
    page = _page_of(request, tournament, rights, request.user)
    reckoning = calculation_of(tournament, page.sheet, number, page.entrants)
    if reckoning is None:
        raise Http404
    figure = next((found for found in reckoning.row.figures if found.slug == request.GET.get("tiebreak")), None)
    if figure is not None and wants_fragment(request):
        return render(request, "tournaments/_arithmetic.html", {"figure": figure})
    context = context_of(*_head(page, "standings")) | {"reckoning": reckoning}
    return render(request, "tournaments/reckoning.html", context)


@require_safe
def tab(request: HttpRequest, public_id: str, slug: str, tab: str, number: int | None = None) -> HttpResponse:
    """Render a tab: the whole page, or only its content for live updates.

    Readers share the cached content of a round and of the standings, into which their own rows are put.
    """
    moment = this_moment()
    watch(request, f"tournament:{public_id}")  # both before reading, so that later changes are not missed
    tournament, rights = tournament_seen_by(public_id, request.user)
    if tournament.slug != slug:
        return redirect_to_current_name(request, tournament, slug)
    template, fragment = f"tournaments/{tab}.html", f"tournaments/_{tab}.html"

    def parts(reader: User, rights: Rights) -> "Sequence[DataclassInstance]":
        page = _page_of(request, tournament, rights, reader, number)
        return *_head(page, tab), BUILDERS[tab](page)

    def draw() -> str:
        return render_inside(request, context_of(*parts(request.user, rights)), page=template, fragment=fragment)

    def draw_for_visitors() -> str:
        nobody = AnonymousUser()
        return render_to_string(fragment, context_of(*parts(nobody, rights_of(nobody, tournament.club))), request)

    def draw_shared() -> str:
        inside: str = shared_for_a_moment(request, request.get_full_path(), draw_for_visitors, moment)
        if own := own_entries(tournament, request.user):
            inside = _with_own_parts(inside, request, tournament, own, number)
        more = {"inside": inside, "round": {"number": number}}  # the number is for the title
        frame = context_of(frame_of(request, tournament, rights, tab)) | more
        return inside if wants_fragment(request) else render_to_string(template, frame, request)

    # A running clock shows the time, so it is not cached.
    etag = "" if clock_of(tournament) else etag_for_visitors(request, moment)
    is_shared = tab == "standings" or number is not None
    if is_shared and (etag or _reads_what_visitors_do(request, tournament, rights)):
        return answer_once(request, etag, draw_shared, timeout=MOMENT)
    return answer_once(request, etag, draw, timeout=MOMENT)


def _with_own_parts(
    inside: str, request: HttpRequest, tournament: Tournament, own: Sequence[ReaderEntry], number: int | None
) -> str:
    """Mark the reader's rows of the standings, or show the reader's tables of the round with this number.

    Once a game counts, all readers see the same table, apart from the mark.
    """
    if number is None:
        return with_own_rows(inside, own)
    sheet, numbers = sheet_of(tournament), {entrant.number for entrant in own}
    seated = [pairing for pairing in sheet.rounds.get(number, ()) if numbers.intersection(pairing.seats)]
    tables = [pairing.table for pairing in seated]
    if all(pairing.decided for pairing in seated) and shows_decided(inside, tables):
        return with_own_seats(inside, tables, own)
    entrants = entrants_of(tournament, request.user)
    return with_own_tables(inside, round_view(tournament, sheet, number, entrants, request.user, 0))


def _reads_what_visitors_do(request: HttpRequest, tournament: Tournament, rights: Rights) -> bool:
    """Return whether a signed-in reader sees the same as visitors, apart from their own rows."""
    is_open = tournament.club.is_public and not tournament.club.shortens_names and not tournament.takes_entries
    is_plain = request.user.is_authenticated and not request.GET.keys() - {"page"}
    return is_plain and is_open and not rights.score and clock_of(tournament) is None


def redirect_to_current_name(request: HttpRequest, tournament: Tournament, slug: str) -> HttpResponse:
    """Redirect to the present name in the URL; add the name if it is missing."""
    if slug in SHORT and request.resolver_match and request.resolver_match.url_name == "tournament":
        return redirect(f"tournaments:{SHORT[slug]}", tournament.public_id, tournament.slug, permanent=True)
    return redirect(request.get_full_path().replace(f"/{slug}/", f"/{tournament.slug}/", 1))


def _page_of(
    request: HttpRequest, tournament: Tournament, rights: Rights, reader: User, number: int | None = None
) -> Page:
    return Page(request, reader, tournament, rights, sheet_of(tournament), entrants_of(tournament, reader), number)


def frame_of(request: HttpRequest, tournament: Tournament, rights: Rights, tab: str) -> tabs.Frame:
    """Return the context around a tab."""
    return tabs.Frame(
        room=ROOM,
        tournament=tournament,
        state=presenter.state_of(tournament),
        summary=presenter.summary_of(tournament),
        rights=rights,
        tab=tab,
        here=request.get_full_path(),
    )


def _head(page: Page, tab: str) -> tuple[tabs.Frame, tabs.Head]:
    """Return the contexts that all tabs share."""
    leaders = [page.entrants[row.entry] for row in page.sheet.rows if row.place == 1]
    winners = leaders if has_winner(page.tournament) else []
    head = tabs.Head(
        progress=presenter.progress_of(page.sheet),
        clock=clock_of(page.tournament),
        winners=winners,
        winner_by=decided_first_place(page.sheet) if winners else "",
        why_over=why_over(page.tournament, page.sheet),
    )
    return frame_of(page.request, page.tournament, page.rights, tab), head


def _overview(page: Page) -> tabs.OverviewTab:
    tournament, sheet, entrants = page.tournament, page.sheet, page.entrants
    number = current_round(sheet)
    board = _board(page, number, LEADERS) if number else None
    return tabs.OverviewTab(
        entrants=[entrant for entrant in entrants.values() if not tournament.keeps_waiting(entrant.number)],
        waiting=[entrant for entrant in entrants.values() if tournament.keeps_waiting(entrant.number)],
        registration=registration_of(tournament, entrants, page.reader),
        facts=presenter.facts_of(tournament, sheet),
        rules=presenter.rules_of(tournament),
        standings=Standings(tournament, sheet, entrants, _leaders(board)) if board else None,
        by_round=places_by_round(sheet, entrants, LEADERS // 2),
        stages=Stages(tournament, sheet, entrants),
        still_open=still_open(tournament, sheet, entrants),
        round=board,
        own_tables=[table for table in board.tables if table.sheet_href] if board else [],
    )


def _leaders(board: RoundView) -> int:
    return FEWER if 7 <= len(board.shown) <= 8 else LEADERS


def _round(page: Page) -> tabs.RoundTab:
    """Return the round in the URL, or else the one in progress or the last one."""
    rounds = page.sheet.rounds
    number = current_round(page.sheet) if page.number is None else page.number
    if number and number not in rounds:
        raise Http404
    return tabs.RoundTab(_board(page, number) if number else None, sorted(rounds))


def _board(page: Page, number: int, shown: int | None = None) -> RoundView:
    return round_view(page.tournament, page.sheet, number, page.entrants, page.reader, shown, scores=page.rights.score)


def _all_rounds(page: Page) -> tabs.AllRoundsTab:
    numbers = sorted(page.sheet.rounds)
    listed = Paginator(numbers, ROUNDS_A_PAGE).get_page(page.request.GET.get("page"))
    names = [entrant.name for entrant in page.entrants.values()]
    return tabs.AllRoundsTab(
        page=listed,
        numbers=numbers,
        rounds=partial(round_views, page.tournament, page.sheet, list(listed), page.entrants),
        key=(*key_of(page.tournament, page.sheet), listed.number, names),
    )


def _crosstable(page: Page) -> tabs.CrosstableTab:
    key = (*key_of(page.tournament, page.sheet), tuple(page.entrants.values()))
    drawn = partial(crosstable_page, page.tournament, page.sheet, page.entrants)
    return tabs.CrosstableTab(drawn, key if page.sheet.rounds else None)


def _bracket(page: Page) -> tabs.BracketTab:
    """Return groups and brackets; the URL can highlight a player."""
    if not page.tournament.has_bracket:
        raise Http404
    on_paper = "paper" in page.request.GET
    path = 0 if on_paper else path_of(page.request.GET.get("player", ""), page.entrants)
    return tabs.BracketTab(
        stages=Stages(page.tournament, page.sheet, page.entrants, path, on_paper),
        whole=page.request.path,
        needs_parts=needs_parts(page.sheet),
        followed=page.entrants.get(path),
    )


def _standings(page: Page) -> tabs.StandingsTab:
    listed = Paginator(page.sheet.rows, STANDINGS_A_PAGE).get_page(page.request.GET.get("page"))
    at = range(listed.start_index() - 1, listed.end_index())
    return tabs.StandingsTab(
        page=listed,
        standings=Standings(page.tournament, page.sheet, page.entrants, at=at) if page.sheet.rounds else None,
        by_round=places_by_round(page.sheet, page.entrants),
        still_open=still_open(page.tournament, page.sheet, page.entrants),
    )


BUILDERS: Mapping[str, Callable[[Page], "DataclassInstance"]] = {
    "overview": _overview,
    "rounds": _round,
    "all_rounds": _all_rounds,
    "crosstable": _crosstable,
    "bracket": _bracket,
    "standings": _standings,
}
"""The context of each tab, by the name of its template."""
