"""What many blocks say of bots."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.ladder.stats import (
    Game,
    by_block,
    by_opponent,
    by_seat,
    extremes,
    from_every_seat,
    head_to_head,
    overall,
    score,
    seats_of,
    shares_by_seat,
)

ISLAY, SKYE, MULL = 1, 2, 3


def block(number: int, *places: tuple[int, ...], players: tuple[int, ...] = (ISLAY, SKYE)) -> list[Game]:
    """A block with all rotations of the seats; `places` are by seat."""
    turned = [(*players[shift:], *players[:shift]) for shift in range(len(players))]
    return [Game(number, seats, result) for seats, result in zip(turned, places, strict=True)]


def test_a_deal_won_from_every_seat_is_not_among_the_worst_and_a_lost_one_not_among_the_best() -> None:
    assert extremes({1: 1.0, 2: 0.5, 3: 0.0, 4: 1.0}, 12) == ([3, 2], [1, 4])
    assert extremes({1: 0.0, 2: 0.0, 3: 0.0}, 2) == ([3, 2], [])
    assert extremes({1: 0.2, 2: 0.4, 3: 0.6, 4: 1.0}, 1) == ([1], [4])


@pytest.mark.parametrize(("places", "scores"), [((1, 2), [1, 0]), ((1, 1), [0.5, 0.5]), ((2, 1, 2), [0.25, 1, 0.25])])
def test_a_score_is_the_share_of_the_others_left_behind(places: tuple[int, ...], scores: list[float]) -> None:
    assert [score(places, seat) for seat in range(len(places))] == scores


def test_what_a_seat_is_worth_shows_when_all_rotations_are_played() -> None:
    games = [game for number in range(20) for game in block(number, (1, 2), (1, 2))]  # the first seat always wins
    seats = by_seat(games)
    assert (seats[0].mean, seats[1].mean) == (1, 0)
    assert seats[0].low > 0.8
    assert {share.mean for share in overall(games).values()} == {0.5}


def test_what_a_seat_is_worth_is_told_of_deals_alone_that_were_played_from_every_seat() -> None:
    turned, from_one = block(1, (1, 2), (2, 1)), [Game(2, (MULL, SKYE), (1, 2)), Game(3, (MULL, ISLAY), (1, 2))]
    assert from_every_seat([*from_one, *turned]) == turned
    assert [(worth.number, worth.share.mean) for worth in shares_by_seat(by_seat(turned))] == [(1, 0.5), (2, 0.5)]


def test_a_bot_from_afar_has_its_seats_told_by_deals_from_one_of_them() -> None:
    games = [*block(1, (1, 2), (2, 1)), Game(2, (MULL, SKYE), (1, 2))]
    seats, is_turned = seats_of(games, MULL)
    assert ([(seat.number, seat.share.games) for seat in seats], is_turned) == ([(1, 1)], False)
    seats, is_turned = seats_of(games, SKYE)  # its deal with the other is left out
    assert ([(seat.number, seat.share.games) for seat in seats], is_turned) == ([(1, 1), (2, 1)], True)


def test_the_advantage_of_a_seat_is_what_it_scores_above_even() -> None:
    first, second = shares_by_seat(by_seat(game for number in range(20) for game in block(number, (1, 2), (1, 2))))
    assert (first.advantage[0], second.advantage[0]) == (50, -50)
    assert first.advantage[1] > 30
    assert second.advantage[2] == -first.advantage[1]


def test_one_block_says_little_however_many_games_it_has() -> None:
    share = overall(block(1, (1, 2), (2, 1)))[ISLAY]
    assert (share.mean, share.blocks, share.games) == (1, 1, 2)
    assert share.low < 0.25


def test_opponents_at_a_table_of_three_are_met_one_by_one() -> None:
    games = block(1, (1, 2, 3), (2, 3, 1), (3, 1, 2), players=(ISLAY, SKYE, MULL))
    assert {opponent: share.mean for opponent, share in by_opponent(games, ISLAY).items()} == {SKYE: 1, MULL: 1}
    assert by_opponent(games, SKYE)[MULL].mean == 1
    assert by_block(games, SKYE) == {1: 0.5}


results = st.lists(st.lists(st.permutations([1, 2, 3]).map(tuple), min_size=3, max_size=3), min_size=1, max_size=8)


@given(results)
def test_every_duel_has_two_sides_and_every_interval_holds_its_mean(blocks: list[list[tuple[int, ...]]]) -> None:
    tables = enumerate(blocks)
    games = [game for number, places in tables for game in block(number, *places, players=(ISLAY, SKYE, MULL))]
    duels = head_to_head(games)
    assert all(share.mean + duels[other, one].mean == pytest.approx(1) for (one, other), share in duels.items())
    assert all(share.low <= share.mean <= share.high for share in duels.values())
    assert sum(share.mean for share in overall(games).values()) == pytest.approx(1.5)


@given(results)
def test_more_games_on_the_same_deals_narrow_no_interval(blocks: list[list[tuple[int, ...]]]) -> None:
    games = [game for number, each in enumerate(blocks) for game in block(number, *each, players=(ISLAY, SKYE, MULL))]
    once, twice = ({**overall(some), **head_to_head(some)} for some in (games, [*games, *games]))
    assert all(twice[key][:4] == pytest.approx(share[:4]) for key, share in once.items())
