"""Private clubs that view-only links show to a session, checked at every request."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from league.clubs.queries import clubs_shown_by

KEYS = "view-only-links"  # where the session keeps the keys of the links that were opened
MOST_KEYS = 20


def show_what_links_show(answer: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Set `shown_clubs` on the user: the private clubs that a link shows (`league.clubs.permissions.shown_to`).

    One query, only with such a link. A header keeps these pages out of search engines.
    """

    def respond(request: HttpRequest) -> HttpResponse:
        keys = request.session.get(KEYS) if settings.SESSION_COOKIE_NAME in request.COOKIES else None
        if not keys:
            return answer(request)
        setattr(request.user, "shown_clubs", clubs_shown_by(keys))  # noqa: B010  (no field of accounts: of a request)
        response = answer(request)
        response["X-Robots-Tag"] = "noindex, nofollow"
        return response

    return respond


def remember_link(request: HttpRequest, key: str) -> None:
    """Keep the key of an opened link in the session, the latest ones."""
    kept = [known_key for known_key in request.session.get(KEYS, []) if known_key != key]
    request.session[KEYS] = [*kept, key][-MOST_KEYS:]
