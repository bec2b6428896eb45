"""Kinds of mail notifications, which people can turn on and off."""

from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

_GAMES: Final = _("Your games")
_BOTS: Final = _("Your bots")
_CLUBS: Final = _("Your clubs")


@dataclass(frozen=True, slots=True)
class NoticeKind:
    """A kind of notification that people can turn off."""

    slug: str
    about: str | Promise
    """The heading of its group on the settings page."""
    title: str | Promise
    """Its label on the settings page."""
    default: bool = True
    """Whether it is on by default."""
    to_anybody: bool = False
    """Whether it is also sent to unconfirmed addresses, because somebody waits for an answer."""


KINDS: Final = (
    NoticeKind("round", _GAMES, _("A round with my game is published")),
    NoticeKind("deadline", _GAMES, _("The deadline of my game is near")),
    NoticeKind("report", _GAMES, _("A player reports a game of mine, and I need to confirm it"), to_anybody=True),
    NoticeKind("paused", _BOTS, _("Moothill pauses one of my bots because it failed too often"), to_anybody=True),
    NoticeKind("daily-report", _BOTS, _("Daily report about my bots")),
    NoticeKind("contest", _BOTS, _("A contest that my bot entered closes, finishes or is cancelled")),
    NoticeKind(
        "webhook", _CLUBS, _("A webhook of my club (a link to another program) is disabled after many failures")
    ),
)
"""In the order of the settings page."""

_BY_SLUG: Final = {kind.slug: kind for kind in KINDS}


def kind_named(slug: str) -> NoticeKind | None:
    """Return the kind with this slug, if it still exists."""
    return _BY_SLUG.get(slug)
