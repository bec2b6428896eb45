"""Records in files: text or JSON by what is in them; a file of several in JSON is one record a line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from engine.core.errors import NotationError
from engine.core.record import Record
from engine.notation.json import records_in_json, to_json
from engine.notation.reader import records_in
from engine.notation.writer import to_text


def check_writable(path: Path) -> None:
    """Raises OSError if no file can be written there; leaves everything as it is."""
    was_there = path.exists()
    with path.open("a", encoding="utf-8"):
        pass
    if not was_there:
        path.unlink()


def write_file(path: Path, records: Iterable[Record]) -> None:
    """Write the records, as JSON if the name ends in `.json` or `.jsonl`, else as text."""
    as_json = path.suffix in (".json", ".jsonl")
    parts = (f"{to_json(record)}\n" if as_json else to_text(record) for record in records)
    path.write_text(("" if as_json else "\n").join(parts), encoding="utf-8")


def read_file(path: Path) -> Iterator[Record]:
    """The records of a file. Raises EngineError, or OSError where the file cannot be read."""
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise NotationError(f"{path.name} is not a text file in UTF-8.") from error
    yield from read_records(text)


def read_records(text: str) -> Iterator[Record]:
    """The records of a text in either form. Raises EngineError naming line and column."""
    text = text.removeprefix("\ufeff")  # a mark that some editors put before everything
    yield from records_in_json(text) if text.lstrip().startswith("{") else records_in(text)
