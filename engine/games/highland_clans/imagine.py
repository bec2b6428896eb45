"""A full state from a view: the unseen cards are laid out at random where they may lie.

All of them are alike to the seat: what it saw go into the return deck is counted in the view until it is shuffled,
and what it knew of shuffled cards is forgotten (ruling 24). So every unseen card may lie in the deck, in another hand,
face-down among what others returned, or face-down in the combat at hand.
"""

from __future__ import annotations

from random import Random

from engine.games.highland_clans import supply
from engine.games.highland_clans.components import CARDS, HIDDEN, NO_TOKENS, Four
from engine.games.highland_clans.state import ClansState
from engine.games.highland_clans.view import ClansView


def imagine(view: ClansView, rng: Random) -> ClansState:
    """A state whose view from that seat is equal to `view`."""
    state = ClansState.__new__(ClansState)
    _copy_public(state, view)
    unseen = unseen_by(view)
    others = [seat for seat in range(view.seats) if seat != view.seat]
    wanted = [view.hand_sizes[seat] for seat in others] + [view.returned_sizes[seat] for seat in others]
    is_hidden = bool(view.laid) and view.laid[0][0] == HIDDEN
    drawn = rng.sample(supply.listed(unseen), sum(wanted) + is_hidden)
    state.deck_cards = supply.minus(unseen, supply.counted(drawn))
    state.hands = [view.hand] * view.seats
    state.returned_by = [view.returned] * view.seats
    for seat in others:
        size = view.hand_sizes[seat]
        state.hands[seat] = tuple(sorted(drawn[:size]))
        del drawn[:size]
    for seat in others:
        size = view.returned_sizes[seat]
        state.returned_by[seat] = supply.counted(drawn[:size]) if size else NO_TOKENS
        del drawn[:size]
    state.laid = ((drawn[0], view.laid[0][1]),) if is_hidden else view.laid
    return state


def unseen_by(view: ClansView) -> Four:
    """How many cards of each value the seat does not see and has not returned since the last shuffle."""
    seen = supply.plus(supply.counted([*view.hand, *(card for card, _ in view.laid if card != HIDDEN)]), view.fought)
    return supply.minus(CARDS, supply.plus(seen, view.returned))


def _copy_public(state: ClansState, view: ClansView) -> None:
    state.seats = view.seats
    state.exactly = view.exactly
    state.ranks_zero = view.ranks_zero
    state.turn = view.turn
    state.phase = view.phase
    state.round = view.round
    state.first = view.first
    state.step = view.step
    state.actor = view.actor
    state.part = view.part
    state.sack = view.sack
    state.drawn = view.drawn
    state.redrawn = view.redrawn
    state.used = view.used
    state.acted = view.acted
    state.following = view.following
    state.courts = list(view.courts)
    state.lands = list(view.lands)
    state.points = list(view.points)
    state.deck = view.deck
    state.fought = view.fought
    state.stock = view.stock
    state.shown = view.shown
    state.removed = view.removed
    state.target = view.target
    state.combats = view.combats
    state.owed = view.owed
    state.draws = view.draws
    state.ending = view.ending
