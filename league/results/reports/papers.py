"""The filled score sheet of a report, to be read."""

from itertools import groupby
from typing import NamedTuple

from engine.core.errors import EngineError
from engine.core.sheet import Field, Filled
from engine.core.sheet_reading import from_json, sheet_of, write
from league.results.models import Report


class Entry(NamedTuple):
    """One field that was filled: what was asked, of whom ("" of nobody), and what was written."""

    label: str
    name: str
    written: str


class Part(NamedTuple):
    """What stands under one heading of a sheet."""

    title: str
    entries: tuple[Entry, ...]


def paper_of(report: Report) -> list[Part]:
    """What was filled in, part by part in the sheet's order; nothing without a sheet, or for one of another version."""
    if not report.sheet:
        return []
    try:
        filled = from_json(report.sheet)
        fields = sheet_of(filled.game).fields(filled.terms, [*filled.values])
    except EngineError:
        return []
    names = [seat.player.name for seat in report.seats.all()]
    entries = [(field.part, _entry(field, filled, names)) for field in fields if field.name in filled.values]
    return [Part(title, tuple(entry for _part, entry in same)) for title, same in groupby(entries, lambda one: one[0])]


def _entry(field: Field, filled: Filled, names: list[str]) -> Entry:
    who = names[field.seat] if field.seat is not None and field.seat < len(names) else ""
    return Entry(field.label, who, "" if field.kind == "tick" else write(field, filled.values[field.name]))
