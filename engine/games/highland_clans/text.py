"""The texts of Highland Clans for players: labels, events as sentences, and the table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, Final

from engine.core.game import Event
from engine.core.messages import SEAT, Message, enumeration, join
from engine.games.highland_clans import events, messages
from engine.games.highland_clans.components import COLOURS, HIDDEN, NOBODY, RED_AREA
from engine.games.highland_clans.events import ABBEY, BARD, CASTLE, CATTLE, ESTATE, MONKS, PIPER, WARRIOR
from engine.games.highland_clans.phases import DEALING, DISCARDING, PUTTING_BACK
from engine.games.highland_clans.scoring import combat_won, gains_of
from engine.games.highland_clans.view import ClansView

if TYPE_CHECKING:
    from engine.games.highland_clans.state import ClansState


COURT: Final = ("warrior", "piper", "monk")  # what tokens in a court are, by colour
ACTIONS: Final = {
    CATTLE: "cattle",
    CASTLE: "castle",
    ABBEY: "abbey",
    WARRIOR: "warrior",
    PIPER: "piper",
    MONKS: "monks",
    BARD: "bard",
    ESTATE: "estate",
}
_TOKENS: Final = (messages.YELLOW, messages.BLUE, messages.GREEN, messages.RED)  # by colour, one and several
_WIDTH = 14


def token_list(counts: Sequence[int], names: Sequence[str] = COLOURS) -> list[str]:
    """Return such as `2 yellow` and `red`, without colours of which there are none."""
    return [name if count == 1 else f"{count} {name}" for count, name in zip(counts, names, strict=False) if count]


def numbered_token_list(counts: Sequence[int]) -> list[Message]:
    """Return such as `2 yellow` and `1 red`, without colours of which there are none."""
    return [_tokens(colour, count) for colour, count in enumerate(counts) if count]


@cache
def _tokens(colour: int, count: int) -> Message:
    return _TOKENS[colour][count > 1](count=count)


def card_list(cards: Iterable[int]) -> str:
    """Return such as `1, 3, 3`."""
    return ", ".join(map(str, cards))


def describe_event(state: ClansState | ClansView, event: Event) -> Message:
    """Return a sentence for `event`, which is about to happen in `state`; for a view, with what that seat may know."""
    kind, *rest = event
    if kind == events.TILE:
        return messages.ESTATE(number=rest[0])
    return _describe(acting_seat(state, event), state, kind, rest)


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


def cards_text(cards: Sequence[int]) -> str:
    """Return such as `1, 3 and 3`."""
    return enumeration([str(card) for card in cards])


def _describe(seat: int, state: ClansState | ClansView, kind: int, rest: list[int]) -> Message:
    if (kind, *rest) in messages.FIXED:
        return messages.FIXED[kind, *rest](seat)
    if kind in (events.DEAL, events.DRAW):
        return (messages.DEALT if kind == events.DEAL else messages.DRAWS)(seat, cards=cards_text(rest))
    if kind == events.TOKENS:
        return messages.DRAWS_TOKENS(seat, tokens=enumeration(numbered_token_list(rest)))
    if kind == events.SEND_BACK:
        return messages.SENDS_BACK(seat, tokens=enumeration(numbered_token_list(rest)))
    if kind == events.BARD:
        return _bard(seat, *rest)
    if kind == events.ESTATE:
        return messages.GAINS_ESTATE(seat, payment=payment_text(rest))
    return _raid_event(seat, state, kind, rest)


def _raid_event(seat: int, state: ClansState | ClansView, kind: int, rest: list[int]) -> Message:
    if kind == events.DISCARD:
        return messages.LOSES_WARRIOR(seat, card=rest[0])
    if kind == events.RAID:
        return messages.RAIDS(seat, other=SEAT(rest[0]))
    if kind == events.EXCHANGE:
        return messages.EXCHANGES(seat, cards=cards_text(rest))
    if kind == events.PUT_BACK:
        return messages.PUTS_BACK(seat, cards=cards_text(rest))
    if kind == events.SPOIL:
        return _drives_cattle(seat, state)
    card, piper = rest
    return _lays_against(seat, state, card, piper) if state.laid else messages.LAYS(seat, card=_card_text(card, piper))


def _bard(seat: int, other: int, *fates: int) -> Message:
    lured = enumeration([messages.LURED[at]() for at, fate in enumerate(fates) if fate == events.TO_SACK])
    kept = [messages.KEPT[at]() for at, fate in enumerate(fates) if fate == events.TO_COURT]
    if not kept:
        return messages.LURES(seat, tokens=lured, other=SEAT(other))
    return messages.LURES_AND_KEEPS(seat, tokens=lured, other=SEAT(other), kept=kept[0])


def payment_text(payment: Sequence[int]) -> str:
    """Return such as `1 yellow and 2 green of the court`."""
    yellow, green, red, court_yellow, court_green = payment
    drawn, court = numbered_token_list((yellow, 0, green, red)), numbered_token_list((court_yellow, 0, court_green, 0))
    return enumeration([*drawn, *(messages.OF_COURT(payment=tokens) for tokens in court)])


def _drives_cattle(seat: int, state: ClansState | ClansView) -> Message:
    estates, cattle, castles, abbeys = state.lands[state.actor]
    has_free = estates > cattle + castles + abbeys
    sentence = messages.DRIVES_TO_ESTATE if has_free else messages.DRIVES_TO_SACK
    return sentence(seat, other=SEAT(state.target))


def _lays_against(seat: int, state: ClansState | ClansView, card: int, piper: int) -> Message:
    """Return the result of two cards, if the seat may know it."""
    theirs, with_piper = state.laid[0]
    if theirs == HIDDEN:
        return messages.LAYS_AGAINST_HIDDEN(seat, card=_card_text(card, piper))
    won = combat_won((theirs, with_piper, card, piper))
    outcome = messages.SEAT_WINS(state.actor if won > 0 else state.target) if won else messages.NOBODY_WINS()
    return messages.LAYS_AGAINST(
        seat, card=_card_text(card, piper), theirs=_card_text(theirs, with_piper), outcome=outcome
    )


def _card_text(card: int, piper: int) -> int | str:
    return messages.WITH_PIPER(card=card) if piper else card


def observation_text(state: ClansState, event: Event, seat: int | None) -> Message | None:
    """Return what a seat (None: a spectator) sees of an event about to happen; None if it sees nothing."""
    sentence = _observation(state, event, seat)
    after = state.copy()
    after.advance(event)
    if not _is_scored_between(state, after):
        return sentence
    scoring = _scoring(state, after)
    return join([sentence, scoring], "\n") if sentence else scoring


def sketch(view: ClansView) -> str:
    """Return the table as text of a few lines."""
    return "\n".join(_table_lines(view))


def _observation(state: ClansState, event: Event, seat: int | None) -> Message | None:
    kind, *rest = event
    mover = acting_seat(state, event)
    if mover == seat:
        return describe_event(state, event)
    cards = messages.A_CARD() if len(rest) == 1 else messages.CARDS(count=len(rest))
    if kind == events.DEAL:
        return None
    if kind == events.DRAW:
        return messages.DRAWS(mover, cards=cards)
    if kind == events.DISCARD:
        return messages.LOSES_WARRIOR(mover, card=messages.A_CARD())
    if kind == events.PUT_BACK:
        return messages.PUTS_BACK(mover, cards=cards)
    if kind == events.EXCHANGE and rest:
        return messages.EXCHANGES(mover, cards=cards)
    if kind == events.LAY and not state.laid:
        return (messages.LAYS_FACE_DOWN_WITH_PIPER if rest[1] else messages.LAYS_FACE_DOWN)(mover)
    return describe_event(state, event)  # the second card of a combat is seen with the first


def _is_scored_between(state: ClansState, after: ClansState) -> bool:
    """Whether the event ends a round; not when its first turn was about to begin."""
    if state.phase == DEALING or state.step == state.seats:
        return False
    return after.step == after.seats or after.round > state.round


def _scoring(state: ClansState, after: ClansState) -> Message:
    """Return the points of everybody in a scoring, and their sums."""
    sentences = [messages.SCORED(round=state.round)]
    for seat, gains in enumerate(gains_of(after.courts, after.lands, ranks_zero=after.ranks_zero)):
        parts = [_tokens(COLOURS.index(name), points) for name, points in gains._asdict().items() if points]
        sentences.append(
            messages.GETS(seat, gains=enumeration(parts or [messages.NOTHING()]), points=after.points[seat])
        )
    if after.following != state.following:
        sentences.append(messages.FOLLOWING(after.following))
    return join(sentences)


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
