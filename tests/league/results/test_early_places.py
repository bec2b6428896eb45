"""Scores and places typed for a game that ended early: which of them may be empty."""

import pytest

from league.results.early_endings import EarlyEnding
from league.results.errors import WrongEnding

LORDS = "lords-of-scotland"
BY_SCORE = {"left": "as-it-stands"}
THIRD = frozenset({2})


@pytest.mark.parametrize("points", [(None, None, None), (10, 5, None), (10, 5, 7)])
def test_a_player_who_left_and_is_last_needs_no_place(points: tuple[int | None, ...]) -> None:
    result = EarlyEnding(LORDS, "left", THIRD).settle(points, (2, 1, None))
    assert (result.places, result.placed_last) == ((2, 1, 3), (2,))


@pytest.mark.parametrize(
    ("ended", "points", "places", "wanted"),
    [
        (EarlyEnding(LORDS, "left", THIRD), (10, None, None), (None,) * 3, "the score of every player who stayed,"),
        (EarlyEnding(LORDS, "left", THIRD), (None,) * 3, (1, None, None), "the place of every player who stayed,"),
        (EarlyEnding(LORDS, "left", THIRD), (None,) * 3, (None, None, 3), "the place of every player who stayed,"),
        (EarlyEnding(LORDS, "left", THIRD, BY_SCORE), (10, 5, None), (1, 2, None), "the place of every player, or"),
        (EarlyEnding(LORDS, "time"), (10, 5, 3), (1, 2, None), "the place of every player, or"),
    ],
)
def test_what_is_missing_is_asked_for(
    ended: EarlyEnding, points: tuple[int | None, ...], places: tuple[int | None, ...], wanted: str
) -> None:
    with pytest.raises(WrongEnding, match=wanted):
        ended.settle(points, places)
