"""The texts of Lords of Scotland for players: events as sentences, and the table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.core.game import Event
from engine.games.lords_of_scotland import events
from engine.games.lords_of_scotland.components import (
    CLAN,
    CLANS,
    COCHRANE,
    FORSYTH,
    GAP,
    HIDDEN,
    MAKGILL,
    STRENGTH,
    TURNS,
    card_name,
)
from engine.games.lords_of_scotland.events import CLAIM, DEAL, DISCARD, DRAW, EXCHANGE, FACE_DOWN, MUSTER, TAKE
from engine.games.lords_of_scotland.rounds import claims_due
from engine.games.lords_of_scotland.scoring import NO_POWER, Army, Follower, strength_of
from engine.games.lords_of_scotland.state import LordsState
from engine.games.lords_of_scotland.view import LordsView

_ACTIVATED: Final = {
    MAKGILL: "and musters another Follower",
    FORSYTH: "to draw a card",
    COCHRANE: "and may claim two Supporters",
}
_WIDTH = 12


def describe_event(state: LordsState | LordsView, event: Event) -> str:
    """Return a sentence for `event`, which is about to happen in `state`; for a view, with what that seat may know."""
    kind, *rest = event
    if kind <= events.DRAW:
        return _chance(state, kind, rest[0])
    seat = _seat(state.claims[0] if kind == events.CLAIM else state.actor)
    return f"{seat} {_decision(state, kind, rest)}."


def _chance(state: LordsState | LordsView, kind: int, card: int) -> str:
    name = card_name(card)
    if kind == events.DEAL:
        return f"{_seat(state.step % state.seats)} is dealt {name}."
    if kind == events.SUPPORTER:
        return f"{name} is laid out as a Supporter."
    if kind == events.TURN:
        return f"A Recruit is turned up: {name}."
    if kind == events.TAKE:
        return f"The Recruit that {_seat(state.actor).lower()} took is {name}."
    if kind == events.REFILL:
        return f"{name} takes its place among the Recruits."
    return f"{_seat(state.actor)} draws {name}."


def _decision(state: LordsState | LordsView, kind: int, rest: list[int]) -> str:
    if kind == events.RECRUIT:
        return "recruits a face-down card" if rest[0] == HIDDEN else f"recruits {card_name(rest[0])}"
    if kind == events.MUSTER:
        return f"musters {card_name(rest[0])} {'face-up' if rest[1] else 'face-down'}"
    if kind == events.PASS:
        return "can neither recruit nor muster, and passes"
    if kind == events.CLAIM:
        return f"claims {card_name(rest[0])} (strength {STRENGTH[rest[0]]})"
    own = card_name(state.armies[state.actor][-1][0])
    if kind == events.DECLINE:
        return f"does not activate {own}"
    if kind == events.ACTIVATE:
        return f"activates {own}{_effect(state.power)}"
    if kind == events.SWAP:
        return f"swaps {own} for the Supporter {card_name(rest[0])}"
    return _aimed(state, kind, own, *rest)


def _aimed(state: LordsState | LordsView, kind: int, own: str, seat: int, number: int) -> str:
    target = f"{_whose(state, seat)} {_follower(state.armies[seat][number])}"
    if kind == events.EXCHANGE:
        return f"exchanges {own} for {target}"
    if kind == events.DISCARD:
        return f"discards {target} with {own}"
    return f"copies the power of {target} with {own}{_effect(CLAN[state.armies[seat][number][0]])}"


def _effect(power: int) -> str:
    return f" {_ACTIVATED[power]}" if power in _ACTIVATED else ""


def _follower(follower: Follower) -> str:
    card, _, veil, _ = follower
    if card == HIDDEN:
        return "face-down Follower"
    return f"face-down {card_name(card)}" if veil else card_name(card)


def _whose(state: LordsState | LordsView, seat: int) -> str:
    return "its own" if seat == state.actor else f"{_seat(seat).lower()}'s"


def _seat(seat: int) -> str:
    return f"Seat {seat + 1}"


def observation_text(state: LordsState, event: Event, seat: int | None) -> str | None:
    """Return what a seat (None: a spectator) sees of an event about to happen; None if it sees nothing."""
    kind = event[0]
    mover = state.step % state.seats if kind == DEAL else state.actor
    if mover != seat:
        if kind in (DEAL, TAKE):
            return None
        if kind == DRAW:
            return f"Seat {mover + 1} draws a card."
        if kind == MUSTER and event[2] == FACE_DOWN:
            return f"Seat {mover + 1} musters a card face-down."
    is_shown = kind == DISCARD or (kind == EXCHANGE and mover == seat)  # Rulings 11 and 7
    sentence = describe_event(state if is_shown else state.view(seat), event)
    return f"{_armies_text(state)}\n{sentence}" if kind == CLAIM and state.claims == claims_due(state) else sentence


def sketch(view: LordsView) -> str:
    """Return the table as text of a few lines."""
    return "\n".join(_table_lines(view))


def _armies_text(state: LordsState) -> str:
    """Return the armies before the first claim of a round, the strongest first."""
    armies = [(seat, state.armies[seat]) for seat in state.ranking if state.armies[seat]]
    return "The round ends. " + " ".join(
        f"Seat {seat + 1} has {strength_of(army)} with {', '.join(_army(army))}." for seat, army in armies
    )


def _table_lines(view: LordsView) -> Iterator[str]:
    turn = min(view.step // view.seats + 1, TURNS)
    yield f"Round {view.round}, turn {turn} of {TURNS}; {view.pile} cards in the pile"
    yield _row("Supporters", [card_name(card) for card in view.supporters])
    recruits = [card for card in view.recruits if card != GAP]
    yield _row("Recruits", ["face-down" if card == HIDDEN else card_name(card) for card in recruits])
    for seat in range(view.seats):
        yield _row(f"Seat {seat + 1}", [_seat_line(view, seat)])
    if view.seat is not None:
        yield _row("Your hand", [card_name(card) for card in view.hand])


def _row(name: str, parts: list[str]) -> str:
    return f"  {name:<{_WIDTH}}{', '.join(parts) or 'none'}"


def _seat_line(view: LordsView, seat: int) -> str:
    me = " (you)" if seat == view.seat else ""
    cards = view.hand_sizes[seat]
    army = ", ".join(_army(view.armies[seat])) or "no Follower"
    return f"{view.points[seat]:>2} strength claimed, {cards} in hand{me}: {army}"


def _army(army: Army) -> Iterator[str]:
    for card, power, veil, _ in army:
        name = "face-down" if card == HIDDEN else card_name(card)
        marks = [f"face-down ({name})" if veil and card != HIDDEN else name]
        if power != NO_POWER:
            marks.append(f"with the power of {CLANS[power]}")
        yield " ".join(marks)
