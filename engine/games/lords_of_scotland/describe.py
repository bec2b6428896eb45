"""What an event means, as an English sentence for players at the prompt and readers of a match."""

from __future__ import annotations

from typing import Final

from engine.core.game import Event
from engine.games.lords_of_scotland import events
from engine.games.lords_of_scotland.components import CLAN, COCHRANE, FORSYTH, HIDDEN, MAKGILL, STRENGTH, card_name
from engine.games.lords_of_scotland.scoring import Follower
from engine.games.lords_of_scotland.state import LordsState
from engine.games.lords_of_scotland.view import LordsView

_ACTIVATED: Final = {
    MAKGILL: "and musters another Follower",
    FORSYTH: "to draw a card",
    COCHRANE: "and may claim two Supporters",
}


def describe_event(state: LordsState | LordsView, event: Event) -> str:
    """A sentence for `event`, which is about to happen in `state`; of a view it says what that seat may know."""
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
