"""What each event does to the state of King's Kilt, and the table of all handlers."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from engine.core.game import CHANCE, Event
from engine.games.kings_kilt import events, phases
from engine.games.kings_kilt.board import BASE, FIRST_NOBLEMAN, GUARDIANS, NOBLEMEN
from engine.games.kings_kilt.components import EMPTY, FAMILY, ONE, counts_of, influence_of

if TYPE_CHECKING:
    from engine.games.kings_kilt.state import KiltState


# The slots of rows 4 and 5, by their slots: whichever is filled first turns the reminder of its row.
_REMINDED: Final = {slot: sum(1 << other for other in row) for row in (NOBLEMEN, GUARDIANS) for slot in row}


def deal_family(state: KiltState, event: Event) -> None:
    """Deal one of the first two cards of a Family; those of all seats are of different clans."""
    _, clan = event
    _deal_to(state, state.families, state.step % state.seats, clan)
    if state.step == (FAMILY - 1) * state.seats:
        state.phase = phases.CHOOSING_THIRD


def deal_third(state: KiltState, event: Event) -> None:
    """Deal the third card of a Family; it stays the third, since its player knows which one it was."""
    _, clan = event
    seat = state.step - (FAMILY - 1) * state.seats
    state.families[seat] += (clan,)
    _leave_the_deck(state, clan)
    if state.step == FAMILY * state.seats:
        state.phase = phases.DEALING


def deal_influence(state: KiltState, event: Event) -> None:
    """Deal an Influence card."""
    _, clan = event
    _deal_to(state, state.influences, state.step % state.seats, clan)
    if state.step == (FAMILY + influence_of(state.seats)) * state.seats:
        state.phase = phases.LAYING


def lay(state: KiltState, event: Event) -> None:
    """Lay the next card of row 1, from the left."""
    _, clan = event
    slot = state.pyramid.index(EMPTY)
    state.pyramid[slot] = clan
    _come_up(state, clan)
    state.pile -= 1
    if slot == BASE - 1:
        state.phase = phases.TURNING


def turn_top(state: KiltState, event: Event) -> None:
    """Show the new top card of the pile, or put it into a vacuum that waited for the pile to be renewed."""
    _, clan = event
    _come_up(state, clan)
    state.top = clan
    if state.vacuum == EMPTY:
        _settle(state)
    else:
        _take_top(state)


def advance(state: KiltState, event: Event) -> None:
    """Move a card up; the first one in row 4 and in row 5 makes players turn up Family cards (ruling 4)."""
    _, source, target = event
    pyramid = state.pyramid
    clan = pyramid[target] = pyramid[source]
    state.moved_up[state.actor] += (clan,)
    state.filled |= 1 << target
    if state.filled & _REMINDED.get(target, 0) == 1 << target:
        state.revealers = _revealers(state, target)
    _vacate(state, source)


def betray(state: KiltState, event: Event) -> None:
    """Name the victim; the betrayer and the Influence card are named next."""
    _, victim = event
    state.victim = victim
    state.phase = phases.SWAYING


def sway(state: KiltState, event: Event) -> None:
    """Discard the Influence card and remove the victim. The influenced card stays."""
    _, _, clan = event
    seat, victim = state.actor, state.victim
    hand = state.influences[seat]
    at = hand.index(clan)
    state.influences[seat] = hand[:at] + hand[at + 1 :]
    state.discards += (clan,)
    state.betrayed += (state.pyramid[victim],)
    if victim >= FIRST_NOBLEMAN:
        state.removed[seat] += (state.pyramid[victim],)
    state.victim = EMPTY
    _vacate(state, victim)


def raise_card(state: KiltState, event: Event) -> None:
    """Fill the vacuum with one of the two cards beneath, which leaves another vacuum (ruling 2)."""
    _, source = event
    clan = state.pyramid[state.vacuum] = state.pyramid[source]
    state.moved_up[state.actor] += (clan,)
    _vacate(state, source)


def reveal(state: KiltState, event: Event) -> None:
    """Turn up a Family card."""
    _, clan = event
    state.shown[state.revealers[0]] += (clan,)
    state.revealers = state.revealers[1:]
    _settle(state)


def pass_on(state: KiltState, _event: Event) -> None:
    """Pass for the rest of the game; when all have passed, Families are turned up."""
    state.passed += (state.actor,)
    if len(state.passed) < state.seats:
        _next_turn(state)
        return
    state.phase, state.turn = phases.OVER, None
    state.shown = [
        shown + tuple([clan for clan in family if clan not in shown])
        for shown, family in zip(state.shown, state.families, strict=True)
    ]


def _vacate(state: KiltState, slot: int) -> None:
    """Empty the slot; its vacuum is filled by choice above row 1, and from the pile in row 1."""
    state.pyramid[slot] = EMPTY
    state.vacuum = slot
    if slot >= BASE:
        state.phase, state.turn = phases.RAISING, state.actor
    elif state.top != EMPTY:
        _take_top(state)
    else:
        _renew_pile(state)


def _take_top(state: KiltState) -> None:
    """Move the top card into row 1; the next one is shown before anybody decides."""
    state.pyramid[state.vacuum] = state.top
    state.top = state.vacuum = EMPTY
    state.pile -= 1
    if state.pile:
        state.phase, state.turn = phases.TURNING, CHANCE
    else:
        _settle(state)


def _renew_pile(state: KiltState) -> None:
    """Shuffle all Influence played, the card just played included, into a new pile (ruling 6)."""
    state.listed = counts_of(state.discards)
    state.pile = len(state.discards)
    state.discards = ()
    state.phase, state.turn = phases.TURNING, CHANCE


def _settle(state: KiltState) -> None:
    """Continue when no vacuum is left: with turning up Family cards, or with the next turn."""
    if state.revealers:
        state.phase, state.turn = phases.REVEALING, state.revealers[0]
    else:
        _next_turn(state)


def _next_turn(state: KiltState) -> None:
    """Start the turn of the next seat that has not passed. Before the first turn nobody is the actor."""
    seat = (state.actor + 1) % state.seats
    while seat in state.passed:
        seat = (seat + 1) % state.seats
    state.actor = state.turn = seat
    state.phase = phases.ACTING


def _revealers(state: KiltState, target: int) -> tuple[int, ...]:
    """Return all but the seat before the actor; with two players the actor alone, the second time down to one card."""
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
    """Count off a card that came up from the pile; those listed are on top of it."""
    if state.listed:
        state.listed -= ONE[clan]
    else:
        state.members -= ONE[clan]
    state.step += 1


_BY_KIND: Final[dict[int, Callable[[KiltState, Event], None]]] = {
    events.FAMILY: deal_family,
    events.THIRD: deal_third,
    events.INFLUENCE: deal_influence,
    events.LAY: lay,
    events.TOP: turn_top,
    events.ADVANCE: advance,
    events.BETRAY: betray,
    events.SWAY: sway,
    events.RAISE: raise_card,
    events.REVEAL: reveal,
    events.PASS: pass_on,
}
# By the kind of event; a tuple, because it is read for every event.
HANDLERS: Final = tuple(_BY_KIND[kind] for kind in range(len(_BY_KIND)))
