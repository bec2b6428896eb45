"""Every card is in exactly one place, Families are as they may be dealt, and every card rests on two."""

from __future__ import annotations

from engine.games.kings_kilt.board import BASE, BENEATH, FULL, ROW_STARTS, SLOT_NAMES, SLOTS
from engine.games.kings_kilt.components import (
    CLAN_COUNT,
    CLANS,
    EMPTY,
    LEADERS,
    MEMBERS,
    counted,
    numbers,
)  # fmt: skip
from engine.games.kings_kilt.phases import TURNING
from engine.games.kings_kilt.state import KiltState


def broken_invariant(state: KiltState) -> str | None:
    """None while all is well, else a sentence about the first thing that is not."""
    return _misplaced(state) or _miscounted(state) or _unrelated(state) or _unsupported(state)


def _misplaced(state: KiltState) -> str | None:
    rows = [*state.families, *state.influences, state.discards, state.betrayed, (*state.pyramid, state.top)]
    found = [sum(parts) for parts in zip(*(numbers(count) for count in _counts(state, rows)), strict=True)]
    for clan in range(CLAN_COUNT):
        if found[clan] != LEADERS + MEMBERS:
            return f"There are {found[clan]} cards of clan {CLANS[clan]}, and there should be {LEADERS + MEMBERS}."
    return None


def _counts(state: KiltState, rows: list[tuple[int, ...]]) -> list[int]:
    return [state.listed, state.members, *(counted(row) for row in rows)]


def _miscounted(state: KiltState) -> str | None:
    pile = sum(numbers(state.listed)) + sum(numbers(state.members)) + (state.top != EMPTY)
    return None if pile == state.pile else f"The pile is said to hold {state.pile} cards, but {pile} lie there."


def _unrelated(state: KiltState) -> str | None:
    """Families of three clans; the first two cards of all of them one of each clan; what is shown belongs to them."""
    first = [clan for family in state.families for clan in family[:2]]
    if len(first) != len(set(first)):
        return "The first two cards of all Families are of different clans, but here one comes twice."
    for seat, family in enumerate(state.families):
        if len(set(family)) != len(family):
            return f"The Family of seat {seat + 1} has a clan twice."
        if not {*state.shown[seat]} <= {*family}:
            return f"Seat {seat + 1} has shown a card that is not of its Family."
    return None


def _unsupported(state: KiltState) -> str | None:
    """Each card above row 1 rests on two, but for the vacuum at hand; `filled` says where cards lie."""
    present = [slot for slot in range(SLOTS) if state.pyramid[slot] != EMPTY or slot == state.vacuum]
    for slot in present:
        if slot >= BASE and not {*BENEATH[slot]} <= {*present}:
            return f"The card at {SLOT_NAMES[slot]} does not rest on two others."
    if len(present) >= ROW_STARTS[1] and state.phase >= TURNING and state.filled != sum(1 << slot for slot in present):
        return f"The outline of the pyramid is not {state.filled & FULL}."
    return None
