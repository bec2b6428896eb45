"""What the score sheet of a game holds, and what arithmetic alone says of it as far as it is filled.

A game that has one keeps it as `SHEET` in `engine/games/<game>/sheet.py`; `engine.core.registry.sheet` finds it there.
Fields are filled in any order and over a whole evening: a half-filled sheet is legal, and says what is still missing.
Points and places come from the game's own `scoring`, never from a second one.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from re import compile as pattern
from typing import Final, Literal, NamedTuple, Protocol, TypeAlias

from engine.core.game import Json, OptionValue, Outcome

Value: TypeAlias = int | tuple[int, ...]
Values: TypeAlias = Mapping[str, Value]

Kind = Literal["number", "one", "some", "tick"]

_ROUND: Final = pattern(r"round-([1-9][0-9]?)\.")


class Terms(NamedTuple):
    """What a game was played by: how many sat at the table, and all options in full."""

    seats: int
    options: Mapping[str, OptionValue]


@dataclass(frozen=True, slots=True)
class Field:
    """One question of a sheet.

    A `number` lies between `least` and `most`; `one` is the number of one of the `choices`, `some` are at most `most`
    of them; a `tick` is 1. `part` is the heading it stands under, `seat` (from 0) whom it is about. What stands `aside`
    is hardly ever needed: a remark names it when it is.
    """

    name: str
    part: str
    label: str
    kind: Kind = "number"
    seat: int | None = None
    least: int = 0
    most: int = 0
    choices: Mapping[int, str] = field(default_factory=dict)
    aside: bool = False


class Remark(NamedTuple):
    """A sentence about one field: what is wrong with it, or that it is still empty. Seats are called "seat 2"."""

    field: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Reckoning:
    """What a sheet comes to: points so far, what is wrong, what is missing; when neither is, the outcome."""

    points: tuple[int, ...]
    faults: tuple[Remark, ...] = ()
    missing: tuple[Remark, ...] = ()
    outcome: Outcome | None = None


class Sheet(Protocol):
    """The score sheet of one game."""

    version: int  # of the names and meanings of fields, as they are stored

    def fields(self, terms: Terms, filled: Collection[str]) -> tuple[Field, ...]:
        """Every field as far as the names of those that are filled go, the next round among them, in their order."""

    def reckon(self, terms: Terms, values: Values) -> Reckoning:
        """What the values come to, each of which fits its field."""


@dataclass(frozen=True, slots=True)
class Filled:
    """A sheet as far as it is filled: of which game, by which terms, and the value of each field that has one."""

    game: str
    terms: Terms
    values: Values

    def to_json(self, version: int) -> dict[str, Json]:
        """As it is stored, and as `engine.core.sheet_reading.from_json` reads it."""
        return {
            "game": self.game,
            "version": version,
            "seats": self.terms.seats,
            "options": dict(self.terms.options),
            "values": {name: list(value) if isinstance(value, tuple) else value for name, value in self.values.items()},
        }


def for_seat(name: str, seat: int) -> str:
    """The name of a field that every seat has: `family.seat-2` for the second."""
    return f"{name}.seat-{seat + 1}"


def round_of(name: str) -> int:
    """The round of a field such as `round-3.seat-2`; 0 for one of no round, or of a round that no game reaches."""
    found = _ROUND.match(name)
    return int(found[1]) if found else 0


def rounds_begun(names: Collection[str]) -> int:
    """The last round that one of these fields is of."""
    return max(map(round_of, names), default=0)
