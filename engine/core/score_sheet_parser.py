"""Reads the texts that people write into the fields of a score sheet, and writes values as such texts."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from typing import Final

from engine.core.errors import SheetError
from engine.core.messages import Sentence, message
from engine.core.score_sheets import Field, FilledSheet, Remark, Setup, Value, score_sheet_of
from engine.core.text import truncate

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
