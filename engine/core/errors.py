"""Everything the engine refuses, in whole sentences.

    EngineError
    ├── NotationError    the text or JSON of a record cannot be read        (line, column)
    ├── RecordError      a record can be read, but does not describe a match that happened
    ├── IllegalMove      a seat may not do that now
    ├── IllegalChance    that card or token cannot come up now
    ├── GameOver         nothing can follow the end of a game
    ├── SeatsError       the game cannot be played with so many seats
    ├── OptionError      the game has no such option, or not that value of it
    ├── ComponentsError  a file with the components of a game cannot be used
    ├── SheetError       something written on a score sheet cannot be read
    ├── UnknownGame      no game of that name is in the house
    └── UnknownBot       no bot of that name is in the house

Every error carries a `code` for programs and `facts` beside the sentence: what was tried, by whom, and why not.
"""

from __future__ import annotations

from typing import ClassVar, Self


class EngineError(Exception):
    """A refusal: `str(error)` is the sentence, `code` and `facts` say the same to a program."""

    code: ClassVar[str] = "engine"

    def __init__(self, sentence: str, **facts: object) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.facts = facts

    def at_event(self, number: int) -> Self:
        """The same refusal, naming the event of the record (counted from 1) at which it happened."""
        return type(self)(f"Event {number}: {self.sentence}", **{**self.facts, "number": number})


class NotationError(EngineError):
    """Something written cannot be read; `line` and `column` count from 1."""

    code = "notation"

    def __init__(self, sentence: str, *, line: int = 1, column: int = 1, **facts: object) -> None:
        super().__init__(sentence, line=line, column=column, **facts)
        self.line = line
        self.column = column


class RecordError(EngineError):
    """A record contradicts itself or the game it names."""

    code = "record"


class IllegalMove(EngineError):
    """A seat tried what the rules do not allow it now."""

    code = "illegal-move"


class IllegalChance(EngineError):
    """A chance event names what cannot come up now."""

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
    """The file that says what a copy of the game holds cannot be read, or says what cannot be."""

    code = "components"


class SheetError(EngineError):
    """Something written on a score sheet cannot be read."""

    code = "sheet"


class UnknownGame(EngineError):
    """No game of that name is in the house."""

    code = "unknown-game"


class UnknownBot(EngineError):
    """No bot of that name is in the house."""

    code = "unknown-bot"
