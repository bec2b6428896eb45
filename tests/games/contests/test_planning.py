"""The seats of each deal of a final."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.contests.queries import standings
from games.contests.seating_plan import seating_plan
from games.ladder.stats import Game


@settings(max_examples=60)
@given(players=st.integers(2, 14), seats=st.integers(2, 5), blocks=st.integers(1, 30), luck=st.binary(max_size=4))
def test_nobody_sits_more_than_once_more_than_anybody_and_never_twice_at_a_table(
    players: int, seats: int, blocks: int, luck: bytes
) -> None:
    seats = min(seats, players)
    tables = seating_plan(range(players), seats=seats, deals=blocks, secret=luck)
    assert [len(set(table)) for table in tables] == [seats] * blocks
    sat = Counter(player for table in tables for player in table)
    assert max(sat.values()) - min(sat[player] for player in range(players)) <= 1
    assert tables == seating_plan(range(players), seats=seats, deals=blocks, secret=luck)


def test_everybody_meets_everybody_as_often() -> None:
    tables = seating_plan(range(6), seats=2, deals=30, secret=b"a draw")
    met = Counter(pair for table in tables for pair in combinations(sorted(table), 2))
    assert set(met.values()) == {2}
    assert len(met) == 15


def test_too_few_for_a_table_are_refused() -> None:
    with pytest.raises(ValueError, match="do not fill"):
        seating_plan([1], seats=2, deals=1, secret=b"")


def test_equal_scores_share_a_place_and_who_has_not_played_has_none() -> None:
    games = [Game(1, (7, 8), (1, 1)), Game(2, (9, 6), (1, 2))]
    assert [(player, place) for player, place, _ in standings(games, [6, 7, 8, 9, 5])] == [
        (9, 1), (7, 2), (8, 2), (6, 4), (5, None),
    ]  # fmt: skip
