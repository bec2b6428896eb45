"""Files of records: text or JSON, by their content; JSON files have one record per line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from engine.core.errors import NotationError
from engine.core.record import Record
from engine.notation.json_format import parse_json_records, records_in_json, to_json
from engine.notation.parsed_record import ParsedRecord, parse_records
from engine.notation.replay import records_in
from engine.notation.writer import to_text

_BYTE_ORDER_MARK: Final = "\ufeff"  # that some editors put before everything


def check_writable(path: Path) -> None:
    """Raise OSError if the file cannot be written; change nothing."""
    target = path.resolve()  # of a link whose file is missing, that file is made and removed, not the link
    was_there = target.exists()
    with target.open("a", encoding="utf-8"):
        pass
    if not was_there:
        target.unlink()


def write_file(path: Path, records: Iterable[Record]) -> None:
    """Write the records, as JSON if the name ends in `.json` or `.jsonl`, else as text."""
    as_json = path.suffix in (".json", ".jsonl")
    parts = (f"{to_json(record)}\n" if as_json else to_text(record) for record in records)
    path.write_text(("" if as_json else "\n").join(parts), encoding="utf-8")


def read_file(path: Path) -> Iterator[Record]:
    """Yield the records of a file. Raise EngineError, or OSError if it cannot be read."""
    yield from read_records(_text_of(path))


def read_file_parsed(path: Path) -> Iterator[ParsedRecord]:
    """Yield the parsed records of a file, which may have unknowns. Raise EngineError or OSError."""
    yield from read_parsed(_text_of(path))


def read_records(text: str) -> Iterator[Record]:
    """Yield the records of a text in either form. Raise EngineError with line and column."""
    text = text.removeprefix(_BYTE_ORDER_MARK)
    yield from records_in_json(text) if is_json(text) else records_in(text)


def read_parsed(text: str) -> Iterator[ParsedRecord]:
    """Yield the parsed records of a text, which may have unknowns. Raise EngineError."""
    text = text.removeprefix(_BYTE_ORDER_MARK)
    yield from parse_json_records(text) if is_json(text) else parse_records(text)


def _text_of(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise NotationError(f"{path.name} is not a text file in UTF-8.") from error


def is_json(text: str) -> bool:
    """Return whether it is a record in JSON."""
    return text.lstrip().startswith("{")
