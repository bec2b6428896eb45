"""The head of a record: which game, by which rules, with which options, and who sits where."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from typing import Final

from engine.core import registry
from engine.core.errors import EngineError
from engine.core.game import Game, OptionValue, written_option
from engine.core.record import NOTATION_VERSION, Record, new_record, written_options
from engine.core.vocabulary import is_label, notation_error, truncate, with_position
from engine.notation.labels import is_plain
from engine.notation.quoting import QUOTED, text_from

_APOSTROPHE = re.compile("['’]")  # noqa: RUF001 (as phones type it)
NO_LABEL: Final = "A control character stands in the name of a seat; write names with letters, digits and blanks."
_OPTION_SEPARATOR = re.compile(r"\s*[=:]\s*|\s+")
_LABEL = re.compile(rf'\s*(?:{QUOTED}|[^",]*[^",\s])\s*')


@dataclass(slots=True)
class Head:
    """What the head has said so far; what it leaves out is as the game is played today."""

    version: int = NOTATION_VERSION
    game: Game | None = None
    rules: str | None = None
    cards: str | None = None
    options: dict[str, OptionValue] = field(default_factory=dict)
    seats: tuple[str, ...] = ()
    given: set[str] = field(default_factory=set)

    def takes(self, key: str, line: int, *, is_pair: bool) -> bool:
        """Whether a line is of the head, by the word before its colon. Raises NotationError for a misspelt one."""
        if self.game is not None or (is_pair and key in _READERS):
            return key in _READERS
        near = get_close_matches(key, list(_READERS), n=1)
        hint = f"did you mean “{near[0].capitalize()}:”?" if near else "begin it with: Game: Lords of Scotland"
        raise notation_error(f"The head of the record does not say yet which game it is; {hint}", line, 1)

    def settled(self, line: int) -> Record:
        """A record without events, once the head is complete. Raises EngineError if it is not."""
        if self.game is None:
            raise notation_error("The record does not say which game it is; add: Game: Lords of Scotland", line, 1)
        if not self.seats:
            raise notation_error("The record does not say who played; add: Seats: Morag, Hamish", line, 1)
        record = new_record(self.game, self.options, self.seats, (), None)
        return replace(
            record,
            rules_version=self.rules or record.rules_version,
            components_hash=self.cards or record.components_hash,
            notation_version=self.version,
        )

    def read(self, key: str, what: str, line: int, column: int) -> None:
        """Take in one line of the head. Raises EngineError naming line and column."""
        if key in self.given:
            raise notation_error(f"The head says “{key.capitalize()}:” twice; once is enough.", line, 1)
        self.given.add(key)
        try:
            _READERS[key](self, what, line, column)
        except EngineError as refusal:
            raise refusal if "line" in refusal.facts else with_position(refusal, line, column) from refusal


def head_lines(record: Record) -> list[str]:
    """The head of a record, a line each."""
    game = registry.game(record.game)
    options = ", ".join(
        f"{name} {_option_text(value)}" for name, value in written_options(record.game, record.options).items()
    )
    return [
        f"Moothill record {record.notation_version}",
        f"Game: {game.name}",
        f"Rules: {record.rules_version}",
        f"Cards: {record.components_hash}",
        *([f"Options: {options}"] if options else []),
        f"Seats: {', '.join(label if is_plain(label) else json.dumps(label) for label in record.seats)}",
    ]


def _read_game(head: Head, what: str, *_: int) -> None:
    slug = "-".join(_APOSTROPHE.sub("", what.lower()).split())
    head.game = registry.game(truncate(slug))


def _read_rules(head: Head, what: str, *_: int) -> None:
    head.rules = what.lower()


def _read_cards(head: Head, what: str, *_: int) -> None:
    head.cards = what.lower()


def _read_options(head: Head, what: str, line: int, column: int) -> None:
    if head.game is None:
        raise notation_error("Name the game before its options, as in: Game: Lords of Scotland", line, column)
    for written in what.split(","):
        name, *value = _OPTION_SEPARATOR.split(truncate(written.strip()), maxsplit=1)
        if not value:
            raise notation_error("Write each option with its value, as in: Options: bruce on", line, column)
        known, option = written_option(head.game, name, value[0])
        head.options[known] = option
    head.options = head.game.settle_options(head.options)


def _read_seats(head: Head, what: str, line: int, column: int) -> None:
    labels: list[str] = []
    at = 0
    while at <= len(what):
        found = _LABEL.match(what, at)
        if found is None or (found.end() < len(what) and what[found.end()] != ","):
            raise notation_error(
                'A seat is missing here; write the names with commas between: Seats: Morag, "Ann, the elder"',
                line,
                column + at,
            )
        label = text_from(found[0].strip(), line, column + at)
        if not is_label(label):
            raise notation_error(NO_LABEL, line, column + at)
        labels.append(label)
        at = found.end() + 1
    head.seats = tuple(labels)


_READERS: Final[Mapping[str, Callable[[Head, str, int, int], None]]] = {
    "game": _read_game,
    "rules": _read_rules,
    "cards": _read_cards,
    "options": _read_options,
    "seats": _read_seats,
}
HEAD_WORDS: Final = frozenset(_READERS)


def _option_text(value: OptionValue) -> str:
    return value if isinstance(value, str) else ("on" if value else "off")
