"""Invariants of King's Kilt: each card is in one place, Families are possible deals, and cards rest on two others."""

from __future__ import annotations

from engine.games.kings_kilt import components
from engine.games.kings_kilt.board import BASE, BENEATH, FULL, ROW_STARTS, SLOT_NAMES, SLOTS
from engine.games.kings_kilt.components import clan_numbers, counts_of
from engine.games.kings_kilt.phases import TURNING
from engine.games.kings_kilt.state import KiltState


def broken_invariant(state: KiltState) -> str | None:
    """Return a sentence about the first broken invariant, else None."""
    return _check_places(state) or _check_counts(state) or _check_families(state) or _check_pyramid(state)


def _check_places(state: KiltState) -> str | None:
    rows = [*state.families, *state.influences, state.discards, state.betrayed, (*state.pyramid, state.top)]
    counts = [state.listed, state.members, *map(counts_of, rows)]
    counted = [sum(parts) for parts in zip(*map(clan_numbers, counts), strict=True)]
    for clan in range(components.CLAN_COUNT):
        if counted[clan] != components.LEADERS + components.MEMBERS:
            known = components.LEADERS + components.MEMBERS
            return f"There are {counted[clan]} cards of clan {components.CLANS[clan]}, and there should be {known}."
    return None


def _check_counts(state: KiltState) -> str | None:
    pile = sum(clan_numbers(state.listed)) + sum(clan_numbers(state.members)) + (state.top != components.EMPTY)
    return None if pile == state.pile else f"The pile is said to hold {state.pile} cards, but {pile} lie there."


def _check_families(state: KiltState) -> str | None:
    """Check Families: different clans, the first two cards of all seats one of each clan, shown cards among them."""
    first = [clan for family in state.families for clan in family[:2]]
    if len(first) != len(set(first)):
        return "The first two cards of all Families are of different clans, but here one comes twice."
    for seat, family in enumerate(state.families):
        if len(set(family)) != len(family):
            return f"The Family of seat {seat + 1} has a clan twice."
        if not {*state.shown[seat]} <= {*family}:
            return f"Seat {seat + 1} has shown a card that is not of its Family."
    return None


def _check_pyramid(state: KiltState) -> str | None:
    """Check that each card above row 1 rests on two, except at the vacuum, and that `filled` agrees."""
    present = [slot for slot in range(SLOTS) if state.pyramid[slot] != components.EMPTY or slot == state.vacuum]
    for slot in present:
        if slot >= BASE and not {*BENEATH[slot]} <= {*present}:
            return f"The card at {SLOT_NAMES[slot]} does not rest on two others."
    if len(present) >= ROW_STARTS[1] and state.phase >= TURNING and state.filled != sum(1 << slot for slot in present):
        return f"The outline of the pyramid is not {state.filled & FULL}."
    return None
