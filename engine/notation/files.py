"""Records in files: text or JSON by what is in them; a file of several in JSON is one record a line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from engine.core.errors import NotationError
from engine.core.record import Record
from engine.notation.json import records_in_json, scripts_in_json, to_json
from engine.notation.reader import records_in
from engine.notation.script import Script, scripts_in
from engine.notation.writer import to_text

_MARK: Final = "\ufeff"  # that some editors put before everything


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
    yield from read_records(_text_of(path))


def read_file_scripts(path: Path) -> Iterator[Script]:
    """The same, not yet replayed; what nobody knows may be left open. Raises EngineError or OSError."""
    yield from read_scripts(_text_of(path))


def read_records(text: str) -> Iterator[Record]:
    """The records of a text in either form. Raises EngineError naming line and column."""
    text = text.removeprefix(_MARK)
    yield from records_in_json(text) if _is_json(text) else records_in(text)


def read_scripts(text: str) -> Iterator[Script]:
    """The same, not yet replayed; what nobody knows may be left open. Raises EngineError."""
    text = text.removeprefix(_MARK)
    yield from scripts_in_json(text) if _is_json(text) else scripts_in(text)


def _text_of(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise NotationError(f"{path.name} is not a text file in UTF-8.") from error


def _is_json(text: str) -> bool:
    return text.lstrip().startswith("{")
