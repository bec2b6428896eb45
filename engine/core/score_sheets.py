"""Score sheets: their fields, values for them, and the points that follow.

Texts that people write and stored JSON become sheets here, and sheets such texts and JSON. A game that
has a score sheet has `SHEET` in `engine/games/<game>/score_sheet.py`. Fields may be filled in any order: a sheet
with empty fields is valid, and reports what is missing. Points and places come from the game's own `scoring`.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, Final, Literal, NamedTuple, Protocol, TypeAlias, TypeVar

from engine.core import registry
from engine.core.errors import EngineError, SheetError
from engine.core.game import Json, Outcome
from engine.core.messages import Sentence, message
from engine.core.options import OptionValue, settle_options
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


_LONGEST_NUMBER: Final = 6  # digits
_DID_YOU_MEAN: Final = Sentence("“{text}” is not a valid choice. Did you mean {choice}?")
_ENTER_ONE: Final = Sentence("“{text}” is not a valid choice. Enter one such as {choice}.")


def from_texts(game: str, setup: Setup, texts: Mapping[str, str]) -> tuple[FilledSheet, tuple[Remark, ...]]:
    """Return a sheet from texts by field name, and a remark for each text that cannot be parsed.

    Texts of unknown fields and texts that cannot be parsed are left out.
    """
    filled = [name for name, text in texts.items() if text.strip()]
    values: dict[str, Value] = {}
    faults: list[Remark] = []
    for field in score_sheet_of(game).fields(setup, filled):
        text = texts.get(field.name, "")
        if not text.strip():
            continue
        try:
            values[field.name] = parse_value(field, text)
        except SheetError as error:
            faults.append(Remark(field.name, error.sentence))
    return FilledSheet(game, setup, values), tuple(faults)


def parse_value(field: Field, text: str) -> Value:
    """Parse the text of a field: a number, or names of choices with commas. Raise SheetError."""
    if field.kind == "some":
        return tuple(_parse_choice(field, part) for part in text.split(",") if part.strip())
    if field.kind == "one":
        return _parse_choice(field, text)
    digits = text.strip().replace("\N{MINUS SIGN}", "-")
    if not digits.removeprefix("-").isdecimal() or len(digits.removeprefix("-")) > _LONGEST_NUMBER:
        raise SheetError(
            message(
                "“{text}” is not a whole number. Enter one such as {number}.",
                text=truncate(text.strip()),
                number=max(field.least, 1),
            )
        )
    return int(digits)


def format_value(field: Field, value: Value) -> str:
    """Return the value as text that `parse_value` parses."""
    if isinstance(value, tuple):
        return ", ".join(field.choices[number] for number in value)
    return field.choices[value] if field.kind == "one" else str(value)


def _parse_choice(field: Field, text: str) -> int:
    """Return the number of the choice that the text names or numbers. Raise SheetError."""
    folded = text.strip().lower()
    spellings = {words.lower(): number for number, words in field.choices.items()}
    if folded in spellings:
        return spellings[folded]
    if folded.isdecimal() and len(folded) <= _LONGEST_NUMBER and int(folded) in field.choices:
        return int(folded)
    similar = get_close_matches(folded, list(spellings), n=1)
    if similar:
        choice = field.choices[spellings[similar[0]]]
        raise SheetError(_DID_YOU_MEAN(text=truncate(text.strip()), choice=choice))
    example = next(iter(field.choices.values()))
    raise SheetError(_ENTER_ONE(text=truncate(text.strip()), choice=example))


def to_json(sheet: FilledSheet) -> dict[str, Json]:
    """Return the stored form of a sheet, which `from_json` reads. Raise SheetError if its game has no score sheet."""
    return {
        "game": sheet.game,
        "version": score_sheet_of(sheet.game).version,
        "seats": sheet.setup.seats,
        "options": dict(sheet.setup.options),
        "values": {name: list(value) if isinstance(value, tuple) else value for name, value in sheet.values.items()},
    }


def from_json(stored: Any) -> FilledSheet:
    """Return a sheet that `to_json` returned, perhaps with faults. Raise SheetError for anything else."""
    if not isinstance(stored, dict):
        raise SheetError("A score sheet is a JSON object.")
    seats, options = stored.get("seats"), stored.get("options")
    if type(seats) is not int or not isinstance(options, dict):
        raise SheetError("A score sheet says under “seats” how many played, and under “options” by which.")
    try:
        game = registry.game(str(stored.get("game", "")))
        game.check_seats(seats)
        setup = Setup(seats, settle_options(game, options))
    except EngineError as error:
        raise SheetError(f"The score sheet cannot be read: {error}") from error
    version, known = stored.get("version"), score_sheet_of(game.slug).version
    if version != known:
        raise SheetError(f"This score sheet is of version {version!r}, and this server reads version {known}.")
    return FilledSheet(game.slug, setup, dict(_parse_values(stored.get("values"))))


def _parse_values(stored: Any) -> Iterator[tuple[str, Value]]:
    """Yield field names and values of the stored form. Raise SheetError."""
    if not isinstance(stored, dict):
        raise SheetError("A score sheet has its fields under “values”.")
    for name, value in stored.items():
        if type(value) is int:
            yield str(name), value
        elif isinstance(value, list) and all(type(number) is int for number in value):
            yield str(name), tuple(value)
        else:
            sentence = f"The field “{truncate(str(name))}” must hold a whole number or a list of them."
            raise SheetError(sentence, field=str(name))
