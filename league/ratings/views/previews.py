"""The pictures of players and leaderboards for messengers."""

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league.ratings.selectors.boards import leaders_of
from league.ratings.selectors.player import clubs_shown, player_seen_by, standings_of
from league.results.selectors import pool_seen_by
from league.rules.ratings.system import MILLI
from league.shared.drawing.preview import MOST_LINES, Card
from league.shared.previews import answer_with_preview


@require_safe
def player_preview(request: HttpRequest, public_id: str, slug: str) -> HttpResponse:  # noqa: ARG001  (the readable end)
    """What strangers see of a player: clubs and ratings."""
    nobody = AnonymousUser()
    shown = player_seen_by(public_id, nobody)
    clubs = ", ".join(club.name for club in clubs_shown(shown, nobody))
    standings = standings_of(shown, nobody)[:MOST_LINES]
    lines = tuple((one.rating.fold.pool.called, _points(one.rating.value)) for one in standings)
    return answer_with_preview(request, Card(shown.name, over=clubs or _("Player"), lines=lines))


@require_safe
def leaderboard_preview(request: HttpRequest, slug: str) -> HttpResponse:
    """What strangers see of a leaderboard: those who lead it."""
    nobody = AnonymousUser()
    pool = pool_seen_by(slug, nobody)
    leaders = leaders_of(pool, nobody)[:MOST_LINES]
    lines = tuple((f"{row.place}. {row.name}", _points(row.rating)) for row in leaders)
    text = "" if lines else _("No ratings yet.")
    over = pool.club.name if pool.club else _("Leaderboard")
    return answer_with_preview(request, Card(pool.called, over=over, text=text, lines=lines))


def _points(rating: int) -> str:
    return str(round(rating / MILLI))
