"""Names of pools: game, kind of player, table size and club. They are stored in the site's language."""

import re
from typing import Final

from django.conf import settings
from django.utils.translation import get_language, ngettext, override
from django.utils.translation import gettext as _

_KINDS: Final = {"bots": "bot", "people": "person", "people and bots": "all"}
_KEPT: Final = re.compile(r", (bots|people|people and bots)(?:, tables of (\d+))?(?=,|$)")


def kind_and_size(kind: str, seats: int | None) -> str:
    """The part of a name that has to be translated: "bots, tables of 3"."""
    players = {"bot": _("bots"), "person": _("people"), "all": _("people and bots")}[kind]
    tables = ngettext("tables of %(seats)d", "tables of %(seats)d", seats or 0) % {"seats": seats or 0}
    return f"{players}, {tables}" if seats else players


def localized_name(name: str, kind: str, seats: int | None) -> str:
    """Return a stored name in the language of the page. One that a site admin has changed stays as it is."""
    if get_language() == settings.LANGUAGE_CODE:
        return name
    with override(settings.LANGUAGE_CODE):
        kept = kind_and_size(kind, seats)
    return name.replace(f", {kept}", f", {kind_and_size(kind, seats)}", 1)


def translated_name(name: str) -> str:
    """A name out of a log, of which nothing else is kept, in the language at hand."""
    if not (kept := _KEPT.search(name)):
        return name
    return localized_name(name, _KINDS[kept[1]], int(kept[2]) if kept[2] else None)
