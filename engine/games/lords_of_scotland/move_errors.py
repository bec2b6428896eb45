"""Why an event is not possible now, as a sentence for the player who tried it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.core.errors import EngineError, IllegalChance, IllegalMove
from engine.core.game import Event, deciding_seat
from engine.games.lords_of_scotland import events, phases, powers
from engine.games.lords_of_scotland.components import BRUCE, CARDS, CLAN, CLANS, HAND_LIMIT, HIDDEN, SCOTT, card_name

if TYPE_CHECKING:
    from engine.games.lords_of_scotland.state import LordsState


_LENGTHS: Final = (2, 2, 2, 2, 2, 2, 2, 3, 1, 1, 1, 2, 3, 3, 3, 2)  # of the event, by its kind
_HOLDS_A_CARD: Final = frozenset({*range(events.RECRUIT), events.MUSTER, events.SWAP, events.CLAIM})

_EXPECTED: Final = {
    phases.DEALING: "a card is to be dealt",
    phases.SETTING: "a Supporter is to be laid out",
    phases.TURNING: "a face-down Recruit is to be turned up",
    phases.TAKING: "the face-down Recruit just taken is to be named",
    phases.REFILLING: "the Recruit just taken is to be replaced",
    phases.DRAWING: "a card is to be drawn from the pile",
    phases.ACTING: "{seat} is to recruit or muster",
    phases.ACTIVATING: "{seat} is to activate {own} or not",
    phases.TARGETING: "{seat} is to choose a target for the power that {own} copied",
    phases.EXTRA: "{seat} is to muster another Follower; MakGill never grants a recruit",
    phases.CLAIMING: "{seat} is to claim a Supporter",
}
_PHASES_OF: Final = {
    events.RECRUIT: (phases.ACTING,),
    events.MUSTER: (phases.ACTING, phases.EXTRA),
    events.PASS: (phases.ACTING,),
    events.DECLINE: (phases.ACTIVATING,),
    events.ACTIVATE: (phases.ACTIVATING,),
    events.SWAP: (phases.ACTIVATING, phases.TARGETING),
    events.EXCHANGE: (phases.ACTIVATING, phases.TARGETING),
    events.DISCARD: (phases.ACTIVATING, phases.TARGETING),
    events.COPY: (phases.ACTIVATING,),
    events.CLAIM: (phases.CLAIMING,),
}


def move_error(state: LordsState, event: Event) -> EngineError:
    """Return the error for an event that is not possible in `state`."""
    if not is_well_formed(event):
        return IllegalMove(f"{event} is not an event of Lords of Scotland.", tried=event, seat=state.turn)
    if event[0] <= events.DRAW:
        return IllegalChance(_why_impossible(state, event), tried=event, seat=state.turn)
    return IllegalMove(_why_illegal(state, event), tried=event, seat=state.turn, legal=state.legal_moves())


def is_well_formed(event: Event) -> bool:
    """Whether it is an event of the game, possible now or not."""
    return (
        len(event) > 0
        and 0 <= event[0] < len(_LENGTHS)
        and len(event) == _LENGTHS[event[0]]
        and (event[0] not in _HOLDS_A_CARD or 1 <= event[1] <= CARDS)
        and (event[0] != events.RECRUIT or 0 <= event[1] <= CARDS)
    )


def _why_impossible(state: LordsState, event: Event) -> str:
    card = card_name(event[1])
    possible = state.chance_outcomes()
    if not possible or possible[0][0][0] != event[0]:
        return f"{card} cannot come up that way now: {_expected_next(state)}."
    return f"{card} cannot come up now: {location_of(state, event[1])}."


def location_of(state: LordsState, card: int) -> str:
    """Return where a card is that cannot come up here."""
    if not state.bruce and CLAN[card] == BRUCE:
        return "it is not in the deck, for the option bruce is off"
    for seat in range(state.seats):
        if card in state.hands[seat]:
            return f"it is in the hand of seat {seat + 1}"
        if any(follower[0] == card for follower in state.armies[seat]):
            return f"it is a Follower of seat {seat + 1}"
        if card in state.claimed[seat]:
            return f"seat {seat + 1} has claimed it"
    return _on_the_table(state, card)


def _on_the_table(state: LordsState, card: int) -> str:
    if card in state.supporters:
        return "it lies among the Supporters"
    if card in state.recruits:
        return "it lies among the Recruits"
    if state.discards >> card & 1:
        return "it has been discarded"
    return "it was in another shuffle of the pile"


def _why_illegal(state: LordsState, event: Event) -> str:
    kind = event[0]
    if state.phase not in _PHASES_OF[kind]:
        return f"That cannot be played now: {_expected_next(state)}."
    seat = f"Seat {deciding_seat(state, state.actor) + 1}"
    if kind == events.RECRUIT:
        return f"{seat} cannot recruit: {_why_no_recruit(state, event[1])}."
    if kind == events.MUSTER and event[2] not in (events.FACE_DOWN, events.FACE_UP):
        return f"{seat} cannot muster so: facing is 1 for face-up or 0 for face-down, not {event[2]}."
    if kind == events.MUSTER:
        return f"{seat} cannot muster {card_name(event[1])}: it is not in that hand."
    if kind == events.PASS:
        return f"{seat} cannot pass while recruiting or mustering is possible."
    if kind == events.CLAIM:
        return f"{seat} cannot claim {card_name(event[1])}: it is not among the Supporters."
    return f"{seat} cannot use {_own(state)} so: {_why_no_target(state, event)}."


def _why_no_recruit(state: LordsState, card: int) -> str:
    if len(state.hands[state.actor]) >= HAND_LIMIT:
        return f"with {HAND_LIMIT} cards in hand one must muster"
    if card == HIDDEN:
        return "no Recruit lies face-down"
    return f"{card_name(card)} is not a face-up Recruit"


def _why_no_target(state: LordsState, event: Event) -> str:
    power = CLANS[state.power]
    allowed = powers.targets(state, state.power)
    if not any(target[0] == event[0] for target in allowed):
        return f"the power of {power} works otherwise"
    if event[0] == events.SWAP:
        return f"{card_name(event[1])} is not among the Supporters"
    _, seat, number = event
    if not (0 <= seat < state.seats and 0 <= number < len(state.armies[seat])):
        return f"seat {seat + 1} has no Follower number {number + 1}"
    if event[0] == events.COPY:
        return _why_no_copy(state, seat, number)
    return "its own player's Followers are no target" if event[0] == events.EXCHANGE else "it cannot discard itself"


def _why_no_copy(state: LordsState, seat: int, number: int) -> str:
    card, _, veil, _ = state.armies[seat][number]
    if veil:
        return "a face-down Follower shows no power to copy"
    if CLAN[card] == SCOTT:
        return "a Scott cannot copy a Scott"
    return f"the power of {card_name(card)} would find no target"


def _expected_next(state: LordsState) -> str:
    army = state.armies[state.actor]
    own = _own(state) if army else ""
    return _EXPECTED[state.phase].format(seat=f"seat {deciding_seat(state, state.actor) + 1}", own=own)


def _own(state: LordsState) -> str:
    return card_name(state.armies[state.actor][-1][0])
