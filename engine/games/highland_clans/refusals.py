"""Why an event is not possible now, as a sentence for the person who tried it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.core.errors import EngineError, IllegalChance, IllegalMove
from engine.core.game import CHANCE, Event
from engine.core.vocabulary import truncate
from engine.games.highland_clans import events
from engine.games.highland_clans.components import CARDS, COLOURS, DRAWN_RAID_RETURNED, ESTATES, MOST_EXCHANGED, VALUES
from engine.games.highland_clans.naming import ACTIONS, enumerated, tokens_counted
from engine.games.highland_clans.phases import (
    ACTING,
    ATTACKING,
    CHANCE_KIND,
    DEALING,
    DEFENDING,
    DISCARDING,
    DRAWING_CARDS,
    DRAWING_TOKENS,
    PUTTING_BACK,
    RAIDING,
    SENDING_BACK,
    SPOILING,
    TURNING,
)  # fmt: skip
from engine.games.highland_clans.supply import counted
from engine.games.highland_clans.why_no_action import why_no_action

if TYPE_CHECKING:
    from engine.games.highland_clans.state import ClansState

_MANY: Final = sum(CARDS)  # however many cards are named, it is an event; how many can be is said by `_why_not_those`
# How many numbers follow the kind: at least, at most.
_LENGTHS: Final = {
    events.DEAL: (1, _MANY), events.TOKENS: (4, 4), events.DRAW: (1, _MANY), events.TILE: (1, 1),
    events.SEND_BACK: (4, 4),
    events.CATTLE: (0, 0), events.CASTLE: (0, 0), events.ABBEY: (0, 0), events.WARRIOR: (0, 0), events.PIPER: (0, 0),
    events.MONKS: (1, 1), events.BARD: (4, 4), events.ESTATE: (5, 5), events.DONE: (0, 0), events.DISCARD: (1, _MANY),
    events.RAID: (1, 1), events.EXCHANGE: (0, _MANY), events.LAY: (2, 2), events.SPOIL: (1, 1),
    events.PUT_BACK: (1, _MANY),
}  # fmt: skip
_OF_CARDS: Final = frozenset({events.DEAL, events.DRAW, events.DISCARD, events.EXCHANGE, events.PUT_BACK})
_PHASES_OF: Final = {
    events.SEND_BACK: (SENDING_BACK,),
    events.DISCARD: (DISCARDING,),
    events.RAID: (RAIDING,),
    events.EXCHANGE: (RAIDING,),
    events.LAY: (ATTACKING, DEFENDING),
    events.SPOIL: (SPOILING,),
    events.PUT_BACK: (PUTTING_BACK,),
}
_AWAITED: Final = {
    DEALING: "{count} cards are to be dealt to seat {next}",
    DRAWING_TOKENS: "{actor} is to draw {tokens}",
    DRAWING_CARDS: "{owed} is to draw {cards}",
    TURNING: "an estate of the stock is to be turned up",
    SENDING_BACK: "{mover} may send drawn tokens back, or keep all",
    ACTING: "{mover} is to choose an action",
    DISCARDING: "{mover} has lost a warrior and is to discard a card",
    RAIDING: "{mover} is to raid somebody, to exchange cards, or neither",
    ATTACKING: "{mover} is to lay a card in a raid",
    DEFENDING: "{mover} is to lay a card in a raid",
    SPOILING: "{mover} has won a raid and may spoil something",
    PUTTING_BACK: "{mover} is to put two cards back",
}


def refusal(state: ClansState, event: Event) -> EngineError:
    """The error for an event that is not possible in `state`."""
    if not is_well_formed(event):
        return IllegalMove(f"{truncate(str(event))} is not an event of Highland Clans.", tried=event, seat=state.turn)
    if event[0] <= events.TILE:
        return IllegalChance(_why_impossible(state, event), tried=event, seat=state.turn)
    return IllegalMove(_why_illegal(state, event), tried=event, seat=state.turn, legal=state.legal_moves())


def is_well_formed(event: Event) -> bool:
    """Whether it is an event of the game at all, whenever it might come."""
    if not event or event[0] not in _LENGTHS:
        return False
    kind, *rest = event
    least, most = _LENGTHS[kind]
    return (
        least <= len(rest) <= most
        and min(rest, default=0) >= 0
        and (kind not in _OF_CARDS or all(card in VALUES for card in rest))
        and (kind != events.LAY or (rest[0] in VALUES and rest[1] in (0, 1)))
    )


def _why_impossible(state: ClansState, event: Event) -> str:
    kind, *rest = event
    if state.turn != CHANCE or CHANCE_KIND[state.phase] != kind:
        return f"That cannot come up now: {awaited(state)}."
    if kind == events.TOKENS:
        return f"{enumerated(tokens_counted(rest) or ['Nothing'])} cannot come up now: {_why_no_tokens(state, rest)}."
    if kind == events.TILE:
        where = "all estates of that number have been turned up" if rest[0] in ESTATES else "there is no such estate"
        return f"Estate {rest[0]} cannot be turned up: {where}."
    named = enumerated([str(card) for card in rest])
    if len(rest) != state.cards_wanted():
        return f"{named} cannot come up now: {awaited(state)}."
    if rest != sorted(rest):
        return f"{named} cannot come up so: cards are listed from the lowest to the highest."
    short = [value for value, has, want in zip(VALUES, state.deck_cards, counted(rest), strict=True) if want > has]
    return f"{named} cannot come up now: the deck has {_only(state.deck_cards[short[0] - 1])} of value {short[0]}."


def _only(count: int) -> str:
    return f"only {count}" if count else "none"


def _why_no_tokens(state: ClansState, tokens: list[int]) -> str:
    if sum(tokens) != state.tokens_wanted():
        return awaited(state)
    short = [colour for colour in range(4) if tokens[colour] > state.sack[colour]]
    count = state.sack[short[0]]
    return f"the sack has {f'only {count}' if count else 'no'} {COLOURS[short[0]]}"


def _why_illegal(state: ClansState, event: Event) -> str:
    kind, *rest = event
    phases = _PHASES_OF.get(kind, (ACTING,))
    if state.phase not in phases or state.turn is None:
        return f"That cannot be played now: {awaited(state)}."
    seat = f"Seat {state.turn + 1}"
    if kind == events.DONE:
        return f"{seat} must choose an action, for one is possible."
    if kind in ACTIONS:
        return f"{seat} cannot choose {ACTIONS[kind]}: {why_no_action(state, event)}."
    if kind == events.SEND_BACK:
        return f"{seat} cannot send {enumerated(tokens_counted(rest))} back: only drawn tokens can go back."
    if kind == events.RAID:
        return f"{seat} cannot raid seat {rest[0] + 1}: it is {_no_neighbour(state, rest[0])}."
    if kind == events.SPOIL:
        return f"{seat} cannot spoil that: seat {state.target + 1} has none of it."
    return f"{seat} cannot do that: {_why_not_those(state, event)}."


def _no_neighbour(state: ClansState, seat: int) -> str:
    return "its own clan" if seat == state.actor else "not at the table"


def _why_not_those(state: ClansState, event: Event) -> str:
    """What is wrong with the cards that were chosen."""
    kind, *cards = event
    if kind == events.LAY:
        if cards[0] in state.hands[state.turn or 0]:
            return "it has no piper in its court"
        cards = cards[:1]
    if kind == events.DISCARD and len(cards) != 1:
        return "one card goes with a lost warrior"
    if kind == events.PUT_BACK and len(cards) != DRAWN_RAID_RETURNED:
        return f"{DRAWN_RAID_RETURNED} cards are put back"
    if kind == events.EXCHANGE and len(cards) > MOST_EXCHANGED:
        return f"at most {MOST_EXCHANGED} cards are exchanged"
    named = enumerated([str(card) for card in cards])
    if cards != sorted(cards):
        return "cards are listed from the lowest to the highest"
    if counted(cards) != tuple(map(min, counted(cards), counted(state.hands[state.turn or 0]))):
        return f"{named} {'is' if len(cards) == 1 else 'are'} not in its hand"
    return "by the option exchange three cards are exchanged, or none"


def awaited(state: ClansState) -> str:
    """What is to happen next, as the end of a sentence."""
    owed, cards = state.owed[0] if state.owed else (state.actor, 0)
    wanted = state.cards_wanted() if state.phase == DRAWING_CARDS else cards
    return _AWAITED[state.phase].format(
        count=state.cards_wanted(),
        next=state.step + 1,
        actor=f"seat {state.actor + 1}",
        mover=f"seat {(state.turn or 0) + 1}",
        owed=f"seat {owed + 1}",
        tokens=f"{state.tokens_wanted()} token{'s' if state.tokens_wanted() > 1 else ''}",
        cards="a card" if wanted == 1 else f"{wanted} cards",
    )
