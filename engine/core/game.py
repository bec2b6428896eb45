"""The contract every game keeps: `Game` makes a `State`, and a `State` shows each seat its `View`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar, Final, Generic, Protocol, Self, TypeAlias, TypeVar

from engine.core.errors import EngineError, GameOver, SeatsError
from engine.core.messages import Message
from engine.core.options import Option, OptionValue, settle_options
from engine.core.vocabulary import Vocabulary

Event: TypeAlias = tuple[int, ...]  # kind first; what follows is the game's own
Json: TypeAlias = Any  # what `json.dumps` takes

CHANCE: Final = -1  # `State.turn` while a card or token is about to come up


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
State_co = TypeVar("State_co", bound=State, covariant=True)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Rules(Generic[State_co]):
    """The rules of one game with its own type of state. Views are typed `Any`, as every game has a type of its own."""

    slug: str
    name: str
    min_seats: int
    max_seats: int
    options: tuple[Option, ...]
    rules_version: str
    components_hash: str  # sha256 of the data of cards and tiles, in hexadecimal
    words: Vocabulary  # events in the notation
    guide: SearchGuide

    first_state: Callable[[int, Mapping[str, OptionValue]], State_co]
    """Return the state before the first event, for that number of seats and all options."""

    imagine: Callable[[Any, Random], State_co]
    """Return a random full state that is consistent with the view."""

    describe_event: Callable[[Any, Event], Message]
    """Return a message about an event that is about to happen in the state; it may name hidden cards.

    Of a move it begins with the seat, "Seat 2 claims Scott 3.", and has the other forms: "You claim Scott 3.",
    "Claim Scott 3". For a move the view of the seat to move can stand for the state.
    """

    observation_text: Callable[[Any, Event, int | None], Message | None]
    """Return what a seat (None: a spectator) sees of an event about to happen; None if it sees nothing."""

    sketch: Callable[[Any], str]
    """Return the view as text of a few lines."""

    view_to_json: Callable[[Any], dict[str, Json]]
    """Return the view as `view_schema` describes it."""

    view_schema: Callable[[], dict[str, Json]]
    """Return a JSON schema of views and, under `$defs`, of moves."""

    def start(self, seats: int, options: Mapping[str, OptionValue] | None = None) -> State_co:
        """Return the state before the first event. Raise SeatsError or OptionError."""
        self.check_seats(seats)
        return self.first_state(seats, settle_options(self, options))

    def check_seats(self, seats: int) -> None:
        """Raise SeatsError unless the game can be played by that many."""
        if not self.min_seats <= seats <= self.max_seats:
            raise SeatsError(
                f"{self.name} is played by {self.min_seats} to {self.max_seats}, not by {seats}.",
                game=self.slug,
                seats=seats,
                min_seats=self.min_seats,
                max_seats=self.max_seats,
            )


Game: TypeAlias = Rules[State]  # any game


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
