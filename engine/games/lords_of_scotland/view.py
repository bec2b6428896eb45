"""The view of a seat in Lords of Scotland."""

from __future__ import annotations

from typing import NamedTuple

from engine.games.lords_of_scotland.components import HIDDEN, cards_in
from engine.games.lords_of_scotland.public_information import Traces, mark
from engine.games.lords_of_scotland.scoring import Army


class LordsView(NamedTuple):
    """Everything that a seat knows, also from earlier moves. Fields are as in `LordsState`.

    The card of a Follower that the seat does not know is HIDDEN; all seats know who has seen it.
    """

    seat: int | None
    seats: int
    strict: bool
    bruce: bool
    turn: int | None
    phase: int
    round: int
    first: int
    step: int
    actor: int
    hand: tuple[int, ...]
    hand_sizes: tuple[int, ...]
    armies: tuple[Army, ...]
    claimed: tuple[tuple[int, ...], ...]
    points: tuple[int, ...]
    recruits: tuple[int, ...]
    slot_lots: tuple[int, ...]
    supporters: tuple[int, ...]
    discards: int
    pile: int
    lot: int
    traces: Traces
    veils: int
    reshuffles: int
    slot: int
    power: int
    ranking: tuple[int, ...]
    claims: tuple[int, ...]

    @property
    def game(self) -> str:
        """The slug of the game."""
        return "lords-of-scotland"

    def known(self) -> int:
        """Return the hidden cards that this seat has seen, as a bit mask."""
        mask = sum([1 << card for card in self.hand])
        return mask | sum([1 << card for army in self.armies for card, _, veil, _ in army if veil and card])

    def listed(self, seat: int) -> list[int]:
        """Return the cards that a seat recruited face-up and has not shown since."""
        return sorted(card for cards, places in self.traces if places & mark(seat) for card in cards_in(cards))


def army_seen_by(army: Army, seat: int | None) -> Army:
    """Return the army with HIDDEN for the cards that the seat does not know."""
    bit = 0 if seat is None else 1 << seat
    for _, _, veil, seats in army:
        if veil and not seats & bit:
            return tuple(
                [
                    (HIDDEN, power, veil, seats) if veil and not seats & bit else (card, power, veil, seats)
                    for card, power, veil, seats in army
                ]
            )
    return army
