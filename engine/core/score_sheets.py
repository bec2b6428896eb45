"""Score sheets: their fields, values for them, and the points that follow.

`score_sheet_parser` reads the texts that people write into fields, and `score_sheet_json` stored sheets. A game that
has a score sheet has `SHEET` in `engine/games/<game>/score_sheet.py`. Fields may be filled in any order: a sheet
with empty fields is valid, and reports what is missing. Points and places come from the game's own `scoring`.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, Protocol, TypeAlias, TypeVar

from engine.core import registry
from engine.core.errors import SheetError
from engine.core.game import Outcome
from engine.core.messages import message
from engine.core.options import OptionValue
from engine.core.text import truncate

Value: TypeAlias = int | tuple[int, ...]
Values: TypeAlias = Mapping[str, Value]

Default = TypeVar("Default")
Kind = Literal["number", "one", "some", "tick"]

_ROUND: Final = re.compile(r"round-([1-9][0-9]?)\.")


class Setup(NamedTuple):
    """The number of players and all options of a game."""

    seats: int
    options: Mapping[str, OptionValue]


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a sheet.

    A `number` is from `least` to `most`; `one` is the number of one of the `choices`, `some` are at most `most` of
    them; a `tick` is 1. `part` is its heading, `seat` (from 0) the player it is about. One that `is_rare` is hidden
    until a remark asks for it.
    """

    name: str
    part: str
    label: str
    kind: Kind = "number"
    seat: int | None = None
    least: int = 0
    most: int = 0
    choices: Mapping[int, str] = dataclasses.field(default_factory=dict)
    is_rare: bool = False


class Remark(NamedTuple):
    """A sentence about one field: what is wrong with it, or that it is empty."""

    field: str
    sentence: str


@dataclass(frozen=True, slots=True)
class SheetCalculation:
    """The result of a sheet: points so far, faults, missing fields; the outcome if there are neither."""

    points: tuple[int, ...]
    faults: tuple[Remark, ...] = ()
    missing: tuple[Remark, ...] = ()
    outcome: Outcome | None = None


class ScoreSheet(Protocol):
    """The score sheet of one game."""

    version: int  # of the names and meanings of stored fields

    def fields(self, setup: Setup, filled: Collection[str]) -> tuple[Field, ...]:
        """Return the fields in order, up to the round after the last one with a filled field."""

    def calculate(self, setup: Setup, values: Values) -> SheetCalculation:
        """Return the result of values that are valid for their fields."""


@dataclass(frozen=True, slots=True)
class FilledSheet:
    """The values of the filled fields of a sheet, with the game and its setup."""

    game: str
    setup: Setup
    values: Values


def number_of(values: Values, name: str, default: Default) -> int | Default:
    """Return the number in a field; the default if it is empty."""
    value = values.get(name, default)
    return value if isinstance(value, int) else default


def choices_of(values: Values, name: str) -> tuple[int, ...]:
    """Return the choices in a field."""
    value = values.get(name, ())
    return value if isinstance(value, tuple) else ()


def seat_field(name: str, seat: int) -> str:
    """Return the name of a field of one seat: `family.seat-2` for the second."""
    return f"{name}.seat-{seat + 1}"


def round_of(name: str) -> int:
    """Return the round of a field such as `round-3.seat-2`; 0 for one of no round, or above 99."""
    found = _ROUND.match(name)
    return int(found[1]) if found else 0


def rounds_begun(names: Collection[str]) -> int:
    """Return the last round that these fields belong to."""
    return max(map(round_of, names), default=0)


def score_sheet_of(game: str) -> ScoreSheet:
    """Return the score sheet of a game. Raise SheetError if it has none, UnknownGame."""
    sheet = registry.score_sheet(game)
    if sheet is None:
        raise SheetError(f"{registry.game(game).name} has no score sheet of its own; points or places are enough.")
    return sheet


def calculate(filled: FilledSheet) -> SheetCalculation:
    """Return the result of a sheet; if values are invalid for their fields, only these faults."""
    sheet = score_sheet_of(filled.game)
    fields = {field.name: field for field in sheet.fields(filled.setup, [*filled.values])}
    faults = tuple(_faults_of_values(fields, filled.values))
    if faults:
        return SheetCalculation((0,) * filled.setup.seats, faults)
    return sheet.calculate(filled.setup, filled.values)


def _faults_of_values(fields: Mapping[str, Field], values: Values) -> Iterator[Remark]:
    """Yield a remark for each value that has no field, or is invalid for its field."""
    for name, value in values.items():
        field = fields.get(name)
        if field is None:
            yield Remark(name, message("This score sheet has no field “{name}”.", name=truncate(name)))
        elif sentence := _fault_of_value(field, value):
            yield Remark(name, sentence)


def _fault_of_value(field: Field, value: Value) -> str:
    """Return why a value is invalid for its field; empty if it is valid."""
    if isinstance(value, tuple) != (field.kind == "some"):
        if field.kind == "some":
            return message("This field needs a list.")
        return message("This field needs a single number.")
    if isinstance(value, tuple):
        if len(value) > field.most:
            return message("Enter at most {most} here, not {count}.", most=field.most, count=len(value))
        is_valid = all(choice in field.choices for choice in value)
        return "" if is_valid else message("One of these is not a valid choice.")
    if field.kind == "one":
        return "" if value in field.choices else message("This is not a valid choice.")
    least, most = (1, 1) if field.kind == "tick" else (field.least, field.most)
    if least <= value <= most:
        return ""
    return message("Enter a number from {least} to {most}, not {value}.", least=least, most=most, value=value)
