"""The pile, the lots it was shuffled from, and the discards that renew it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.lords_of_scotland import knowledge
from engine.games.lords_of_scotland.components import GAP, HIDDEN, RECRUITS

if TYPE_CHECKING:
    from engine.games.lords_of_scotland.state import LordsState


def refill_pile(state: LordsState) -> bool:
    """Whether a card can come off the pile; if need be the discards become the pile first (ruling 20)."""
    if state.pile:
        return True
    if not state.discards:
        return False
    # A lot no card is left of: at most five are still needed, one for each face-down Recruit (ruling 15).
    lot = state.lot = state.pools.index(0)
    state.traces = knowledge.reshuffled(state.traces, state.discards, lot)
    state.pools[lot] = state.discards
    state.pile = state.discards.bit_count()
    state.discards = 0
    state.reshuffles += 1
    return True


def take_from_pile(state: LordsState, card: int) -> None:
    """The card comes off the pile."""
    state.pools[state.lot] ^= 1 << card
    state.pile -= 1


def settle_recruit(state: LordsState, card: int) -> int:
    """The leftmost face-down Recruit turns out to be the card; answers its slot (ruling 15)."""
    slot = state.recruits.index(HIDDEN)
    state.pools[state.slot_lots[slot]] ^= 1 << card
    return slot


def lay_recruits(state: LordsState) -> None:
    """Face-down cards from the pile into all slots, or gaps where cards run out (ruling 20)."""
    if state.pile >= RECRUITS:
        state.pile -= RECRUITS
        state.recruits = (HIDDEN,) * RECRUITS
        state.slot_lots = (state.lot,) * RECRUITS
        return
    for slot in range(RECRUITS):
        lay_recruit(state, slot)


def lay_recruit(state: LordsState, slot: int) -> None:
    """A card goes face-down from the pile into the slot, or the slot becomes a gap."""
    if refill_pile(state):
        state.pile -= 1
        lots = list(state.slot_lots)
        lots[slot] = state.lot
        state.slot_lots = tuple(lots)
        set_recruit(state, slot, HIDDEN)
    else:
        set_recruit(state, slot, GAP)


def set_recruit(state: LordsState, slot: int, card: int) -> None:
    """What lies in the slot: a card face-up, HIDDEN or GAP."""
    row = list(state.recruits)
    row[slot] = card
    state.recruits = tuple(row)
