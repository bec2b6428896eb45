"""Stores score sheets as JSON, with the version of their fields."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.core import registry
from engine.core.errors import EngineError, SheetError
from engine.core.game import Json
from engine.core.options import settle_options
from engine.core.score_sheets import FilledSheet, Setup, Value, score_sheet_of
from engine.core.text import truncate


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
