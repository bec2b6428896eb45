"""The person at the prompt, who plays like any bot."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from random import Random
from typing import Any, Final

from engine.core.bot import Budget
from engine.core.errors import EngineError
from engine.core.game import Event, Game, State
from engine.core.vocabulary import Clause
from engine.notation import parse_verb

HUMAN: Final = "me"  # the name of this player in --seats
_MOST_DIGITS: Final = 4  # a longer number is no move, and slow to convert


class HumanPlayer:
    """Asks for a number or for the words of the notation; `?` shows the table again, Ctrl-C ends the game."""

    slug = HUMAN
    version = 1
    summary = "A person at the prompt."
    games: tuple[str, ...] = ()

    def __init__(self, game: Game, seat: int) -> None:
        self._game = game
        self._seat = seat

    def witness(self, state: State, event: Event) -> None:
        """Print what the person sees of an event."""
        sentence = self._game.observation_text(state, event, self._seat)
        if sentence is not None:
            _print(sentence)

    def choose(self, view: Any, legal: Sequence[Event], _budget: Budget, _rng: Random) -> Event:
        """Ask until the person names one of `legal`. Raise EOFError at the end of the input."""
        self._show(view, legal)
        while True:
            line = _ask()
            if line == "?":
                self._show(view, legal)
                continue
            try:
                return self._read_move(view, legal, line)
            except EngineError as error:  # the person typed one line, so its number says nothing
                _print(error.sentence.removeprefix("Line 1, column 1: "))

    def _show(self, view: Any, legal: Sequence[Event]) -> None:
        _print(f"\n{self._game.sketch(view)}\n")
        for number, event in enumerate(legal, start=1):
            phrase = self._game.words.say(view, event)
            _print(f"  {number:>2}  {phrase.verb} {phrase.what}".rstrip())

    def _read_move(self, view: Any, legal: Sequence[Event], line: str) -> Event:
        """Return the move of that number or with these words. Raise EngineError if there is none."""
        if line.isdecimal():
            number = int(line) if len(line) <= _MOST_DIGITS else 0
            if 1 <= number <= len(legal):
                return legal[number - 1]
            raise EngineError(f"There is no such number. Enter 1 to {len(legal)}.")
        verb = parse_verb(line, self._game.words)
        if verb is not None:
            name, length = verb
            event = self._game.words.read(view, Clause(name, line[length:].strip(), line=1, column=1))
            if event in legal:
                return event
        raise EngineError("This is not one of your moves. Enter its number or words, or ? to list them.")


def _ask() -> str:
    sys.stdout.write("your move> ")
    sys.stdout.flush()
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line.strip()


def _print(sentence: str) -> None:
    sys.stdout.write(f"{sentence}\n")
