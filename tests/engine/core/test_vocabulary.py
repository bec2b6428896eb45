"""What all games understand of names that people write."""

from __future__ import annotations

import pytest

from engine.core.errors import NotationError
from engine.core.vocabulary import Clause, index_of_name

TREES = ("Rowan", "Birch", "Broom")
CLAUSE = Clause("plant", "", 3, 9)


@pytest.mark.parametrize(("written", "tree"), [("Rowan", 0), ("bIRCH", 1), (" bro", 2), ("r", 0), ("besom", 2)])
def test_a_name_is_known_in_any_case_shortened_and_by_another_spelling(written: str, tree: int) -> None:
    assert index_of_name(CLAUSE, written, "tree", TREES, {"besom": 2}) == tree


def test_a_whole_name_that_begins_another_one_means_itself() -> None:
    assert index_of_name(CLAUSE, "mac", "clan", ["Mackay", "Mac"]) == 1


@pytest.mark.parametrize(
    ("written", "says"),
    [
        ("b", "“b” is several trees: Birch, Broom."),
        ("birhc", "There is no tree “birhc”. Did you mean Birch?"),
        ("Larch tree", "There is no tree “Larch tree”. The trees are Birch, Broom, Rowan."),
        (" ", "A tree is missing here; write its name, such as Rowan."),
    ],
)
def test_another_is_refused_with_the_names_it_may_be(written: str, says: str) -> None:
    with pytest.raises(NotationError, match=r"^Line 3, column 9: ") as refusal:
        index_of_name(CLAUSE, written, "tree", TREES)
    assert str(refusal.value).endswith(says)
