"""A bracket on paper: in parts that can be read, no match left out, none twice."""

from __future__ import annotations

import pytest

from league.competition.brackets.layout import TOP, layout_of, on_paper
from league.competition.formats import format_named
from league.competition.stages import Knockout, Stage
from tests.league.competition.simulation import field, next_of

ON_A_PAGE = 945
"""Pixels of 96 to the inch, within the margins of A4 and Letter and below the title of the part."""
ON_PAPER = 0.42
"""How much smaller paper shows a tall bracket (`pages.css`)."""


def drawn(slug: str, size: int) -> tuple[Stage, ...]:
    chosen = format_named(slug)
    assert isinstance(chosen, Knockout)
    answer = next_of(chosen, field(size), [])
    return chosen.state(field(size), getattr(answer, "pairings", ()), {}, 7).stages


@pytest.mark.parametrize("slug", ["single-elimination", "double-elimination"])
@pytest.mark.parametrize("size", [64, 65, 100, 128, 256, 500])
def test_from_64_places_on_every_part_fits_a_page(slug: str, size: int) -> None:
    for stage in drawn(slug, size):
        parts = on_paper(stage.columns)
        for part in parts:
            assert layout_of(part).height * ON_PAPER <= ON_A_PAGE
            assert len(part) <= 4
        matches = [match.slot for part in parts for column in part for match in column.matches]
        assert sorted(matches) == sorted(match.slot for column in stage.columns for match in column.matches)


def test_the_last_rounds_of_64_have_a_part_of_their_own() -> None:
    (stage,) = drawn("single-elimination", 64)
    parts = on_paper(stage.columns)
    assert [[column.name.sentence for column in part] for part in parts] == [
        ["Round of 64", "Round of 32", "Round of 16", "Quarter-final"],
        ["Round of 64", "Round of 32", "Round of 16", "Quarter-final"],
        ["Semi-final", "Final"],
    ]


@pytest.mark.parametrize("size", [2, 5, 16, 32])
def test_a_smaller_one_stays_on_a_page(size: int) -> None:
    (stage,) = drawn("single-elimination", size)
    assert on_paper(stage.columns) == [stage.columns]


@pytest.mark.parametrize("size", [9, 12])
def test_the_highest_match_stands_below_the_names_of_rounds(size: int) -> None:
    (stage,) = drawn("single-elimination", size)
    assert min(box.top for box in layout_of(stage.columns).boxes.values()) == TOP
