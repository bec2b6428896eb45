"""Renames a player in a record as it was typed, and nothing else, so that it parses as before."""

from __future__ import annotations

import json
import re
from typing import Final

from engine.core.errors import EngineError
from engine.notation.files import is_json
from engine.notation.parsed_record import HEADER_KEYS, HeaderParser, write_labels
from engine.notation.syntax import find_seat, seat_name, without_comment

_TURN: Final = re.compile(r"(\s*)([^:]*?)(\s*:.*)")
_FAULT: Final = re.compile(r"(\s*fault\s*:\s*)(.*?)(\s+at\s+event\s.*)", re.IGNORECASE)


def rename_player(text: str, label: str, new_label: str, *, in_moves: bool = False) -> str:
    """Return the record with another name for a player: in the head, in comments, before turns and faults.

    With `in_moves` the word is replaced in the moves too, also where it is a card. A text whose head cannot be parsed
    has no moves, so the word is replaced everywhere.
    """
    renaming = _Renaming(label, new_label, in_moves=in_moves)
    try:
        if is_json(text):
            return renaming.document(text)
        return "\n".join(map(renaming.line, text.split("\n")))
    except (EngineError, ValueError, RecursionError):
        return renaming.words(text)


class _Renaming:
    def __init__(self, label: str, new_label: str, *, in_moves: bool) -> None:
        self._label, self._new_label, self._in_moves = label, new_label, in_moves
        self._word = re.compile(rf"(?<!\w){re.escape(label)}(?!\w)", re.IGNORECASE)
        self._head = HeaderParser()
        self._seats: tuple[str, ...] = ()  # with the new name

    def words(self, text: str) -> str:
        return self._word.sub(lambda _: self._new_label, text)

    def document(self, text: str) -> str:
        document = json.loads(text)
        seats = document.get("seats")
        if not isinstance(seats, list):
            return self.words(text)
        document["seats"] = list(map(self._new, seats))
        return json.dumps(document, ensure_ascii=False, separators=(",", ":"))

    def line(self, line: str) -> str:
        code = without_comment(line)
        return self._code(code) + self.words(line[len(code) :])

    def _code(self, code: str) -> str:
        before, colon, after = code.partition(":")
        key = before.strip().lower()
        if not colon or key not in HEADER_KEYS or key in self._head.given:
            return self._turn(code)
        if key != "seats":
            self._head.given.add(key)
            return code
        self._head.read(key, after.strip(), 1, 1)
        self._seats = tuple(map(self._new, self._head.seats))
        return f"{before}: {write_labels(self._seats)}"

    def _turn(self, code: str) -> str:
        found = _FAULT.fullmatch(code) or _TURN.fullmatch(code)
        seat = find_seat(self._head.seats, found[2]) if found else None
        if found is None or seat is None:
            return self._moves(code)
        is_clear = find_seat(self._seats, found[2]) == seat
        return f"{found[1]}{found[2] if is_clear else seat_name(self._seats, seat)}{self._moves(found[3])}"

    def _moves(self, moves: str) -> str:
        return self.words(moves) if self._in_moves else moves

    def _new(self, label: str) -> str:
        return self._new_label if label == self._label else label
