"""The picture of a result for messengers."""

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league.results.chains import seats_of
from league.results.naming import show_names_of_results
from league.results.selectors import chain_seen_by
from league.shared.drawing.preview import Card
from league.shared.previews import answer_with_preview


@require_safe
def preview(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """What strangers see of the result; of a private club's there is none, whoever asks."""
    chain = chain_seen_by(slug, number, AnonymousUser())
    show_names_of_results(chain.rows, AnonymousUser(), alone=True)
    seats = sorted(seats_of(chain.now), key=lambda seat: seat.place)
    lines = tuple((f"{seat.place}. {chain.players[seat.player_id].name}", str(seat.points)) for seat in seats)
    title = _("Result %(number)d") % {"number": chain.first.number}
    text = "" if lines else _("This game has no result now.")
    return answer_with_preview(request, Card(title, over=chain.pool.called, text=text, lines=lines))
