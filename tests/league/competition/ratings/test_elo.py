"""The standing Elo: its table, its exchanges, and its uncertainty."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.competition.ratings.curve import EXPECTED, ONE, expected_score
from league.competition.ratings.elo import ELO, K_PROVISIONAL, START, K, Pool, _table, _two
from league.competition.ratings.spread import INITIAL_SPREAD
from league.competition.ratings.system import MILLI, RatedResult
from tests.benchmarks.intervals import coverage, widths
from tests.league.competition.ratings.test_contract import folded, ledgers


def pool(**ratings: tuple[int, int]) -> Pool:
    """Players p1, p2, ... with a rating in points and a number of results."""
    return Pool(
        {
            int(name[1:]): [points * MILLI, 420**2, results, 0, 0, points * MILLI]
            for name, (points, results) in ratings.items()
        }
    )


def test_the_table_is_the_logistic_curve() -> None:
    assert [EXPECTED[points] for points in (0, 100, 200, 400)] == [500_000, 640_065, 759_747, 909_091]
    assert all(
        abs(expected / ONE - 1 / (1 + 10 ** (-d / 400))) <= 0.5 / ONE + 1e-12 for d, expected in enumerate(EXPECTED)
    )
    assert list(EXPECTED) == sorted(EXPECTED)


# The worked example of the article "Elo rating system" in the English Wikipedia: a player rated 1613 and
# five opponents, with the expected score against each of them to two places.
@pytest.mark.parametrize(("opponent", "published"), [(1609, 51), (1477, 69), (1388, 79), (1586, 54), (1720, 35)])
def test_the_published_expectations_come_out(opponent: int, published: int) -> None:
    assert round(expected_score((1613 - opponent) * MILLI) / (ONE // 100)) == published


@given(st.integers(-4_000_000, 4_000_000))
@settings(derandomize=True)
def test_what_two_expect_is_one_game(difference: int) -> None:
    assert expected_score(difference) + expected_score(-difference) == ONE


@given(ledger=ledgers)
@settings(max_examples=150, derandomize=True)
def test_the_sum_of_a_pool_never_changes(ledger: list[RatedResult]) -> None:
    ratings = ELO.ratings(folded(ELO, ledger)).values()
    assert sum(rating.value for rating in ratings) == START * len(ratings)


def test_newcomers_exchange_half_of_forty() -> None:
    winner, loser = ELO.apply(ELO.start(), RatedResult((1, 2), (1, 2)))
    assert (winner.after, loser.after) == (START + 20 * MILLI, START - 20 * MILLI)


@pytest.mark.parametrize(
    ("results", "others", "k"),
    [(0, 0, K_PROVISIONAL), (19, 20, (K_PROVISIONAL + K) // 2), (20, 20, K), (300, 0, (K_PROVISIONAL + K) // 2)],
)
def test_k_belongs_to_the_pair(results: int, others: int, k: int) -> None:
    state = pool(p1=(1500, results), p2=(1500, others))
    for change in ELO.explain(state, RatedResult((1, 2), (1, 2))):
        assert [term.k for term in change.terms] == [100 * k]


def test_a_table_of_four_is_its_pairs_at_a_third_each() -> None:
    # By hand: all level and settled, K 20. First beats three: 3 x 20 x 0.5 / 3 = 10 points, and so on down.
    state = pool(p1=(1500, 50), p2=(1500, 50), p3=(1500, 50), p4=(1500, 50))
    steps = ELO.apply(state, RatedResult((1, 2, 3, 4), (1, 2, 3, 4)))
    moved = [step.after - step.before for step in steps]
    assert moved == [9999, 3333, -3333, -9999]  # each pair is rounded once: 3333 thousandths


def test_a_shared_place_is_a_draw() -> None:
    state = pool(p1=(1500, 50), p2=(1500, 50))
    assert [step.after for step in ELO.apply(state, RatedResult((1, 2), (1, 1)))] == [START, START]
    state = pool(p1=(1600, 50), p2=(1500, 50))
    favourite, outsider = ELO.apply(state, RatedResult((1, 2), (1, 1)))
    assert favourite.before - favourite.after == outsider.after - outsider.before == 2801  # 20 x (0.640065 - 0.5)


def test_differences_off_the_table_are_as_wide_as_the_table() -> None:
    state = pool(p1=(9000, 50), p2=(1500, 50))
    favourite, outsider = ELO.apply(state, RatedResult((1, 2), (2, 1)))
    assert favourite.before - favourite.after == outsider.after - outsider.before == 20_000  # 20 x 0.99999, rounded


def test_two_seats_are_a_table_of_two() -> None:
    short, long = pool(p1=(1700, 3), p2=(1480, 60)), pool(p1=(1700, 3), p2=(1480, 60))
    for places in [(1, 2), (2, 1), (1, 1), (2, 1)]:
        assert _two(short, (1, 2), places) == _table(long, (1, 2), places)
        assert [row[:4] for row in short.players.values()] == [row[:4] for row in long.players.values()]
        noises = [[row[4] for row in one.players.values()] for one in (short, long)]
        assert noises[0] == pytest.approx(noises[1], rel=0.001)


def test_a_pool_is_its_spread_and_seven_numbers_a_player() -> None:
    assert len(ELO.dump(folded(ELO, [RatedResult((1, 2, 3), (1, 2, 3))]))) == 4 + 5 * 8 + 3 * 56


@pytest.mark.long
@pytest.mark.parametrize("spread", [75, 300])
@pytest.mark.parametrize("seats", [2, 5])
def test_intervals_hold_the_true_strength_in_95_of_100(seats: int, spread: int) -> None:
    """The benchmark of all cells: `python -m tests.benchmarks.intervals`. The margin is two standard errors."""
    for share in coverage("elo", players=12, seats=seats, spread=spread, pools=120, seed=3):
        assert not share.is_proved_outside, share


def test_a_wider_field_has_wider_intervals() -> None:
    narrow, wide = (widths("elo", 12, 2, spread, pools=10, seed=1) for spread in (75, 300))
    assert all(2 * one < other for one, other in zip(narrow, wide, strict=True))


def test_two_players_do_not_tell_how_wide_the_field_is() -> None:
    state = folded(ELO, [RatedResult((1, 2), (1, 2))] * 60)
    assert (state.spread.variance, state.spread.pace) == (
        folded(ELO, [RatedResult((1, 2), (1, 1))] * 60).spread.variance,
        INITIAL_SPREAD.pace,
    )


def test_a_player_who_begins_again_is_as_uncertain_as_the_field_is_wide() -> None:
    state = folded(ELO, [RatedResult((1, 2, 3, 4), (1, 2, 3, 4)), RatedResult((1, 2, 3, 4), (2, 1, 4, 3))] * 20)
    before = ELO.rating(state, 1)
    ELO.begin_again(state, 1)
    after = ELO.rating(state, 1)
    assert after.value == before.value
    assert after.uncertainty > before.uncertainty
    assert (after.results, after.provisional) == (0, True)
