"""How club nights of a season count: the best of them or the average, and players without a place."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.competition.format import Bye, Entry, How, Leg, Pairing
from league.competition.formats import format_named
from league.competition.points import POINT
from league.competition.scores import Scores, scores_of
from league.competition.scoring import scoring_named
from league.competition.season_scoring import TOO_FEW, Counting, Part, Season, counting_of, season_of
from league.competition.standings import explain, standings
from league.competition.tiebreaks import tiebreak_named

FOUR_EVENINGS = [Part(1, 300, 2), Part(2, 100, 2), Part(4, 500, 1), Part(5, 100, 1)]


def counted(counting: Counting, *, guest: bool = False) -> Season:
    return season_of(FOUR_EVENINGS, counting, guest=guest)


def test_every_evening_counts_unless_something_else_was_agreed() -> None:
    assert counted(Counting()).total == 1000


def test_the_best_evenings_count_and_the_later_of_equal_ones_is_dropped() -> None:
    season = counted(Counting(best_of=3))
    assert [(one.evening, one.counts) for one in season.evenings] == [(1, True), (2, True), (4, True), (5, False)]
    assert season.total == 900


def test_an_average_is_the_sum_over_all_games() -> None:
    season = counted(Counting(average=True, best_of=1))
    assert (season.divisor, season.total) == (6, 166)


def test_nobody_who_came_is_divided_by_no_games() -> None:
    assert season_of([Part(1, 0, 0)], Counting(average=True), guest=False).total == 0
    assert season_of([], Counting(average=True), guest=False).total == 0


def test_a_player_who_came_to_no_evening_has_no_place() -> None:
    assert season_of([Part(1, 0, 1, present=False)], Counting(), guest=False).unranked is not None
    assert season_of([Part(1, 0, 1)], Counting(), guest=False).unranked is None


def test_who_came_too_seldom_has_no_place_and_is_told_why() -> None:
    reason = counted(Counting(attendance=5)).unranked
    assert reason is not None
    assert reason.sentence == TOO_FEW.format(came=4, needed=5)
    assert counted(Counting(attendance=4)).unranked is None


def test_an_evening_somebody_did_not_come_to_counts_nowhere() -> None:
    parts = [Part(1, 300, 2), Part(2, 0, 1, present=False), Part(2, 0, 0, present=False)]
    for counting in (Counting(), Counting(best_of=2), Counting(average=True)):
        assert season_of(parts, counting, guest=False) == season_of(parts[:1], counting, guest=False)
    assert season_of(parts, Counting(attendance=2), guest=False).unranked is not None


def test_an_evening_somebody_leaves_early_counts() -> None:
    parts = [Part(1, 300, 2), Part(1, 0, 1, present=False), Part(1, 0, 0, present=False)]
    season = season_of(parts, Counting(average=True, attendance=1), guest=False)
    assert (season.total, season.unranked) == (100, None)


@pytest.mark.parametrize(("ranked", "has_a_place"), [(True, True), (False, False)])
def test_guests_have_a_place_where_that_was_agreed(ranked: bool, has_a_place: bool) -> None:
    season = counted(Counting(guests_ranked=ranked), guest=True)
    assert (season.unranked is None) == has_a_place


def test_the_options_of_the_format_say_how_it_counts() -> None:
    evenings = format_named("club-evenings")
    agreed = counting_of(evenings, {"best_of": 3, "attendance": 2, "guests": "ranked"})
    assert agreed == Counting(average=False, best_of=3, attendance=2, guests_ranked=True)
    assert counting_of(evenings, {"counting": "average per game"}) == Counting(average=True)
    assert counting_of(format_named("round-robin"), {}) is None


parts = st.lists(
    st.builds(Part, st.integers(1, 8), st.integers(0, 4 * POINT), st.integers(1, 3), st.just(True)), max_size=20
)


@given(parts, st.integers(0, 9))
@settings(max_examples=100, derandomize=True)
def test_no_other_choice_of_so_many_evenings_is_worth_more(played: list[Part], best_of: int) -> None:
    season = season_of(played, Counting(best_of=best_of), guest=False)
    units = sorted((one.units for one in season.evenings), reverse=True)
    assert season.total == sum(units[: best_of or None])
    assert sum(one.units for one in season.evenings) == sum(part.units for part in played)


@given(parts)
@settings(max_examples=100, derandomize=True)
def test_an_average_loses_less_than_a_unit(played: list[Part]) -> None:
    season = season_of(played, Counting(average=True), guest=False)
    exact = Fraction(sum(part.units for part in played), max(1, sum(part.games for part in played)))
    assert 0 <= exact - season.total < 1


# Three evenings at tables of two: Ailsa (1) wins thrice, Bruce (2) twice and then stays away, Catriona (3), a guest,
# wins once, Dougal (4) comes once.
def season_scores(counting: Counting) -> Scores:
    games = [(1, 1, 4), (1, 2, 3), (2, 1, 3), (3, 1, 3)]
    pairings = [
        Pairing(number, 1 + at, (one, two), evening=number, results=(Leg(1, (one, two), (1, 2)),), decided=True)
        for at, (number, one, two) in enumerate(games)
    ]
    entries = [Entry(1), Entry(2), Entry(3, guest=True), Entry(4)]
    return scores_of(entries, pairings, scoring_named("share"), everyone_meets=False, games=0, counting=counting)


@pytest.mark.parametrize(
    "missed",
    [
        Pairing(2, 9, (4,), bye=Bye.ZERO, evening=2, decided=True),
        Pairing(2, 9, (2, 4), evening=2, results=(Leg(1, (2, 4), (1, 2), how=How.FORFEIT),), decided=True),
    ],
)
def test_who_did_not_come_has_neither_an_evening_nor_a_lower_average(missed: Pairing) -> None:
    games = [Pairing(1, 1, (4, 1), evening=1, results=(Leg(1, (4, 1), (1, 2)),), decided=True), missed]
    counting = Counting(average=True, attendance=2)
    scores = scores_of(
        [Entry(1), Entry(2), Entry(4)], games, scoring_named("share"), everyone_meets=False, games=0, counting=counting
    )
    season = scores.seasons[4]
    assert [one.evening for one in season.evenings] == [1]
    assert season.total == POINT
    assert season.unranked is not None


def test_those_without_a_place_stand_below_the_others() -> None:
    rows = standings(season_scores(Counting(attendance=2)), [], 1)
    assert [(row.entry, row.place, row.points) for row in rows] == [
        (1, 1, 3 * POINT),
        (2, 0, POINT),
        (3, 0, 0),
        (4, 0, 0),
    ]
    assert [row.is_ranked for row in rows] == [True, False, False, False]


def test_nobody_without_a_place_is_level_with_somebody_who_has_one() -> None:
    rows = {row.entry: row for row in standings(season_scores(Counting()), [tiebreak_named("wins")], 1)}
    assert rows[3].level_with == {3}
    assert rows[4].level_with == {4}
    assert rows[4].place == 3


def test_a_dropped_evening_is_no_part_of_what_opponents_count() -> None:
    scores = season_scores(Counting(best_of=1))
    assert scores.totals[1] == POINT
    (opened,) = explain(4, [tiebreak_named("buchholz")], scores, 1)
    assert opened.arithmetic.value == POINT
