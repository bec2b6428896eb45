"""Errors of the engine. Their messages are whole sentences for people.

Every error has a `code` for programs and `facts`: what was tried, by which seat, and why it is refused.
"""

from __future__ import annotations

from typing import ClassVar, Self


class EngineError(Exception):
    """Base class: `str(error)` is the message for people, `code` and `facts` are for programs."""

    code: ClassVar[str] = "engine"

    def __init__(self, sentence: str, **facts: object) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.facts = facts

    def at_event(self, number: int) -> Self:
        """Return the same error with the number of the event in the record, counted from 1."""
        return type(self)(f"Event {number}: {self.sentence}", **(self.facts | {"number": number}))


class NotationError(EngineError):
    """The text or JSON of a record cannot be parsed; `line` and `column` count from 1."""

    code = "notation"

    def __init__(self, sentence: str, *, line: int = 1, column: int = 1, **facts: object) -> None:
        super().__init__(sentence, line=line, column=column, **facts)
        self.line = line
        self.column = column


class RecordError(EngineError):
    """A record can be parsed, but contradicts itself or the game it names."""

    code = "record"


class IllegalMove(EngineError):
    """The rules do not allow this move now, or not by this seat."""

    code = "illegal-move"


class IllegalChance(EngineError):
    """A chance event is impossible now, such as the draw of a card that is not in the deck."""

    code = "illegal-chance"


class GameOver(EngineError):
    """An event follows the end of the game."""

    code = "game-over"


class SeatsError(EngineError):
    """The game is not made for that number of seats."""

    code = "seats"


class OptionError(EngineError):
    """An option or its value is not known to the game."""

    code = "option"


class ComponentsError(EngineError):
    """The file with the components of a game cannot be read or is not consistent."""

    code = "components"


class SheetError(EngineError):
    """Something written on a score sheet cannot be read."""

    code = "sheet"


class UnknownGame(EngineError):
    """There is no game of that name."""

    code = "unknown-game"


class UnknownBot(EngineError):
    """There is no built-in bot of that name."""

    code = "unknown-bot"
