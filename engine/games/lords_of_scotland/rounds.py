"""A round from its set-up to the claims, around the turns of the players."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core.game import CHANCE, Event
from engine.games.lords_of_scotland import knowledge, supply
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
from engine.games.lords_of_scotland.knowledge import FIRST_VEIL, VEILS
from engine.games.lords_of_scotland.phases import CLAIMING, OVER, SETTING
from engine.games.lords_of_scotland.scoring import NO_POWER, Army, ranking_of

if TYPE_CHECKING:
    from engine.games.lords_of_scotland.state import LordsState


def set_up(state: LordsState) -> None:
    """Recruits first, then Supporters, leaving gaps where cards run out (ruling 20)."""
    state.round += 1
    state.step = state.reshuffles = 0
    state.veils = FIRST_VEIL
    supply.lay_recruits(state)
    lay_supporters(state)


def lay_supporters(state: LordsState) -> None:
    """The next Supporter comes up, or the row is complete and the first turn begins."""
    while len(state.supporters) == state.seats or not supply.refill_pile(state):
        if not _must_redeal(state):
            state.begin_turn()
            return
        state.discards |= mask_of(state.supporters)
        state.supporters = ()
    state.phase, state.turn = SETTING, CHANCE


def supporter_laid(state: LordsState, event: Event) -> None:
    """A Supporter has come up."""
    _, card = event
    supply.take_from_pile(state, card)
    state.traces = knowledge.seen(state.traces, card)
    state.supporters += (card,)
    lay_supporters(state)


def end(state: LordsState) -> None:
    """All Followers are revealed and the claims begin (ruling 17)."""
    revealed = 0
    for seat, army in enumerate(state.armies):
        veiled = [card for card, _, veil, _ in army if veil]
        if veiled:
            revealed |= mask_of(veiled)
            state.armies[seat] = tuple([(card, power, 0, 0) for card, power, _, _ in army])
    state.traces = knowledge.revealed(state.traces, revealed, VEILS)
    state.ranking = ranking_of(state.armies)
    state.claims = claims_due(state)
    _next_claim(state)


def claims_due(state: LordsState) -> tuple[int, ...]:
    """The seats of all claims of the round, in order, as long as nobody runs out of Supporters."""
    due: tuple[int, ...] = ()
    for seat in state.ranking:
        due += (seat,) * _claims_of(state.armies[seat])
    return due


def claim(state: LordsState, event: Event) -> None:
    """The seat to move takes the Supporter into its victory pile."""
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
    """All that was not claimed is discarded, but for MacDonnells still active (ruling 14)."""
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
    """Ruling 13: two with an active Cochrane, however many; none without Followers."""
    for _, power, _, _ in army:
        if power == COCHRANE:
            return 2
    return 1 if army else 0


def _must_redeal(state: LordsState) -> bool:
    """Ruling 19: two or more, all of one strength, while another strength is still to be had."""
    row = {STRENGTH[card] for card in state.supporters}
    if len(state.supporters) < 2 or len(row) > 1:
        return False
    unclaimed = state.discards | state.pools[state.lot]
    return any(STRENGTH[card] not in row for card in cards_in(unclaimed))
