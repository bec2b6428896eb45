"""Requirements for every fit, whatever its model."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.competition.errors import UnknownPart, WrongResult
from league.competition.ratings import rating_fit_named, rating_fits, system_named, systems_for
from league.competition.ratings.system import RatedResult, RatingFit
from tests.league.competition.ratings.test_contract import ledgers

every_fit = pytest.mark.parametrize("fit", rating_fits().values(), ids=list(rating_fits()))


def counted(fit: RatingFit[Any], ledger: list[RatedResult], tallies: Any = None) -> Any:
    tallies = fit.start() if tallies is None else tallies
    fit.count(tallies, ledger)
    return tallies


def turned(result: RatedResult, shift: int) -> RatedResult:
    by = shift % len(result.players)
    return RatedResult(result.players[by:] + result.players[:by], result.places[by:] + result.places[:by])


@every_fit
def test_it_introduces_itself(fit: RatingFit[Any]) -> None:
    assert rating_fit_named(fit.slug) is system_named(fit.slug) is fit
    assert fit.name
    assert fit.rule.endswith(".")


@every_fit
def test_it_is_for_bots_alone(fit: RatingFit[Any]) -> None:
    assert fit in systems_for(only_bots=True)
    assert fit not in systems_for(only_bots=False)


def test_an_unknown_system_of_either_kind_is_refused() -> None:
    with pytest.raises(UnknownPart, match="one of: elo, maximum-likelihood, weng-lin"):
        system_named("stars")


@every_fit
@given(ledger=ledgers, cut=st.integers(0, 40))
@settings(max_examples=60, derandomize=True)
def test_going_on_from_a_dump_gives_the_same_bytes(fit: RatingFit[Any], ledger: list[RatedResult], cut: int) -> None:
    dumped = fit.dump(counted(fit, ledger[:cut]))
    assert fit.dump(fit.load(dumped)) == dumped
    assert fit.dump(counted(fit, ledger[cut:], fit.load(dumped))) == fit.dump(counted(fit, ledger))


@every_fit
@given(ledger=ledgers, order=st.randoms(), shift=st.integers(0, 4))
@settings(max_examples=60, derandomize=True)
def test_the_order_does_not_matter(fit: RatingFit[Any], ledger: list[RatedResult], order: Any, shift: int) -> None:
    shuffled = [turned(result, shift) for result in ledger]
    order.shuffle(shuffled)
    one, other = counted(fit, ledger), counted(fit, shuffled)
    assert fit.dump(one) == fit.dump(other)
    assert fit.ratings(one) == fit.ratings(other)


@every_fit
@given(ledger=ledgers, more=ledgers)
@settings(max_examples=60, derandomize=True)
def test_taken_away_it_was_never_there(fit: RatingFit[Any], ledger: list[RatedResult], more: list[RatedResult]) -> None:
    tallies = counted(fit, [*more, *ledger])
    fit.count(tallies, more, -1)
    clean = counted(fit, ledger)
    assert fit.dump(tallies) == fit.dump(clean)
    assert fit.ratings(tallies) == fit.ratings(clean)


@every_fit
@given(ledger=ledgers)
@settings(max_examples=40, derandomize=True)
def test_everybody_with_a_result_has_a_rating(fit: RatingFit[Any], ledger: list[RatedResult]) -> None:
    ratings = fit.ratings(counted(fit, ledger))
    assert list(ratings) == sorted({player for result in ledger for player in result.players})
    for player, rating in ratings.items():
        assert rating.results == sum(player in result.players for result in ledger)
        assert rating.uncertainty > 0


@every_fit
def test_the_one_ahead_stands_higher_and_more_results_are_surer(fit: RatingFit[Any]) -> None:
    few = fit.ratings(counted(fit, [RatedResult((5, 6, 7), (1, 2, 3))]))
    many = fit.ratings(counted(fit, [RatedResult((5, 6, 7), (1, 2, 3)), RatedResult((5, 6, 7), (3, 2, 1))] * 20))
    assert few[5].value > few[6].value > few[7].value
    assert few[5].provisional
    assert not many[5].provisional
    assert all(many[player].uncertainty < few[player].uncertainty for player in few)


@every_fit
@pytest.mark.parametrize(
    "result", [((1,), (1,)), ((1, 1), (1, 2)), ((1, 2), (1,)), ((1, 2, 3, 4, 5, 6), (1, 2, 3, 4, 5, 6))]
)
def test_it_refuses_wrong_results(fit: RatingFit[Any], result: tuple[tuple[int, ...], tuple[int, ...]]) -> None:
    tallies = fit.start()
    with pytest.raises(WrongResult, match="do not fit the seats"):
        fit.count(tallies, [RatedResult((1, 2), (1, 2)), RatedResult(*result)])
    assert fit.dump(tallies) == fit.dump(fit.start())


@every_fit
def test_bytes_of_something_else_are_refused(fit: RatingFit[Any]) -> None:
    with pytest.raises(ValueError, match="count the ledger from its start"):
        fit.load(b"elo1")
