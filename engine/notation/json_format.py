"""Records as JSON, with events as arrays of whole numbers.

{"notation": 1, "game": "lords-of-scotland", "rules": "lords-of-scotland/1", "cards": "<sha256>",
 "options": {"bruce": false, "activation": "by-players"}, "seats": ["Morag", "Hamish"],
 "events": [[0, 17], ...], "faults": [{"seat": 0, "event": 12, "reason": "timeout"}],
 "outcome": {"points": [41, 30], "places": [1, 2], "reason": "..."}}

Seats count from 0, events from 1. The game's `events.py` defines the numbers of events.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from engine.core.errors import EngineError, NotationError
from engine.core.game import CHANCE, Event, Outcome
from engine.core.patterns import Pattern
from engine.core.record import Fault, Record, read_options, start, steps, written_options
from engine.core.strict_json import LongNumber, RepeatedName, StrictJSONError, next_document, strict_decoder
from engine.core.text import is_label, is_text, truncate
from engine.core.vocabulary import notation_error, with_position
from engine.notation.parsed_record import INVALID_LABEL, ParsedRecord, ResultParser
from engine.notation.syntax import Item, Numbers

_T = TypeVar("_T")
_LONGEST_NUMBER = 40  # digits; Python itself refuses to read thousands of them
_RECORD = ("notation", "game", "rules", "cards", "options", "seats", "events", "faults", "outcome")


def to_json(record: Record, patterns: Sequence[Pattern] | None = None) -> str:
    """Return the record as one line of JSON, without checking it.

    With `patterns`, one for each event, unknown numbers are null, and `movers` says who moves; for this the record is
    replayed. Raise EngineError if it cannot be.
    """
    document = to_document(record)
    if patterns is not None:
        document["events"] = [list(pattern) for pattern in patterns]
        document["movers"] = [None if state.turn == CHANCE else state.turn for state, _ in steps(record)]
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"))


def to_document(record: Record) -> dict[str, Any]:
    """Return the record as a JSON object, without checking it."""
    outcome = record.outcome
    return {
        "notation": record.notation_version,
        "game": record.game,
        "rules": record.rules_version,
        "cards": record.components_hash,
        "options": written_options(record.game, record.options),
        "seats": list(record.seats),
        "events": [list(event) for event in record.events],
        "faults": [{"seat": fault.seat, "event": fault.event, "reason": fault.reason} for fault in record.faults],
        "outcome": {"points": list(outcome.points), "places": list(outcome.places), "reason": outcome.reason}
        if outcome
        else None,
    }


def from_json(text: str) -> Record:
    """Parse the one record in `text`, without replaying it. Raise NotationError."""
    records = list(records_in_json(text))
    if len(records) != 1:
        raise _error(f"One record is wanted here, and the JSON holds {len(records)}.")
    return records[0]


def records_in_json(text: str) -> Iterator[Record]:
    """Yield the records of a text of several JSON documents. Raise NotationError."""
    return (record for record, _ in _read_each(text, decode_record))


def parse_json_records(text: str) -> Iterator[ParsedRecord]:
    """Yield the parsed records of a text, in which unknown numbers are null. Raise EngineError."""
    return (_parsed_record(*found, line) for found, line in _read_each(text, _decode_partial))


def _read_each(text: str, read: Callable[[object], _T]) -> Iterator[tuple[_T, int]]:
    """Yield the result of `read` for each document, and the line in which it begins."""
    decoder = strict_decoder(_LONGEST_NUMBER)
    at = next_document(text, 0)
    while at < len(text):
        line = text.count("\n", 0, at) + 1
        try:
            document, end = decoder.raw_decode(text, at)
            found = read(document)
        except json.JSONDecodeError as error:
            raise notation_error(f"This is not JSON: {error.msg}.", error.lineno, error.colno) from error
        except RecursionError as error:
            raise notation_error("This JSON is nested far deeper than a record.", line, 1) from error
        except StrictJSONError as error:
            raise notation_error(_refusal_sentence(error), line, 1) from error
        except NotationError as refusal:
            raise notation_error(refusal.sentence, line, 1) from refusal
        yield found, line
        at = next_document(text, end)


def _refusal_sentence(error: StrictJSONError) -> str:
    written = truncate(error.written)
    match error:
        case RepeatedName():
            return f"In the JSON, {written} is given twice in one object."
        case LongNumber():
            return f"No record holds a number as large as {written}."
        case _:
            return f"A record holds whole numbers only, not {written}."


def _parsed_record(
    record: Record, patterns: Sequence[Pattern], movers: Sequence[int | None], line: int
) -> ParsedRecord:
    head = replace(record, outcome=None, faults=())
    try:
        start(head)
    except EngineError as refusal:
        raise with_position(refusal, line, 1) from refusal
    items: list[Item] = [
        Numbers(pattern, number, line, seat=seat)
        for number, (pattern, seat) in enumerate(zip(patterns, movers, strict=True), start=1)
    ]
    return ParsedRecord(head, items, ResultParser.stated(record.outcome, record.faults), last_line=line)


def decode_record(document: object) -> Record:
    """Decode a record from a JSON document. Raise NotationError naming the wrong part."""
    parts = _object(document, "the record", _RECORD)
    return replace(_frame(parts), events=tuple(_list(parts["events"], "events", _event)))


def _decode_partial(document: object) -> tuple[Record, list[Pattern], list[int | None]]:
    """Return a record without its events, its events with unknowns, and who moves in each, if stated."""
    stated = dict(_mapping(document, "the record"))
    movers = _list(stated.pop("movers", []), "movers", _whole_or_null)
    parts = _object(stated, "the record", _RECORD)
    patterns = _list(parts["events"], "events", _pattern)
    if movers and len(movers) != len(patterns):
        raise _error(f"In the JSON, movers should be as many as the events, {len(patterns)}, not {len(movers)}.")
    frame = _frame(parts)
    if any(seat is not None and not 0 <= seat < len(frame.seats) for seat in movers):
        raise _error(f"In the JSON, movers should be seats from 0 to {len(frame.seats) - 1}, or null.")
    return frame, patterns, movers or [None] * len(patterns)


def _frame(parts: Mapping[str, object]) -> Record:
    """Return the record without its events."""
    outcome, game = parts["outcome"], _text(parts["game"], "game")
    named = {name: _option(value, name) for name, value in _mapping(parts["options"], "options").items()}
    return Record(
        notation_version=_whole(parts["notation"], "notation"),
        game=game,
        rules_version=_text(parts["rules"], "rules"),
        components_hash=_text(parts["cards"], "cards"),
        options=read_options(game, named),
        seats=tuple(_list(parts["seats"], "seats", _label)),
        events=(),
        faults=tuple(_list(parts["faults"], "faults", _fault)),
        outcome=None if outcome is None else _outcome(outcome),
    )


def _event(value: object, where: str) -> Event:
    event = tuple(_list(value, where, _whole))
    if not event:
        raise _wrong(where, "an array of whole numbers, the kind of event first", value)
    return event


def _pattern(value: object, where: str) -> Pattern:
    pattern = tuple(_list(value, where, _whole_or_null))
    if not pattern or pattern[0] is None:
        raise _wrong(where, "an array, the kind of event first, then whole numbers or null", value)
    return pattern


def _whole_or_null(value: object, where: str) -> int | None:
    return None if value is None else _whole(value, where)


def _fault(value: object, where: str) -> Fault:
    parts = _object(value, where, ("seat", "event", "reason"))
    return Fault(
        _whole(parts["seat"], f"{where}.seat"),
        _whole(parts["event"], f"{where}.event"),
        _text(parts["reason"], f"{where}.reason"),
    )


def _outcome(value: object) -> Outcome:
    parts = _object(value, "outcome", ("points", "places", "reason"))
    return Outcome(
        tuple(_list(parts["points"], "outcome.points", _whole)),
        tuple(_list(parts["places"], "outcome.places", _whole)),
        _text(parts["reason"], "outcome.reason"),
    )


def _option(value: object, where: str) -> bool | str:
    if isinstance(value, bool | str):
        return value
    raise _wrong(f"options.{where}", "true, false or a word", value)


def _object(value: object, where: str, names: tuple[str, ...]) -> Mapping[str, object]:
    parts = _mapping(value, where)
    missing = [name for name in names if name not in parts]
    unknown = [name for name in parts if name not in names]
    if missing or unknown:
        what = f"lacks {missing[0]}" if missing else f"has a part that no record has, {truncate(unknown[0])}"
        raise _error(f"In the JSON, {where} {what}; it is made of {', '.join(names)}.")
    return parts


def _mapping(value: object, where: str) -> Mapping[str, object]:
    if isinstance(value, dict):
        return value
    raise _wrong(where, "an object", value)


def _list(value: object, where: str, part: Callable[[object, str], _T]) -> list[_T]:
    if isinstance(value, list):
        return [part(each, f"{where}[{at}]") for at, each in enumerate(value)]
    raise _wrong(where, "an array", value)


def _whole(value: object, where: str) -> int:
    if type(value) is int and abs(value) < 2**31:
        return value
    raise _wrong(where, "a whole number", value)


def _text(value: object, where: str) -> str:
    if isinstance(value, str) and is_text(value):
        return value
    raise _wrong(where, "a string of whole characters", value)


def _label(value: object, where: str) -> str:
    label = _text(value, where)
    if not is_label(label):
        raise _error(f"In the JSON, {where}: {INVALID_LABEL}")
    return label


def _wrong(where: str, wanted: str, value: object) -> NotationError:
    return _error(f"In the JSON, {where} should be {wanted}, not {truncate(repr(value))}.")


def _error(sentence: str) -> NotationError:
    return NotationError(sentence, line=1, column=1)
