"""What pools are called: the game, who plays, at which tables and in which club. A name is kept as the site says it."""

from django.conf import settings
from django.utils.translation import get_language, ngettext, override
from django.utils.translation import gettext as _


def who_and_where(kind: str, seats: int | None) -> str:
    """The part of a name that has to be translated: "bots, tables of 3"."""
    players = {"bot": _("bots"), "person": _("people"), "all": _("people and bots")}[kind]
    tables = ngettext("tables of %(seats)d", "tables of %(seats)d", seats or 0) % {"seats": seats or 0}
    return f"{players}, {tables}" if seats else players


def in_the_language_at_hand(name: str, kind: str, seats: int | None) -> str:
    """A kept name as a page says it. One that an operator has written otherwise stays as it is."""
    if get_language() == settings.LANGUAGE_CODE:
        return name
    with override(settings.LANGUAGE_CODE):
        kept = who_and_where(kind, seats)
    return name.replace(f", {kept}", f", {who_and_where(kind, seats)}", 1)
