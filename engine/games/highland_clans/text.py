"""The texts of Highland Clans for players: labels, events as sentences, and the table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from engine.core.game import Event
from engine.games.highland_clans import events
from engine.games.highland_clans.components import COLOURS, HIDDEN, NOBODY, RED_AREA
from engine.games.highland_clans.events import ABBEY, BARD, CASTLE, CATTLE, ESTATE, MONKS, PIPER, WARRIOR
from engine.games.highland_clans.phases import DEALING, DISCARDING, PUTTING_BACK
from engine.games.highland_clans.scoring import combat_won, gains_of
from engine.games.highland_clans.view import ClansView

if TYPE_CHECKING:
    from engine.games.highland_clans.state import ClansState


COURT: Final = ("warrior", "piper", "monk")  # what tokens in a court are, by colour
ACTIONS: Final = {
    CATTLE: "cattle", CASTLE: "castle", ABBEY: "abbey", WARRIOR: "warrior", PIPER: "piper", MONKS: "monks",
    BARD: "bard", ESTATE: "estate",
}  # fmt: skip
_ACTION_TEXTS: Final = {
    events.CATTLE: "puts cattle on an estate",
    events.CASTLE: "builds a castle",
    events.ABBEY: "founds an abbey",
    events.WARRIOR: "takes a warrior into the court",
    events.PIPER: "takes a piper into the court",
    events.DONE: "takes no second action",
}
_SPOILS: Final = {
    events.NOTHING: "spoils nothing", events.CASTLE: "pulls down a castle", events.ABBEY: "pulls down an abbey",
}  # fmt: skip
_WIDTH = 14


def token_list(counts: Sequence[int], names: Sequence[str] = COLOURS) -> list[str]:
    """Return such as `2 yellow` and `red`, without colours of which there are none."""
    return [name if count == 1 else f"{count} {name}" for count, name in zip(counts, names, strict=False) if count]


def numbered_token_list(counts: Sequence[int]) -> list[str]:
    """Return such as `2 yellow` and `1 red`, without colours of which there are none."""
    return [f"{count} {name}" for count, name in zip(counts, COLOURS, strict=False) if count]


def card_list(cards: Iterable[int]) -> str:
    """Return such as `1, 3, 3`."""
    return ", ".join(map(str, cards))


def enumeration(parts: Sequence[str]) -> str:
    """Return such as `a, b and c`."""
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def describe_event(state: ClansState | ClansView, event: Event) -> str:
    """Return a sentence for `event`, which is about to happen in `state`; for a view, with what that seat may know."""
    kind, *rest = event
    if kind == events.TILE:
        return f"Estate {rest[0]} is turned up."
    return f"{seat_name(acting_seat(state, event))} {_action_text(state, kind, rest)}."


def acting_seat(state: ClansState | ClansView, event: Event) -> int:
    """Return the seat that moves, is dealt or draws."""
    kind = event[0]
    if kind == events.DEAL:
        return state.step
    if kind == events.DRAW:
        return state.owed[0][0] if state.owed else state.actor
    if state.phase in (DISCARDING, PUTTING_BACK) and state.turn is not None:
        return state.turn
    return state.target if kind == events.LAY and state.laid else state.actor


def seat_name(seat: int) -> str:
    """Return such as `Seat 2`."""
    return f"Seat {seat + 1}"


def cards_text(cards: list[int]) -> str:
    """Return such as `1, 3 and 3`."""
    return enumeration([str(card) for card in cards])


def _action_text(state: ClansState | ClansView, kind: int, rest: list[int]) -> str:
    if kind in _ACTION_TEXTS:
        return _ACTION_TEXTS[kind]
    if kind in (events.DEAL, events.DRAW):
        return f"{'is dealt' if kind == events.DEAL else 'draws'} {cards_text(rest)}"
    if kind == events.TOKENS:
        return f"draws {enumeration(numbered_token_list(rest))} from the sack"
    if kind == events.SEND_BACK:
        return (
            f"sends {enumeration(numbered_token_list(rest))} back to the sack"
            if any(rest)
            else "keeps all drawn tokens"
        )
    if kind == events.MONKS:
        return "takes a monk into the court" if rest[0] == 1 else "takes two monks into the court"
    if kind == events.BARD:
        return _bard(*rest)
    if kind == events.ESTATE:
        return f"gains an estate for {payment_text(rest)}"
    return _raid_event_text(state, kind, rest)


def _raid_event_text(state: ClansState | ClansView, kind: int, rest: list[int]) -> str:
    if kind == events.DISCARD:
        return f"loses a warrior and discards {rest[0]}"
    if kind == events.RAID:
        return f"raids {seat_name(rest[0]).lower()}"
    if kind == events.EXCHANGE:
        return f"exchanges {cards_text(rest)}" if rest else "neither raids nor exchanges cards"
    if kind == events.PUT_BACK:
        return f"puts {cards_text(rest)} back"
    if kind == events.SPOIL:
        return _SPOILS.get(rest[0]) or _cattle_text(state)
    card, piper = rest
    text = f"lays {card}{' with a piper' if piper else ''}"
    return text if not state.laid else f"{text} {_combat_text(state, card, piper)}"


def _bard(seat: int, *fates: int) -> str:
    gone = [name for name, fate in zip(COURT, fates, strict=True) if fate == events.TO_SACK]
    kept = [name for name, fate in zip(COURT, fates, strict=True) if fate == events.TO_COURT]
    lures = f"has a bard lure {enumeration([f'a {name}' for name in gone])} from {seat_name(seat).lower()} to the sack"
    return f"{lures} and a {kept[0]} to the own court" if kept else lures


def payment_text(payment: list[int]) -> str:
    """Return such as `1 yellow and 2 green of the court`."""
    yellow, green, red, court_yellow, court_green = payment
    drawn, court = numbered_token_list((yellow, 0, green, red)), numbered_token_list((court_yellow, 0, court_green, 0))
    return enumeration([*drawn, *(f"{name} of the court" for name in court)])


def _cattle_text(state: ClansState | ClansView) -> str:
    estates, cattle, castles, abbeys = state.lands[state.actor]
    where = "to a free estate" if estates > cattle + castles + abbeys else "and, without a free estate, to the sack"
    return f"drives cattle of {seat_name(state.target).lower()} {where}"


def _combat_text(state: ClansState | ClansView, card: int, piper: int) -> str:
    """Return the result of two cards, if the seat may know it."""
    theirs, with_piper = state.laid[0]
    if theirs == HIDDEN:
        return "against the card face-down"
    won = combat_won((theirs, with_piper, card, piper))
    result = "nobody wins" if not won else f"{seat_name(state.actor if won > 0 else state.target).lower()} wins"
    return f"against {theirs}{' with a piper' if with_piper else ''}: {result}"


def observation_text(state: ClansState, event: Event, seat: int | None) -> str | None:
    """Return what a seat (None: a spectator) sees of an event about to happen; None if it sees nothing."""
    sentence = _observed_text(state, event, seat)
    after = state.copy()
    after.advance(event)
    if not _is_scored_between(state, after):
        return sentence
    return "\n".join([*([sentence] if sentence else []), _scoring_text(state, after)])


def sketch(view: ClansView) -> str:
    """Return the table as text of a few lines."""
    return "\n".join(_table_lines(view))


def _observed_text(state: ClansState, event: Event, seat: int | None) -> str | None:
    kind, *rest = event
    mover = acting_seat(state, event)
    if mover == seat:
        return describe_event(state, event)
    cards = "a card" if len(rest) == 1 else f"{len(rest)} cards"
    if kind == events.DEAL:
        return None
    if kind == events.DRAW:
        return f"{seat_name(mover)} draws {cards}."
    if kind == events.DISCARD:
        return f"{seat_name(mover)} loses a warrior and discards a card."
    if kind == events.PUT_BACK:
        return f"{seat_name(mover)} puts {cards} back."
    if kind == events.EXCHANGE and rest:
        return f"{seat_name(mover)} exchanges {cards}."
    if kind == events.LAY and not state.laid:
        return f"{seat_name(mover)} lays a card face-down{' with a piper' if rest[1] else ''}."
    return describe_event(state, event)  # the second card of a combat is seen with the first


def _is_scored_between(state: ClansState, after: ClansState) -> bool:
    """Whether the event ends a round; not when its first turn was about to begin."""
    if state.phase == DEALING or state.step == state.seats:
        return False
    return after.step == after.seats or after.round > state.round


def _scoring_text(state: ClansState, after: ClansState) -> str:
    """Return the points of everybody in a scoring, and their sums."""
    sentences = [f"Round {state.round} is scored."]
    for seat, gains in enumerate(gains_of(after.courts, after.lands, ranks_zero=after.ranks_zero)):
        parts = [f"{points} {colour}" for colour, points in zip(gains._fields, gains, strict=True) if points]
        sentences.append(f"{seat_name(seat)} gets {enumeration(parts or ['nothing'])} and has {after.points[seat]}.")
    if after.following != state.following:
        sentences.append(f"{seat_name(after.following)} now has the largest following.")
    return " ".join(sentences)


def _table_lines(view: ClansView) -> Iterator[str]:
    sack = ", ".join(f"{count} {colour}" for count, colour in zip(view.sack, COLOURS, strict=True))
    yield f"Round {view.round}, turn {min(view.step + 1, view.seats)} of {view.seats}; in the sack {sack}"
    shown = f", turned up {', '.join(map(str, view.shown))}" if view.shown else ""
    spent = sum(view.fought) + sum(view.returned_sizes)
    yield f"  {view.stock} estates in stock{shown}; {view.deck} cards in the deck, {spent} in the return deck"
    for seat in range(view.seats):
        name = seat_name(seat) + (" (you)" if seat == view.seat else "")
        yield _row(name, f"{view.points[seat]:>2} points{_marks(view, seat)}: {_board(view, seat)}")
    yield _row("Track", _track(view))
    if any(view.drawn):
        done = f"; done: {', '.join(ACTIONS[kind] for kind in view.acted)}" if view.acted else ""
        yield _row("Drawn", ", ".join(token_list(view.drawn)) + done)
    if view.target != NOBODY:
        yield _row("Raid", _raid_line(view))
    if view.seat is not None:
        yield _row("Your hand", card_list(view.hand) or "no card")


def _row(name: str, what: str) -> str:
    return f"  {name:<{_WIDTH}}{what}"


def _marks(view: ClansView, seat: int) -> str:
    marks = ["begins"] * (seat == view.first) + ["largest following"] * (seat == view.following)
    return f" ({', '.join(marks)})" if marks else ""


def _board(view: ClansView, seat: int) -> str:
    """Return the court, the estates and the hand of a seat."""
    warriors, pipers, monks = view.courts[seat]
    estates, cattle, castles, abbeys = view.lands[seat]
    free = estates - cattle - castles - abbeys
    land = ["cattle"] * cattle + ["castle"] * castles + ["abbey"] * abbeys + ["free"] * free
    court = f"{warriors} warriors, {pipers} pipers, {monks} monks"
    return f"{court}; [{'] ['.join(land)}]; {view.hand_sizes[seat]} cards"


def _track(view: ClansView) -> str:
    """Return the seats by points, such as `12 seat 2 | 9 seats 1 and 3`, and where the red area begins."""
    places = []
    for points in sorted(set(view.points), reverse=True):
        seats = [str(seat + 1) for seat, mine in enumerate(view.points) if mine == points]
        places.append(f"{points} seat{'s' if len(seats) > 1 else ''} {enumeration(seats)}")
    return f"{' | '.join(places)} (red area from {RED_AREA})"


def _raid_line(view: ClansView) -> str:
    """Return the combats of a raid, the raider's side first."""
    fought = [f"{_side(a, b)} against {_side(c, d)}" for a, b, c, d in view.combats]
    fought += [f"{_side(card, piper)} against ..." for card, piper in view.laid]
    combats = f": {'; '.join(fought)}" if fought else ""
    return f"{seat_name(view.actor).lower()} raids {seat_name(view.target).lower()}{combats}"


def _side(card: int, piper: int) -> str:
    return f"{card or 'face-down'}{' with piper' if piper else ''}"
