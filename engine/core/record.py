"""A record is the truth about a match: everything that was chosen or came up, from which its states are replayed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from engine.core import registry
from engine.core.errors import EngineError, RecordError
from engine.core.game import Event, Game, OptionValue, Outcome, State, check_seats
from engine.core.words import counted

NOTATION_VERSION = 1


@dataclass(frozen=True, slots=True)
class Fault:
    """A seat failed to move by itself; from event number `event` (counted from 1) somebody stood in for it."""

    seat: int
    event: int
    reason: str


@dataclass(frozen=True, slots=True)
class Record:
    """A match from the first deal on. `outcome` is None while it is unfinished."""

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
    """A record of `game` by its present rules; `options` are settled in full. Raises OptionError."""
    settled = game.settle_options(options)
    return Record(game.slug, game.rules_version, game.components_hash, settled, seats, events, outcome, faults)


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
    """The last state of the record, every event and the outcome checked. Raises EngineError."""
    state = start(record)
    for _ in _played(record, state):
        pass
    check_outcome(record, state)
    return state


def steps(record: Record) -> Iterator[tuple[State, Event]]:
    """Each event with the state before it. The state is one and the same, moving on: copy it to keep it."""
    yield from _played(record, start(record))


def start(record: Record) -> State:
    """The state before the first event, once the head of the record is found to be sound. Raises EngineError."""
    game = registry.game(record.game)
    _check_head(record, game)
    check_faults(record)
    check_seats(game, len(record.seats))
    return game.start(len(record.seats), record.options)


def _played(record: Record, state: State) -> Iterator[tuple[State, Event]]:
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
                what=what, stated=stated, known=known,
            )  # fmt: skip


def check_faults(record: Record) -> None:
    """Raises RecordError when a fault is noted for a seat or an event that the record does not have."""
    for fault in record.faults:
        if not (0 <= fault.seat < len(record.seats) and 1 <= fault.event <= len(record.events) + 1):
            raise RecordError(
                f"A fault is noted for seat {fault.seat + 1} at event {fault.event}, which the record does not have.",
                seat=fault.seat, number=fault.event,
            )  # fmt: skip


def check_outcome(record: Record, state: State) -> None:
    """Raises RecordError unless the record states the outcome of `state`, its last."""
    played = state.outcome
    if record.outcome == played:
        return
    number = len(record.events)
    if played is None:
        sentence = f"The record states an outcome, but after its {counted(number, 'event')} the game is not over."
    elif record.outcome is None:
        sentence = f"The record states no outcome, but after its {number} events the game is over."
    else:
        sentence = (
            f"The record states {_told(record.outcome)}, but its {number} events lead to {_told(played)}."
        )  # fmt: skip
    raise RecordError(sentence, number=number, stated=record.outcome, played=played)


def _told(outcome: Outcome) -> str:
    points = "-".join(map(str, outcome.points))
    places = "-".join(map(str, outcome.places))
    return f"{points} points, places {places} ({outcome.reason})"
