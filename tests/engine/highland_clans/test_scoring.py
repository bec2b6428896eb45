"""The scoring of a round, the marker, and the end of the game (rulings 14 to 19)."""

from __future__ import annotations

import pytest

from engine.core.errors import IllegalChance
from engine.games.highland_clans.game import GAME
from engine.games.highland_clans.scoring import blue_points, green_points, red_points
from tests.engine.highland_clans.positions import laid, last_turn

QUIET = "Morag:\nHamish:\nSenga:"  # two pipers and a head of cattle each: two points


def test_a_scoring_counts_blue_in_court_and_on_estates() -> None:
    """Ruling 17, with the clans of the rulebook's example; Uwe's 2 cattle are 2, Peter's 3 are 3 and 2 more."""
    table = last_turn(
        "Ralf: 3 pipers; castle, castle\nPeter: 3 pipers; cattle, cattle, cattle\nUwe: 0 pipers; cattle, cattle"
    )
    table.plays("no raid")
    assert table.points("Ralf", "Peter", "Uwe") == [4, 1 + 5, 2]


@pytest.mark.parametrize(
    ("blues", "reds", "points"),
    [
        ([4, 4, 4], [2, 2, 1], [2, 2, 2]),
        ([1, 0, 5], [3, 0, 0], [1, 0, 2]),
        ([2, 2, 2], [0, 0, 0], [2, 2, 2]),
        ([7, 3, 0], [0, 3, 2], [4, 1, 0]),  # the rulebook's example: Ralf, Peter, Uwe
    ],
)
def test_blue_is_counted_less_the_largest_herd_of_the_others(
    blues: list[int], reds: list[int], points: list[int]
) -> None:
    """Ruling 17: never below nothing."""
    assert blue_points(blues, reds) == points


@pytest.mark.parametrize(
    ("ranks_zero", "greens", "points"),
    [
        (False, [5, 3, 1], [3, 2, 0]),
        (False, [4, 4, 1], [1, 1, 0]),
        (False, [2, 2, 2], [1, 1, 1]),
        (False, [5, 2, 2, 1], [3, 1, 1, 0]),
        (False, [4, 0, 0], [3, 0, 0]),
        (False, [0, 0, 0], [0, 0, 0]),
        (False, [3, 3, 2, 2, 0], [1, 1, 0, 0, 0]),
        (True, [5, 3, 0], [3, 2, 0]),
        (True, [4, 4, 0], [1, 1, 0]),
        (True, [4, 0, 0], [3, 1, 1]),
        (True, [5, 2, 2, 0], [3, 1, 1, 0]),
        (True, [0, 0, 0, 0, 0], [1, 1, 1, 1, 1]),
    ],
)
def test_green(ranks_zero: bool, greens: list[int], points: list[int]) -> None:
    """Ruling 15: tied for the most 1 each, tied for second 1 each; by the option `no-green` a tie at zero is a tie."""
    assert green_points(greens, ranks_zero=ranks_zero) == points


@pytest.mark.parametrize(("no_green", "points"), [("never", [3, 0, 0]), ("ranked", [3, 1, 1])])
def test_a_game_scores_players_without_green_by_its_option(no_green: str, points: list[int]) -> None:
    """Ruling 15: what the option says decides the scoring, is in every view, and reaches the sentence about it."""
    table = last_turn(
        "Morag: 0 pipers; abbey, free\nHamish: 0 pipers; free, free\nSenga: 0 pipers; free, free",
        **{"no-green": no_green},
    )
    view = table.state.view(1)
    assert GAME.view_to_json(view)["options"]["no-green"] == no_green
    told = GAME.observation_text(table.state, table.event("no raid"), None)
    table.plays("no raid")
    assert table.points() == points
    assert ("Seat 2 gets 1 green" in str(told)) == (no_green == "ranked")


def test_a_scoring_counts_green_in_court_and_on_estates() -> None:
    """Ruling 15: an abbey is three."""
    table = last_turn(
        "Morag: 0 pipers; abbey, free\nHamish: 0 pipers, 2 monks; free, free\nSenga: 0 pipers; free, free"
    )
    table.plays("no raid")
    assert table.points() == [3, 2, 0]


@pytest.mark.parametrize(
    ("reds", "points"), [([3, 2, 0], [5, 2, 0]), ([2, 2, 1], [2, 2, 1]), ([0, 0, 0], [0, 0, 0]), ([0, 1, 0], [0, 3, 0])]
)
def test_red(reds: list[int], points: list[int]) -> None:
    """Ruling 16."""
    assert red_points(reds) == points


def test_a_round_is_scored_when_everybody_has_had_a_turn() -> None:
    """Before ruling 14."""
    table = last_turn(QUIET)
    table.plays("no raid")
    assert table.points() == [2, 2, 2]
    assert table.state.round == 4


@pytest.mark.parametrize(
    ("courts", "before", "after"),
    [
        ("Morag:\nHamish: 5 warriors, 0 pipers\nSenga: 4 warriors, 9 pipers", "Senga", "Hamish"),
        ("Morag: 5 warriors, 1 piper\nHamish: 5 warriors, 0 pipers, 2 monks\nSenga: 9 pipers", None, "Hamish"),
        ("Morag: 5 warriors\nHamish: 5 warriors\nSenga: 3 warriors", None, None),
        ("Morag: 5 warriors\nHamish: 5 warriors\nSenga: 3 warriors", "Senga", "Senga"),
    ],
    ids=["most warriors", "then the largest court", "equal, nobody has it", "equal, somebody else has it"],
)
def test_who_takes_the_marker(courts: str, before: str | None, after: str | None) -> None:
    """Ruling 14."""
    table = last_turn(courts, following=before)
    table.plays("no raid")
    assert table.following() == after


@pytest.mark.parametrize(
    ("courts", "moves"),
    [
        (f"{QUIET}\nDrawn: yellow, 5 red", "warrior; draw 1"),
        (
            "Morag:\nHamish: 5 warriors\nSenga: 3 warriors\nDrawn: blue, 5 red",
            "bard Hamish, removes piper, keeps warrior; discard 1; draw 1",
        ),
    ],
    ids=["gained", "lost"],
)
def test_a_warrior_more_or_less_in_a_round_does_not_move_the_marker(courts: str, moves: str) -> None:
    """Ruling 20: it changes hands in the scoring."""
    table = laid(courts, following="Hamish", step=2)
    table.plays(moves)
    assert table.following() == "Hamish"
    table.plays("no raid")
    assert table.following() == "Morag"


def test_a_tile_leaves_the_stock_face_down_while_nobody_is_in_the_red_area() -> None:
    """Ruling 18."""
    table = last_turn(QUIET)
    stock = table.state.stock
    table.plays("no raid")
    assert (table.state.stock, table.state.removed, table.state.shown) == (stock - 1, 3, ())


def test_in_the_red_area_a_tile_is_turned_up() -> None:
    """Rulings 18 and 23: 28 points and two more are 30; the tile does not go back."""
    table = last_turn(QUIET.replace("Hamish:", "Hamish: 28 points"))
    table.plays("no raid")
    assert table.mover() == "chance"
    stock = table.state.stock
    table.plays("tile 31")
    assert (table.state.shown, table.state.stock, table.state.outcome) == ((31,), stock - 1, None)
    assert table.state.round == 4


def test_a_tile_at_or_below_the_leaders_points_ends_the_game() -> None:
    """Ruling 18."""
    table = last_turn("Morag: 3 points\nHamish: 28 points\nSenga:")
    table.plays("no raid; tile 30")
    outcome = table.state.outcome
    assert outcome is not None
    assert (outcome.points, outcome.places) == ((5, 30, 2), (2, 1, 3))
    assert outcome.reason == "Estate 30 is turned up after round 3. Seat 2 wins with 30 points."


def test_having_been_in_the_red_area_earlier_does_not_count() -> None:
    """Ruling 18: Hamish has fallen back."""
    table = last_turn(
        "Morag: 0 pipers; free, free\nHamish: 0 pipers; free, free; 29 points\nSenga: 0 pipers; free, free"
    )
    table.state.shown = (35,)
    table.plays("no raid")
    assert table.state.round == 4
    assert table.state.shown == (35,)


def test_any_number_not_yet_shown_may_be_turned_up() -> None:
    """Rulings 0 and 18: what was gained or removed face-down was never seen."""
    table = last_turn(QUIET.replace("Hamish:", "Hamish: 35 points"))
    table.state.shown = (38, 38, 42)
    table.plays("no raid")
    outcomes = {event[1]: ways for event, ways in table.state.chance_outcomes()}
    assert outcomes == {number: 2 for number in range(30, 42) if number != 38}
    with pytest.raises(IllegalChance, match="all estates of that number have been turned up"):
        table.plays("tile 38")


def test_with_an_empty_stock_nothing_leaves_it_and_the_game_goes_on() -> None:
    """Ruling 18."""
    table = last_turn(QUIET.replace("Hamish:", "Hamish: 39 points"))
    table.state.stock = 0
    table.plays("no raid")
    assert (table.state.round, table.state.stock, table.state.points[1]) == (4, 0, 41)


@pytest.mark.parametrize(
    ("stock", "moves", "reason"),
    [
        (0, "no raid", "No estate is left after round 3. Seat 2 wins with 42 points."),
        (1, "no raid; tile 33", "Estate 33 is turned up after round 3. Seat 2 wins with 42 points."),
    ],
    ids=["empty stock", "the last tile is still turned up"],
)
def test_42_points_end_the_game(stock: int, moves: str, reason: str) -> None:
    """Ruling 18."""
    table = last_turn(QUIET.replace("Hamish:", "Hamish: 40 points"))
    table.state.stock = stock
    table.plays(moves)
    assert table.state.outcome is not None
    assert table.state.outcome.reason == reason


def test_equal_points_share_a_place_at_the_top_and_below() -> None:
    """Ruling 19."""
    table = last_turn("Morag: 40 points\nHamish: 40 points\nSenga: 1 point\nAngus: 1 point\nFiona:")
    table.plays("no raid; tile 33")
    outcome = table.state.outcome
    assert outcome is not None
    assert outcome.places == (1, 1, 3, 3, 5)
    assert outcome.reason.endswith("Seats 1 and 2 share the victory with 42 points each.")
