"""Why an event is not possible now, as a sentence for the player who tried it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.core.errors import EngineError, IllegalChance, IllegalMove
from engine.core.game import CHANCE, Event
from engine.core.messages import enumeration
from engine.core.text import truncate
from engine.games.highland_clans import events, phases
from engine.games.highland_clans.components import (
    CARDS,
    COLOURS,
    DRAWN_RAID_RETURNED,
    ESTATES,
    LEAST_WARRIORS,
    MOST_ESTATES,
    MOST_EXCHANGED,
    TOKENS_USED,
    VALUES,
    YELLOW,
)
from engine.games.highland_clans.legal_moves import COSTS
from engine.games.highland_clans.piles import counts_of
from engine.games.highland_clans.text import ACTIONS, COURT, numbered_token_list

if TYPE_CHECKING:
    from engine.games.highland_clans.state import ClansState


_MOST_NAMED: Final = sum(CARDS)  # cards of a well-formed event; `_why_not_these_cards` gives the limit of the rules
# How many numbers follow the kind: at least, at most.
_LENGTHS: Final = {
    **dict.fromkeys((events.DEAL, events.DRAW, events.DISCARD, events.PUT_BACK), (1, _MOST_NAMED)),
    **dict.fromkeys((events.TOKENS, events.SEND_BACK, events.BARD), (4, 4)),
    **dict.fromkeys((events.CATTLE, events.CASTLE, events.ABBEY, events.WARRIOR, events.PIPER, events.DONE), (0, 0)),
    **dict.fromkeys((events.TILE, events.MONKS, events.RAID, events.SPOIL), (1, 1)),
    events.ESTATE: (5, 5),
    events.EXCHANGE: (0, _MOST_NAMED),
    events.LAY: (2, 2),
}
_OF_CARDS: Final = frozenset({events.DEAL, events.DRAW, events.DISCARD, events.EXCHANGE, events.PUT_BACK})
_PHASES_OF: Final = {
    events.SEND_BACK: (phases.SENDING_BACK,),
    events.DISCARD: (phases.DISCARDING,),
    events.RAID: (phases.RAIDING,),
    events.EXCHANGE: (phases.RAIDING,),
    events.LAY: (phases.ATTACKING, phases.DEFENDING),
    events.SPOIL: (phases.SPOILING,),
    events.PUT_BACK: (phases.PUTTING_BACK,),
}
_EXPECTED: Final = {
    phases.DEALING: "{count} cards are to be dealt to seat {next}",
    phases.DRAWING_TOKENS: "{actor} is to draw {tokens}",
    phases.DRAWING_CARDS: "{owed} is to draw {cards}",
    phases.TURNING: "an estate of the stock is to be turned up",
    phases.SENDING_BACK: "{mover} may send drawn tokens back, or keep all",
    phases.ACTING: "{mover} is to choose an action",
    phases.DISCARDING: "{mover} has lost a warrior and is to discard a card",
    phases.RAIDING: "{mover} is to raid somebody, to exchange cards, or neither",
    phases.ATTACKING: "{mover} is to lay a card in a raid",
    phases.DEFENDING: "{mover} is to lay a card in a raid",
    phases.SPOILING: "{mover} has won a raid and may spoil something",
    phases.PUTTING_BACK: "{mover} is to put two cards back",
}


def move_error(state: ClansState, event: Event) -> EngineError:
    """Return the error for an event that is not possible in `state`."""
    if not is_well_formed(event):
        return IllegalMove(f"{truncate(str(event))} is not an event of Highland Clans.", tried=event, seat=state.turn)
    if event[0] <= events.TILE:
        return IllegalChance(_why_impossible(state, event), tried=event, seat=state.turn)
    return IllegalMove(_why_illegal(state, event), tried=event, seat=state.turn, legal=state.legal_moves())


def is_well_formed(event: Event) -> bool:
    """Whether it is an event of the game, possible now or not."""
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
    if state.turn != CHANCE or state.phase != kind:
        return f"That cannot come up now: {expected_next(state)}."
    if kind == events.TOKENS:
        named = enumeration(numbered_token_list(rest) or ["Nothing"])
        return f"{named} cannot come up now: {_why_not_these_tokens(state, rest)}."
    if kind == events.TILE:
        where = "all estates of that number have been turned up" if rest[0] in ESTATES else "there is no such estate"
        return f"Estate {rest[0]} cannot be turned up: {where}."
    named = enumeration([str(card) for card in rest])
    if len(rest) != state.cards_wanted():
        return f"{named} cannot come up now: {expected_next(state)}."
    if rest != sorted(rest):
        return f"{named} cannot come up so: cards are listed from the lowest to the highest."
    short = [value for value, has, want in zip(VALUES, state.deck_cards, counts_of(rest), strict=True) if want > has]
    count = state.deck_cards[short[0] - 1]
    return f"{named} cannot come up now: the deck has {f'only {count}' if count else 'none'} of value {short[0]}."


def _why_not_these_tokens(state: ClansState, tokens: list[int]) -> str:
    if sum(tokens) != state.tokens_wanted():
        return expected_next(state)
    short = [colour for colour in range(4) if tokens[colour] > state.sack[colour]]
    count = state.sack[short[0]]
    return f"the sack has {f'only {count}' if count else 'no'} {COLOURS[short[0]]}"


def _why_illegal(state: ClansState, event: Event) -> str:
    kind, *rest = event
    allowed = _PHASES_OF.get(kind, (phases.ACTING,))
    if state.phase not in allowed or state.turn is None:
        return f"That cannot be played now: {expected_next(state)}."
    seat = f"Seat {state.turn + 1}"
    if kind == events.DONE:
        return f"{seat} must choose an action, for one is possible."
    if kind in ACTIONS:
        return f"{seat} cannot choose {ACTIONS[kind]}: {why_no_action(state, event)}."
    if kind == events.SEND_BACK:
        return f"{seat} cannot send {enumeration(numbered_token_list(rest))} back: only drawn tokens can go back."
    if kind == events.RAID:
        why = "its own clan" if rest[0] == state.actor else "not at the table"
        return f"{seat} cannot raid seat {rest[0] + 1}: it is {why}."
    if kind == events.SPOIL:
        return f"{seat} cannot spoil that: seat {state.target + 1} has none of it."
    return f"{seat} cannot do that: {_why_not_these_cards(state, event)}."


def _why_not_these_cards(state: ClansState, event: Event) -> str:
    """Return what is wrong with the chosen cards."""
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
    named = enumeration([str(card) for card in cards])
    if cards != sorted(cards):
        return "cards are listed from the lowest to the highest"
    if counts_of(cards) != tuple(map(min, counts_of(cards), counts_of(state.hands[state.turn or 0]))):
        return f"{named} {'is' if len(cards) == 1 else 'are'} not in its hand"
    return "by the option exchange three cards are exchanged, or none"


def expected_next(state: ClansState) -> str:
    """Return what happens next, as the end of a sentence."""
    owed, cards = state.owed[0] if state.owed else (state.actor, 0)
    wanted = state.cards_wanted() if state.phase == phases.DRAWING_CARDS else cards
    return _EXPECTED[state.phase].format(
        count=state.cards_wanted(),
        next=state.step + 1,
        actor=f"seat {state.actor + 1}",
        mover=f"seat {(state.turn or 0) + 1}",
        owed=f"seat {owed + 1}",
        tokens=f"{state.tokens_wanted()} token{'s' if state.tokens_wanted() > 1 else ''}",
        cards="a card" if wanted == 1 else f"{wanted} cards",
    )


def why_no_action(state: ClansState, event: Event) -> str:
    """Return why an action is not possible, as the end of a sentence."""
    kind, *rest = event
    if kind in state.acted:
        return f"it has had {ACTIONS[kind]} in this turn, and no action comes twice"
    if kind == events.BARD and state.acted:
        return "a bard is the only action of a turn"
    if kind == events.MONKS and rest[0] not in (1, 2):
        return "one or two monks can be taken"
    if kind == events.ESTATE:
        return _why_no_estate(state, *rest)
    short = _why_no_tokens(state, COSTS.get(kind) or (0, 0, rest[0], 0))
    if short:
        return short
    return _why_no_bard(state, event) if kind == events.BARD else "none of its estates is free"


def _why_no_tokens(state: ClansState, wanted: tuple[int, ...]) -> str:
    for colour, want, has in zip(COLOURS, wanted, state.drawn, strict=True):
        if want > has:
            return f"that takes {want} {colour}, and of its drawn tokens {has or 'none'} {'are' if has > 1 else 'is'}"
    left = TOKENS_USED - state.used
    if sum(wanted) > left:
        return f"of its drawn tokens {left} may still be used, and that takes {sum(wanted)}"
    return ""


def _why_no_bard(state: ClansState, event: Event) -> str:
    _, seat, *fates = event
    if not 0 <= seat < state.seats or seat == state.actor:
        return "a bard goes to the court of another seat at the table"
    gone, kept = fates.count(events.TO_SACK), fates.count(events.TO_COURT)
    if any(fate > events.TO_COURT for fate in fates) or not (gone >= 1 and kept <= 1 and gone + kept <= 2):
        return "a bard takes one token or two of different colours, of which at most one is kept"
    if fates[YELLOW] and state.courts[seat][YELLOW] <= LEAST_WARRIORS:
        return f"seat {seat + 1} would have fewer than {LEAST_WARRIORS} warriors"
    missing = [COURT[at] for at in range(3) if fates[at] and not state.courts[seat][at]]
    return f"seat {seat + 1} has no {enumeration(missing)}"


def _why_no_estate(state: ClansState, yellow: int, green: int, red: int, court_yellow: int, court_green: int) -> str:
    """Return why the estate cannot be taken."""
    seat = state.actor
    if not state.stock:
        return "no estate is left in the stock"
    if state.lands[seat][0] >= MOST_ESTATES:
        return f"it has {MOST_ESTATES} estates, and nobody has more"
    if yellow + court_yellow != 1 or (red, green + court_green) not in ((1, 0), (0, 2)):
        return "an estate costs a yellow and a red token, or a yellow and two green ones"
    warriors, _, monks = state.courts[seat]
    if court_yellow and warriors <= LEAST_WARRIORS:
        return f"it would have fewer than {LEAST_WARRIORS} warriors"
    if court_green > monks:
        return f"its court has {monks or 'no'} green"
    return _why_no_tokens(state, (yellow, 0, green, red))
