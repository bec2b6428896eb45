"""What is noted of somebody who is signed in and asks for a page."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from league.members.services.visits import note_page


def note_visits(answer: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Note that somebody is here. A page that brings itself up to date does not keep a visit alive, nor do programs."""

    def respond(request: HttpRequest) -> HttpResponse:
        is_page = request.headers.get("HX-Request") != "true" and not request.path.startswith("/api/")
        if is_page and settings.SESSION_COOKIE_NAME in request.COOKIES and request.user.is_authenticated:
            note_page(request.user)
        return answer(request)

    return respond
