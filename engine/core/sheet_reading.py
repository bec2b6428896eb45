"""Reads what is written on a score sheet, by hand or as JSON, and holds every value to its field."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from typing import Any, Final

from engine.core import registry
from engine.core.errors import EngineError, SheetError
from engine.core.game import check_seats
from engine.core.sheet import Field, Filled, Reckoning, Remark, Sheet, Terms, Value, Values
from engine.core.words import shortened

LONGEST_NUMBER: Final = 6  # digits


def sheet_of(game: str) -> Sheet:
    """The sheet of a game that has one. Raises SheetError, UnknownGame."""
    found = registry.sheet(game)
    if found is None:
        raise SheetError(f"{registry.game(game).name} has no score sheet of its own; points or places are enough.")
    return found


def reckon(filled: Filled) -> Reckoning:
    """What a sheet comes to; values that do not fit their fields are the first faults, and then the only ones."""
    sheet = sheet_of(filled.game)
    fields = {one.name: one for one in sheet.fields(filled.terms, [*filled.values])}
    unfit = tuple(_unfit(fields, filled.values))
    return Reckoning((0,) * filled.terms.seats, unfit) if unfit else sheet.reckon(filled.terms, filled.values)


def from_json(written: Any) -> Filled:
    """A sheet as `Filled.to_json` stores it. Raises SheetError for what cannot be read; faults are for `reckon`."""
    if not isinstance(written, dict):
        raise SheetError("A score sheet is a JSON object.")
    seats, options = written.get("seats"), written.get("options")
    if type(seats) is not int or not isinstance(options, dict):
        raise SheetError("A score sheet says under “seats” how many played, and under “options” by which.")
    try:
        game = registry.game(str(written.get("game", "")))
        check_seats(game, seats)
        terms = Terms(seats, game.settle_options(options))
    except EngineError as error:
        raise SheetError(f"The score sheet cannot be read: {error}") from error
    _check_version(game.slug, written.get("version"))
    return Filled(game.slug, terms, dict(_values(written.get("values"))))


def from_texts(game: str, terms: Terms, written: Mapping[str, str]) -> tuple[Filled, tuple[Remark, ...]]:
    """A sheet from what somebody typed into its fields, and a remark for each text that cannot be read.

    What belongs to no field of the sheet is left out; so is what cannot be read.
    """
    begun = [name for name, text in written.items() if text.strip()]
    values: dict[str, Value] = {}
    faults: list[Remark] = []
    for one in sheet_of(game).fields(terms, begun):
        text = written.get(one.name, "")
        if not text.strip():
            continue
        try:
            values[one.name] = read(one, text)
        except SheetError as error:
            faults.append(Remark(one.name, error.sentence))
    return Filled(game, terms, values), tuple(faults)


def read(field: Field, text: str) -> Value:
    """The value of what was typed into a field: a number, or choices by their names with commas. Raises SheetError."""
    if field.kind == "some":
        return tuple(_choice(field, part) for part in text.split(",") if part.strip())
    if field.kind == "one":
        return _choice(field, text)
    digits = text.strip().replace("\N{MINUS SIGN}", "-")
    if not digits.removeprefix("-").isdecimal() or len(digits) > LONGEST_NUMBER:
        raise SheetError(f"“{shortened(text.strip())}” is no whole number; write one such as {max(field.least, 1)}.")
    return int(digits)


def write(field: Field, value: Value) -> str:
    """The value as `read` reads it."""
    if isinstance(value, tuple):
        return ", ".join(field.choices[one] for one in value)
    return field.choices[value] if field.kind == "one" else str(value)


def _choice(field: Field, text: str) -> int:
    folded = text.strip().lower()
    spellings = {words.lower(): number for number, words in field.choices.items()}
    if folded in spellings:
        return spellings[folded]
    if folded.isdecimal() and len(folded) <= LONGEST_NUMBER and int(folded) in field.choices:
        return int(folded)
    near = get_close_matches(folded, list(spellings), n=1)
    known = list(field.choices.values())
    hint = f"Did you mean {field.choices[spellings[near[0]]]}?" if near else f"Write one such as {known[0]}."
    raise SheetError(f"There is no “{shortened(text.strip())}” here. {hint}")


def _check_version(game: str, version: Any) -> None:
    known = sheet_of(game).version
    if version != known:
        raise SheetError(f"This score sheet is of version {version!r}, and this house reads version {known}.")


def _values(written: Any) -> Iterator[tuple[str, Value]]:
    if not isinstance(written, dict):
        raise SheetError("A score sheet has its fields under “values”.")
    for name, value in written.items():
        if type(value) is int:
            yield str(name), value
        elif isinstance(value, list) and all(type(one) is int for one in value):
            yield str(name), tuple(value)
        else:
            sentence = f"The field “{shortened(str(name))}” must hold a whole number or a list of them."
            raise SheetError(sentence, field=str(name))


def _unfit(fields: Mapping[str, Field], values: Values) -> Iterator[Remark]:
    for name, value in values.items():
        found = fields.get(name)
        sentence = _unfit_for(found, value) if found else f"The sheet has no field “{shortened(name)}”."
        if sentence:
            yield Remark(name, sentence)


def _unfit_for(field: Field, value: Value) -> str:
    """Why a value does not fit its field; nothing if it does."""
    if isinstance(value, tuple) != (field.kind == "some"):
        return "This field holds a list." if field.kind == "some" else "This field holds one number."
    if isinstance(value, tuple):
        if len(value) > field.most:
            return f"At most {field.most} can stand here, and these are {len(value)}."
        return "" if all(one in field.choices for one in value) else "Something here is none of the choices."
    if field.kind == "one":
        return "" if value in field.choices else "This is none of the choices."
    least, most = (1, 1) if field.kind == "tick" else (field.least, field.most)
    return "" if least <= value <= most else f"This can be {least} to {most}, not {value}."
