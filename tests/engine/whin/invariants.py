"""Invariants of Whin: each card is in one place, and no hand has a suit that its seat did not follow."""

from tests.example_games.whin.components import name_of, suit_of
from tests.example_games.whin.state import WhinState


def broken_invariant(state: WhinState) -> str | None:
    """Return a sentence about the first card in two places, or in a hand that misses its suit."""
    cards = [card for hand in (*state.hands, state.played, (state.turned_up,)) for card in hand if card]
    for card in cards:
        if cards.count(card) > 1:
            return f"{name_of(card)} is in two places."
    for seat, hand in enumerate(state.hands):
        for card in hand:
            if state.missing[seat] >> suit_of(card) & 1:
                return f"Seat {seat + 1} has {name_of(card)}, and did not follow that suit."
    return None
