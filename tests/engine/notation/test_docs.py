"""The examples of unknowns in docs/notation.md work literally."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.core import registry
from engine.notation.incremental_parser import parse_partial
from engine.notation.verification import verify
from tests.engine.notation.records import GAMES, open_text

PAGE = (Path(__file__).parents[3] / "docs" / "notation.md").read_text(encoding="utf-8")
SECTION = PAGE[PAGE.index("## Unknown cards") : PAGE.index("## A record in JSON")]


def test_the_example_is_in_order_as_far_as_it_goes() -> None:
    example = SECTION.split("```")[1].strip("\n")
    so_far = parse_partial(example, seconds=20)
    assert so_far.problem is None
    assert (len(so_far.events), so_far.turn) == (19, 1)
    verdict = verify(example, seconds=20)
    assert verdict.problem is not None
    assert verdict.problem.code == "unfinished"


@pytest.mark.parametrize("slug", GAMES)
def test_every_spelling_of_the_table_is_understood(slug: str) -> None:
    """Of each game all that may be left open, and in its records nothing else is."""
    row = next(line for line in SECTION.split("\n") if line.startswith(f"| {registry.game(slug).name} |"))
    spellings = re.findall(r"`([^`]+)`", row.split("|")[2])
    verbs = {re.split(r"[:?\d]", spelling)[0].strip().lower() for spelling in spellings}
    used = set()
    for seed in range(4):
        for clause in re.findall(r"(?:^|: |; )([A-Za-z -]+?):? (?:\d )?\?", open_text(slug, 3, seed), re.MULTILINE):
            used.add(clause.lower())
    assert used <= verbs
    assert verbs - used <= {"lay", "draw", "is", "put back", "discard", "exchange"}
