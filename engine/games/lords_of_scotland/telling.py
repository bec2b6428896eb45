"""The game as one person at the table sees it: what happens, and how the table looks."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.game import Event
from engine.games.lords_of_scotland.components import CLANS, GAP, HIDDEN, TURNS, card_name
from engine.games.lords_of_scotland.describe import describe_event
from engine.games.lords_of_scotland.events import CLAIM, DEAL, DISCARD, DRAW, EXCHANGE, FACE_DOWN, MUSTER, TAKE
from engine.games.lords_of_scotland.rounds import claims_due
from engine.games.lords_of_scotland.scoring import NO_POWER, Army, strength_of
from engine.games.lords_of_scotland.state import LordsState
from engine.games.lords_of_scotland.view import LordsView

_WIDTH = 12


def observation_text(state: LordsState, event: Event, seat: int | None) -> str | None:
    """What that seat (None: a spectator) sees of an event about to happen; None if it sees nothing of it."""
    kind = event[0]
    mover = state.step % state.seats if kind == DEAL else state.actor
    if mover != seat:
        if kind in (DEAL, TAKE):
            return None
        if kind == DRAW:
            return f"Seat {mover + 1} draws a card."
        if kind == MUSTER and event[2] == FACE_DOWN:
            return f"Seat {mover + 1} musters a card face-down."
    is_shown = kind == DISCARD or (kind == EXCHANGE and mover == seat)  # Rulings 11 and 7
    sentence = describe_event(state if is_shown else state.view(seat), event)
    return f"{_revealed(state)}\n{sentence}" if kind == CLAIM and state.claims == claims_due(state) else sentence


def sketch(view: LordsView) -> str:
    """The table in a few lines of text."""
    return "\n".join(_lines(view))


def _revealed(state: LordsState) -> str:
    """The armies as they lie before the first claim of a round, the strongest first."""
    armies = [(seat, state.armies[seat]) for seat in state.ranking if state.armies[seat]]
    return "The round ends. " + " ".join(
        f"Seat {seat + 1} has {strength_of(army)} with {', '.join(_army(army))}." for seat, army in armies
    )


def _lines(view: LordsView) -> Iterator[str]:
    turn = min(view.step // view.seats + 1, TURNS)
    yield f"Round {view.round}, turn {turn} of {TURNS}; {view.pile} cards in the pile"
    yield _row("Supporters", [card_name(card) for card in view.supporters])
    yield _row("Recruits", [_recruit(card) for card in view.recruits if card != GAP])
    for seat in range(view.seats):
        yield _row(f"Seat {seat + 1}", [_seat_line(view, seat)])
    if view.seat is not None:
        yield _row("Your hand", [card_name(card) for card in view.hand])


def _row(name: str, parts: list[str]) -> str:
    return f"  {name:<{_WIDTH}}{', '.join(parts) or 'none'}"


def _recruit(card: int) -> str:
    return "face-down" if card == HIDDEN else card_name(card)


def _seat_line(view: LordsView, seat: int) -> str:
    me = " (you)" if seat == view.seat else ""
    cards = view.hand_sizes[seat]
    army = ", ".join(_army(view.armies[seat])) or "no Follower"
    return f"{view.points[seat]:>2} strength claimed, {cards} in hand{me}: {army}"


def _army(army: Army) -> Iterator[str]:
    for card, power, veil, _ in army:
        name = "face-down" if card == HIDDEN else card_name(card)
        marks = [f"face-down ({name})" if veil and card != HIDDEN else name]
        if power != NO_POWER:
            marks.append(f"with the power of {CLANS[power]}")
        yield " ".join(marks)
