"""What each event does: the dealing, a player's turn, and the table of all handlers."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from engine.core.game import CHANCE, Event
from engine.games.kings_kilt.board import BASE, GUARDIANS, NOBLEMEN
from engine.games.kings_kilt.components import EMPTY, FAMILY, ONE, counted, influence_of
from engine.games.kings_kilt.phases import (
    ACTING,
    CHOOSING_THIRD,
    DEALING,
    LAYING,
    OVER,
    RAISING,
    REVEALING,
    SWAYING,
    TURNING,
)  # fmt: skip

if TYPE_CHECKING:
    from engine.games.kings_kilt.state import KiltState

# The slots of rows 4 and 5, by their slots: whichever is filled first turns the reminder of its row.
_REMINDED: Final = {slot: sum(1 << other for other in row) for row in (NOBLEMEN, GUARDIANS) for slot in row}


def deal_family(state: KiltState, event: Event) -> None:
    """One of the first two cards of a Family, which are of different clans round the whole table."""
    _, clan = event
    _deal_to(state, state.families, state.step % state.seats, clan)
    if state.step == (FAMILY - 1) * state.seats:
        state.phase = CHOOSING_THIRD


def deal_third(state: KiltState, event: Event) -> None:
    """The third card of a Family; it stays the third, for its player knows which one it was."""
    _, clan = event
    seat = state.step - (FAMILY - 1) * state.seats
    state.families[seat] += (clan,)
    _leave_the_deck(state, clan)
    if state.step == FAMILY * state.seats:
        state.phase = DEALING


def deal_influence(state: KiltState, event: Event) -> None:
    """An Influence card."""
    _, clan = event
    _deal_to(state, state.influences, state.step % state.seats, clan)
    if state.step == (FAMILY + influence_of(state.seats)) * state.seats:
        state.phase = LAYING


def lay(state: KiltState, event: Event) -> None:
    """The next card of row 1, from the left."""
    _, clan = event
    slot = state.pyramid.index(EMPTY)
    state.pyramid[slot] = clan
    _come_up(state, clan)
    state.pile -= 1
    if slot == BASE - 1:
        state.phase = TURNING


def turn_top(state: KiltState, event: Event) -> None:
    """The new top card of the pile is seen; or it goes where a vacuum waited for the pile to be renewed."""
    _, clan = event
    _come_up(state, clan)
    state.top = clan
    if state.vacuum == EMPTY:
        _settle(state)
    else:
        _take_top(state)


def advance(state: KiltState, event: Event) -> None:
    """A card goes up; the first one in rows 4 and 5 has Families turned up (ruling 4)."""
    _, source, target = event
    pyramid = state.pyramid
    pyramid[target] = pyramid[source]
    state.filled |= 1 << target
    if state.filled & _REMINDED.get(target, 0) == 1 << target:
        state.revealers = _revealers(state, target)
    _vacate(state, source)


def betray(state: KiltState, event: Event) -> None:
    """The victim is named; by whom, and with which card, is said next."""
    _, victim = event
    state.victim = victim
    state.phase = SWAYING


def sway(state: KiltState, event: Event) -> None:
    """The Influence card is discarded, the victim leaves the game. Who was influenced stays where it is."""
    _, _, clan = event
    seat, victim = state.actor, state.victim
    hand = state.influences[seat]
    at = hand.index(clan)
    state.influences[seat] = hand[:at] + hand[at + 1 :]
    state.discards += (clan,)
    state.betrayed += (state.pyramid[victim],)
    state.victim = EMPTY
    _vacate(state, victim)


def raise_card(state: KiltState, event: Event) -> None:
    """One of the two cards beneath fills the vacuum and leaves another (ruling 2)."""
    _, source = event
    state.pyramid[state.vacuum] = state.pyramid[source]
    _vacate(state, source)


def reveal(state: KiltState, event: Event) -> None:
    """A Family card is turned up."""
    _, clan = event
    state.shown[state.revealers[0]] += (clan,)
    state.revealers = state.revealers[1:]
    _settle(state)


def pass_on(state: KiltState, _event: Event) -> None:
    """The seat is out for good; when all are, Families are turned up."""
    state.passed += (state.actor,)
    if len(state.passed) < state.seats:
        _next_turn(state)
        return
    state.phase, state.turn = OVER, None
    state.shown = [
        shown + tuple([clan for clan in family if clan not in shown])
        for shown, family in zip(state.shown, state.families, strict=True)
    ]


def _vacate(state: KiltState, slot: int) -> None:
    """The card in the slot has gone; its vacuum is filled by choice above row 1, and from the pile in row 1."""
    state.pyramid[slot] = EMPTY
    state.vacuum = slot
    if slot >= BASE:
        state.phase, state.turn = RAISING, state.actor
    elif state.top != EMPTY:
        _take_top(state)
    else:
        _renew_pile(state)


def _take_top(state: KiltState) -> None:
    """The top card goes into row 1, and the next one is seen before anybody decides anything further."""
    state.pyramid[state.vacuum] = state.top
    state.top = state.vacuum = EMPTY
    state.pile -= 1
    if state.pile:
        state.phase, state.turn = TURNING, CHANCE
    else:
        _settle(state)


def _renew_pile(state: KiltState) -> None:
    """All Influence played, the card just played included, is shuffled and becomes the pile (ruling 6)."""
    state.listed = counted(state.discards)
    state.pile = len(state.discards)
    state.discards = ()
    state.phase, state.turn = TURNING, CHANCE


def _settle(state: KiltState) -> None:
    """Nothing is left to fill: whoever is to turn up a Family card does so, or the next turn begins."""
    if state.revealers:
        state.phase, state.turn = REVEALING, state.revealers[0]
    else:
        _next_turn(state)


def _next_turn(state: KiltState) -> None:
    """Clockwise, past those who have passed. Before the first turn nobody is the actor."""
    seat = (state.actor + 1) % state.seats
    while seat in state.passed:
        seat = (seat + 1) % state.seats
    state.actor = state.turn = seat
    state.phase = ACTING


def _revealers(state: KiltState, target: int) -> tuple[int, ...]:
    """Everybody but the seat before the actor; with two players it is the actor alone, the second time down to one."""
    seats, actor = state.seats, state.actor
    if seats > 2:
        return tuple([(actor + after) % seats for after in range(seats - 1)])
    return (actor,) if target in NOBLEMEN else (actor,) * (FAMILY - 1 - len(state.shown[actor]))


def _deal_to(state: KiltState, hands: list[tuple[int, ...]], seat: int, clan: int) -> None:
    hands[seat] = tuple(sorted((*hands[seat], clan)))
    _leave_the_deck(state, clan)


def _leave_the_deck(state: KiltState, clan: int) -> None:
    state.members -= ONE[clan]
    state.pile -= 1
    state.step += 1


def _come_up(state: KiltState, clan: int) -> None:
    """A card of the pile is identified: one of those listed as long as there are any, for they lie on top."""
    if state.listed:
        state.listed -= ONE[clan]
    else:
        state.members -= ONE[clan]
    state.step += 1


# By the kind of event, in the order of `events`.
HANDLERS: Final[tuple[Callable[[KiltState, Event], None], ...]] = (
    deal_family,
    deal_third,
    deal_influence,
    lay,
    turn_top,
    advance,
    betray,
    sway,
    raise_card,
    reveal,
    pass_on,
)
