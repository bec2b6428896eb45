"""Suggestions while a record is typed: the possible next events, and the text that each adds."""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from engine.core import registry
from engine.core.game import CHANCE, Event
from engine.core.patterns import is_complete
from engine.core.vocabulary import Phrase, Place, Vocabulary
from engine.notation import parse_verb
from engine.notation.incremental_parser import PLACEHOLDER, PartialParse
from engine.notation.syntax import find_seat, seat_name, without_comment

MOST_OFFERED: Final = 60
FEW: Final = 24  # chance events are listed up to so many
LEADING: Final = frozenset({"turn"})  # verbs of events that come before the move of a line


class Suggestion(NamedTuple):
    """A possible continuation: its label, and the text to add."""

    words: str
    added: str


class Suggestions(NamedTuple):
    """The possible continuations; `more` are not listed."""

    shown: tuple[Suggestion, ...] = ()
    more: int = 0


def suggestions(so_far: PartialParse, text: str) -> Suggestions:
    """Return the legal moves or chance events as text that continues `text`; none after an invalid line."""
    if so_far.problem is not None or so_far.head is None:
        return Suggestions()
    words = registry.game(so_far.head.game).words
    line = _last_line(text, so_far, words)
    if so_far.turn == "over":
        return Suggestions(tuple(_ending(so_far, line)))
    following = list(_following(so_far, words))
    shown = [_suggestion(so_far, phrase, line, words) for phrase in following[:MOST_OFFERED]]
    return Suggestions(tuple(shown), len(following) - len(shown))


def _following(so_far: PartialParse, words: Vocabulary) -> Iterator[Phrase]:
    """Yield what may happen next; chance events where they are few and everything is known so far."""
    state, known = so_far.position, all(is_complete(event) for event in so_far.events)
    events = state.legal_moves() if state else []
    if state and not events:
        events = [event for event, _ways in state.chance_outcomes()]
    if state is not None and state.turn == CHANCE and known and len(events) <= FEW:
        yield from (words.say(state, event) for event in events)
        yield from (phrase for phrase in _moves(so_far, words, events) if PLACEHOLDER not in phrase.what)
    else:
        yield from _moves(so_far, words, events)


def _moves(so_far: PartialParse, words: Vocabulary, events: Iterable[Event]) -> Iterator[Phrase]:
    """Yield the moves in notation; each is placed like others of its verb."""
    phrases = (words.say(so_far.position, event) for event in events)
    places: dict[str, Place] = {phrase.verb: phrase.place for phrase in phrases}
    for move in so_far.moves:
        verb, length = parse_verb(move, words) or (move, len(move))
        yield Phrase(verb, move[length:].strip(), places.get(verb, "follows"))


class _Line(NamedTuple):
    """The last line with content: its seat, and the verb it ends with."""

    text: str
    is_open: bool  # the text ends in it, so that it can be continued
    is_last: bool  # the text ends in it or in a comment, so that another line has to begin first
    seat: int | None
    verb: str | None

    @property
    def is_waiting(self) -> bool:
        """Whether it ends with a sign that more follows."""
        return self.text.endswith((";", ":"))


def _last_line(text: str, so_far: PartialParse, words: Vocabulary) -> _Line:
    lines = text.split("\n")
    last = next((text for line in reversed(lines) if (text := without_comment(line).strip())), "")
    before, colon, after = last.partition(":")
    seat = find_seat(so_far.seats, before) if colon else None
    clause = (last if seat is None else after).rpartition(";")[2]
    found = parse_verb(clause, words)
    ends_in = lines[-1].strip()
    return _Line(last, ends_in == last != "", ends_in != "", seat, found[0] if found else None)


def _suggestion(so_far: PartialParse, phrase: Phrase, line: _Line, words: Vocabulary) -> Suggestion:
    seat = so_far.turn if isinstance(so_far.turn, int) else None
    clause = f"{phrase.verb} {phrase.what}".rstrip()
    if so_far.heading is not None or not _joins(phrase, seat, line):
        added = "".join(_new_line(so_far, phrase, seat, line))
    elif line.is_waiting:
        added = f" {clause}"
    else:
        is_listed = line.verb == phrase.verb and phrase.verb in words.listing
        added = f", {phrase.what}" if is_listed else f"; {clause}"
    return Suggestion(clause, added.removesuffix(PLACEHOLDER))


def _joins(phrase: Phrase, seat: int | None, line: _Line) -> bool:
    """Return whether the phrase continues the present line, as in `engine.notation.writer`."""
    if not line.is_open or (line.verb is None and not line.is_waiting):
        return False
    if line.is_waiting and seat is not None and line.seat == seat:
        return True
    if phrase.place == "follows":
        return seat is None or line.seat in (None, seat)
    return phrase.place == "opens" and seat is not None and line.seat is None and line.verb in LEADING


def _new_line(so_far: PartialParse, phrase: Phrase, seat: int | None, line: _Line) -> Iterator[str]:
    if line.is_last:
        yield "\n"
    if so_far.heading and line.text.casefold() != so_far.heading.casefold():
        yield f"\n{so_far.heading}\n"
    clause = f"{phrase.verb} {phrase.what}".rstrip()
    if seat is not None:
        yield f"{seat_name(so_far.seats, seat)}: {clause}"
    elif phrase.place == "leads":
        yield clause
    else:
        yield f"{phrase.verb.capitalize()}: {phrase.what}"


def _ending(so_far: PartialParse, line: _Line) -> Iterator[Suggestion]:
    """Yield the lines with points and places, where all is known."""
    outcome = so_far.position.outcome if so_far.position else None
    has_ending = line.text.lower().startswith(("points", "places", "reason", "fault"))
    if outcome is None or has_ending or not all(is_complete(event) for event in so_far.events):
        return
    points, places = (", ".join(map(str, numbers)) for numbers in (outcome.points, outcome.places))
    ending = f"Points: {points}\nPlaces: {places}"
    yield Suggestion(ending.replace("\n", "; "), ("\n" if line.is_last else "") + f"\n{ending}\n")
