"""The game as one person at the table sees it: what happens, and how the table looks."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.game import Event
from engine.games.highland_clans import events
from engine.games.highland_clans.components import COLOURS, NOBODY, RED_AREA
from engine.games.highland_clans.describe import concerned, describe_event, seat_named
from engine.games.highland_clans.naming import ACTIONS, cards_named, enumerated, tokens_named
from engine.games.highland_clans.phases import DEALING
from engine.games.highland_clans.scoring import gains_of
from engine.games.highland_clans.state import ClansState
from engine.games.highland_clans.view import ClansView

_WIDTH = 14


def observation_text(state: ClansState, event: Event, seat: int | None) -> str | None:
    """What that seat (None: a spectator) sees of an event about to happen; None if it sees nothing of it."""
    sentence = _seen(state, event, seat)
    after = state.copy()
    after.advance(event)
    if not _is_scored_between(state, after):
        return sentence
    return "\n".join([*([sentence] if sentence else []), _scored(state, after)])


def sketch(view: ClansView) -> str:
    """The table in a few lines of text."""
    return "\n".join(_lines(view))


def _seen(state: ClansState, event: Event, seat: int | None) -> str | None:
    kind, *rest = event
    mover = concerned(state, event)
    if mover == seat:
        return describe_event(state, event)
    cards = "a card" if len(rest) == 1 else f"{len(rest)} cards"
    if kind == events.DEAL:
        return None
    if kind == events.DRAW:
        return f"{seat_named(mover)} draws {cards}."
    if kind == events.DISCARD:
        return f"{seat_named(mover)} loses a warrior and discards a card."
    if kind == events.PUT_BACK:
        return f"{seat_named(mover)} puts {cards} back."
    if kind == events.EXCHANGE and rest:
        return f"{seat_named(mover)} exchanges {cards}."
    if kind == events.LAY and not state.laid:
        return f"{seat_named(mover)} lays a card face-down{' with a piper' if rest[1] else ''}."
    return describe_event(state, event)  # the second card of a combat is seen with the first


def _is_scored_between(state: ClansState, after: ClansState) -> bool:
    """Whether the event ends a round, and not as its first turn was about to begin."""
    if state.phase == DEALING or state.step == state.seats:
        return False
    return after.step == after.seats or after.round > state.round


def _scored(state: ClansState, after: ClansState) -> str:
    """What everybody scored, and what it comes to."""
    told = [f"Round {state.round} is scored."]
    for seat, gains in enumerate(gains_of(after.courts, after.lands, ranks_zero=after.ranks_zero)):
        parts = [f"{points} {colour}" for colour, points in zip(gains._fields, gains, strict=True) if points]
        told.append(f"{seat_named(seat)} gets {enumerated(parts or ['nothing'])} and has {after.points[seat]}.")
    if after.following != state.following:
        told.append(f"{seat_named(after.following)} now has the largest following.")
    return " ".join(told)


def _lines(view: ClansView) -> Iterator[str]:
    sack = ", ".join(f"{count} {colour}" for count, colour in zip(view.sack, COLOURS, strict=True))
    yield f"Round {view.round}, turn {min(view.step + 1, view.seats)} of {view.seats}; in the sack {sack}"
    shown = f", turned up {', '.join(map(str, view.shown))}" if view.shown else ""
    spent = sum(view.fought) + sum(view.returned_sizes)
    yield f"  {view.stock} estates in stock{shown}; {view.deck} cards in the deck, {spent} in the return deck"
    for seat in range(view.seats):
        yield _row(_name(view, seat), f"{view.points[seat]:>2} points{_marks(view, seat)}: {_board(view, seat)}")
    yield _row("Track", _track(view))
    if any(view.drawn):
        done = f"; done: {', '.join(ACTIONS[kind] for kind in view.acted)}" if view.acted else ""
        yield _row("Drawn", ", ".join(tokens_named(view.drawn)) + done)
    if view.target != NOBODY:
        yield _row("Raid", _raid(view))
    if view.seat is not None:
        yield _row("Your hand", cards_named(view.hand) or "no card")


def _row(name: str, what: str) -> str:
    return f"  {name:<{_WIDTH}}{what}"


def _name(view: ClansView, seat: int) -> str:
    return seat_named(seat) + (" (you)" if seat == view.seat else "")


def _marks(view: ClansView, seat: int) -> str:
    marks = ["begins"] * (seat == view.first) + ["largest following"] * (seat == view.following)
    return f" ({', '.join(marks)})" if marks else ""


def _board(view: ClansView, seat: int) -> str:
    """The court, the estates and the hand of a seat."""
    warriors, pipers, monks = view.courts[seat]
    estates, cattle, castles, abbeys = view.lands[seat]
    free = estates - cattle - castles - abbeys
    land = ["cattle"] * cattle + ["castle"] * castles + ["abbey"] * abbeys + ["free"] * free
    court = f"{warriors} warriors, {pipers} pipers, {monks} monks"
    return f"{court}; [{'] ['.join(land)}]; {view.hand_sizes[seat]} cards"


def _track(view: ClansView) -> str:
    """The seats by their points, such as `12 seat 2 | 9 seats 1 and 3`, and where the red area begins."""
    places = []
    for points in sorted(set(view.points), reverse=True):
        seats = [str(seat + 1) for seat, mine in enumerate(view.points) if mine == points]
        places.append(f"{points} seat{'s' if len(seats) > 1 else ''} {enumerated(seats)}")
    return f"{' | '.join(places)} (red area from {RED_AREA})"


def _raid(view: ClansView) -> str:
    """The combats of a raid, the raider's side first."""
    fought = [f"{_side(a, b)} against {_side(c, d)}" for a, b, c, d in view.combats]
    fought += [f"{_side(card, piper)} against ..." for card, piper in view.laid]
    told = f": {'; '.join(fought)}" if fought else ""
    return f"{seat_named(view.actor).lower()} raids {seat_named(view.target).lower()}{told}"


def _side(card: int, piper: int) -> str:
    return f"{card or 'face-down'}{' with piper' if piper else ''}"
