"""Invariants of Highland Clans: every token, card and estate is in one place, and every number agrees."""

from __future__ import annotations

from engine.games.highland_clans import components, piles
from engine.games.highland_clans.components import Counts, tokens_in_play
from engine.games.highland_clans.phases import DEALING, DISCARDING, PUTTING_BACK
from engine.games.highland_clans.scoring import verdict
from engine.games.highland_clans.state import ClansState


def broken_invariant(state: ClansState) -> str | None:
    """Return a sentence about the first broken invariant, else None."""
    return _check_tokens(state) or _check_cards(state) or _check_hands(state) or _check_estates(state)


def _check_tokens(state: ClansState) -> str | None:
    counted: Counts = piles.plus(state.sack, state.drawn)
    for warriors, pipers, monks in state.courts:
        counted = piles.plus(counted, (warriors, pipers, monks, 0))
    for _, cattle, castles, abbeys in state.lands:
        counted = piles.plus(counted, (0, 2 * castles, 3 * abbeys, cattle))
    counted = piles.plus(counted, (0, sum(piper for _, piper in state.laid), 0, 0))
    for colour, count, known in zip(components.COLOURS, counted, tokens_in_play(state.seats), strict=True):
        if count != known:
            return f"There are {count} {colour} tokens, but {known} are in play."
    if min(*state.sack, *state.drawn, *(count for court in state.courts for count in court)) < 0:
        return "Fewer than no tokens lie somewhere."
    return f"{state.used} drawn tokens have been used." if state.used > components.TOKENS_USED else None


def _check_cards(state: ClansState) -> str | None:
    counted = piles.plus(state.deck_cards, state.fought)
    for cards in [*state.hands, [card for card, _ in state.laid]]:
        counted = piles.plus(counted, piles.counts_of(cards))
    for returned in state.returned_by:
        counted = piles.plus(counted, returned)
    for value, count, known in zip(components.VALUES, counted, components.CARDS, strict=True):
        if count != known:
            return f"There are {count} cards of value {value}, but {known} in the game."
    if min(*state.deck_cards, *state.fought, *(count for returned in state.returned_by for count in returned)) < 0:
        return "Fewer than no cards lie somewhere."
    if state.deck != sum(state.deck_cards):
        return f"The deck is said to hold {state.deck} cards, but holds {sum(state.deck_cards)}."
    return None


def _check_hands(state: ClansState) -> str | None:
    """Check that each seat has a card for each warrior, except during raids, draws and discards (ruling 7)."""
    for seat, (warriors, _, _) in enumerate(state.courts):
        if warriors < components.LEAST_WARRIORS:
            return f"Seat {seat + 1} has {warriors} warriors."
        due = cards_due(state, seat)
        if due is not None and len(state.hands[seat]) != due:
            return f"Seat {seat + 1} has {len(state.hands[seat])} cards, but {due} are due to it."
    return None


def cards_due(state: ClansState, seat: int) -> int | None:
    """Return how many cards the seat must hold now; None while hands are dealt."""
    if state.phase == DEALING:
        return None
    due = state.courts[seat][0] - sum(count for owed, count in state.owed if owed == seat)
    if state.phase == DISCARDING and seat == state.turn:
        due += 1
    if not state.combats and not state.laid:
        return due
    if len(state.combats) < components.COMBATS:  # Those laid are missing while a raid lasts.
        laid = len(state.combats) + (len(state.laid) if seat == state.actor else 0)
        return due - laid if seat in (state.actor, state.target) else due
    will_put_back = any(owed == seat for owed, _ in state.owed) or (state.phase == PUTTING_BACK and seat == state.turn)
    return due + components.DRAWN_RAID_RETURNED if will_put_back and verdict(state.combats) == 0 else due


def _check_estates(state: ClansState) -> str | None:
    for seat, (estates, cattle, castles, abbeys) in enumerate(state.lands):
        if not components.FIRST_ESTATES[0] <= estates <= components.MOST_ESTATES or cattle + castles + abbeys > estates:
            return f"Seat {seat + 1} has {estates} estates with {cattle + castles + abbeys} things on them."
        if min(cattle, castles, abbeys) < 0:
            return f"Seat {seat + 1} has fewer than nothing on its estates."
    gained = sum(land[0] - components.FIRST_ESTATES[0] for land in state.lands)
    tiles = state.stock + state.removed + len(state.shown) + gained
    return (
        None
        if tiles == len(components.ESTATES)
        else f"There are {tiles} estates, but {len(components.ESTATES)} in the game."
    )
