"""What the actions of a turn do (rulings 4 to 7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core.game import Event
from engine.games.highland_clans import course, supply
from engine.games.highland_clans.components import NO_TOKENS, Four
from engine.games.highland_clans.events import (
    ABBEY,
    BARD,
    CASTLE,
    CATTLE,
    ESTATE,
    MONKS,
    PIPER,
    TO_COURT,
    TO_SACK,
    WARRIOR,
)  # fmt: skip
from engine.games.highland_clans.phases import DISCARDING

if TYPE_CHECKING:
    from engine.games.highland_clans.state import ClansState


def cattle(state: ClansState, _event: Event) -> None:
    """A red token onto a free estate."""
    _use(state, CATTLE, (0, 0, 0, 1))
    _build(state, 1, 0, 0)


def castle(state: ClansState, _event: Event) -> None:
    """Two blue tokens onto a free estate."""
    _use(state, CASTLE, (0, 2, 0, 0))
    _build(state, 0, 1, 0)


def abbey(state: ClansState, _event: Event) -> None:
    """Three green tokens onto a free estate."""
    _use(state, ABBEY, (0, 0, 3, 0))
    _build(state, 0, 0, 1)


def warrior(state: ClansState, _event: Event) -> None:
    """A yellow token into the court, and a card with it (ruling 7)."""
    _use(state, WARRIOR, (1, 0, 0, 0))
    change_court(state, state.actor, 1, 0, 0)
    state.owed = ((state.actor, 1),)
    course.settle_draws(state)


def piper(state: ClansState, _event: Event) -> None:
    """A blue token into the court."""
    _use(state, PIPER, (0, 1, 0, 0))
    change_court(state, state.actor, 0, 1, 0)
    course.go_on(state)


def monks(state: ClansState, event: Event) -> None:
    """One or two green tokens into the court; it is one action either way."""
    _, count = event
    _use(state, MONKS, (0, 0, count, 0))
    change_court(state, state.actor, 0, 0, count)
    course.go_on(state)


def bard(state: ClansState, event: Event) -> None:
    """A blue token for some of another's court; who loses a warrior discards before the taker draws (ruling 6)."""
    _, seat, yellow, blue, green = event
    _use(state, BARD, (0, 1, 0, 0))
    fates = (yellow, blue, green)
    gone, kept = [fate == TO_SACK for fate in fates], [fate == TO_COURT for fate in fates]
    change_court(state, seat, *(-(a + b) for a, b in zip(gone, kept, strict=True)))
    change_court(state, state.actor, *kept)
    state.sack = supply.plus(state.sack, (gone[0], 1 + gone[1], gone[2], 0))
    if kept[0]:
        state.owed = ((state.actor, 1),)
    if yellow:
        state.phase, state.turn = DISCARDING, seat
    else:
        course.go_on(state)


def estate(state: ClansState, event: Event) -> None:
    """An estate, paid with drawn tokens and those of the own court; a card goes with a warrior (rulings 5 and 7)."""
    _, yellow, green, red, court_yellow, court_green = event
    seat = state.actor
    _use(state, ESTATE, (yellow, 0, green, red))
    change_court(state, seat, -court_yellow, 0, -court_green)
    state.sack = supply.plus(state.sack, (yellow + court_yellow, 0, green + court_green, red))
    state.stock -= 1
    estates, *standing = state.lands[seat]
    state.lands[seat] = (estates + 1, standing[0], standing[1], standing[2])
    if court_yellow:
        state.phase, state.turn = DISCARDING, seat
    else:
        course.go_on(state)


def discard(state: ClansState, event: Event) -> None:
    """The card of a lost warrior goes to the return deck, face-down."""
    _, card = event
    seat = state.actor if state.turn is None else state.turn
    return_cards(state, seat, (card,))
    course.settle_draws(state)


def done(state: ClansState, _event: Event) -> None:
    """No second action."""
    course.end_actions(state)


def change_court(state: ClansState, seat: int, warriors: int, pipers: int, monks: int) -> None:
    """So many tokens more, or less, in the court of that seat."""
    a, b, c = state.courts[seat]
    state.courts[seat] = (a + warriors, b + pipers, c + monks)


def return_cards(state: ClansState, seat: int, cards: tuple[int, ...]) -> None:
    """Cards leave the hand of that seat for the return deck, face-down."""
    state.hands[seat] = supply.without_cards(state.hands[seat], cards)
    state.returned_by[seat] = supply.plus(state.returned_by[seat], supply.counted(cards))


def _use(state: ClansState, kind: int, tokens: Four) -> None:
    if tokens != NO_TOKENS:
        state.drawn = supply.minus(state.drawn, tokens)
        state.used += sum(tokens)
    state.acted += (kind,)


def _build(state: ClansState, cattle: int, castles: int, abbeys: int) -> None:
    estates, a, b, c = state.lands[state.actor]
    state.lands[state.actor] = (estates, a + cattle, b + castles, c + abbeys)
    course.go_on(state)
