"""Phase 3 of a turn: a raid of three combats and its spoils, or an exchange of cards (rulings 8 to 12)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core.game import Event
from engine.games.highland_clans import course, scoring, supply
from engine.games.highland_clans.components import COMBATS, DRAWN_RAID_CARDS
from engine.games.highland_clans.deeds import change_court, return_cards
from engine.games.highland_clans.events import ABBEY, CASTLE, CATTLE
from engine.games.highland_clans.phases import ATTACKING, DEFENDING, SPOILING

if TYPE_CHECKING:
    from engine.games.highland_clans.state import ClansState

_REWARD = 1  # of a raid that was won or drawn
_REWARD_FOR_NOTHING = 2  # of a raid on somebody who has nothing to spoil
_DEFENCE = 2
_PENALTY = 1


def raid(state: ClansState, event: Event) -> None:
    """The seat is raided; the raider lays the first card."""
    _, seat = event
    state.target = seat
    state.phase, state.turn = ATTACKING, state.actor


def exchange(state: ClansState, event: Event) -> None:
    """Discard, then draw as many (ruling 12)."""
    cards = event[1:]
    if cards:
        return_cards(state, state.actor, cards)
        state.owed = ((state.actor, len(cards)),)
    course.settle_draws(state)


def lay(state: ClansState, event: Event) -> None:
    """A card of the attacker, then one of the defender, and the combat is decided (ruling 8)."""
    _, card, piper = event
    seat = state.target if state.laid else state.actor
    state.hands[seat] = supply.without_cards(state.hands[seat], (card,))
    if piper:
        change_court(state, seat, 0, -1, 0)
    if state.laid:
        _decide(state, card, piper)
    else:
        state.laid = ((card, piper),)
        state.phase, state.turn = DEFENDING, state.target


def spoil(state: ClansState, event: Event) -> None:
    """Cattle goes to a free estate of the raider's, or like the tokens of buildings to the sack (ruling 10)."""
    _, what = event
    estates, cattle, castles, abbeys = state.lands[state.target]
    yellow, blue, green, red = state.sack
    if what == CATTLE:
        state.lands[state.target] = (estates, cattle - 1, castles, abbeys)
        if state.free_estates(state.actor):
            mine, a, b, c = state.lands[state.actor]
            state.lands[state.actor] = (mine, a + 1, b, c)
        else:
            state.sack = (yellow, blue, green, red + 1)
    elif what == CASTLE:
        state.lands[state.target] = (estates, cattle, castles - 1, abbeys)
        state.sack = (yellow, blue + 2, green, red)
    elif what == ABBEY:
        state.lands[state.target] = (estates, cattle, castles, abbeys - 1)
        state.sack = (yellow, blue, green + 3, red)
    course.settle_draws(state)


def put_back(state: ClansState, event: Event) -> None:
    """After a raid nobody won two cards go back, face-down (ruling 11)."""
    cards = event[1:]
    seat = state.actor if state.turn is None else state.turn
    return_cards(state, seat, cards)
    course.settle_draws(state)


def _decide(state: ClansState, card: int, piper: int) -> None:
    """Both cards are seen and go to the return deck, the pipers to the sack."""
    theirs, with_piper = state.laid[0]
    state.laid = ()
    state.combats += ((theirs, with_piper, card, piper),)
    state.fought = supply.plus(state.fought, supply.counted((theirs, card)))
    if piper or with_piper:
        yellow, blue, green, red = state.sack
        state.sack = (yellow, blue + piper + with_piper, green, red)
    if len(state.combats) < COMBATS:
        state.phase, state.turn = ATTACKING, state.actor
    else:
        _end_raid(state)


def _end_raid(state: ClansState) -> None:
    """Points, then the spoils, then cards: the attacker wholly before the defender (rulings 10 and 11)."""
    won = scoring.verdict(state.combats)
    drawn = COMBATS if won else DRAWN_RAID_CARDS
    state.owed = ((state.actor, drawn), (state.target, drawn))
    if won < 0:
        state.points[state.target] += _DEFENCE
        state.points[state.actor] = max(0, state.points[state.actor] - _PENALTY)
    elif won and not any(state.lands[state.target][1:]):
        state.points[state.actor] += _REWARD_FOR_NOTHING
    else:
        state.points[state.actor] += _REWARD
    if won > 0 and any(state.lands[state.target][1:]):
        state.phase, state.turn = SPOILING, state.actor
    else:
        course.settle_draws(state)
