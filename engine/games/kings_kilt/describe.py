"""What an event means, as an English sentence for players at the prompt and readers of a match."""

from __future__ import annotations

from typing import Final

from engine.core.game import Event
from engine.games.kings_kilt import events
from engine.games.kings_kilt.board import GUARDIANS, KING, NOBLEMEN, SLOT_NAMES
from engine.games.kings_kilt.components import CLANS, EMPTY
from engine.games.kings_kilt.state import KiltState
from engine.games.kings_kilt.view import KiltView

_RANK: Final = {
    **dict.fromkeys(NOBLEMEN, ", a Nobleman"),
    **dict.fromkeys(GUARDIANS, ", a Guardian"),
    KING: ", and is crowned King",
}


def describe_event(state: KiltState | KiltView, event: Event) -> str:
    """A sentence for `event`, which is about to happen in `state`."""
    kind, *rest = event
    if kind <= events.TOP:
        return _chance(state, kind, CLANS[rest[0]])
    seat = state.revealers[0] if kind == events.REVEAL else state.actor
    return f"Seat {seat + 1} {_decision(state, kind, rest)}."


def _chance(state: KiltState | KiltView, kind: int, name: str) -> str:
    if kind == events.LAY:
        return f"A {name} is laid at {SLOT_NAMES[state.pyramid.index(EMPTY)]}."
    if kind == events.TOP:
        if state.vacuum != EMPTY:
            return f"The Influence played becomes the pile, and a {name} fills {SLOT_NAMES[state.vacuum]}."
        return f"The top card of the pile is a {name}."
    seat = dealt_to(state, kind) + 1
    if kind == events.INFLUENCE:
        return f"Seat {seat} is dealt a {name} as Influence."
    which = "the last" if kind == events.THIRD else "a"
    return f"Seat {seat} is dealt a {name} as {which} card of its Family."


def dealt_to(state: KiltState | KiltView, kind: int) -> int:
    """The seat that is dealt the next card, of that kind of event."""
    return state.step - 2 * state.seats if kind == events.THIRD else state.step % state.seats


def _decision(state: KiltState | KiltView, kind: int, rest: list[int]) -> str:
    if kind == events.ADVANCE:
        source, target = rest
        return f"advances {_card(state, source)} to {SLOT_NAMES[target]}{_RANK.get(target, '')}"
    if kind == events.BETRAY:
        return f"has {_card(state, rest[0])} betrayed"
    if kind == events.SWAY:
        slot, clan = rest
        return (
            f"plays a {CLANS[clan]} to have {_card(state, slot)} betray {_card(state, state.victim)}, "
            "which leaves the game"
        )
    if kind == events.RAISE:
        return f"fills {SLOT_NAMES[state.vacuum]} with {_card(state, rest[0])}"
    if kind == events.REVEAL:
        return f"turns up a {CLANS[rest[0]]} of its Family"
    return "passes"


def _card(state: KiltState | KiltView, slot: int) -> str:
    return f"the {CLANS[state.pyramid[slot]]} at {SLOT_NAMES[slot]}"
