"""Pages of a tournament for all readers: overview, rounds, crosstable, standings."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType

from django.contrib.auth.models import AnonymousUser
from django.core.paginator import Page as PageOfRows
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.views.decorators.http import require_safe

from league.clubs.permissions import Asker, Rights, rights_of
from league.common.cached_responses import MOMENT, answer_once, etag_for_visitors, shared_for_a_moment, this_moment
from league.common.live import watch
from league.common.responses import context_of, draw_inside, wants_fragment
from league.competition.standings import Row
from league.tournaments.models import Tournament
from league.tournaments.presenters import overview as telling
from league.tournaments.presenters.bracket import Stages, needs_parts, path_of
from league.tournaments.presenters.check_in import Registration, registration_of
from league.tournaments.presenters.crosstable import CrosstableView, PlacesByRound, crosstable_page, places_by_round
from league.tournaments.presenters.ending import StillOpen, has_winner, still_open, why_over
from league.tournaments.presenters.overview import Rule
from league.tournaments.presenters.rounds import RoundView, TableView, current_round, round_view, round_views
from league.tournaments.presenters.standings import Standings, decided_first_place, reckoning_of
from league.tournaments.queries.clock import Clock, clock_of
from league.tournaments.queries.entries import Entrant, Entrants, Own, entrants_of, own_entries
from league.tournaments.queries.standings_cache import Sheet, key_of, sheet_of
from league.tournaments.queries.tournaments import tournament_seen_by, tournaments_seen_by
from league.tournaments.templatetags.cached_parts import (
    shows_decided,
    with_own_rows,
    with_own_seats,
    with_own_tables,
)
from league.tournaments.views.contexts import ROOM

OwnLines = Callable[[str, HttpRequest, Tournament, Sequence[Own]], str]
"""Puts the rows of a reader with these entries into shared HTML."""

PAGE = 50  # tournaments
STANDINGS_A_PAGE = 100
ROUNDS_A_PAGE = 20
LEADERS = 16  # rows and tables of a large field on the overview
SHORT = frozenset({"rounds", "crosstable", "standings", "evenings", "bracket"})  # also work without the readable name


def own_rows(inside: str, _request: HttpRequest, _event: Tournament, own: Sequence[Own]) -> str:
    """Mark the reader's rows of the standings."""
    return with_own_rows(inside, own)


def own_tables(inside: str, request: HttpRequest, event: Tournament, own: Sequence[Own], *, number: int) -> str:
    """Show the reader's tables of a round. Once a game counts, all readers see the same, apart from the mark."""
    sheet, numbers = sheet_of(event), {one.number for one in own}
    seated = [pairing for pairing in sheet.rounds.get(number, ()) if numbers.intersection(pairing.seats)]
    tables = [pairing.table for pairing in seated]
    if all(pairing.decided for pairing in seated) and shows_decided(inside, tables):
        return with_own_seats(inside, tables, own)
    entrants = entrants_of(event, request.user)
    return with_own_tables(inside, round_view(event, sheet, number, entrants, request.user, 0))


@dataclass(frozen=True, slots=True)
class Page:
    """Data that every page of a tournament reads first."""

    request: HttpRequest
    reader: Asker
    event: Tournament
    rights: Rights
    sheet: Sheet
    entrants: Entrants


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """Context of the page around a tab of a tournament."""

    tab: str
    event: Tournament
    rights: Rights
    state: tuple[str, str]
    summary: str
    here: str
    room: str = ROOM


@dataclass(frozen=True, slots=True, kw_only=True)
class Head(Frame):
    """Context of every tab."""

    progress: telling.Progress
    clock: Clock | None
    winners: Sequence[Entrant]
    winner_by: str
    why_over: Sequence[str]


@dataclass(frozen=True, slots=True)
class OverviewContext:
    """Context of the overview."""

    entrants: Sequence[Entrant]
    waiting: Sequence[Entrant]
    registration: Registration | None
    facts: Sequence[Rule]
    rules: Sequence[Rule]
    standings: Standings | None
    by_round: PlacesByRound | None
    stages: Stages
    still_open: StillOpen | None
    round: RoundView | None
    own_tables: Sequence[TableView]


@dataclass(frozen=True, slots=True)
class RoundContext:
    """Context of a round."""

    round: RoundView | None
    numbers: Sequence[int]


@dataclass(frozen=True, slots=True)
class AllRoundsContext:
    """Context of all rounds. The template calls `rounds` if nothing is cached under `key`."""

    page: PageOfRows[int]
    rounds: Callable[[], Sequence[RoundView]]
    key: tuple[object, ...]


@dataclass(frozen=True, slots=True)
class CrosstableContext:
    """Context of the crosstable. The template calls `crosstable` if nothing is cached under `key`."""

    crosstable: Callable[[], CrosstableView]
    key: tuple[object, ...] | None
    """None before the first round."""


@dataclass(frozen=True, slots=True)
class BracketContext:
    """Context of groups and brackets."""

    stages: Stages
    whole: str
    needs_parts: bool = False
    followed: Entrant | None = None


@dataclass(frozen=True, slots=True)
class StandingsContext:
    """Context of the standings."""

    page: PageOfRows[Row]
    standings: Standings | None
    by_round: PlacesByRound | None
    still_open: StillOpen | None


Context = OverviewContext | RoundContext | AllRoundsContext | CrosstableContext | BracketContext | StandingsContext


@require_safe
def tournaments(request: HttpRequest) -> HttpResponse:
    """List all tournaments that the reader may see: running, upcoming, finished."""
    page = Paginator(tournaments_seen_by(request.user), PAGE).get_page(request.GET.get("page"))
    return render(request, "tournaments/list.html", {"room": ROOM, "page": page, "groups": telling.by_phase(page)})


@require_safe
def overview(request: HttpRequest, public_id: str, slug: str) -> HttpResponse:
    """The overview: settings, progress, leaders, current round."""
    return _tab(request, public_id, slug, "overview", _overview)


@require_safe
def short(request: HttpRequest, public_id: str) -> HttpResponse:
    """Redirect the URL without the readable name to the full one."""
    event, _rights = tournament_seen_by(public_id, request.user)
    return redirect("tournaments:tournament", event.public_id, event.slug, permanent=True)


@require_safe
def rounds(request: HttpRequest, public_id: str, slug: str) -> HttpResponse:
    """The round in progress, or the last one."""
    return _tab(request, public_id, slug, "rounds", lambda page: _round(page, current_round(page.sheet)))


@require_safe
def one_round(request: HttpRequest, public_id: str, slug: str, number: int) -> HttpResponse:
    """A round with its tables and links to matches."""
    here = {"round": {"number": number}}  # for the title
    own = partial(own_tables, number=number)
    return _tab(request, public_id, slug, "rounds", lambda page: _round(page, number), own=own, named=here)


@require_safe
def all_rounds(request: HttpRequest, public_id: str, slug: str) -> HttpResponse:
    """All rounds, as in a bulletin."""
    return _tab(request, public_id, slug, "all_rounds", _all_rounds)


@require_safe
def crosstable(request: HttpRequest, public_id: str, slug: str) -> HttpResponse:
    """The crosstable."""
    return _tab(request, public_id, slug, "crosstable", _crosstable)


@require_safe
def bracket(request: HttpRequest, public_id: str, slug: str) -> HttpResponse:
    """Groups and brackets; the URL can highlight a player."""
    return _tab(request, public_id, slug, "bracket", _bracket)


@require_safe
def standings(request: HttpRequest, public_id: str, slug: str) -> HttpResponse:
    """The standings with the calculation of tie-breaks."""
    return _tab(request, public_id, slug, "standings", _standings, own=own_rows)


@require_safe
def reckoning(request: HttpRequest, public_id: str, slug: str, number: int) -> HttpResponse:
    """The calculation of an entry's place; only one tie-break if a page loads it on demand."""
    event, rights = tournament_seen_by(public_id, request.user)
    if event.slug != slug:
        return moved(request, event, slug)
    page = _read(request, event, rights)
    reckoning = reckoning_of(event, page.sheet, number, page.entrants)
    if reckoning is None:
        raise Http404
    figure = next((one for one in reckoning.row.figures if one.slug == request.GET.get("tiebreak")), None)
    if figure is not None and wants_fragment(request):
        return render(request, "tournaments/_arithmetic.html", {"figure": figure})
    return render(
        request, "tournaments/reckoning.html", context_of(_head(page, "standings")) | {"reckoning": reckoning}
    )


def _tab(
    request: HttpRequest,
    public_id: str,
    slug: str,
    tab: str,
    build: Callable[[Page], Context],
    *,
    own: OwnLines | None = None,
    named: Mapping[str, object] = MappingProxyType({}),
) -> HttpResponse:
    """Render a tab: the whole page, or only its content for live updates.

    With `own` readers share cached content, into which their own rows are put; `named` is context of the whole page.
    """
    moment = this_moment()
    watch(request, f"tournament:{public_id}")  # both before reading, so that later changes are not missed
    event, rights = tournament_seen_by(public_id, request.user)
    if event.slug != slug:
        return moved(request, event, slug)
    template, fragment = f"tournaments/{tab}.html", f"tournaments/_{tab}.html"

    def draw() -> str:
        page = _read(request, event, rights)
        return draw_inside(request, context_of(_head(page, tab), build(page)), page=template, fragment=fragment)

    def draw_for_visitors() -> str:
        nobody = AnonymousUser()
        page = Page(request, nobody, event, rights_of(nobody, event.club), sheet_of(event), entrants_of(event, nobody))
        return render_to_string(fragment, context_of(_head(page, tab), build(page)), request)

    def draw_shared(put_in: OwnLines) -> str:
        inside: str = shared_for_a_moment(request, request.get_full_path(), draw_for_visitors, moment)
        if entries := own_entries(event, request.user):
            inside = put_in(inside, request, event, entries)
        facts = {**context_of(_frame(request, event, rights, tab)), **named, "inside": inside}
        return inside if wants_fragment(request) else render_to_string(template, facts, request)

    # A running clock shows the time, so it is not cached.
    etag = "" if clock_of(event) else etag_for_visitors(request, moment)
    if own and (etag or _reads_what_visitors_do(request, event, rights)):
        return answer_once(request, etag, partial(draw_shared, own), kept_for=MOMENT)
    return answer_once(request, etag, draw, kept_for=MOMENT)


def _reads_what_visitors_do(request: HttpRequest, event: Tournament, rights: Rights) -> bool:
    """Return whether a signed-in reader sees the same as visitors, apart from their own rows."""
    is_open = event.club.is_public and not event.club.shortens_names and not event.takes_entries
    is_plain = request.user.is_authenticated and not request.GET.keys() - {"page"}
    return is_plain and is_open and not rights.score and clock_of(event) is None


def moved(request: HttpRequest, event: Tournament, slug: str) -> HttpResponse:
    """Redirect to the present name in the URL; add the name if it is missing."""
    if slug in SHORT and request.resolver_match and request.resolver_match.url_name == "tournament":
        return redirect(f"tournaments:{slug}", event.public_id, event.slug, permanent=True)
    return redirect(request.get_full_path().replace(f"/{slug}/", f"/{event.slug}/", 1))


def _read(request: HttpRequest, event: Tournament, rights: Rights) -> Page:
    return Page(request, request.user, event, rights, sheet_of(event), entrants_of(event, request.user))


def _frame(request: HttpRequest, event: Tournament, rights: Rights, tab: str) -> Frame:
    state, summary = telling.state_of(event), telling.summary_of(event)
    return Frame(tab=tab, event=event, rights=rights, state=state, summary=summary, here=request.get_full_path())


def _head(page: Page, tab: str) -> Head:
    first = [row.entry for row in page.sheet.rows if row.place == 1] if has_winner(page.event) else []
    winners = [page.entrants[entry] for entry in first]
    frame = _frame(page.request, page.event, page.rights, tab)
    return Head(
        **context_of(frame),
        progress=telling.progress_of(page.sheet),
        clock=clock_of(page.event),
        winners=winners,
        winner_by=decided_first_place(page.sheet) if winners else "",
        why_over=why_over(page.event, page.sheet),
    )


def _overview(page: Page) -> OverviewContext:
    event, sheet, entrants = page.event, page.sheet, page.entrants
    number = current_round(sheet)
    board = _board(page, number, LEADERS) if number else None
    return OverviewContext(
        entrants=[one for one in entrants.values() if not event.keeps_waiting(one.number)],
        waiting=[one for one in entrants.values() if event.keeps_waiting(one.number)],
        registration=registration_of(event, entrants, page.reader),
        facts=telling.facts_of(event, sheet),
        rules=telling.rules_of(event),
        standings=Standings(event, sheet, entrants, LEADERS) if number else None,
        by_round=places_by_round(sheet, entrants),
        stages=Stages(event, sheet, entrants),
        still_open=still_open(event, sheet, entrants),
        round=board,
        own_tables=[table for table in board.own_tables if table.sheet_href] if board else [],
    )


def _round(page: Page, number: int) -> RoundContext:
    rounds = page.sheet.rounds
    if number and number not in rounds:
        raise Http404
    return RoundContext(_board(page, number) if number else None, sorted(rounds))


def _board(page: Page, number: int, shown: int | None = None) -> RoundView:
    return round_view(page.event, page.sheet, number, page.entrants, page.reader, shown, scores=page.rights.score)


def _all_rounds(page: Page) -> AllRoundsContext:
    listed = Paginator(sorted(page.sheet.rounds), ROUNDS_A_PAGE).get_page(page.request.GET.get("page"))
    return AllRoundsContext(
        listed,
        partial(round_views, page.event, page.sheet, list(listed), page.entrants),
        (*key_of(page.event, page.sheet), listed.number, [one.name for one in page.entrants.values()]),
    )


def _crosstable(page: Page) -> CrosstableContext:
    key = (*key_of(page.event, page.sheet), tuple(page.entrants.values()))
    drawn = partial(crosstable_page, page.event, page.sheet, page.entrants)
    return CrosstableContext(drawn, key if page.sheet.rounds else None)


def _bracket(page: Page) -> BracketContext:
    if not page.event.has_bracket:
        raise Http404
    if "paper" in page.request.GET:
        return BracketContext(Stages(page.event, page.sheet, page.entrants, on_paper=True), page.request.path)
    path = path_of(page.request.GET.get("player", ""), page.entrants)
    return BracketContext(
        Stages(page.event, page.sheet, page.entrants, path),
        page.request.path,
        needs_parts(page.sheet),
        page.entrants.get(path),
    )


def _standings(page: Page) -> StandingsContext:
    listed = Paginator(page.sheet.rows, STANDINGS_A_PAGE).get_page(page.request.GET.get("page"))
    at = range(listed.start_index() - 1, listed.end_index())
    return StandingsContext(
        listed,
        Standings(page.event, page.sheet, page.entrants, at=at) if page.sheet.rounds else None,
        places_by_round(page.sheet, page.entrants),
        still_open(page.event, page.sheet, page.entrants),
    )
