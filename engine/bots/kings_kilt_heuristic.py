"""The courtier: plays King's Kilt by heuristics, without search."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.core.bot import HeuristicBot
from engine.core.game import Event
from engine.games.kings_kilt.board import BASE, FIRST_NOBLEMAN, SLOTS
from engine.games.kings_kilt.components import CLAN_COUNT
from engine.games.kings_kilt.events import ADVANCE, BETRAY, PASS, RAISE, REVEAL, SWAY
from engine.games.kings_kilt.heuristics import LIFT, SLOT_VALUES, gains_of
from engine.games.kings_kilt.view import KiltView

_UNKNOWN: Final = -0.3  # of a card that no player is known to want: another player may
_RIVAL: Final = -1.0  # of a card whose clan a rival has turned up
_PRICE: Final = 0.6  # of an Influence card, in points


def _advance(view: KiltView, event: Event) -> float:
    """Return what the card gains by its new row."""
    _, source, target = event
    return _want(view, view.pyramid[source]) * (SLOT_VALUES[target] - SLOT_VALUES[source])


def _betray(view: KiltView, event: Event) -> float:
    """Return what is gained by removing the card, less the price of the Influence card."""
    return -_want(view, view.pyramid[event[1]]) * SLOT_VALUES[event[1]] - _PRICE


def _sway(view: KiltView, event: Event) -> float:
    """Prefer a card that few cards of the upper rows match: it would be least useful there."""
    return -view.pyramid[FIRST_NOBLEMAN:].count(event[2])


def _raise(view: KiltView, event: Event) -> float:
    """Return what the card gains, and what filling all following vacuums gains."""
    source = event[1]
    gains = gains_of(view.pyramid, [_want(view, clan) for clan in range(CLAN_COUNT)])
    return _want(view, view.pyramid[source]) * LIFT[view.vacuum] + gains[source]


def _reveal(view: KiltView, event: Event) -> float:
    """Prefer the clan that has least to lose, since others will keep it down."""
    return -sum(SLOT_VALUES[slot] for slot in range(BASE, SLOTS) if view.pyramid[slot] == event[1])


def _pass(view: KiltView, event: Event) -> float:
    return 0.0


def _want(view: KiltView, clan: int) -> float:
    """Return from 1 for the own Family down to -1 for a rival's."""
    if clan in view.family:
        return 1.0
    return _RIVAL if any(clan in shown for shown in view.shown) else _UNKNOWN


_VALUES: Final[dict[int, Callable[[KiltView, Event], float]]] = {
    ADVANCE: _advance,
    BETRAY: _betray,
    SWAY: _sway,
    RAISE: _raise,
    REVEAL: _reveal,
    PASS: _pass,
}

BOT = HeuristicBot(
    "courtier",
    "Plays King's Kilt by simple rules: advances its Family, betrays high cards of others.",
    ("kings-kilt",),
    _VALUES,
)
