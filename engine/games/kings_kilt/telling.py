"""The game as one person at the table sees it: what happens, and how the table looks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.core.game import Event
from engine.games.kings_kilt.board import ROW_STARTS, ROWS
from engine.games.kings_kilt.components import CLANS, EMPTY, FAMILY
from engine.games.kings_kilt.describe import dealt_to, describe_event
from engine.games.kings_kilt.events import INFLUENCE, PASS
from engine.games.kings_kilt.state import KiltState
from engine.games.kings_kilt.view import KiltView

_RANKS = ("", "", "", "Noblemen", "Guardians", "King")
_CARD = 10  # characters a card takes


def observation_text(state: KiltState, event: Event, seat: int | None) -> str | None:
    """What that seat (None: a spectator) sees of an event about to happen; None if it sees nothing of it."""
    if event[0] <= INFLUENCE and dealt_to(state, event[0]) != seat:
        return None
    sentence = describe_event(state, event)
    ends = event[0] == PASS and len(state.passed) == state.seats - 1
    return f"{sentence}\n{_families(state.families)}" if ends else sentence


def sketch(view: KiltView) -> str:
    """The table in a few lines of text."""
    return "\n".join(_lines(view))


def _families(families: Sequence[tuple[int, ...]]) -> str:
    return "Families are turned up. " + " ".join(
        f"Seat {seat + 1} has {_names(family)}." for seat, family in enumerate(families)
    )


def _lines(view: KiltView) -> Iterator[str]:
    for row in reversed(range(ROWS)):
        yield _row(view, row)
    top = "none to see" if view.top == EMPTY else f"{CLANS[view.top]} on top"
    yield f"  Pile       {top}, {view.pile} in all"
    for seat in range(view.seats):
        yield f"  Seat {seat + 1}     {_seat_line(view, seat)}"
    if view.seat is not None:
        yield f"  Family     {_names(view.family)}"
        yield f"  Influence  {_names(view.influence)}"


def _row(view: KiltView, row: int) -> str:
    cards = view.pyramid[ROW_STARTS[row] : ROW_STARTS[row + 1]]
    drawn = "".join(f"{'-' if clan == EMPTY else CLANS[clan]:^{_CARD}}" for clan in cards)
    return f"{'abcdef'[row]} {' ' * (row * _CARD // 2)}{drawn}".rstrip() + (f"  {_RANKS[row]}" if _RANKS[row] else "")


def _seat_line(view: KiltView, seat: int) -> str:
    parts = [f"{view.influence_sizes[seat]} Influence", f"{len(view.shown[seat])} of {FAMILY} Family cards turned up"]
    if view.shown[seat]:
        parts[-1] += f": {_names(view.shown[seat])}"
    if seat in view.passed:
        parts.append("has passed")
    return "; ".join(parts) + (" (you)" if seat == view.seat else "")


def _names(clans: Sequence[int]) -> str:
    return ", ".join(CLANS[clan] for clan in clans) or "none"
