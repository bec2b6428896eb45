"""What an event means, as an English sentence for players at the prompt and readers of a match."""

from __future__ import annotations

from typing import Final

from engine.core.game import Event
from engine.games.highland_clans import events
from engine.games.highland_clans.components import HIDDEN
from engine.games.highland_clans.naming import COURT, enumerated, tokens_counted
from engine.games.highland_clans.phases import DISCARDING, PUTTING_BACK
from engine.games.highland_clans.scoring import combat_won
from engine.games.highland_clans.state import ClansState
from engine.games.highland_clans.view import ClansView

_ACTIONS: Final = {
    events.CATTLE: "puts cattle on an estate",
    events.CASTLE: "builds a castle",
    events.ABBEY: "founds an abbey",
    events.WARRIOR: "takes a warrior into the court",
    events.PIPER: "takes a piper into the court",
    events.DONE: "takes no second action",
}
_SPOILS: Final = {
    events.NOTHING: "spoils nothing", events.CASTLE: "pulls down a castle", events.ABBEY: "pulls down an abbey",
}  # fmt: skip


def describe_event(state: ClansState | ClansView, event: Event) -> str:
    """A sentence for `event`, which is about to happen in `state`; of a view it says what that seat may know."""
    kind, *rest = event
    if kind == events.TILE:
        return f"Estate {rest[0]} is turned up."
    return f"{seat_named(concerned(state, event))} {_done(state, kind, rest)}."


def concerned(state: ClansState | ClansView, event: Event) -> int:
    """The seat that an event is about: who moves, or who is dealt or draws."""
    kind = event[0]
    if kind == events.DEAL:
        return state.step
    if kind == events.DRAW:
        return state.owed[0][0] if state.owed else state.actor
    if state.phase in (DISCARDING, PUTTING_BACK) and state.turn is not None:
        return state.turn
    return state.target if kind == events.LAY and state.laid else state.actor


def seat_named(seat: int) -> str:
    """Such as `Seat 2`."""
    return f"Seat {seat + 1}"


def cards_in_words(cards: list[int]) -> str:
    """Such as `1, 3 and 3`."""
    return enumerated([str(card) for card in cards])


def _done(state: ClansState | ClansView, kind: int, rest: list[int]) -> str:
    if kind in _ACTIONS:
        return _ACTIONS[kind]
    if kind in (events.DEAL, events.DRAW):
        return f"{'is dealt' if kind == events.DEAL else 'draws'} {cards_in_words(rest)}"
    if kind == events.TOKENS:
        return f"draws {enumerated(tokens_counted(rest))} from the sack"
    if kind == events.SEND_BACK:
        return f"sends {enumerated(tokens_counted(rest))} back to the sack" if any(rest) else "keeps all drawn tokens"
    if kind == events.MONKS:
        return "takes a monk into the court" if rest[0] == 1 else "takes two monks into the court"
    if kind == events.BARD:
        return _bard(*rest)
    if kind == events.ESTATE:
        return f"gains an estate for {payment_named(rest)}"
    return _fought(state, kind, rest)


def _fought(state: ClansState | ClansView, kind: int, rest: list[int]) -> str:
    if kind == events.DISCARD:
        return f"loses a warrior and discards {rest[0]}"
    if kind == events.RAID:
        return f"raids {seat_named(rest[0]).lower()}"
    if kind == events.EXCHANGE:
        return f"exchanges {cards_in_words(rest)}" if rest else "neither raids nor exchanges cards"
    if kind == events.PUT_BACK:
        return f"puts {cards_in_words(rest)} back"
    if kind == events.SPOIL:
        return _SPOILS.get(rest[0]) or _rustled(state)
    card, piper = rest
    laid = f"lays {card}{' with a piper' if piper else ''}"
    return laid if not state.laid else f"{laid} {_against(state, card, piper)}"


def _bard(seat: int, *fates: int) -> str:
    gone = [name for name, fate in zip(COURT, fates, strict=True) if fate == events.TO_SACK]
    kept = [name for name, fate in zip(COURT, fates, strict=True) if fate == events.TO_COURT]
    lures = f"has a bard lure {enumerated([f'a {name}' for name in gone])} from {seat_named(seat).lower()} to the sack"
    return f"{lures} and a {kept[0]} to the own court" if kept else lures


def payment_named(payment: list[int]) -> str:
    """Such as `1 yellow and 2 green of the court`."""
    yellow, green, red, court_yellow, court_green = payment
    drawn, court = tokens_counted((yellow, 0, green, red)), tokens_counted((court_yellow, 0, court_green, 0))
    return enumerated([*drawn, *(f"{name} of the court" for name in court)])


def _rustled(state: ClansState | ClansView) -> str:
    estates, cattle, castles, abbeys = state.lands[state.actor]
    where = "to a free estate" if estates > cattle + castles + abbeys else "and, without a free estate, to the sack"
    return f"drives cattle of {seat_named(state.target).lower()} {where}"


def _against(state: ClansState | ClansView, card: int, piper: int) -> str:
    """What the two cards come to, where it may be known."""
    theirs, with_piper = state.laid[0]
    if theirs == HIDDEN:
        return "against the card face-down"
    won = combat_won((theirs, with_piper, card, piper))
    result = "nobody wins" if not won else f"{seat_named(state.actor if won > 0 else state.target).lower()} wins"
    return f"against {theirs}{' with a piper' if with_piper else ''}: {result}"
