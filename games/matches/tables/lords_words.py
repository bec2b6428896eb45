"""What somebody is asked at the table of Lords of Scotland."""

from collections.abc import Callable, Sequence
from typing import Final, cast

from django.utils.translation import gettext as _

from engine.core.game import Event, View
from engine.games.lords_of_scotland.components import card_name
from engine.games.lords_of_scotland.events import (
    ACTIVATE,
    CLAIM,
    COPY,
    DISCARD,
    EXCHANGE,
    MUSTER,
    RECRUIT,
    SWAP,
)
from engine.games.lords_of_scotland.view import LordsView

_TURN: Final = {
    frozenset({RECRUIT, MUSTER}): lambda: _("Your turn: recruit or muster a card."),
    frozenset({RECRUIT}): lambda: _("Recruit a card."),
    frozenset({MUSTER}): lambda: _("Muster a card."),
    frozenset({CLAIM}): lambda: _("Claim a Supporter."),
}
_POWERS: Final[dict[int, Callable[[str], str]]] = {
    ACTIVATE: lambda card: _("Activate %(card)s?") % {"card": card},
    SWAP: lambda card: _("Swap %(card)s for a Supporter?") % {"card": card},
    EXCHANGE: lambda card: _("Exchange %(card)s for a Follower?") % {"card": card},
    DISCARD: lambda card: _("Discard a Follower with %(card)s?") % {"card": card},
    COPY: lambda card: _("Copy a power with %(card)s?") % {"card": card},
}


def question(position: View, moves: Sequence[Event]) -> str:
    """What is to be chosen, such as "Activate Forsyth 6?"; "" for what the verbs of the moves say as well."""
    kinds = frozenset(move[0] for move in moves)
    if kinds in _TURN:
        return _TURN[kinds]()
    view = cast(LordsView, position)
    used = next((kind for kind in _POWERS if kind in kinds), None)
    return _POWERS[used](card_name(view.armies[view.actor][-1][0])) if used is not None else ""
