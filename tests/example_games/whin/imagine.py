"""Makes a random state that is consistent with a view of Whin."""

from __future__ import annotations

from random import Random

from .components import CARDS, suit_of
from .state import WhinState, WhinView


def imagine(view: WhinView, rng: Random) -> WhinState:
    """Return a state whose view from that seat is equal to `view`."""
    state: WhinState = WhinState.from_view(view)
    hands = _hands(view, rng)
    while hands is None:  # a hand found too few cards of its suits
        hands = _hands(view, rng)
    state.hands = hands
    return state


def _hands(view: WhinView, rng: Random) -> list[tuple[int, ...]] | None:
    """Return random hands, those of seats that miss most suits filled first; None if one could not be filled."""
    seen = {view.turned_up, *view.played, *view.hand}
    unseen = [card for card in range(1, CARDS + 1) if card not in seen]
    rng.shuffle(unseen)
    hands = [view.hand if seat == view.seat else () for seat in range(view.seats)]
    for seat in sorted(range(view.seats), key=lambda seat: -view.missing[seat].bit_count()):
        if seat != view.seat:
            possible = [card for card in unseen if not view.missing[seat] >> suit_of(card) & 1]
            hands[seat] = tuple(sorted(possible[: view.hand_sizes[seat]]))
            unseen = [card for card in unseen if card not in hands[seat]]
    return hands if tuple(map(len, hands)) == view.hand_sizes else None
