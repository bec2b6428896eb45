"""Makes a random state that is consistent with a view of Highland Clans.

All unseen cards are alike to the seat: its own cards of the return deck are counted in the view until they are
shuffled, and its knowledge of shuffled cards is lost (ruling 24). So every unseen card may be in the deck, in another
hand, face-down among those that others returned, or face-down in the present combat.
"""

from __future__ import annotations

from random import Random

from engine.games.highland_clans import piles
from engine.games.highland_clans.components import CARDS, HIDDEN, NO_TOKENS, Counts
from engine.games.highland_clans.state import ClansState
from engine.games.highland_clans.view import ClansView


def imagine(view: ClansView, rng: Random) -> ClansState:
    """Return a state whose view from that seat is equal to `view`."""
    state: ClansState = ClansState.from_view(view)
    unseen = unseen_by(view)
    others = [seat for seat in range(view.seats) if seat != view.seat]
    wanted = [view.hand_sizes[seat] for seat in others] + [view.returned_sizes[seat] for seat in others]
    is_hidden = bool(view.laid) and view.laid[0][0] == HIDDEN
    drawn = rng.sample(piles.card_values(unseen), sum(wanted) + is_hidden)
    state.deck_cards = piles.minus(unseen, piles.counts_of(drawn))
    state.hands = [view.hand] * view.seats
    state.returned_by = [view.returned] * view.seats
    for seat in others:
        size = view.hand_sizes[seat]
        state.hands[seat] = tuple(sorted(drawn[:size]))
        del drawn[:size]
    for seat in others:
        size = view.returned_sizes[seat]
        state.returned_by[seat] = piles.counts_of(drawn[:size]) if size else NO_TOKENS
        del drawn[:size]
    state.laid = ((drawn[0], view.laid[0][1]),) if is_hidden else view.laid
    return state


def unseen_by(view: ClansView) -> Counts:
    """Return the numbers of cards of each value that the seat neither sees nor has returned since the last shuffle."""
    seen = piles.plus(piles.counts_of([*view.hand, *(card for card, _ in view.laid if card != HIDDEN)]), view.fought)
    return piles.minus(CARDS, piles.plus(seen, view.returned))
