"""What somebody is asked at the table of King's Kilt, and how its moves are listed."""

from collections.abc import Sequence
from typing import cast

from django.utils.translation import gettext as _

from engine.core.game import Event, View
from engine.games.kings_kilt.board import SLOT_NAMES
from engine.games.kings_kilt.components import CLANS
from engine.games.kings_kilt.events import ADVANCE, BETRAY, SWAY
from engine.games.kings_kilt.phases import RAISING, REVEALING, SWAYING
from engine.games.kings_kilt.view import KiltView


def question(position: View, moves: Sequence[Event]) -> str:
    """What is to be chosen, such as "Fill c2: which card moves up?"."""
    view = cast(KiltView, position)
    if view.phase == SWAYING:
        victim = {"clan": CLANS[view.pyramid[view.victim]], "slot": SLOT_NAMES[view.victim]}
        return _("Which card betrays the %(clan)s at %(slot)s? Choose it with an Influence card.") % victim
    if view.phase == RAISING:
        return _("Fill %(slot)s: which card moves up?") % {"slot": SLOT_NAMES[view.vacuum]}
    if view.phase == REVEALING:
        return _("Turn up a card of your Family.")
    return _action({move[0] for move in moves})


def heading(_view: View, event: Event) -> str:
    """Victims stand together, and whoever may betray one, by the Influence that is played."""
    kind, *rest = event
    if kind == BETRAY:
        return _("Have betrayed")
    return _("Play a %(clan)s to have") % {"clan": CLANS[rest[1]]} if kind == SWAY else ""


def _action(kinds: set[int]) -> str:
    if kinds >= {ADVANCE, BETRAY}:
        return _("Advance a card, or betray one.")
    if ADVANCE in kinds:
        return _("Advance a card.")
    return _("Betray a card, or pass.") if BETRAY in kinds else _("You can betray nobody: pass.")
