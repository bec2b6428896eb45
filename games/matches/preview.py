"""The picture of a match for messengers."""

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.matches.pages.boards import game_name, result_of
from games.matches.selectors.matches import match_page
from league.shared.drawing.preview import Card
from league.shared.previews import answer_with_preview


@require_safe
def preview(request: HttpRequest, public_id: str) -> HttpResponse:
    """What strangers see of the match: who sits there, and the places; of a private club's there is none."""
    page = match_page(public_id, AnonymousUser())
    seats = sorted(result_of(page.seats), key=lambda seat: (seat["place"] or 0, seat["number"]))
    lines = tuple((_line(seat), "" if seat["points"] is None else str(seat["points"])) for seat in seats)
    over = page.match.pool.called if page.match.pool else _("Match")
    return answer_with_preview(request, Card(game_name(page.match.game), over=over, lines=lines))


def _line(seat: dict[str, object]) -> str:
    return f"{seat['place']}. {seat['name']}" if seat["place"] else str(seat["name"])
