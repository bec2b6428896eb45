"""The order of phases, turns and rounds: what follows an event."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core.game import CHANCE, Event
from engine.games.highland_clans import components, legal_moves, phases, piles, scoring
from engine.games.highland_clans.events import BARD

if TYPE_CHECKING:
    from engine.games.highland_clans.state import ClansState


def begin_turn(state: ClansState) -> None:
    """Start the next turn of the round; with too few tokens the game ends (ruling 1)."""
    if sum(state.sack) < components.TOKENS_DRAWN:
        end_game(state, phases.EMPTY_SACK)
        return
    state.actor = (state.first + state.step) % state.seats
    state.part = 1
    state.redrawn = False
    state.used = state.draws = 0
    state.acted = state.combats = ()
    state.target = components.NOBODY
    state.phase, state.turn = phases.DRAWING_TOKENS, CHANCE


def begin_actions(state: ClansState) -> None:
    """Start phase 2, which ends at once if no action is possible (ruling 0)."""
    state.part = 2
    go_on(state)


def go_on(state: ClansState) -> None:
    """Ask for an action, or end phase 2: after two, one of the last player, a bard, or if none is possible."""
    acted = state.acted
    is_last = state.step == state.seats - 1
    if len(acted) < 2 and not (acted and (is_last or acted[0] == BARD)) and legal_moves.actions_without_bard(state):
        state.phase, state.turn = phases.ACTING, state.actor
    else:
        end_actions(state)


def end_actions(state: ClansState) -> None:
    """Return unused tokens to the sack and start phase 3 (ruling 5)."""
    state.sack = piles.plus(state.sack, state.drawn)
    state.drawn = components.NO_TOKENS
    state.part = 3
    state.phase, state.turn = phases.RAIDING, state.actor


def settle_draws(state: ClansState) -> None:
    """Ask for the next cards owed, with a renewed deck if it is empty; if none are owed, continue the turn."""
    if state.owed:
        if not state.deck:
            piles.renew_deck(state)
        state.phase, state.turn = phases.DRAWING_CARDS, CHANCE
    elif state.part == 2:
        go_on(state)
    else:
        end_turn(state)


def draw(state: ClansState, event: Event) -> None:
    """Draw cards owed to a seat; after a raid without a winner two go back before the next seat draws (ruling 11)."""
    cards = event[1:]
    (seat, count), *rest = state.owed
    state.hands[seat] = tuple(sorted(state.hands[seat] + cards))
    state.deck -= len(cards)
    state.deck_cards = piles.minus(state.deck_cards, piles.counts_of(cards))
    state.draws += 1
    if count > len(cards):
        state.owed = ((seat, count - len(cards)), *rest)
        settle_draws(state)
        return
    state.owed = tuple(rest)
    if state.combats and scoring.verdict(state.combats) == 0:
        state.phase, state.turn = phases.PUTTING_BACK, seat
    else:
        settle_draws(state)


def end_turn(state: ClansState) -> None:
    """End the turn of the actor."""
    state.step += 1
    if state.step == state.seats:
        end_round(state)
    else:
        begin_turn(state)


def end_round(state: ClansState) -> None:
    """Score the round and remove a tile from the stock, face-up if somebody is in the red area (ruling 18)."""
    scoring.score(state)
    leader = max(state.points)
    if not state.stock and leader >= components.TOP:
        end_game(state, phases.EMPTY_STOCK)
        return
    if state.stock and leader >= components.RED_AREA:
        state.phase, state.turn = phases.TURNING, CHANCE
        return
    if state.stock:
        state.stock -= 1
        state.removed += 1
    begin_round(state)


def begin_round(state: ClansState) -> None:
    """Start a round with the seat to the left of the last first one."""
    state.first = (state.first + 1) % state.seats if state.round else 0
    state.round += 1
    state.step = 0
    begin_turn(state)


def end_game(state: ClansState, ending: int) -> None:
    """End the game."""
    state.ending = ending
    state.phase, state.turn = phases.OVER, None
