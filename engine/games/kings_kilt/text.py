"""The texts of King's Kilt for players: events as sentences, and the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from engine.core.game import Event
from engine.games.kings_kilt import events
from engine.games.kings_kilt.board import GUARDIANS, KING, NOBLEMEN, ROW_STARTS, ROWS, SLOT_NAMES
from engine.games.kings_kilt.components import CLANS, EMPTY, FAMILY
from engine.games.kings_kilt.events import INFLUENCE, PASS
from engine.games.kings_kilt.state import KiltState
from engine.games.kings_kilt.view import KiltView

_RANK: Final = {
    **dict.fromkeys(NOBLEMEN, ", a Nobleman"),
    **dict.fromkeys(GUARDIANS, ", a Guardian"),
    KING: ", and is crowned King",
}
_RANKS = ("", "", "", "Noblemen", "Guardians", "King")
_CARD = 10  # characters a card takes


def describe_event(state: KiltState | KiltView, event: Event) -> str:
    """Return a sentence for `event`, which is about to happen in `state`."""
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
    """Return the seat that is dealt the next card of that kind of event."""
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


def observation_text(state: KiltState, event: Event, seat: int | None) -> str | None:
    """Return what a seat (None: a spectator) sees of an event about to happen; None if it sees nothing."""
    if event[0] <= INFLUENCE and dealt_to(state, event[0]) != seat:
        return None
    sentence = describe_event(state, event)
    if event[0] != PASS or len(state.passed) < state.seats - 1:
        return sentence
    families = " ".join(f"Seat {number + 1} has {_names(family)}." for number, family in enumerate(state.families))
    return f"{sentence}\nFamilies are turned up. {families}"


def sketch(view: KiltView) -> str:
    """Return the table as text of a few lines."""
    return "\n".join(_table_lines(view))


def _table_lines(view: KiltView) -> Iterator[str]:
    for row in reversed(range(ROWS)):
        yield _row(view, row)
    top = "none to see" if view.top == EMPTY else f"{CLANS[view.top]} on top"
    yield f"  Pile       {top}, {view.pile} in all"
    for seat in range(view.seats):
        yield f"  Seat {seat + 1}     {_seat_line(view, seat)}"
    if view.seat is not None:
        yield f"  Family     {_names(view.family)}"
        yield f"  Influence  {_names(view.influence)}"


def _row(view: KiltView, row: int) -> str:
    cards = view.pyramid[ROW_STARTS[row] : ROW_STARTS[row + 1]]
    drawn = "".join(f"{'-' if clan == EMPTY else CLANS[clan]:^{_CARD}}" for clan in cards)
    return f"{'abcdef'[row]} {' ' * (row * _CARD // 2)}{drawn}".rstrip() + (f"  {_RANKS[row]}" if _RANKS[row] else "")


def _seat_line(view: KiltView, seat: int) -> str:
    parts = [f"{view.influence_sizes[seat]} Influence", f"{len(view.shown[seat])} of {FAMILY} Family cards turned up"]
    if view.shown[seat]:
        parts[-1] += f": {_names(view.shown[seat])}"
    if seat in view.passed:
        parts.append("has passed")
    return "; ".join(parts) + (" (you)" if seat == view.seat else "")


def _names(clans: Sequence[int]) -> str:
    return ", ".join(CLANS[clan] for clan in clans) or "none"
