"""The pages of ratings: all leaderboards, one of them, and a player."""

from typing import Any

from django.contrib.messages import get_messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.utils.http import urlencode
from django.views.decorators.http import require_safe
from django_htmx.http import HttpResponseClientRedirect

from league.members.models import Player
from league.ratings import selectors
from league.ratings.forms import BoardsForm, LeaderboardForm
from league.ratings.freshness import drawn_once, etag_of
from league.ratings.models import Fold
from league.ratings.selectors.history import RESULTS_A_PAGE
from league.results.models import Pool
from league.results.selectors import pool_seen_by
from league.rules.ratings import rating_system_named
from league.shared.fragments import render_part, wants_fragment
from league.shared.live import watch

ROOM = "leaderboard"
MOST_WATCHED = 32  # leaderboards of which one page hears


@require_safe
def leaderboards(request: HttpRequest) -> HttpResponse:
    """Every leaderboard that exists for the reader, with its leaders."""
    form = BoardsForm(request.GET.dict(), asker=request.user)
    boards = selectors.boards_seen_by(request.user, **form.chosen())
    topics = [f"pool:{board.pool.public_id}" for board in boards[:MOST_WATCHED]]
    watch(request, *topics)
    facts = {"room": ROOM, "form": form, "boards": boards, "topics": " ".join(topics)}
    return render_part(request, facts, page="ratings/leaderboards.html", fragment="ratings/_boards.html")


@require_safe
def leaderboard(request: HttpRequest, slug: str) -> HttpResponse:
    """One pool's players by rating: searched, filtered, sorted, in pages. Answers 304 while nothing moved."""
    pool = pool_seen_by(slug, request.user)
    chosen = request.GET.get("pool", slug)
    if chosen != slug:
        return _go_to(pool_seen_by(chosen, request.user), request)
    watch(request, f"pool:{pool.public_id}")
    fold = selectors.fold_of(pool)
    etag = etag_of(request, fold) if _may_be_known(request) else ""
    known = {"ETag": etag} if etag else {}
    answer = get_conditional_response(request, etag=etag) if etag else None
    if answer is None:
        answer = HttpResponse(drawn_once(etag, lambda: _draw_leaderboard(request, pool, fold)), headers=known)
    patch_cache_control(answer, private=True, no_cache=True)
    patch_vary_headers(answer, ["Cookie", "HX-Request"])
    return answer


@require_safe
def player(request: HttpRequest, public_id: str, slug: str) -> HttpResponse:
    """A player: where they stand, how the rating went, every result, and how they do on each seat."""
    shown = selectors.player_at(public_id)
    if (shown.public_id, shown.slug) != (public_id, slug):
        # Not for ever: names change, and may change back.
        return redirect(_with_query(request, reverse("ratings:player", args=[shown.public_id, shown.slug])))
    watch(request, f"player:{shown.public_id}")
    facts = {"room": ROOM, "player": shown} | _career_of(request, shown)
    return render_part(request, facts, page="ratings/player.html", fragment="ratings/_career.html")


def _may_be_known(request: HttpRequest) -> bool:
    """Whether the answer follows from the fold and the address alone.

    A whole page does for visitors without a message waiting; rows filtered by club change with the club.
    """
    if request.GET.get("club"):
        return False
    return wants_fragment(request) or (not request.user.is_authenticated and not len(get_messages(request)))


def _draw_leaderboard(request: HttpRequest, pool: Pool, fold: Fold) -> str:
    form = LeaderboardForm(request.GET.dict(), shown=pool, asker=request.user)
    asked = form.asked(request.GET.get("sort", ""), request.GET.get("page", ""))
    board = selectors.leaderboard_of(pool, asked, request.user)
    facts = {"pool": pool, "fold": fold, "board": board, "asked": asked, "sort": asked.sort}
    if wants_fragment(request):
        return render_to_string("ratings/_leaderboard.html", facts, request)
    rule = rating_system_named(pool.rating_system).rule
    return render_to_string("ratings/leaderboard.html", facts | {"room": ROOM, "form": form, "rule": rule}, request)


def _go_to(pool: Pool, request: HttpRequest) -> HttpResponse:
    """Lead to another leaderboard, keeping what else was asked."""
    kept = {name: value for name, value in request.GET.dict().items() if name in {"search", "club", "sort"} and value}
    address = reverse("ratings:leaderboard", args=[pool.slug]) + (f"?{urlencode(kept)}" if kept else "")
    return HttpResponseClientRedirect(address) if wants_fragment(request) else redirect(address)


def _career_of(request: HttpRequest, shown: Player) -> dict[str, Any]:
    standings = selectors.standings_of(shown, request.user)
    facts: dict[str, Any] = {
        "standings": standings,
        "clubs": selectors.clubs_shown(shown, request.user),
        "unrated": selectors.unrated_of(shown, request.user),
    }
    asked = request.GET.get("pool")
    standing = next((one for one in standings if one.rating.pool.slug == asked), standings[0] if standings else None)
    if standing is None:
        return facts
    history = selectors.History(standing.rating)
    page = Paginator(history, RESULTS_A_PAGE).get_page(request.GET.get("page"))
    return facts | {
        "standing": standing,
        "line": history.line(),
        "page": page,
        "entries": selectors.entries_of(list(page), standing.rating.pool.fold, request.user),
        "seats": selectors.seats_of(standing.rating),
    }


def _with_query(request: HttpRequest, address: str) -> str:
    query = request.META.get("QUERY_STRING", "")
    return f"{address}?{query}" if query else address
