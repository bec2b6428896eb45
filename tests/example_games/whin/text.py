"""Whin in English: events, what a seat sees of them, and the table."""

from __future__ import annotations

from engine.core.game import Event
from engine.core.messages import Message

from . import messages
from .components import SUITS, name_of, suit_of
from .state import DEAL, PHASE_NAMES, TURN, WhinState, WhinView


def describe_event(state: WhinState | WhinView, event: Event) -> Message:
    """Return a message about an event that is about to happen in `state`."""
    kind, card = event
    if kind == DEAL:
        return messages.DEALT(_receiver(state), card=name_of(card))
    if kind == TURN:
        return messages.TURNED_UP(card=name_of(card), suit=SUITS[suit_of(card)])
    return messages.PLAYS(state.turn, card=name_of(card))


def observation_text(state: WhinState, event: Event, seat: int | None) -> Message:
    """Return what a seat sees of an event: of the cards of others only that they are dealt."""
    if event[0] == DEAL and _receiver(state) != seat:
        return messages.DEALT_UNSEEN(_receiver(state))
    return describe_event(state, event)


def sketch(view: WhinView) -> str:
    """Return the table as text."""
    lines = [f"Deal {view.deal}, {PHASE_NAMES[view.phase]}"]
    if view.turned_up:
        lines.append(f"Trumps: {SUITS[suit_of(view.turned_up)]}")
    lines.append(f"Trick: {_names(view.trick)}")
    lines += [
        f"Seat {seat + 1}: {size} cards, {points} points"
        for seat, (size, points) in enumerate(zip(view.hand_sizes, view.points, strict=True))
    ]
    if view.seat is not None:
        lines.append(f"Your hand: {_names(view.hand)}")
    return "\n".join(lines)


def _receiver(state: WhinState | WhinView) -> int:
    sizes = state.hand_sizes if isinstance(state, WhinView) else map(len, state.hands)
    return sum(sizes) % state.seats


def _names(cards: tuple[int, ...]) -> str:
    return ", ".join(map(name_of, cards)) or "none"
