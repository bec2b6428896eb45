"""A person at the prompt, who sits at the table like any bot."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from random import Random
from typing import Any, Final

from engine.core.bot import Budget
from engine.core.errors import EngineError
from engine.core.game import Event, Game, State
from engine.core.vocabulary import Clause, notation_error
from engine.notation import opening_verb

ME: Final = "me"


class Person:
    """Asks for a number or for the words of the notation; `?` shows the table again, Ctrl-C leaves the game."""

    slug = ME
    version = 1
    summary = "A person at the prompt."
    games: tuple[str, ...] = ()

    def __init__(self, game: Game, seat: int) -> None:
        self._game = game
        self._seat = seat

    def witness(self, state: State, event: Event) -> None:
        """Tell the person what it sees of an event."""
        sentence = self._game.observation_text(state, event, self._seat)
        if sentence is not None:
            _say(sentence)

    def choose(self, view: Any, legal: Sequence[Event], budget: Budget, rng: Random) -> Event:  # noqa: ARG002 - the contract's names
        """The move the person names; asks again until it is one of `legal`."""
        self._show(view, legal)
        while True:
            written = _ask()
            if written == "?":
                self._show(view, legal)
                continue
            try:
                return self._meant(view, legal, written)
            except EngineError as refusal:
                _say(str(refusal.sentence).partition(": ")[2] or refusal.sentence)

    def _show(self, view: Any, legal: Sequence[Event]) -> None:
        _say(f"\n{self._game.sketch(view)}\n")
        for number, event in enumerate(legal, start=1):
            said = self._game.words.say(view, event)
            _say(f"  {number:>2}  {said.verb} {said.what}".rstrip())

    def _meant(self, view: Any, legal: Sequence[Event], written: str) -> Event:
        if written.isdecimal():
            number = int(written[:9])
            if 1 <= number <= len(legal):
                return legal[number - 1]
            raise notation_error(f"There is no such number. Enter 1 to {len(legal)}.", 1, 1)
        verb = opening_verb(written, self._game.words)
        if verb is not None:
            event = self._game.words.read(view, Clause(verb[0], written[verb[1] :].strip(), 1, 1))
            if event in legal:
                return event
        raise notation_error("This is not one of your moves. Enter its number or words, or ? to list them.", 1, 1)


def _ask() -> str:
    sys.stdout.write("your move> ")
    sys.stdout.flush()
    line = sys.stdin.readline()
    if not line:
        raise KeyboardInterrupt
    return line.strip()


def _say(sentence: str) -> None:
    sys.stdout.write(f"{sentence}\n")
