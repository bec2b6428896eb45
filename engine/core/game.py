"""The contract every game keeps: `Game` makes a `State`, and a `State` shows each seat its `View`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from random import Random
from typing import Any, ClassVar, Final, Literal, Protocol, Self, TypeAlias, TypeVar

from engine.core.errors import EngineError, GameOver, OptionError, SeatsError
from engine.core.messages import Message
from engine.core.vocabulary import Vocabulary

Event: TypeAlias = tuple[int, ...]  # kind first; what follows is the game's own
OptionValue: TypeAlias = bool | str
Json: TypeAlias = Any  # what `json.dumps` takes

_FLAGS: Final = {"on": True, "yes": True, "true": True, "off": False, "no": False, "false": False}
CHANCE: Final = -1  # `State.turn` while a card or token is about to come up


@dataclass(frozen=True, slots=True)
class Option:
    """An option of the rules: a flag (`choices` empty, values True and False) or one of several words.

    `title` and `words` are labels for people: of the option, and of each of `choices`; without them the labels are
    made from the name and the choices. `is_later`: added when there were records already, whose games were played by
    the default; a record names the option only if it differs.
    """

    name: str
    kind: Literal["flag", "choice"]
    default: OptionValue
    summary: str
    choices: tuple[str, ...] = ()
    title: str = ""
    words: tuple[str, ...] = ()
    is_later: bool = False

    def label(self) -> str:
        """Return such as "Clan Bruce" for `bruce`."""
        return self.title or _as_english(self.name)

    def value_label(self, value: OptionValue) -> str:
        """Return such as "Own clan only" for `same-clan`, "yes" for True."""
        if isinstance(value, bool):
            return "yes" if value else "no"
        if value in self.choices[: len(self.words)]:
            return self.words[self.choices.index(value)]
        return _as_english(value)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game: points and places by seat (ties share: 1, 2, 2, 4) and the reason, in a record plain text."""

    points: tuple[int, ...]
    places: tuple[int, ...]
    reason: str


def places_by(keys: Sequence[Any]) -> tuple[int, ...]:
    """Return each seat's place, greatest key first; equal keys share a place and the next places are skipped."""
    return tuple([1 + sum([other > mine for other in keys]) for mine in keys])


class SearchGuide(Protocol):
    """Heuristics for search: rough and fast, called thousands of times a second. `state` is the game's own."""

    def stage(self, state: Any) -> int:
        """Return a number that grows at every natural break of the game, such as the end of a round."""

    def prospects(self, state: Any) -> Sequence[float]:
        """Return the value of the position for each seat, from 0 (lost) to 1 (won); the sum need not be 1."""

    def likely(self, state: Any, rng: Random) -> Event:
        """Return a plausible legal move, fast: the policy of playouts."""


class View(Protocol):
    """Everything that one seat knows, and nothing else; equal views are indistinguishable to that seat."""

    @property
    def game(self) -> str:
        """The slug of the game."""

    @property
    def seat(self) -> int | None:
        """The seat whose view it is, or None for a spectator."""

    @property
    def seats(self) -> int:
        """The number of players."""

    @property
    def turn(self) -> int | None:
        """As `State.turn`."""


class State(Protocol):
    """A game in progress: mutable, made of small integers, tuples and lists."""

    seats: int
    turn: int | None  # the seat to move, CHANCE, or None when the game is over
    copies: ClassVar[int]  # cards or tokens of the game, numbered from 1, at most 255: what a dealer names

    @property
    def outcome(self) -> Outcome | None:
        """None until the game is over."""

    def legal_moves(self) -> list[Event]:
        """Return every move of the seat to move, in a stable order; empty at chance and at the end."""

    def chance_outcomes(self) -> list[tuple[Event, int]]:
        """Return every event that may come up, with its weight; empty unless at chance.

        The weight is the number of ways in which the event can be made of copies.
        """

    def chance_key(self) -> tuple[int, int]:
        """Return (stream, occasion) of this draw; the occasion changes when anything is added to the source."""

    def draw(self, order: Iterable[int]) -> Event:
        """Return the chance event of the first copy of `order` that is available; repeats are ignored."""

    def apply(self, event: Event) -> None:
        """Check and play one event. Raise IllegalMove, IllegalChance or GameOver, and then changes nothing."""

    def advance(self, event: Event) -> None:
        """Play one event without checking that it is legal."""

    def copy(self) -> Self:
        """Return an independent copy."""

    def view(self, seat: int | None) -> View:
        """Return what `seat` knows; None is a spectator."""


AnyState = TypeVar("AnyState", bound=State)


class Game(Protocol):
    """The rules of one game. Views are typed `Any` because every game has its own type of view."""

    slug: str
    name: str
    min_seats: int
    max_seats: int
    options: tuple[Option, ...]
    rules_version: str
    components_hash: str  # sha256 of the data of cards and tiles, in hexadecimal
    words: Vocabulary  # events in the notation
    guide: SearchGuide

    def start(self, seats: int, options: Mapping[str, OptionValue] | None = None) -> State:
        """Return the state before the first event. Raise SeatsError or OptionError."""

    def imagine(self, view: Any, rng: Random) -> State:
        """Return a random full state that is consistent with the view."""

    def describe_event(self, state: Any, event: Event) -> Message:
        """Return a message about `event`, which is about to happen in `state`; it may name hidden cards.

        Of a move it begins with the seat, "Seat 2 claims Scott 3.", and has the other forms: "You claim Scott 3.",
        "Claim Scott 3". For a move `state` may be the view of the seat to move.
        """

    def observation_text(self, state: Any, event: Event, seat: int | None) -> Message | None:
        """Return what a seat (None: a spectator) sees of an event about to happen; None if it sees nothing."""

    def sketch(self, view: Any) -> str:
        """Return the table as text of a few lines."""

    def view_to_json(self, view: Any) -> dict[str, Json]:
        """Return the view as `view_schema` describes it."""

    def view_schema(self) -> dict[str, Json]:
        """Return a JSON schema of views and, under `$defs`, of moves."""

    def broken_invariant(self, state: Any) -> str | None:
        """Return a sentence about the first card or token that is not in exactly one place, else None."""


def check_event(state: AnyState, event: Event, refusal: Callable[[AnyState, Event], EngineError]) -> None:
    """Raise GameOver, or the error that `refusal` returns, unless `event` is possible in `state`."""
    if state.turn is None:
        raise GameOver(f"The game is over; nothing can follow it, not even {event}.", tried=event)
    if state.turn == CHANCE:
        is_possible = any(event == outcome for outcome, _ in state.chance_outcomes())
    else:
        is_possible = event in state.legal_moves()
    if not is_possible:
        raise refusal(state, event)


def deciding_seat(state: State, actor: int) -> int:
    """Return the seat that decides now; the actor while chance decides, and at the end."""
    return actor if state.turn is None or state.turn == CHANCE else state.turn


def settle_options(game: Game, options: Mapping[str, OptionValue] | None) -> dict[str, OptionValue]:
    """Return all options of the game, with defaults filled in. Raise OptionError."""
    remaining = dict(options or {})
    settled = {
        option.name: _valid_value(game, option, remaining.pop(option.name, option.default)) for option in game.options
    }
    for name in remaining:
        raise _no_such_option(game, name)
    return settled


def check_seats(game: Game, seats: int) -> None:
    """Raise SeatsError unless the game can be played by that many."""
    if not game.min_seats <= seats <= game.max_seats:
        raise SeatsError(
            f"{game.name} is played by {game.min_seats} to {game.max_seats}, not by {seats}.",
            game=game.slug,
            seats=seats,
            min_seats=game.min_seats,
            max_seats=game.max_seats,
        )


def _as_english(name: str) -> str:
    return name.replace("-", " ").replace("_", " ").capitalize()


def written_option(game: Game, name: str, value: str) -> tuple[str, OptionValue]:
    """Return name and value of an option that a person wrote in any case; unknown ones are returned unchanged."""
    option = next((candidate for candidate in game.options if candidate.name == _as_slug(name)), None)
    if option is None:
        return name, value
    known: Mapping[str, OptionValue] = (
        _FLAGS if option.kind == "flag" else {choice: choice for choice in option.choices}
    )
    return option.name, known.get(_as_slug(value), value)


def _as_slug(written: str) -> str:
    return "-".join(written.lower().split())


def _valid_value(game: Game, option: Option, value: OptionValue) -> OptionValue:
    allowed: tuple[OptionValue, ...] = (False, True) if option.kind == "flag" else option.choices
    if any(value is choice if option.kind == "flag" else value == choice for choice in allowed):
        return value
    words = ("off", "on") if option.kind == "flag" else option.choices
    raise OptionError(
        f"The option {option.name} of {game.name} can be {' or '.join(words)}, not {value!r}.",
        game=game.slug,
        option=option.name,
        value=value,
        choices=list(words),
    )


def _no_such_option(game: Game, name: str) -> OptionError:
    known = [option.name for option in game.options]
    near = get_close_matches(name, known, n=1)
    hint = f" Did you mean {near[0]}?" if near else ""
    listed = f"its options are {', '.join(known)}" if known else "it has none"
    return OptionError(f"{game.name} has no option {name}; {listed}.{hint}", game=game.slug, option=name, known=known)
