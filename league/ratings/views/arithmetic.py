"""The arithmetic of ratings: why one moved, and what a game would do to them."""

from datetime import timedelta

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from league.ratings.forms import StakesForm
from league.ratings.selectors.folds import folds_of
from league.ratings.selectors.stakes import players_at, players_to_pick, seats_allowed, stakes_among, stepping_fold
from league.ratings.selectors.working import workings_of
from league.results.selectors import chain_seen_by, pool_seen_by
from league.rules.ratings import rating_systems
from league.shared.fragments import render_part

ROOM = "leaderboard"
LATE = timedelta(days=2)  # an evening is often entered the day after


@require_safe
def why(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """How one result moved the ratings at its table: a sum for every player, or for the one who is asked about."""
    chain = chain_seen_by(slug, number, request.user)
    folds = folds_of(chain.pool)
    fold = next((one for one in folds if one.system == request.GET.get("system")), folds[0])
    asked = request.GET.get("player", "")
    facts = {
        "room": ROOM,
        "pool": chain.pool,
        "chain": chain,
        "folds": folds,
        "fold": fold,
        "is_fit": fold.system not in rating_systems(),
        "workings": [one for one in workings_of(chain, fold, request.user) if asked in ("", one.player.public_id)],
        "was_late": chain.first.entered_at - chain.first.played_at > LATE,
        "asked": asked,
    }
    return render_part(request, facts, page="ratings/why.html", fragment="ratings/_why.html")


@require_safe
def stakes(request: HttpRequest, slug: str) -> HttpResponse:
    """What every place would do to the ratings of those who sit down, and whom else to ask to the table."""
    pool = pool_seen_by(slug, request.user)
    folds = folds_of(pool)
    fold = stepping_fold(folds, request.GET.get("system", ""))
    if fold is None:
        raise Http404
    seats = seats_allowed(pool)
    players = players_at(pool, request.GET.getlist("player"), max(seats), request.user)
    table = stakes_among(fold, players) if len(players) in seats else []
    facts = {
        "room": ROOM,
        "pool": pool,
        "folds": [one for one in folds if one.system in rating_systems()],
        "fold": fold,
        "players": players,
        "seats": seats,
        "missing": min(seats) - len(players),
        "table": table,
        "varies": any(one.varies for one in table),
    }
    if len(players) < max(seats):
        form = StakesForm(request.GET.dict())
        facts |= {"form": form, "found": players_to_pick(pool, fold, form.search(), players, request.user)}
    return render_part(request, facts, page="ratings/stakes.html", fragment="ratings/_stakes.html")
