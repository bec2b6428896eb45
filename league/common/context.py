"""The context processor of all pages."""

from django.conf import settings
from django.http import HttpRequest

from league.common.language import address_without_language, languages_of
from league.common.live.topics import token_of


def page(request: HttpRequest) -> dict[str, object]:
    """Return the variables that `base.html` needs on every page. None of them makes a query."""
    return {
        "is_fragment": bool(getattr(request, "htmx", False)),
        "live_token": token_of(request),
        "languages": languages_of(request),
        "address_here": address_without_language(request),
        "site_address": settings.SITE_ADDRESS,
        "has_mail_server": bool(settings.MAIL_SERVER),
    }
