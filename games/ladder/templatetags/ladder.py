"""`{% load ladder %}`: the ladders of a bot, and how scores are written."""

from django import template
from django.utils.translation import gettext

from games.ladder.matchmaking import PLACEMENT
from games.ladder.models import LadderEntry
from games.ladder.presenters import ladder_entries_of
from games.ladder.stats import Share
from league.accounts.models import Player

register = template.Library()


@register.simple_tag
def ladders_of(player: Player) -> list[LadderEntry]:
    """Return the ladders on which a bot plays. No query for a person."""
    return ladder_entries_of(player) if player.is_bot else []


@register.simple_tag
def status_of(entry: LadderEntry) -> str:
    """Return whether a bot plays on a ladder, and how far the placement of its version is."""
    if not entry.ladder.is_open:
        return gettext("closed")
    if entry.is_away:
        return gettext("not playing")
    if entry.blocks < PLACEMENT:
        return gettext("placement, %(placed)d of %(most)d deals") % {"placed": entry.blocks, "most": PLACEMENT}
    return gettext("plays")


@register.filter
def duel(share: Share) -> str:
    """Return whether a score is more than, as much as or less than an even one: won, drawn, lost."""
    points = round(100 * share.mean)
    return "won" if points > 50 else "lost" if points < 50 else "drawn"


@register.filter
def percent(share: float) -> str:
    """Return a share from 0 to 1 in whole per cent, with a no-break space where the language has a space."""
    return gettext("%(share)s\N{NO-BREAK SPACE}%%") % {"share": f"{100 * share:.0f}"}


@register.filter
def hundredths(share: float) -> str:
    """Return a share from 0 to 1 in whole per cent without the sign, for the ends of an interval."""
    return f"{100 * share:.0f}"
