"""Refusals: each has a code of its own, and all are of one family."""

from __future__ import annotations

import inspect

from engine.core import errors
from engine.core.errors import EngineError, IllegalMove, NotationError

FAMILY = [
    kind for _, kind in inspect.getmembers(errors, inspect.isclass) if issubclass(kind, EngineError)
]  # fmt: skip


def test_every_refusal_has_a_code_of_its_own() -> None:
    assert len({kind.code for kind in FAMILY}) == len(FAMILY)


def test_it_says_a_sentence_to_people_and_facts_to_programs() -> None:
    refusal = IllegalMove("Seat 2 cannot pass.", seat=1)
    assert (str(refusal), refusal.code, refusal.facts) == ("Seat 2 cannot pass.", "illegal-move", {"seat": 1})


def test_it_can_name_the_event_at_which_it_happened() -> None:
    refusal = IllegalMove("Seat 2 cannot pass.", seat=1).at_event(12)
    assert isinstance(refusal, IllegalMove)
    assert (str(refusal), refusal.facts) == ("Event 12: Seat 2 cannot pass.", {"seat": 1, "number": 12})


def test_what_cannot_be_read_has_a_line_and_a_column() -> None:
    refusal = NotationError("There is no clan Campbell.", line=3, column=7).at_event(2)
    assert (refusal.line, refusal.column, refusal.facts["number"]) == (3, 7, 2)
