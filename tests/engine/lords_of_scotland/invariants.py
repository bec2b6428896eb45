"""Invariants of Lords of Scotland: every card is in one place, and every number agrees with the cards it counts."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.lords_of_scotland import components
from engine.games.lords_of_scotland.components import card_name, cards_in
from engine.games.lords_of_scotland.public_information import LOT_BIT
from engine.games.lords_of_scotland.state import LordsState


def broken_invariant(state: LordsState) -> str | None:
    """Return a sentence about the first broken invariant, else None."""
    return _check_places(state) or _check_counts(state) or _check_traces(state)


def _check_places(state: LordsState) -> str | None:
    found: dict[int, str] = {}
    for place, card in _located_cards(state):
        if card in found:
            return f"{card_name(card)} is both {found[card]} and {place}."
        found[card] = place
    deck = cards_in(components.BRUCE_DECK if state.bruce else components.PLAIN_DECK)
    for card in deck:
        if card not in found:
            return f"{card_name(card)} is nowhere."
    return None if len(found) == len(deck) else "A card is on the table that is not in the deck."


def _located_cards(state: LordsState) -> Iterator[tuple[str, int]]:
    for seat in range(state.seats):
        yield from ((f"in the hand of seat {seat + 1}", card) for card in state.hands[seat])
        yield from ((f"in the army of seat {seat + 1}", follower[0]) for follower in state.armies[seat])
        yield from ((f"claimed by seat {seat + 1}", card) for card in state.claimed[seat])
    for lot, pool in enumerate(state.pools):
        yield from ((f"in lot {lot}", card) for card in cards_in(pool))
    yield from (("a Recruit", card) for card in state.recruits if card > components.HIDDEN)
    yield from (("a Supporter", card) for card in state.supporters)
    yield from (("discarded", card) for card in cards_in(state.discards))


def _check_counts(state: LordsState) -> str | None:
    for lot, pool in enumerate(state.pools):
        face_down = sum(
            card == components.HIDDEN and state.slot_lots[slot] == lot for slot, card in enumerate(state.recruits)
        )
        if pool.bit_count() != face_down + (state.pile if lot == state.lot else 0):
            return f"Lot {lot} holds {pool.bit_count()} cards, which is not what lies there."
    for seat, cards in enumerate(state.claimed):
        if state.points[seat] != sum(components.STRENGTH[card] for card in cards):
            return f"Seat {seat + 1} has {state.points[seat]} points, which is not what it claimed."
    return None


def _check_traces(state: LordsState) -> str | None:
    """Check that every unseen card is where its trace allows, and that traces have no other cards and are not empty."""
    if not all(cards for cards, _ in state.traces):
        return "A trace has no cards."
    traced = {card: places for cards, places in state.traces for card in cards_in(cards)}
    for card, place in _unseen(state):
        if not traced.pop(card, 0) >> place & 1:
            return f"{card_name(card)} lies at place {place}, where nobody would look for it."
    return f"The traces still speak of {card_name(min(traced))}." if traced else None


def _unseen(state: LordsState) -> Iterator[tuple[int, int]]:
    for seat, hand in enumerate(state.hands):
        yield from ((card, seat) for card in hand)
    for army in state.armies:
        yield from ((card, veil) for card, _, veil, _ in army if veil)
    for lot, pool in enumerate(state.pools):
        yield from ((card, LOT_BIT + lot) for card in cards_in(pool))
