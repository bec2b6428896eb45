"""What each event does to the state of Lords of Scotland, and the table of all handlers."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from engine.core.game import CHANCE, Event
from engine.games.lords_of_scotland import events, powers, public_information, rounds
from engine.games.lords_of_scotland.components import CLAN, GAP, HAND, HIDDEN
from engine.games.lords_of_scotland.phases import ACTING, ACTIVATING, REFILLING, TAKING
from engine.games.lords_of_scotland.public_information import lot_place
from engine.games.lords_of_scotland.scoring import NO_POWER

if TYPE_CHECKING:
    from engine.games.lords_of_scotland.state import LordsState


def deal(state: LordsState, event: Event) -> None:
    """Deal a card into the next hand, five to each seat."""
    _, card = event
    seat = state.step % state.seats
    rounds.take_from_pile(state, card)
    _into_hand(state, seat, card)
    state.traces = public_information.move_card(state.traces, lot_place(state.lot), 1 << seat)
    state.step += 1
    if state.step == HAND * state.seats:
        rounds.set_up(state)


def turn_up(state: LordsState, event: Event) -> None:
    """Turn up the leftmost face-down Recruit."""
    _, card = event
    rounds.set_recruit(state, rounds.settle_recruit(state, card), card)
    state.traces = public_information.see_card(state.traces, card)
    state.phase, state.turn = ACTING, state.actor


def recruit(state: LordsState, event: Event) -> None:
    """Choose a Recruit; its replacement has the same facing (ruling 15)."""
    _, card = event
    if card == HIDDEN:
        state.phase, state.turn = TAKING, CHANCE
        return
    state.slot = state.recruits.index(card)
    rounds.set_recruit(state, state.slot, GAP)
    _into_hand(state, state.actor, card)
    state.traces = public_information.list_card(state.traces, card, state.actor)
    if rounds.refill_pile(state):
        state.phase, state.turn = REFILLING, CHANCE
    else:
        state.end_turn()


def refill(state: LordsState, event: Event) -> None:
    """Replace a face-up Recruit."""
    _, card = event
    rounds.take_from_pile(state, card)
    rounds.set_recruit(state, state.slot, card)
    state.traces = public_information.see_card(state.traces, card)
    state.end_turn()


def take(state: LordsState, event: Event) -> None:
    """Take a face-down Recruit into the hand and replace it face-down."""
    _, card = event
    slot = rounds.settle_recruit(state, card)
    _into_hand(state, state.actor, card)
    state.traces = public_information.move_card(state.traces, lot_place(state.slot_lots[slot]), 1 << state.actor)
    rounds.lay_recruit(state, slot)
    state.end_turn()


def draw(state: LordsState, event: Event) -> None:
    """Draw a card from the pile, with Forsyth (ruling 8)."""
    _, card = event
    rounds.take_from_pile(state, card)
    _into_hand(state, state.actor, card)
    state.traces = public_information.move_card(state.traces, lot_place(state.lot), 1 << state.actor)
    state.end_turn()


def muster(state: LordsState, event: Event) -> None:
    """Muster a card; face-up it may be activated, now or never (ruling 3)."""
    _, card, facing = event
    seat = state.actor
    hand = state.hands[seat]
    at = hand.index(card)
    state.hands[seat] = hand = hand[:at] + hand[at + 1 :]
    if facing == events.FACE_DOWN:
        veil = state.veils
        state.veils = veil + 1
        state.armies[seat] += ((card, NO_POWER, veil, 1 << seat),)
        state.traces = public_information.veil_card(state.traces, 1 << seat, veil)
    else:
        state.armies[seat] += ((card, NO_POWER, 0, 0),)
        state.traces = public_information.see_card(state.traces, card)
    if not hand:
        state.traces = public_information.vacate_places(state.traces, 1 << seat)
    if facing == events.FACE_UP and powers.may_activate(state, CLAN[card]):
        state.power = CLAN[card]
        state.phase, state.turn = ACTIVATING, seat
    else:
        state.end_turn()


def pass_or_decline(state: LordsState, _event: Event) -> None:
    """End the turn without a change."""
    state.end_turn()


def _into_hand(state: LordsState, seat: int, card: int) -> None:
    hand = [*state.hands[seat], card]
    hand.sort()
    state.hands[seat] = tuple(hand)


_BY_KIND: Final[dict[int, Callable[[LordsState, Event], None]]] = {
    events.DEAL: deal,
    events.SUPPORTER: rounds.lay_supporter,
    events.TURN: turn_up,
    events.TAKE: take,
    events.REFILL: refill,
    events.DRAW: draw,
    events.RECRUIT: recruit,
    events.MUSTER: muster,
    events.PASS: pass_or_decline,
    events.DECLINE: pass_or_decline,
    events.ACTIVATE: powers.activate,
    events.SWAP: powers.swap_supporter,
    events.EXCHANGE: powers.exchange,
    events.DISCARD: powers.discard,
    events.COPY: powers.copy_power,
    events.CLAIM: rounds.claim,
}
# By the kind of event; a tuple, because it is read for every event.
HANDLERS: Final = tuple(_BY_KIND[kind] for kind in range(len(_BY_KIND)))
