"""The nine powers: when a card may be activated, its targets and its effect."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.core.game import CHANCE, Event
from engine.games.lords_of_scotland import public_information, rounds
from engine.games.lords_of_scotland.components import (
    BRUCE,
    CARDS,
    CLAN,
    COCHRANE,
    COCKBURN,
    FERGUSSON,
    FORSYTH,
    MACDONNELL,
    MAKGILL,
    SCOTT,
    STRENGTH,
    WEMYSS,
    mask_of,
)
from engine.games.lords_of_scotland.events import ACTIVATE, COPY, DISCARD, EXCHANGE, SWAP
from engine.games.lords_of_scotland.phases import DRAWING, EXTRA, TARGETING
from engine.games.lords_of_scotland.scoring import NO_POWER, Follower

if TYPE_CHECKING:
    from engine.games.lords_of_scotland.state import LordsState

LASTING: Final = frozenset({BRUCE, COCHRANE, MACDONNELL})  # marked, and settled at the end of the round
TARGETED: Final = frozenset({COCKBURN, FERGUSSON, WEMYSS})
_DECK: Final = range(1, CARDS + 1)
# By card, those whose face-up Follower blocks it, as a bit mask.
_BLOCKING_STRICTLY: Final = (
    0,
    *[mask_of([other for other in _DECK if STRENGTH[other] < STRENGTH[card]]) for card in _DECK],
)
_BLOCKING_IN_CLAN: Final = (
    0,
    *[
        mask_of(
            [
                other
                for other in _DECK
                if other != card and CLAN[other] == CLAN[card] and STRENGTH[other] <= STRENGTH[card]
            ]
        )
        for card in _DECK
    ],
)


def may_activate(state: LordsState, power: int) -> bool:
    """Whether the last Follower of the actor's army, just mustered face-up, may be activated."""
    return not is_blocked(state) and has_target(state, power)


def is_blocked(state: LordsState) -> bool:
    """Whether another face-up Follower of any army blocks the card's power (rulings 1 and 2)."""
    card = state.armies[state.actor][-1][0]
    blocking = (_BLOCKING_STRICTLY if state.strict else _BLOCKING_IN_CLAN)[card]
    for army in state.armies:
        for other, _, veil, _ in army:
            if blocking >> other & 1 and not veil:
                return True
    return False


def has_target(state: LordsState, power: int) -> bool:
    """Whether the power has a target (ruling 5)."""
    if power in LASTING:
        return True
    if power == WEMYSS:  # Ruling 11: the card itself lies there too
        return sum(map(len, state.armies)) > 1
    if power == FERGUSSON:  # Ruling 7
        return sum(map(len, state.armies)) > len(state.armies[state.actor])
    if power == FORSYTH:  # Ruling 8
        return state.pile > 0 or state.discards > 0
    if power == MAKGILL:  # Ruling 9
        return len(state.hands[state.actor]) > 0
    return bool(targets(state, power))


def targets(state: LordsState, power: int) -> list[Event]:
    """Return the events by which the power can be used; (ACTIVATE,) for a power without targets."""
    if power == WEMYSS:  # Ruling 11: any other Follower
        own_last = (DISCARD, state.actor, len(state.armies[state.actor]) - 1)
        return [event for event in _followers(state, DISCARD) if event != own_last]
    if power == FERGUSSON:  # Ruling 7: of an opponent
        return [event for event in _followers(state, EXCHANGE) if event[1] != state.actor]
    if power == COCKBURN:  # Ruling 6
        return [(SWAP, card) for card in state.supporters]
    if power == SCOTT:
        return [  # Rulings 5 and 10: other face-up Followers that are no Scott and whose power has a target
            (COPY, seat, number)
            for seat, army in enumerate(state.armies)
            for number, (card, _, veil, _) in enumerate(army)
            if not veil and CLAN[card] != SCOTT and has_target(state, CLAN[card])
        ]
    return [(ACTIVATE,)]


def activate(state: LordsState, _event: Event) -> None:
    """Use the pending power, which needs no target."""
    _use(state, state.power)


def copy_power(state: LordsState, event: Event) -> None:
    """Scott: ask for the target of a targeted power, use any other at once (ruling 10)."""
    _, seat, number = event
    _use(state, CLAN[state.armies[seat][number][0]])


def swap_supporter(state: LordsState, event: Event) -> None:
    """Cockburn: put the card into the slot of a Supporter, which becomes a face-up Follower."""
    _, card = event
    own, row = state.armies[state.actor], state.supporters
    at = row.index(card)
    state.supporters = (*row[:at], own[-1][0], *row[at + 1 :])
    state.armies[state.actor] = (*own[:-1], (card, NO_POWER, 0, 0))
    state.end_turn()


def exchange(state: LordsState, event: Event) -> None:
    """Fergusson: exchange the card and that Follower; facing, marker and token stay as they are."""
    _, seat, number = event
    own, theirs = state.armies[state.actor], state.armies[seat]
    state.armies[state.actor] = (*own[:-1], _shown_to(state, theirs[number]))
    state.armies[seat] = (*theirs[:number], own[-1], *theirs[number + 1 :])
    state.end_turn()


def discard(state: LordsState, event: Event) -> None:
    """Wemyss: discard the Follower for everybody to see."""
    _, seat, number = event
    army = state.armies[seat]
    card, _, veil, _ = army[number]
    state.armies[seat] = army[:number] + army[number + 1 :]
    state.discards |= 1 << card
    if veil:
        state.traces = public_information.vacate_places(public_information.see_card(state.traces, card), 1 << veil)
    state.end_turn()


def _use(state: LordsState, power: int) -> None:
    state.power = power
    if power in TARGETED:
        state.phase = TARGETING
    elif power == MAKGILL:
        state.phase = EXTRA
    elif power == FORSYTH:
        rounds.refill_pile(state)
        state.phase, state.turn = DRAWING, CHANCE
    else:
        own = state.armies[state.actor]
        state.armies[state.actor] = (*own[:-1], (own[-1][0], power, 0, 0))
        state.end_turn()


def _followers(state: LordsState, kind: int) -> list[Event]:
    return [(kind, seat, number) for seat, army in enumerate(state.armies) for number in range(len(army))]


def _shown_to(state: LordsState, follower: Follower) -> Follower:
    """Return the Follower in its new army: its new player may look at a face-down card, and traces change."""
    card, power, veil, seats = follower
    if not veil:
        return follower
    state.traces = public_information.swap_follower(state.traces, veil, state.veils_on_table())
    return (card, power, veil, seats | 1 << state.actor)
