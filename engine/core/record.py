"""Records of matches: all moves and chance events, from which the states are replayed."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256

from engine.core import registry
from engine.core.errors import EngineError, RecordError
from engine.core.game import Event, Game, Outcome, State
from engine.core.options import OptionValue, settle_options
from engine.core.patterns import Pattern
from engine.core.text import quantity

NOTATION_VERSION = 1


@dataclass(frozen=True, slots=True)
class Fault:
    """A bot failed; from event number `event` (counted from 1) a substitute moved for its seat."""

    seat: int
    event: int
    reason: str


@dataclass(frozen=True, slots=True)
class Record:
    """A match from the first deal on. `outcome` is None if it is unfinished."""

    game: str
    rules_version: str
    components_hash: str
    options: Mapping[str, OptionValue]  # all of them, in full
    seats: tuple[str, ...]  # the name or label of each seat
    events: tuple[Event, ...]
    outcome: Outcome | None
    faults: tuple[Fault, ...] = ()
    notation_version: int = NOTATION_VERSION


def new_record(
    game: Game,
    options: Mapping[str, OptionValue],
    seats: tuple[str, ...],
    events: tuple[Event, ...],
    outcome: Outcome | None,
    faults: tuple[Fault, ...] = (),
) -> Record:
    """Return a record of `game` by its present rules, with all options filled in. Raise OptionError."""
    settled = settle_options(game, options)
    return Record(
        game=game.slug,
        rules_version=game.rules_version,
        components_hash=game.components_hash,
        options=settled,
        seats=seats,
        events=events,
        outcome=outcome,
        faults=faults,
    )


def written_options(game: str, options: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
    """Return the options that a record names: all, but of those added later only the ones that differ from the default.

    So the record of a game has the same text and fingerprint as before the option was added.
    """
    usual = _later_options(game)
    return {name: value for name, value in options.items() if usual.get(name) != value}


def read_options(game: str, named: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
    """Return the options of a record that names these: options added later have their default if it does not."""
    return {**named, **{name: default for name, default in _later_options(game).items() if name not in named}}


def _later_options(game: str) -> dict[str, OptionValue]:
    """Return the defaults of the options that were added later; none for an unknown game."""
    known = registry.games().get(game)
    return {option.name: option.default for option in known.options if option.is_later} if known else {}


def replay(record: Record) -> State:
    """Return the last state of the record; every event and the outcome are checked. Raise EngineError."""
    state = start(record)
    for _ in _replay_events(record, state):
        pass
    check_outcome(record, state)
    return state


def steps(record: Record) -> Iterator[tuple[State, Event]]:
    """Yield each event with the state before it. The state is always the same object: copy it to keep it."""
    yield from _replay_events(record, start(record))


def start(record: Record) -> State:
    """Return the state before the first event, after checking the header. Raise EngineError."""
    game = registry.game(record.game)
    _check_head(record, game)
    check_faults(record)
    game.check_seats(len(record.seats))
    return game.start(len(record.seats), record.options)


def _replay_events(record: Record, state: State) -> Iterator[tuple[State, Event]]:
    for number, event in enumerate(record.events, start=1):
        yield state, event
        try:
            state.apply(event)
        except EngineError as refusal:
            raise refusal.at_event(number) from refusal


def _check_head(record: Record, game: Game) -> None:
    for what, stated, known in (
        ("notation version", record.notation_version, NOTATION_VERSION),
        ("rules version", record.rules_version, game.rules_version),
        ("hash of components", record.components_hash, game.components_hash),
        ("list of options", sorted(record.options), sorted(option.name for option in game.options)),
    ):
        if stated != known:
            raise RecordError(
                f"The {what} of the record is {stated}, but {game.name} is played here with {known}.",
                what=what,
                stated=stated,
                known=known,
            )


def check_faults(record: Record) -> None:
    """Raise RecordError when a fault names a seat or an event that the record does not have."""
    for fault in record.faults:
        if not (0 <= fault.seat < len(record.seats) and 1 <= fault.event <= len(record.events) + 1):
            raise RecordError(
                f"A fault is noted for seat {fault.seat + 1} at event {fault.event}, which the record does not have.",
                seat=fault.seat,
                number=fault.event,
            )


def check_outcome(record: Record, state: State) -> None:
    """Raise RecordError unless the record states the outcome of `state`, its last."""
    played = state.outcome
    if record.outcome == played:
        return
    number = len(record.events)
    if played is None:
        sentence = f"The record states an outcome, but after its {quantity(number, 'event')} the game is not over."
    elif record.outcome is None:
        sentence = f"The record states no outcome, but after its {number} events the game is over."
    else:
        stated = _outcome_text(record.outcome)
        sentence = f"The record states {stated}, but its {number} events lead to {_outcome_text(played)}."
    raise RecordError(sentence, number=number, stated=record.outcome, played=played)


def _outcome_text(outcome: Outcome) -> str:
    points = "-".join(map(str, outcome.points))
    places = "-".join(map(str, outcome.places))
    return f"{points} points, places {places} ({outcome.reason})"


@dataclass(frozen=True, slots=True)
class PartialRecord:
    """A record of which some numbers may be unknown. `frame` is the record without its events."""

    frame: Record
    events: tuple[Pattern, ...]

    @property
    def unknown(self) -> int:
        """The number of events with unknowns."""
        return sum(None in pattern for pattern in self.events)


def fingerprint(record: Record | PartialRecord) -> str:
    """Return 64 hexadecimal digits that are equal for two records of one game, however they are written.

    A hash of the game, its options as records name them, the number of players and the events, unknowns included.
    Names, faults and the stated result do not matter.
    """
    frame = record.frame if isinstance(record, PartialRecord) else record
    content = [
        frame.game,
        sorted(written_options(frame.game, frame.options).items()),
        len(frame.seats),
        _events_in_order(frame.game, record.events),
    ]
    return sha256(json.dumps(content, separators=(",", ":")).encode()).hexdigest()


def _events_in_order(game: str, events: tuple[Pattern, ...]) -> list[list[int | None]]:
    """Return the events; the numbers of unordered kinds ascending, unknown ones last."""
    unknowns = registry.partial_records(game)
    unordered = unknowns.unordered if unknowns else frozenset()
    return [
        [event[0], *sorted(event[1:], key=lambda number: (number is None, number))]
        if event[0] in unordered
        else [*event]
        for event in events
    ]
