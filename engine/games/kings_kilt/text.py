"""The texts of King's Kilt for players: events as sentences, and the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from engine.core.game import Event
from engine.core.messages import Message, join
from engine.games.kings_kilt import events, messages
from engine.games.kings_kilt.board import ROW_STARTS, ROWS, SLOT_NAMES
from engine.games.kings_kilt.components import CLANS, EMPTY, FAMILY
from engine.games.kings_kilt.events import INFLUENCE, PASS
from engine.games.kings_kilt.state import KiltState
from engine.games.kings_kilt.view import KiltView

_DEALT: Final = {
    events.FAMILY: messages.DEALT_MEMBER,
    events.THIRD: messages.DEALT_LAST_MEMBER,
    events.INFLUENCE: messages.DEALT_INFLUENCE,
}
_RANKS = ("", "", "", "Noblemen", "Guardians", "King")
_CARD = 10  # characters a card takes


def describe_event(state: KiltState | KiltView, event: Event) -> Message:
    """Return a sentence for `event`, which is about to happen in `state`."""
    kind, *rest = event
    if kind <= events.TOP:
        return _chance(state, kind, CLANS[rest[0]])
    seat = state.revealers[0] if kind == events.REVEAL else state.actor
    return _decision(state, seat, kind, rest)


def _chance(state: KiltState | KiltView, kind: int, clan: str) -> Message:
    if kind == events.LAY:
        return messages.LAID(clan=clan, slot=SLOT_NAMES[state.pyramid.index(EMPTY)])
    if kind == events.TOP:
        if state.vacuum != EMPTY:
            return messages.TOP_AFTER_FILLING(clan=clan, slot=SLOT_NAMES[state.vacuum])
        return messages.TOP(clan=clan)
    return _DEALT[kind](dealt_to(state, kind), clan=clan)


def dealt_to(state: KiltState | KiltView, kind: int) -> int:
    """Return the seat that is dealt the next card of that kind of event."""
    return state.step - 2 * state.seats if kind == events.THIRD else state.step % state.seats


def _decision(state: KiltState | KiltView, seat: int, kind: int, rest: list[int]) -> Message:
    if kind == events.ADVANCE:
        source, target = rest
        sentence = messages.ADVANCES_TO.get(target, messages.ADVANCES)
        return sentence(seat, clan=CLANS[state.pyramid[source]], start=SLOT_NAMES[source], slot=SLOT_NAMES[target])
    if kind == events.BETRAY:
        return messages.BETRAYS(seat, card=_card(state, rest[0]))
    if kind == events.SWAY:
        slot, clan = rest
        return messages.SWAYS(seat, clan=CLANS[clan], card=_card(state, slot), victim=_card(state, state.victim))
    if kind == events.RAISE:
        start, slot = rest[0], state.vacuum
        return messages.FILLS(seat, slot=SLOT_NAMES[slot], clan=CLANS[state.pyramid[start]], start=SLOT_NAMES[start])
    if kind == events.REVEAL:
        return messages.REVEALS(seat, clan=CLANS[rest[0]])
    return messages.PASSES(seat)


def _card(state: KiltState | KiltView, slot: int) -> Message:
    return messages.CARD(clan=CLANS[state.pyramid[slot]], slot=SLOT_NAMES[slot])


def observation_text(state: KiltState, event: Event, seat: int | None) -> Message | None:
    """Return what a seat (None: a spectator) sees of an event about to happen; None if it sees nothing."""
    if event[0] <= INFLUENCE and dealt_to(state, event[0]) != seat:
        return None
    sentence = describe_event(state, event)
    if event[0] != PASS or len(state.passed) < state.seats - 1:
        return sentence
    families = [messages.FAMILY(number, family=_names(family)) for number, family in enumerate(state.families)]
    return join([sentence, join([messages.FAMILIES(), *families])], "\n")


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
