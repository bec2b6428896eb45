"""What tokens for programs are good for: scopes, each registered by the app that keeps the door.

# games/bots/apps.py, in ready():
register_scope("bots:write", _("Upload bots and their versions, and read their logs"))
"""

from collections.abc import Iterable
from typing import Final

from django.utils.functional import Promise

_scopes: Final[dict[str, str | Promise]] = {}


def register_scope(slug: str, words: str | Promise) -> None:
    """Let tokens be made for this; `words` say to people what it lets a program do. Twice changes nothing."""
    _scopes[slug] = words


def scopes() -> dict[str, str]:
    """Every scope with its words, in the order of registration."""
    return {slug: str(words) for slug, words in _scopes.items()}


def in_words(slugs: Iterable[str]) -> list[str]:
    """What scopes let a program do; one that nothing registers any more opens nothing, and is named as it is."""
    return [str(_scopes.get(slug, slug)) for slug in slugs]
