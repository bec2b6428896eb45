"""A player: where they stand, and how they came there."""

from collections.abc import Sequence
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_safe

from league.clubs.models import Club
from league.members.models import Player
from league.ratings.selectors.history import RESULTS_A_PAGE, History, entries_of
from league.ratings.selectors.player import Standing, clubs_shown, player_seen_by, seats_of, standings_of
from league.ratings.selectors.stakes import stepping_fold
from league.ratings.selectors.unrated import unrated_of
from league.rules.ratings import rating_systems
from league.shared.fragments import render_part
from league.shared.live import watch

ROOM = "leaderboard"


@require_safe
def player(request: HttpRequest, public_id: str, slug: str) -> HttpResponse:
    """A player: where they stand, how the rating went, every result, and how they do on each seat."""
    shown = player_seen_by(public_id, request.user)
    if (shown.public_id, shown.slug) != (public_id, slug):
        # Not for ever: names change, and may change back.
        return redirect(_with_query(request, reverse("ratings:player", args=[shown.public_id, shown.slug])))
    watch(request, f"player:{shown.public_id}")
    facts = {"room": ROOM, "player": shown} | _career_of(request, shown)
    return render_part(request, facts, page="ratings/player.html", fragment="ratings/_career.html")


def _career_of(request: HttpRequest, shown: Player) -> dict[str, Any]:
    standings = standings_of(shown, request.user)
    facts: dict[str, Any] = {
        "standings": standings,
        "clubs": clubs_shown(shown, request.user),
        "unrated": unrated_of(shown, request.user),
    }
    facts["is_public"] = _is_public([*facts["clubs"], *(one.rating.fold.pool.club for one in standings)])
    asked = request.GET.get("pool")
    standing = next(
        (one for one in standings if one.rating.fold.pool.slug == asked), standings[0] if standings else None
    )
    return facts | (_history_of(request, standing) if standing else {})


def _is_public(clubs: Sequence[Club | None]) -> bool:
    """Whether strangers see the player too: by a public club, by one of the site's pools, or without either."""
    return not clubs or any(club is None or club.is_public for club in clubs)


def _history_of(request: HttpRequest, standing: Standing) -> dict[str, Any]:
    """What is shown of one pool, by the system asked for; a fit has no history, so results are shown by another."""
    rating = standing.by(request.GET.get("system", ""))
    folds = [one.fold for one in (standing.rating, *standing.others)]
    facts = {
        "standing": standing,
        "rating": rating,
        "pool": rating.fold.pool,
        "folds": folds,
        "seats": seats_of(standing.rating),
    }
    stepping = stepping_fold(folds, rating.fold.system)
    if stepping is None:
        return facts
    history = History(stepping, rating.player_id)
    page = Paginator(history, RESULTS_A_PAGE).get_page(request.GET.get("page"))
    return facts | {
        "course": history.course() if rating.fold.system in rating_systems() else None,
        "stepping": stepping,
        "page": page,
        "entries": entries_of(list(page), stepping, request.user),
    }


def _with_query(request: HttpRequest, address: str) -> str:
    query = request.META.get("QUERY_STRING", "")
    return f"{address}?{query}" if query else address
