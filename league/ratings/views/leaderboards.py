"""All leaderboards, and one of them."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib.messages import get_messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.utils.http import urlencode
from django.views.decorators.http import require_safe
from django_htmx.http import HttpResponseClientRedirect

from league.ratings.forms import BoardsForm, LeaderboardForm
from league.ratings.freshness import drawn_once, etag_of
from league.ratings.models import Fold
from league.ratings.selectors.boards import boards_seen_by
from league.ratings.selectors.folds import folds_of
from league.ratings.selectors.leaderboard import Asked, Leaderboard, leaderboard_of
from league.ratings.systems import systems_of
from league.results.models import Pool
from league.results.selectors import pool_seen_by
from league.rules.ratings import System
from league.shared.fragments import context_of, render_part, wants_fragment
from league.shared.live import watch

ROOM = "leaderboard"
KEPT = {"search", "club", "sort", "system"}  # what is asked of the next leaderboard too
MOST_WATCHED = 32  # leaderboards of which one page hears


@dataclass(frozen=True, slots=True)
class LeaderboardTable:
    """Context of the part of a leaderboard that changes."""

    pool: Pool
    board: Leaderboard
    asked: Asked
    sort: str


@dataclass(frozen=True, slots=True)
class LeaderboardFrame:
    """Context of the page around it."""

    form: LeaderboardForm
    systems: Sequence[System]
    room: str = ROOM


@require_safe
def leaderboards(request: HttpRequest) -> HttpResponse:
    """Every leaderboard that exists for the reader, with its leaders."""
    form = BoardsForm(request.GET.dict(), asker=request.user)
    boards = boards_seen_by(request.user, **form.chosen())
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
    folds = folds_of(pool)
    etag = etag_of(request, pool, folds) if _may_be_known(request) else ""
    known = {"ETag": etag} if etag else {}
    answer = get_conditional_response(request, etag=etag) if etag else None
    if answer is None:
        answer = HttpResponse(drawn_once(etag, lambda: _draw_leaderboard(request, pool, folds)), headers=known)
    patch_cache_control(answer, private=True, no_cache=True)
    patch_vary_headers(answer, ["Cookie", "HX-Request"])
    return answer


def _may_be_known(request: HttpRequest) -> bool:
    """Whether the answer follows from the fold and the address alone.

    A whole page does for visitors without a message waiting; rows filtered by club change with the club.
    """
    if request.GET.get("club"):
        return False
    return wants_fragment(request) or (not request.user.is_authenticated and not len(get_messages(request)))


def _draw_leaderboard(request: HttpRequest, pool: Pool, folds: Sequence[Fold]) -> str:
    form = LeaderboardForm(request.GET.dict(), shown=pool, asker=request.user)
    asked = form.asked(request.GET.get("sort", ""), request.GET.get("page", ""))
    board = leaderboard_of(pool, folds, asked, request.user)
    table = LeaderboardTable(pool, board, asked, asked.sort)
    if wants_fragment(request):
        return render_to_string("ratings/_leaderboard.html", context_of(table), request)
    context = context_of(table, LeaderboardFrame(form, systems_of(pool)))
    return render_to_string("ratings/leaderboard.html", context, request)


def _go_to(pool: Pool, request: HttpRequest) -> HttpResponse:
    """Lead to another leaderboard, keeping what else was asked."""
    kept = {name: value for name, value in request.GET.dict().items() if name in KEPT and value}
    address = reverse("ratings:leaderboard", args=[pool.slug]) + (f"?{urlencode(kept)}" if kept else "")
    return HttpResponseClientRedirect(address) if wants_fragment(request) else redirect(address)
