"""Cairn, the smallest possible game: no chance, no options, nothing hidden, no drawing, in one file.

Two or three players take one or two stones in turn from a cairn of seven. The player who takes the last one wins.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from hashlib import sha256
from random import Random
from types import MappingProxyType
from typing import ClassVar, NamedTuple

import pytest

from engine.core import registry
from engine.core.errors import IllegalChance, IllegalMove
from engine.core.game import (
    Event,
    Json,
    Option,
    OptionValue,
    Outcome,
    SearchGuide,
    check_event,
    check_seats,
    places_by,
    settle_options,
)
from engine.core.messages import Message, Sentence
from engine.core.schema import move, moves, or_null, schema_of_view
from engine.core.vocabulary import Clause, Phrase, Vocabulary

TAKE, STONES = 0, 7

TAKES = Sentence("{seat} takes {stones}.", "You take {stones}.", "Take {stones}")
TAKES_LAST = Sentence("{seat} takes the last stone.", "You take the last stone.")


class CairnView(NamedTuple):
    """The stones of the cairn, which everybody sees."""

    seat: int | None
    seats: int
    turn: int | None
    stones: int
    last: int

    @property
    def game(self) -> str:
        """The slug of the game."""
        return "cairn"


class CairnState:
    """The seat to move, the stones left, and who took the last so far."""

    copies: ClassVar[int] = 1

    def __init__(self, seats: int, turn: int | None = 0, stones: int = STONES, last: int = 0) -> None:
        self.seats = seats
        self.turn = turn
        self.stones = stones
        self.last = last

    @property
    def outcome(self) -> Outcome | None:
        """A point for the last stone."""
        if self.stones:
            return None
        points = tuple(int(seat == self.last) for seat in range(self.seats))
        return Outcome(points, places_by(points), TAKES_LAST(self.last))

    def legal_moves(self) -> list[Event]:
        """One stone or two."""
        return [(TAKE, stones) for stones in (1, 2) if stones <= self.stones]

    def chance_outcomes(self) -> list[tuple[Event, int]]:
        """Nothing comes up."""
        return []

    def chance_key(self) -> tuple[int, int]:
        """Of no draw."""
        return 0, 0

    def draw(self, _: Iterable[int]) -> Event:
        """Nothing can be drawn."""
        raise IllegalChance("Nothing comes up in this game.")

    def apply(self, event: Event) -> None:
        """Play one event, once it is found to be legal."""
        check_event(self, event, _refusal)
        self.advance(event)

    def advance(self, event: Event) -> None:
        """Play one event that is known to be legal."""
        self.last = self.turn or 0
        self.stones -= event[1]
        self.turn = (self.last + 1) % self.seats if self.stones else None

    def copy(self) -> CairnState:
        """An independent state that plays on from here."""
        return CairnState(self.seats, self.turn, self.stones, self.last)

    def view(self, seat: int | None) -> CairnView:
        """Everything."""
        return CairnView(seat, self.seats, self.turn, self.stones, self.last)


def _refusal(state: CairnState, event: Event) -> IllegalMove:
    return IllegalMove(f"One stone can be taken, or two, of the {state.stones} left.", tried=event)


class CairnWords:
    """`take 2`."""

    verbs: Mapping[str, str] = {"take": "take", "takes": "take"}
    listing: frozenset[str] = frozenset()

    def heading(self, state: CairnState) -> str | None:
        """Above the first move."""
        return "Cairn 1" if state.stones == STONES else None

    def say(self, _: CairnState | CairnView, event: Event) -> Phrase:
        """A line a move."""
        return Phrase("take", str(event[1]), "opens")

    def read(self, _: CairnState | CairnView, clause: Clause) -> Event:
        """The number behind the verb."""
        if clause.what not in {"1", "2"}:
            raise clause.unreadable(f"“{clause.what}” is not 1 or 2.")
        return TAKE, int(clause.what)


class CairnGuide:
    """Enough for a search of so few moves."""

    def stage(self, state: CairnState) -> int:
        """One until the game is over."""
        return int(state.turn is None)

    def prospects(self, state: CairnState) -> tuple[int, ...]:
        """Only the end is worth anything."""
        return state.outcome.points if state.outcome else (0,) * state.seats

    def likely(self, state: CairnState, rng: Random) -> Event:
        """Any move."""
        return rng.choice(state.legal_moves())


class Cairn:
    """The doors to the rules above."""

    slug = "cairn"
    name = "Cairn"
    min_seats, max_seats = 2, 3
    options: tuple[Option, ...] = ()
    rules_version = "cairn/1"
    components_hash = sha256(b"7 stones").hexdigest()
    words: Vocabulary = CairnWords()
    guide: SearchGuide = CairnGuide()

    def settle_options(self, options: Mapping[str, OptionValue] | None) -> dict[str, OptionValue]:
        """None. Raises OptionError."""
        return settle_options(self, options)

    def start(self, seats: int, options: Mapping[str, OptionValue] | None = None) -> CairnState:
        """All stones on the cairn. Raises SeatsError or OptionError."""
        check_seats(self, seats)
        self.settle_options(options)
        return CairnState(seats)

    def imagine(self, view: CairnView, _: Random) -> CairnState:
        """There is nothing to guess."""
        return CairnState(view.seats, view.turn, view.stones, view.last)

    def describe_event(self, state: CairnState | CairnView, event: Event) -> Message:
        """Who takes how many."""
        return TAKES(state.turn or 0, stones=event[1])

    def observation_text(self, state: CairnState, event: Event, _: int | None) -> Message | None:
        """All see all."""
        return self.describe_event(state, event)

    def sketch(self, view: CairnView) -> str:
        """A line."""
        return f"{view.stones} stones"

    def view_to_json(self, view: CairnView) -> dict[str, Json]:
        """As `view_schema` describes it."""
        return view._asdict()

    def view_schema(self) -> dict[str, Json]:
        """Four numbers and who looks."""
        number = {"type": "integer", "minimum": 0}
        numbers = {name: or_null(number) if name in {"seat", "turn"} else number for name in CairnView._fields}
        return schema_of_view("A view of Cairn", "Stones.", numbers, move=moves(move("Take so many.", TAKE, number)))

    def broken_invariant(self, state: CairnState) -> str | None:
        """Stones only go."""
        return None if 0 <= state.stones <= STONES else f"There are {state.stones} stones."


CAIRN = Cairn()


def bring_cairn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Add this game to the registry until the test ends."""
    house = MappingProxyType({**registry.games(), CAIRN.slug: CAIRN})
    monkeypatch.setattr(registry, "games", lambda: house)
