"""What somebody is asked at the table of Highland Clans, and how its moves are listed."""

from collections.abc import Sequence
from typing import cast

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.core.game import Event, View
from engine.games.highland_clans.components import TOKENS_USED
from engine.games.highland_clans.events import BARD, EXCHANGE, RAID, SEND_BACK
from engine.games.highland_clans.phases import ACTING, ATTACKING, DEFENDING, DISCARDING, RAIDING, SENDING_BACK, SPOILING
from engine.games.highland_clans.view import ClansView


def question(position: View, moves: Sequence[Event]) -> str:
    """What is to be chosen, such as "Attack, combat 2: lay a card."."""
    view = cast(ClansView, position)
    if view.phase == ACTING:
        return _acting(view)
    if view.phase == RAIDING:
        return _raiding(moves)
    combat = {"number": len(view.combats) + 1}
    return {
        SENDING_BACK: _("Redraw some tokens, or keep all?"),
        DISCARDING: _("You lose a warrior: discard a card."),
        ATTACKING: _("Attack, combat %(number)d: play a card.") % combat,
        DEFENDING: _("Defence, combat %(number)d: play a card.") % combat,
        SPOILING: _("You won the raid: choose the spoils."),
    }.get(view.phase, _("Put two cards back."))


def heading(_view: View, event: Event) -> str:
    """Choices of several tokens or cards stand together by how many, bards by whose court they go to."""
    kind, *rest = event
    if kind == SEND_BACK and any(rest):
        return ngettext("Send %(n)d token back", "Send %(n)d tokens back", sum(rest)) % {"n": sum(rest)}
    if kind == EXCHANGE and rest:
        return ngettext("Exchange %(n)d card", "Exchange %(n)d cards", len(rest)) % {"n": len(rest)}
    return _("A bard to seat %(number)d") % {"number": rest[0] + 1} if kind == BARD else ""


def _acting(view: ClansView) -> str:
    left = min(TOKENS_USED - view.used, sum(view.drawn))
    words = (
        ngettext("Second action: %(n)d token.", "Second action: up to %(n)d tokens.", left)
        if view.acted
        else ngettext("First action: %(n)d token.", "First action: up to %(n)d tokens.", left)
    )
    return words % {"n": left}


def _raiding(moves: Sequence[Event]) -> str:
    kinds = {move[0] for move in moves}
    exchanges = any(move[0] == EXCHANGE and len(move) > 1 for move in moves)
    if RAID not in kinds:
        return _("Exchange cards, or keep them?") if exchanges else _("No raid, and no cards to exchange.")
    return _("Raid a player, or exchange cards?") if exchanges else _("Raid a player, or do not raid?")
