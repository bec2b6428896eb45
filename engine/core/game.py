"""The contract every game keeps: `Game` makes a `State`, and a `State` shows each seat its `View`.

Nothing subclasses these protocols, so that the source of a game can also be compiled.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from random import Random
from typing import Any, ClassVar, Final, Literal, Protocol, Self, TypeAlias, TypeVar

from engine.core.errors import EngineError, GameOver, OptionError, SeatsError
from engine.core.event import Event as Event  # noqa: PLC0414  (part of the contract, and named here by all its users)
from engine.core.guide import Guide
from engine.core.words import Words

OptionValue: TypeAlias = bool | str
Json: TypeAlias = Any  # what `json.dumps` takes

_FLAGS: Final = {"on": True, "yes": True, "true": True, "off": False, "no": False, "false": False}
CHANCE: Final = -1  # `State.turn` while a card or token is about to come up


@dataclass(frozen=True, slots=True)
class Option:
    """A named choice of rules: a flag (`choices` empty, values True and False) or one of several words.

    `title` and `words` are for people: what the option is called, and each of `choices` in the same order. Left out,
    the name and the choices are read as English. `is_later`: added when there were records already, whose games were
    played by the default; a record names the option only where it differs.
    """

    name: str
    kind: Literal["flag", "choice"]
    default: OptionValue
    summary: str
    choices: tuple[str, ...] = ()
    title: str = ""
    words: tuple[str, ...] = ()
    is_later: bool = False

    def called(self) -> str:
        """What people call the option: "Clan Bruce" for `bruce`."""
        return self.title or _as_english(self.name)

    def say(self, value: OptionValue) -> str:
        """What people call the value: "Own clan only" for `same-clan`, "yes" for True."""
        if isinstance(value, bool):
            return "yes" if value else "no"
        if value in self.choices[: len(self.words)]:
            return self.words[self.choices.index(value)]
        return _as_english(value)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: points and places by seat (places count 1, 2, 2, 4) and the reason as a sentence."""

    points: tuple[int, ...]
    places: tuple[int, ...]
    reason: str


def places_by(keys: Sequence[Any]) -> tuple[int, ...]:
    """The place of each seat, the greatest key first: equal ones share a place, and the next after them are skipped."""
    return tuple([1 + sum([other > mine for other in keys]) for mine in keys])


class View(Protocol):
    """All that one seat knows, and never more; equal views are indistinguishable to that seat."""

    @property
    def game(self) -> str:
        """The slug of the game."""

    @property
    def seat(self) -> int | None:
        """The seat that looks, or None for a spectator."""

    @property
    def seats(self) -> int:
        """How many sit at the table."""

    @property
    def turn(self) -> int | None:
        """As `State.turn`."""


class State(Protocol):
    """A game being played. The one mutable thing in the house: small integers, tuples and lists."""

    seats: int
    turn: int | None  # the seat to move, CHANCE, or None when the game is over
    copies: ClassVar[int]  # cards or tokens of the game, numbered from 1, at most 255: what a dealer names

    @property
    def outcome(self) -> Outcome | None:
        """None until the game is over."""

    def legal_moves(self) -> list[Event]:
        """Every move of the seat to move, in a stable order; empty at chance and at the end."""

    def chance_outcomes(self) -> list[tuple[Event, int]]:
        """Every event that may come up, with the number of ways in which copies make it; empty unless at chance.

        An event of one copy has as many ways as there are such copies; one of several has as many as they can be
        picked in.
        """

    def chance_key(self) -> tuple[int, int]:
        """(stream, occasion) of the draw at hand; the occasion changes when anything enters what is drawn from."""

    def draw(self, order: Iterable[int]) -> Event:
        """The chance event that brings up the first copy of `order` that can come up (repeats do no harm)."""

    def apply(self, event: Event) -> None:
        """Play one event. Raises IllegalMove, IllegalChance or GameOver and then has changed nothing."""

    def advance(self, event: Event) -> None:
        """Play one event that is known to be legal."""

    def copy(self) -> Self:
        """An independent state that plays on from here."""

    def view(self, seat: int | None) -> View:
        """What `seat` knows; None is a spectator."""


AnyState = TypeVar("AnyState", bound=State)


class Game(Protocol):
    """One game of the house. Views are typed `Any` here because every game has a type of its own for them."""

    slug: str
    name: str
    min_seats: int
    max_seats: int
    options: tuple[Option, ...]
    rules_version: str
    components_hash: str  # sha256 of the data of cards and tiles, in hexadecimal
    words: Words  # what the notation calls its events
    guide: Guide  # what a search goes by

    def settle_options(self, options: Mapping[str, OptionValue] | None) -> dict[str, OptionValue]:
        """All options in full, defaults filled in. Raises OptionError."""

    def start(self, seats: int, options: Mapping[str, OptionValue] | None = None) -> State:
        """A game before its first card. Raises SeatsError or OptionError."""

    def imagine(self, view: Any, rng: Random) -> State:
        """A full state that the seat cannot tell from the true one, made from its view alone."""

    def describe_event(self, state: Any, event: Event) -> str:
        """An English sentence for `event`, which is about to happen in `state`; it may name hidden cards.

        A move's begins with its seat and a verb: "Seat 2 claims Scott 3."; so that a button can say "Claim Scott 3".
        For those `state` may be the view of the seat to move, of which it says what that seat may know.
        """

    def tell(self, state: Any, event: Event, seat: int | None) -> str | None:
        """What that seat (None: a spectator) sees of an event about to happen; None if it sees nothing of it."""

    def sketch(self, view: Any) -> str:
        """The table as text, a few lines for somebody at a prompt."""

    def view_to_json(self, view: Any) -> dict[str, Json]:
        """The view as `view_schema` describes it."""

    def view_schema(self) -> dict[str, Json]:
        """A JSON schema of views and, under `$defs`, of moves."""

    def conserved(self, state: Any) -> str | None:
        """None while every card and token is in exactly one place, else a sentence about the first that is not."""


def check_event(state: AnyState, event: Event, refusal: Callable[[AnyState, Event], EngineError]) -> None:
    """Raises GameOver, or what `refusal` makes of it, unless `event` can be played in `state` now."""
    if state.turn is None:
        raise GameOver(f"The game is over; nothing can follow it, not even {event}.", tried=event)
    if state.turn == CHANCE:
        is_possible = any(event == outcome for outcome, _ in state.chance_outcomes())
    else:
        is_possible = event in state.legal_moves()
    if not is_possible:
        raise refusal(state, event)


def settle_options(game: Game, options: Mapping[str, OptionValue] | None) -> dict[str, OptionValue]:
    """All options of the game in full, defaults filled in. Raises OptionError."""
    given = dict(options or {})
    settled = {option.name: _settled(game, option, given.pop(option.name, option.default)) for option in game.options}
    for name in given:
        raise _no_such_option(game, name)
    return settled


def check_seats(game: Game, seats: int) -> None:
    """Raises SeatsError unless the game can be played by that many."""
    if not game.min_seats <= seats <= game.max_seats:
        raise SeatsError(
            f"{game.name} is played by {game.min_seats} to {game.max_seats}, not by {seats}.",
            game=game.slug, seats=seats, min_seats=game.min_seats, max_seats=game.max_seats,
        )  # fmt: skip


def _as_english(name: str) -> str:
    return name.replace("-", " ").replace("_", " ").capitalize()


def written_option(game: Game, name: str, value: str) -> tuple[str, OptionValue]:
    """Return an option as a person wrote it, in any case, by its proper name and value; what is unknown stays."""
    option = next((one for one in game.options if one.name == _hyphenated(name)), None)
    if option is None:
        return name, value
    known: Mapping[str, OptionValue] = _FLAGS if option.kind == "flag" else {one: one for one in option.choices}
    return option.name, known.get(_hyphenated(value), value)


def _hyphenated(written: str) -> str:
    return "-".join(written.lower().split())


def _settled(game: Game, option: Option, value: OptionValue) -> OptionValue:
    allowed: tuple[OptionValue, ...] = (False, True) if option.kind == "flag" else option.choices
    if any(value is choice if option.kind == "flag" else value == choice for choice in allowed):
        return value
    words = ("off", "on") if option.kind == "flag" else option.choices
    raise OptionError(
        f"The option {option.name} of {game.name} can be {' or '.join(words)}, not {value!r}.",
        game=game.slug, option=option.name, value=value, choices=list(words),
    )  # fmt: skip


def _no_such_option(game: Game, name: str) -> OptionError:
    known = [option.name for option in game.options]
    near = get_close_matches(name, known, n=1)
    hint = f" Did you mean {near[0]}?" if near else ""
    listed = f"its options are {', '.join(known)}" if known else "it has none"
    return OptionError(f"{game.name} has no option {name}; {listed}.{hint}", game=game.slug, option=name, known=known)
