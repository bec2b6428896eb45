"""Requirements for every rating system, whatever its arithmetic."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.game import places_by
from league.competition.errors import UnknownPart, WrongResult
from league.competition.ratings import rating_system_named, rating_systems
from league.competition.ratings.columns import tables_of
from league.competition.ratings.elo import PROVISIONAL_RESULTS
from league.competition.ratings.system import RatedResult, RatingSystem

every_system = pytest.mark.parametrize("system", rating_systems().values(), ids=list(rating_systems()))


@st.composite
def results(draw: st.DrawFn) -> RatedResult:
    players = tuple(draw(st.lists(st.integers(1, 9), min_size=2, max_size=5, unique=True)))
    points = [draw(st.integers(0, 3)) for _ in players]
    return RatedResult(players, places_by(points))


ledgers = st.lists(results(), max_size=40)


def folded(system: RatingSystem[Any], ledger: list[RatedResult], state: Any = None) -> Any:
    state = system.start() if state is None else state
    for result in ledger:
        system.apply(state, result)
    return state


def test_an_unknown_system_is_refused() -> None:
    with pytest.raises(UnknownPart, match=r"“stars”.*elo"):
        rating_system_named("stars")


@every_system
def test_it_introduces_itself(system: RatingSystem[Any]) -> None:
    assert rating_system_named(system.slug) is system
    assert system.name
    assert system.rule.endswith(".")


@every_system
@given(ledger=ledgers, cut=st.integers(0, 40))
@settings(max_examples=60, derandomize=True)
def test_checkpoints_give_the_same_bytes(system: RatingSystem[Any], ledger: list[RatedResult], cut: int) -> None:
    checkpoint = system.dump(folded(system, ledger[:cut]))
    resumed = folded(system, ledger[cut:], system.load(checkpoint))
    assert system.dump(resumed) == system.dump(folded(system, ledger))


@every_system
@given(ledger=ledgers, last=results())
@settings(max_examples=60, derandomize=True)
def test_explanations_hold(system: RatingSystem[Any], ledger: list[RatedResult], last: RatedResult) -> None:
    state = folded(system, ledger)
    before = system.dump(state)
    changes = system.explain(state, last)
    assert system.dump(state) == before
    steps = system.apply(state, last)
    assert [(step.player, step.before, step.after) for step in steps] == [
        (change.player, change.before, change.after) for change in changes
    ]
    assert all(change.before + sum(term.exchange for term in change.terms) == change.after for change in changes)


@every_system
@given(ledger=ledgers, last=results())
@settings(max_examples=60, derandomize=True)
def test_ratings_alone_explain_results(system: RatingSystem[Any], ledger: list[RatedResult], last: RatedResult) -> None:
    state = folded(system, ledger)
    resumed = system.resume(system.ratings(state))
    assert system.explain(resumed, last) == system.explain(state, last)


@every_system
@given(ledger=ledgers)
@settings(max_examples=40, derandomize=True)
def test_a_step_says_what_the_state_holds(system: RatingSystem[Any], ledger: list[RatedResult]) -> None:
    state = system.start()
    for result in ledger:
        steps = system.apply(state, result)
        assert [step.player for step in steps] == list(result.players)
        for step in steps:
            rating = system.rating(state, step.player)
            assert (rating.value, rating.uncertainty, rating.results) == (step.after, step.uncertainty, step.results)
    assert list(system.ratings(state)) == sorted({player for result in ledger for player in result.players})


@every_system
@given(ledger=ledgers, last=results(), shift=st.integers(1, 4))
@settings(max_examples=40, derandomize=True)
def test_the_order_of_the_seats_does_not_matter(
    system: RatingSystem[Any], ledger: list[RatedResult], last: RatedResult, shift: int
) -> None:
    turned = RatedResult(*(side[shift % len(side) :] + side[: shift % len(side)] for side in last))
    assert system.dump(folded(system, [*ledger, last])) == system.dump(folded(system, [*ledger, turned]))


@every_system
@given(ledger=ledgers, rated=st.lists(st.booleans(), min_size=40, max_size=40), cut=st.integers(0, 40))
@settings(max_examples=40, derandomize=True)
def test_many_at_once_come_to_what_they_come_to_one_by_one(
    system: RatingSystem[Any], ledger: list[RatedResult], rated: list[bool], cut: int
) -> None:
    one, other = folded(system, ledger[:cut]), folded(system, ledger[:cut])
    rest = ledger[cut:]
    tables = tables_of([result.players for result in rest], [result.places for result in rest], rated[: len(rest)])
    moves = system.apply_all(one, tables)
    steps = [
        step for result, counts in zip(rest, rated, strict=False) if counts for step in system.apply(other, result)
    ]
    moved = np.repeat(tables.rated, tables.sizes)
    assert system.dump(one) == system.dump(other)
    assert np.stack(moves)[:, moved].T.tolist() == [list(step[1:]) for step in steps]
    assert (moves.before == moves.after)[~moved].all()


@every_system
def test_a_newcomer_is_provisional_up_to_the_stated_number_of_results(system: RatingSystem[Any]) -> None:
    result = RatedResult((1, 2), (1, 2))
    state = folded(system, [result] * (PROVISIONAL_RESULTS - 1))
    assert system.rating(state, 1).provisional
    system.apply(state, result)
    assert not system.rating(state, 1).provisional
    assert system.rating(state, 3).provisional
    assert system.rating(state, 3).uncertainty > system.rating(state, 1).uncertainty


@every_system
def test_bytes_of_something_else_are_refused(system: RatingSystem[Any]) -> None:
    with pytest.raises(ValueError, match="fold the ledger from its start"):
        system.load(b"glicko")


@every_system
def test_the_one_ahead_gains(system: RatingSystem[Any]) -> None:
    first, second, third = system.apply(system.start(), RatedResult((5, 6, 7), (1, 2, 3)))
    assert first.after > first.before == second.after == second.before > third.after


@every_system
@pytest.mark.parametrize("result", [((1,), (1,)), ((1, 1), (1, 2)), ((1, 2), (1,))])
def test_it_refuses_wrong_results(system: RatingSystem[Any], result: tuple[tuple[int, ...], tuple[int, ...]]) -> None:
    state = system.start()
    with pytest.raises(WrongResult, match="do not fit the seats"):
        system.apply(state, RatedResult(*result))
    assert system.dump(state) == system.dump(system.start())
