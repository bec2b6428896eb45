"""The piles of cards, and a round from its set-up to the claims, around the turns of the players."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core.game import CHANCE, Event
from engine.games.lords_of_scotland import public_information
from engine.games.lords_of_scotland.components import (
    COCHRANE,
    GAP,
    HIDDEN,
    MACDONNELL,
    RECRUITS,
    STRENGTH,
    THRONE,
    cards_in,
    mask_of,
)
from engine.games.lords_of_scotland.phases import CLAIMING, OVER, SETTING
from engine.games.lords_of_scotland.public_information import FIRST_VEIL, VEILS
from engine.games.lords_of_scotland.scoring import NO_POWER, Army, ranking_of

if TYPE_CHECKING:
    from engine.games.lords_of_scotland.state import LordsState


def refill_pile(state: LordsState) -> bool:
    """Renew the pile from the discards if it is empty (ruling 20). Return whether it has a card."""
    if state.pile:
        return True
    if not state.discards:
        return False
    # A lot no card is left of: at most five are still needed, one for each face-down Recruit (ruling 15).
    lot = state.lot = state.pools.index(0)
    state.traces = public_information.reshuffle(state.traces, state.discards, lot)
    state.pools[lot] = state.discards
    state.pile = state.discards.bit_count()
    state.discards = 0
    state.reshuffles += 1
    return True


def take_from_pile(state: LordsState, card: int) -> None:
    """Take the card from the pile."""
    state.pools[state.lot] ^= 1 << card
    state.pile -= 1


def settle_recruit(state: LordsState, card: int) -> int:
    """Identify the leftmost face-down Recruit and return its slot (ruling 15)."""
    slot = state.recruits.index(HIDDEN)
    state.pools[state.slot_lots[slot]] ^= 1 << card
    return slot


def lay_recruits(state: LordsState) -> None:
    """Lay face-down cards into all slots, or gaps when cards run out (ruling 20)."""
    if state.pile >= RECRUITS:
        state.pile -= RECRUITS
        state.recruits = (HIDDEN,) * RECRUITS
        state.slot_lots = (state.lot,) * RECRUITS
        return
    for slot in range(RECRUITS):
        lay_recruit(state, slot)


def lay_recruit(state: LordsState, slot: int) -> None:
    """Lay a face-down card into the slot, or a gap."""
    if refill_pile(state):
        state.pile -= 1
        lots = list(state.slot_lots)
        lots[slot] = state.lot
        state.slot_lots = tuple(lots)
        set_recruit(state, slot, HIDDEN)
    else:
        set_recruit(state, slot, GAP)


def set_recruit(state: LordsState, slot: int, card: int) -> None:
    """Set the card of a slot: face-up, HIDDEN or GAP."""
    row = list(state.recruits)
    row[slot] = card
    state.recruits = tuple(row)


def set_up(state: LordsState) -> None:
    """Lay Recruits, then Supporters, with gaps when cards run out (ruling 20)."""
    state.round += 1
    state.step = state.reshuffles = 0
    state.veils = FIRST_VEIL
    lay_recruits(state)
    lay_supporters(state)


def lay_supporters(state: LordsState) -> None:
    """Ask for the next Supporter, or start the first turn when the row is complete."""
    while len(state.supporters) == state.seats or not refill_pile(state):
        if not _must_redeal(state):
            state.begin_turn()
            return
        state.discards |= mask_of(state.supporters)
        state.supporters = ()
    state.phase, state.turn = SETTING, CHANCE


def lay_supporter(state: LordsState, event: Event) -> None:
    """Lay a Supporter."""
    _, card = event
    take_from_pile(state, card)
    state.traces = public_information.see_card(state.traces, card)
    state.supporters += (card,)
    lay_supporters(state)


def end(state: LordsState) -> None:
    """Reveal all Followers and start the claims (ruling 17)."""
    revealed = 0
    for seat, army in enumerate(state.armies):
        veiled = [card for card, _, veil, _ in army if veil]
        if veiled:
            revealed |= mask_of(veiled)
            state.armies[seat] = tuple([(card, power, 0, 0) for card, power, _, _ in army])
    state.traces = public_information.reveal_cards(state.traces, revealed, VEILS)
    state.ranking = ranking_of(state.armies)
    state.claims = claims_due(state)
    _next_claim(state)


def claims_due(state: LordsState) -> tuple[int, ...]:
    """Return the seats of all claims of the round, in order, if there are enough Supporters."""
    due: tuple[int, ...] = ()
    for seat in state.ranking:
        due += (seat,) * _claims_of(state.armies[seat])
    return due


def claim(state: LordsState, event: Event) -> None:
    """Claim the Supporter for the seat to move."""
    _, card = event
    seat = state.claims[0]
    state.supporters = tuple([other for other in state.supporters if other != card])
    state.claimed[seat] += (card,)
    state.points[seat] += STRENGTH[card]
    state.claims = state.claims[1:]
    _next_claim(state)


def _next_claim(state: LordsState) -> None:
    if state.claims and state.supporters:
        state.phase, state.turn = CLAIMING, state.claims[0]
        return
    state.claims = ()
    if max(state.points) >= THRONE:  # Ruling 21; the table is not cleared
        state.phase, state.turn = OVER, None
        return
    _clear(state)
    set_up(state)


def _clear(state: LordsState) -> None:
    """Discard everything not claimed, except MacDonnells still active (ruling 14)."""
    if any(state.armies):  # Ruling 18
        state.first = state.ranking[0]
    gone = mask_of(state.supporters) | mask_of([card for card in state.recruits if card > HIDDEN])
    for seat, army in enumerate(state.armies):
        staying: Army = ()
        for card, power, _, _ in army:
            if power == MACDONNELL:
                staying += ((card, NO_POWER, 0, 0),)
            else:
                gone |= 1 << card
        state.armies[seat] = staying
    state.discards |= gone
    state.supporters = ()
    state.ranking = ()
    state.recruits = (GAP,) * RECRUITS


def _claims_of(army: Army) -> int:
    """Return the claims of an army: two with any active Cochrane, none without Followers (ruling 13)."""
    for _, power, _, _ in army:
        if power == COCHRANE:
            return 2
    return 1 if army else 0


def _must_redeal(state: LordsState) -> bool:
    """Whether all Supporters, two or more, have one strength, while another strength is available (ruling 19)."""
    row = {STRENGTH[card] for card in state.supporters}
    if len(state.supporters) < 2 or len(row) > 1:
        return False
    unclaimed = state.discards | state.pools[state.lot]
    return any(STRENGTH[card] not in row for card in cards_in(unclaimed))
