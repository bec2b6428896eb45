"""Scopes of API tokens."""

from collections.abc import Iterable
from typing import Final

from django.utils.translation import gettext_lazy as _

SCOPES: Final = {
    "results:write": _("Enter results of tournaments"),
    "events:write": _("Enter players in tournaments, withdraw them and check them in"),
    "bots:write": _("Upload bots and versions, read logs, enter contests"),
    "bots:play": _("Play as a remote bot"),
}


def scopes() -> dict[str, str]:
    """Return every scope with its description."""
    return {slug: str(words) for slug, words in SCOPES.items()}


def in_words(slugs: Iterable[str]) -> list[str]:
    """Return the descriptions of scopes; of one that no longer exists the slug."""
    return [str(SCOPES.get(slug, slug)) for slug in slugs]
