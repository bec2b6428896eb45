"""Pages of ratings: leaderboards, players, calculations, guide, preview images."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta

from django.contrib.auth.models import AnonymousUser
from django.contrib.messages import get_messages
from django.core.paginator import Page, Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.timezone import localdate
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from django_htmx.http import HttpResponseClientRedirect

from league.accounts.models import Player
from league.clubs.display_names import reads_short
from league.clubs.models import Club
from league.clubs.permissions import shown_to
from league.common.cached_responses import answer_once, etag_of, with_own_row
from league.common.drawing.preview import MOST_LINES, Card
from league.common.guides import DOCS, ENGLISH, rendered_file
from league.common.language import language_here
from league.common.live import watch
from league.common.responses import answer_with_preview, context_of, render_part, wants_fragment
from league.competition.ratings import System, rating_systems
from league.competition.ratings.system import MILLI
from league.ratings.explanation import explanation_of
from league.ratings.forms import BoardsForm, LeaderboardForm, PlayerSearchForm
from league.ratings.history import (
    RESULTS_A_PAGE,
    History,
    RatedResult,
    RatingHistory,
    UnratedResult,
    entries_of,
    unrated_of,
)
from league.ratings.leaderboards import Leaderboard, LeaderboardQuery, boards_seen_by, leaderboard_of, leaders_of
from league.ratings.models import Fold, Rating, RatingStep
from league.ratings.players import SeatRecord, Standing, clubs_shown, player_seen_by, seats_of, standings_of
from league.ratings.possible_changes import changes_among, fold_with_steps, players_at, players_to_add, table_sizes
from league.ratings.queries import folds_of, systems_of
from league.results.models import Pool
from league.results.queries import chain_seen_by, pool_seen_by

ROOM = "leaderboard"
FILTERS = {"search", "club", "sort", "system"}  # that another leaderboard keeps
MOST_WATCHED = 32  # leaderboards that one page watches
LATE = timedelta(days=2)  # an evening is often entered the day after


@dataclass(frozen=True, slots=True)
class LeaderboardTable:
    """Context of the part of a leaderboard that changes."""

    pool: Pool
    board: Leaderboard
    query: LeaderboardQuery
    sort: str


@dataclass(frozen=True, slots=True)
class LeaderboardFrame:
    """Context of the page around it."""

    form: LeaderboardForm
    systems: Sequence[System]
    room: str = ROOM


@dataclass(frozen=True, slots=True)
class PlayerPage:
    """Context of a player's page."""

    player: Player
    standings: Sequence[Standing]
    clubs: Sequence[Club]
    unrated: Sequence[UnratedResult]
    is_public: bool
    room: str = ROOM


@dataclass(frozen=True, slots=True)
class ShownStanding:
    """Context of the leaderboard that the page shows, by the chosen rating system."""

    standing: Standing
    rating: Rating
    pool: Pool
    folds: Sequence[Fold]
    seats: Sequence[SeatRecord]


@dataclass(frozen=True, slots=True)
class RatedResults:
    """Context of the rated results: their changes by `stepping`; `only_day` if all were played on one day."""

    course: RatingHistory | None
    stepping: Fold
    page: Page[RatingStep]
    entries: Sequence[RatedResult]
    only_day: date | None


@require_safe
def leaderboards(request: HttpRequest) -> HttpResponse:
    """List the leaderboards that the reader may see, with their leaders."""
    form = BoardsForm(request.GET.dict(), user=request.user)
    boards = boards_seen_by(request.user, **form.chosen())
    boards.sort(key=lambda board: (board.pool.game, not board.leaders, board.pool.player_kind == Pool.Kind.BOT))
    topics = [f"pool:{board.pool.public_id}" for board in boards[:MOST_WATCHED]]
    watch(request, *topics)
    context = {"room": ROOM, "form": form, "boards": boards, "topics": " ".join(topics)}
    return render_part(request, context, page="ratings/leaderboards.html", fragment="ratings/_boards.html")


@require_safe
def leaderboard(request: HttpRequest, slug: str) -> HttpResponse:
    """Show one leaderboard: searched, filtered, sorted, in pages. 304 while nothing changed."""
    pool = pool_seen_by(slug, request.user)
    chosen = request.GET.get("pool", slug)
    if chosen != slug:
        return _redirect_to(pool_seen_by(chosen, request.user), request)
    watch(request, f"pool:{pool.public_id}")
    folds = folds_of(pool)
    etag = _leaderboard_etag(request, pool, folds) if _is_cacheable(request) else ""
    return answer_once(request, etag, lambda: _draw_leaderboard(request, pool, folds))


def _leaderboard_etag(request: HttpRequest, pool: Pool, folds: Sequence[Fold]) -> str:
    """Return a tag of all that the page shows; a change of a club revises folds."""
    revisions = [(fold.pool_id, fold.system, fold.generation, fold.revision) for fold in folds]
    is_short = pool.club is not None and reads_short(request.user, pool.club)
    return etag_of(request, revisions, is_short, sorted(shown_to(request.user)))


def _is_cacheable(request: HttpRequest) -> bool:
    """Whether the response depends only on the fold and the URL.

    A whole page does for visitors without a message waiting; rows filtered by club change with the club.
    """
    if request.GET.get("club"):
        return False
    return wants_fragment(request) or (not request.user.is_authenticated and not len(get_messages(request)))


def _draw_leaderboard(request: HttpRequest, pool: Pool, folds: Sequence[Fold]) -> str:
    form = LeaderboardForm(request.GET.dict(), pool=pool, user=request.user)
    query = form.query(request.GET.get("sort", ""), request.GET.get("page", ""))
    board = leaderboard_of(pool, folds, query, request.user)
    own = [row.player.public_id for row in board.rows if row.is_own]
    for_others = replace(board, rows=[replace(row, is_own=False) for row in board.rows]) if own else board
    table = LeaderboardTable(pool, for_others, query, query.sort)
    if wants_fragment(request):
        html: str = render_to_string("ratings/_leaderboard.html", context_of(table), request)
    else:
        context = context_of(table, LeaderboardFrame(form, systems_of(pool)))
        html = render_to_string("ratings/leaderboard.html", context, request)
    for player in own:
        html = with_own_row(html, f"{pool.public_id}-{player}")
    return html


def _redirect_to(pool: Pool, request: HttpRequest) -> HttpResponse:
    """Redirect to another leaderboard, keeping the filters."""
    filters = {name: value for name, value in request.GET.dict().items() if name in FILTERS and value}
    address = reverse("ratings:leaderboard", args=[pool.slug]) + (f"?{urlencode(filters)}" if filters else "")
    return HttpResponseClientRedirect(address) if wants_fragment(request) else redirect(address)


@require_safe
def player(request: HttpRequest, public_id: str, slug: str) -> HttpResponse:
    """Show a player: ratings, their course, every result, and the results by seat."""
    player = player_seen_by(public_id, request.user)
    if (player.public_id, player.slug) != (public_id, slug):
        address, query = reverse("ratings:player", args=[player.public_id, player.slug]), request.META["QUERY_STRING"]
        return redirect(f"{address}?{query}" if query else address)  # not permanent: names may change back
    watch(request, f"player:{player.public_id}")
    standings, clubs = standings_of(player, request.user), clubs_shown(player, request.user)
    is_public = _is_public([*clubs, *(standing.rating.fold.pool.club for standing in standings)])
    context = context_of(PlayerPage(player, standings, clubs, unrated_of(player, request.user), is_public))
    if standings:
        pool = request.GET.get("pool")
        chosen = (standing for standing in standings if standing.rating.fold.pool.slug == pool)
        context |= context_of(*_history_of(request, next(chosen, standings[0])))
    return render_part(request, context, page="ratings/player.html", fragment="ratings/_career.html")


def _is_public(clubs: Sequence[Club | None]) -> bool:
    """Whether anonymous visitors see the player: by a public club, a pool of the site (None), or without either."""
    return not clubs or any(club is None or club.is_public for club in clubs)


def _history_of(request: HttpRequest, standing: Standing) -> list[ShownStanding | RatedResults]:
    """The history in one pool by the chosen system; a fit has none, so results are shown by another."""
    rating = standing.by(request.GET.get("system", ""))
    folds = [other.fold for other in (standing.rating, *standing.others)]
    shown = ShownStanding(standing, rating, rating.fold.pool, folds, seats_of(standing.rating))
    fold = fold_with_steps(folds, rating.fold.system)
    if fold is None:
        return [shown]
    history = History(fold, rating.player_id, request.user)
    page = Paginator(history, RESULTS_A_PAGE).get_page(request.GET.get("page"))
    entries = entries_of(list(page), fold, request.user)
    days = {localdate(entry.result.played_at) for entry in entries}
    course = history.rating_history() if rating.fold.system in rating_systems() else None
    only_day = days.pop() if len(days) == 1 < len(entries) else None
    return [shown, RatedResults(course, fold, page, entries, only_day)]


@require_safe
def why(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show how one result changed the ratings of its players, or of the player in the query."""
    chain = chain_seen_by(slug, number, request.user)
    folds = folds_of(chain.pool)
    fold = next((fold for fold in folds if fold.system == request.GET.get("system")), folds[0])
    player_id = request.GET.get("player", "")
    calculations = explanation_of(chain, fold, request.user)
    if player_id:
        calculations = [each for each in calculations if each.player.public_id == player_id]
    context = {
        "room": ROOM,
        "pool": chain.pool,
        "chain": chain,
        "folds": folds,
        "fold": fold,
        "is_fit": fold.system not in rating_systems(),
        "calculations": calculations,
        "was_late": chain.first.entered_at - chain.first.played_at > LATE,
        "player_id": player_id,
    }
    return render_part(request, context, page="ratings/why.html", fragment="ratings/_why.html")


@require_safe
def stakes(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the possible rating changes of a game, and whom to add to the table."""
    pool = pool_seen_by(slug, request.user)
    folds = folds_of(pool)
    fold = fold_with_steps(folds, request.GET.get("system", ""))
    if fold is None:
        raise Http404
    seats = table_sizes(pool)
    players = players_at(pool, request.GET.getlist("player"), max(seats), request.user)
    table = changes_among(fold, players) if len(players) in seats else []
    context = {
        "room": ROOM,
        "pool": pool,
        "folds": [fold for fold in folds if fold.system in rating_systems()],
        "fold": fold,
        "players": players,
        "seats": seats,
        "missing": min(seats) - len(players),
        "table": table,
        "varies": any(changes.varies for changes in table),
    }
    if len(players) < max(seats):
        form = PlayerSearchForm(request.GET.dict())
        context |= {"form": form, "found": players_to_add(pool, fold, form.search(), players, request.user)}
    return render_part(request, context, page="ratings/stakes.html", fragment="ratings/_stakes.html")


@require_safe
def guide(request: HttpRequest) -> HttpResponse:
    """Show the guide to ratings, docs/ratings.md, in the reader's language where it is translated."""
    english, language = DOCS / "ratings.md", language_here()
    translated = DOCS / f"ratings.{language}.md"
    is_translated = language != ENGLISH and translated.exists()
    html = rendered_file(translated, language, english) if is_translated else rendered_file(english)
    return render(request, "ratings/guide.html", {"room": ROOM, "guide": html})


@require_safe
def player_preview(request: HttpRequest, public_id: str, slug: str) -> HttpResponse:  # noqa: ARG001  (the readable end)
    """Return the preview image of a player as anonymous visitors see it."""
    nobody = AnonymousUser()
    player = player_seen_by(public_id, nobody)
    clubs = ", ".join(club.name for club in clubs_shown(player, nobody))
    standings = standings_of(player, nobody)[:MOST_LINES]
    lines = tuple((standing.rating.fold.pool.display_name, _points(standing.rating.value)) for standing in standings)
    card = Card(player.name, over=clubs or _("Player"), lines=lines, sett=player.public_id)
    return answer_with_preview(request, card)


@require_safe
def leaderboard_preview(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the preview image of a leaderboard as anonymous visitors see it."""
    nobody = AnonymousUser()
    pool = pool_seen_by(slug, nobody)
    leaders = leaders_of(pool, nobody)[:MOST_LINES]
    lines = tuple((f"{row.place}. {row.player.name}", _points(row.rating.value)) for row in leaders)
    text = "" if lines else _("No ratings yet.")
    over = pool.club.name if pool.club else _("Leaderboard")
    return answer_with_preview(request, Card(pool.display_name, over=over, text=text, lines=lines))


def _points(rating: int) -> str:
    return str(round(rating / MILLI))
