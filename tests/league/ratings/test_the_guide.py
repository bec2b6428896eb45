"""The guide to ratings matches the rating systems: each of its figures is computed here."""

from math import hypot
from typing import Any

import pytest

from league.competition.ratings import System, rating_fit_named, rating_system_named
from league.competition.ratings.curve import ONE, expected_score
from league.competition.ratings.elo import K_PROVISIONAL, PROVISIONAL_RESULTS, START, K
from league.competition.ratings.system import MILLI, RatedResult, Rating
from league.conf.settings import ROOT
from league.ratings.leaderboards import differ_significantly
from tests.benchmarks.intervals import widths

GUIDE = " ".join((ROOT / "docs" / "ratings.md").read_text(encoding="utf-8").split())
RESULTS = " ".join((ROOT / "tests" / "benchmarks" / "results.md").read_text(encoding="utf-8").split())
MORAG, HAMISH, SENGA, AILSA = 1, 2, 3, 4
ELO, WENG_LIN = rating_system_named("elo"), rating_system_named("weng-lin")
LIKELIHOOD = rating_fit_named("maximum-likelihood")


def points(thousandths: int) -> int:
    return round(thousandths / MILLI)


def exact(thousandths: int) -> str:
    return f"{thousandths / MILLI:.3f}"


def the_table_of_four() -> tuple[Any, RatedResult]:
    """Senga wins before Morag; Hamish and Ailsa, whose first game it is, are level."""
    stood = {
        MORAG: Rating(1640 * MILLI, 83 * MILLI, 60, provisional=False),
        HAMISH: Rating(1500 * MILLI, 90 * MILLI, 45, provisional=False),
        SENGA: Rating(1420 * MILLI, 83 * MILLI, 100, provisional=False),
    }
    return ELO.resume(stood), RatedResult((SENGA, MORAG, HAMISH, AILSA), (1, 2, 3, 3))


def test_the_expected_scores() -> None:
    row = " | ".join(f"{expected_score(apart * MILLI) / ONE:.3f}" for apart in (0, 100, 200, 400))
    assert f"| expected score | {row} |" in GUIDE
    assert "400 points more than an opponent is expected to win ten games for each loss" in GUIDE
    assert expected_score(400 * MILLI) == round(ONE * 10 / 11)


def test_the_figures_of_k() -> None:
    assert f"of the two players have fewer than {PROVISIONAL_RESULTS} rated games: {K_PROVISIONAL} if both" in GUIDE
    assert f"{(K + K_PROVISIONAL) // 2} if one, {K} if none" in GUIDE
    assert f"Everybody starts at {points(START)}" in GUIDE
    assert f"fewer than {PROVISIONAL_RESULTS} rated games is provisional. It changes faster" in GUIDE


def test_two_newcomers() -> None:
    winner, loser = ELO.apply(ELO.start(), RatedResult((1, 2), (1, 2)))
    gain = points(winner.after - winner.before)
    assert f"{K_PROVISIONAL} × (1 − 0.5) = {gain} points change hands" in GUIDE  # noqa: RUF001 (as the guide writes it)
    assert f"becomes {points(winner.after)} and {points(loser.after)}." in GUIDE
    interval = points(winner.uncertainty)
    low, high = points(winner.after) - interval, points(winner.after) + interval
    assert f"{points(winner.after)} ± {interval} says that the true strength is between {low} and {high}" in GUIDE


def test_the_sum_of_the_table_of_four() -> None:
    senga, *_ = ELO.explain(*the_table_of_four())
    names = {MORAG: "Morag, 1640.000", HAMISH: "Hamish, 1500.000", AILSA: "Ailsa, 1500.000, new"}
    for term in senga.terms:
        expected = f"{term.expected / ONE:.6f}"
        product = f"{term.k // 100} × (1 − {expected}) ÷ {term.divisor}"  # noqa: RUF001 (as the guide writes it)
        assert f"| {names[term.opponent]} | {expected} | {product} | +{exact(term.exchange)} |" in GUIDE
    assert f"| in all | +{exact(senga.after - senga.before)} |" in GUIDE


def test_what_the_four_have_then() -> None:
    after = {change.player: exact(change.after) for change in ELO.explain(*the_table_of_four())}
    assert f"She has {after[SENGA]} now." in GUIDE
    assert f"Morag has {after[MORAG]}. Hamish has {after[HAMISH]} and Ailsa {after[AILSA]}." in GUIDE
    assert sum(change.after - change.before for change in ELO.explain(*the_table_of_four())) == 0


@pytest.mark.long
@pytest.mark.parametrize("system", [ELO, WENG_LIN, LIKELIHOOD])
@pytest.mark.parametrize("spread", [75, 150, 300])
@pytest.mark.parametrize(("seats", "words"), [(2, "two"), (4, "four")])
def test_how_intervals_shrink(seats: int, words: str, spread: int, system: System) -> None:
    row = " | ".join(str(points) for points in widths(system.slug, 24, seats, spread, pools=10, seed=1))
    assert f"| {system.name}, {words}, {spread} | {row} |" in RESULTS


@pytest.mark.parametrize(("one", "other", "apart"), [((1735, 196), (1705, 137), False), ((1896, 54), (1661, 42), True)])
def test_who_is_told_apart(one: tuple[int, int], other: tuple[int, int], apart: bool) -> None:
    assert f"{one[0]} ± {one[1]} and {other[0]} ± {other[1]}" in GUIDE
    assert str(round(hypot(one[1], other[1]))) in GUIDE
    assert str(one[0] - other[0]) in GUIDE
    assert differ_significantly(one, other) is apart


def test_what_weng_lin_does_with_newcomers() -> None:
    winner, loser = (points(step.after) for step in WENG_LIN.apply(WENG_LIN.start(), RatedResult((1, 2), (1, 2))))
    assert f"two new players who meet end at {winner} and {loser};" in GUIDE
    known = WENG_LIN.resume({1: Rating(1500 * MILLI, 86 * MILLI, 500, False, model_uncertainty=86 * MILLI)})
    veteran, newcomer = WENG_LIN.apply(known, RatedResult((1, 2), (1, 2)))
    assert f"An established player at 1500 who beats a new one has {points(veteran.after)} then" in GUIDE
    assert f"falls to {points(newcomer.after)}." in GUIDE
