"""The picture of a tournament for messengers."""

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from league.shared.drawing.preview import MOST_LINES, Card
from league.shared.responses import answer_with_preview
from league.tournaments.selectors import overview as telling
from league.tournaments.selectors.entrants import entrants_of
from league.tournaments.selectors.listing import tournament_seen_by
from league.tournaments.selectors.sheet import sheet_of
from league.tournaments.selectors.standings import standings_page


@require_safe
def preview(request: HttpRequest, public_id: str, slug: str) -> HttpResponse:  # noqa: ARG001  (the readable end)
    """What strangers see of the event: who leads, and how far it is; of a private club's there is none."""
    nobody = AnonymousUser()
    event, _rights = tournament_seen_by(public_id, nobody)
    sheet = sheet_of(event)
    rows = standings_page(event, sheet, entrants_of(event, nobody), MOST_LINES).rows if sheet.rounds else ()
    lines = tuple((f"{row.shown_place} {row.entrant.name}", row.points) for row in rows)
    text = telling.how_far(event, sheet) if lines else event.summary or telling.summary_of(event)
    return answer_with_preview(request, Card(event.name, over=event.club.name, text=text, lines=lines))
