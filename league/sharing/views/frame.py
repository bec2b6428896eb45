"""The standings of an event as a part of somebody else's page."""

from csp.constants import NONE
from csp.decorators import csp_replace
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from league.tournaments.selectors import overview as telling
from league.tournaments.selectors.entrants import entrants_of
from league.tournaments.selectors.listing import tournament_seen_by
from league.tournaments.selectors.sheet import sheet_of
from league.tournaments.selectors.standings import standings_page

MOST_ROWS = 100
LIGHTS = ("light", "dark")
ANYWHERE = {"frame-ancestors": ["*"], "script-src": [NONE], "connect-src": [NONE], "form-action": [NONE]}


@xframe_options_exempt
@csp_replace(ANYWHERE)  # type: ignore[arg-type]  # its types know no view with arguments
@require_safe
def frame(request: HttpRequest, public_id: str, slug: str) -> HttpResponse:
    """What everybody may read, whoever asks: nothing in it can be pressed, and nothing is anybody's own.

    `?rows=8` shows the first so many, `?theme=dark` goes with a page that is dark.
    """
    stranger = AnonymousUser()
    event, _rights = tournament_seen_by(public_id, stranger)
    if event.slug != slug:
        return redirect(request.get_full_path().replace(f"/{slug}/", f"/{event.slug}/", 1))
    sheet, entrants = sheet_of(event), entrants_of(event, stranger)
    facts = {
        "event": event,
        "state": telling.state_of(event),
        "theme": _among(request.GET.get("theme", "")),
        "entered": len(entrants),
        "standings": standings_page(event, sheet, entrants, _rows(request)) if sheet.rounds else None,
    }
    answer = render(request, "sharing/frame.html", facts)
    answer["Cache-Control"] = "public, max-age=60"
    return answer


def _rows(request: HttpRequest) -> int:
    asked = request.GET.get("rows", "")
    return min(max(int(asked), 1), MOST_ROWS) if asked.isdecimal() and len(asked) < len("1000") else MOST_ROWS


def _among(asked: str) -> str:
    return asked if asked in LIGHTS else ""
