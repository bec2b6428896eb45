"""The rating changes shown before a game are exactly those after it, in every rating system."""

from itertools import permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.game import places_by
from league.competition.ratings import rating_systems
from league.competition.ratings.possible_changes import possible_changes
from league.competition.ratings.system import RatedResult, RatingSystem
from tests.league.competition.ratings.test_contract import folded, ledgers

every_system = pytest.mark.parametrize("system", rating_systems().values(), ids=list(rating_systems()))
tables = st.lists(st.integers(1, 12), min_size=2, max_size=5, unique=True)


def changes(system: RatingSystem[Any], state: Any, players: list[int], places: tuple[int, ...]) -> dict[int, int]:
    """What the fold does to each player when they finish so."""
    steps = system.apply(system.load(system.dump(state)), RatedResult(tuple(players), places))
    return {step.player: step.after - step.before for step in steps}


@every_system
@given(ledger=ledgers, players=tables)
@settings(max_examples=25, derandomize=True)
def test_changes_of_a_place_are_right(system: RatingSystem[Any], ledger: list[RatedResult], players: list[int]) -> None:
    state = folded(system, ledger)
    found: dict[tuple[int, int], list[int]] = {}
    for places in permutations(range(1, len(players) + 1)):
        moved = changes(system, state, players, places)
        for player, place in zip(players, places, strict=True):
            found.setdefault((player, place), []).append(moved[player])
    said = {
        (player, change.place): [change.least, change.most]
        for player, possible in possible_changes(system, state, players).items()
        for change in possible
        if not change.is_shared
    }
    assert said == {key: [min(moved), max(moved)] for key, moved in found.items()}


@every_system
@given(ledger=ledgers)
@settings(max_examples=25, derandomize=True)
def test_a_draw_of_two_stands_between_their_places(system: RatingSystem[Any], ledger: list[RatedResult]) -> None:
    state = folded(system, ledger)
    drawn = changes(system, state, [1, 2], (1, 1))
    for player, (won, shared, lost) in possible_changes(system, state, [1, 2]).items():
        assert (won.place, shared.place, lost.place) == (1, 1, 2)
        assert shared.is_shared
        assert shared.least == shared.most == drawn[player]
        assert won.least >= shared.least >= lost.least


@every_system
@given(ledger=ledgers, players=tables, points=st.lists(st.integers(0, 2), min_size=5, max_size=5))
@settings(max_examples=60, derandomize=True)
def test_a_shared_place_lies_within_what_the_places_would_do_that_it_covers(
    system: RatingSystem[Any], ledger: list[RatedResult], players: list[int], points: list[int]
) -> None:
    state = folded(system, ledger)
    own = points[: len(players)]
    places = places_by(own)
    moved = changes(system, state, players, places)
    for (player, possible), place in zip(possible_changes(system, state, players).items(), places, strict=True):
        covered = range(place, place + places.count(place))
        strict = [change for change in possible if change.place in covered and not change.is_shared]
        assert min(change.least for change in strict) <= moved[player] <= max(change.most for change in strict)


@every_system
def test_asking_leaves_the_ratings_alone(system: RatingSystem[Any]) -> None:
    state = folded(system, [RatedResult((1, 2, 3), (1, 2, 3))])
    before = system.dump(state)
    possible_changes(system, state, (1, 2, 3, 4, 5))
    assert system.dump(state) == before


@every_system
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_first_place_pays_and_the_last_costs(system: RatingSystem[Any], seats: int) -> None:
    state = folded(system, [RatedResult((1, 2), places) for places in [(1, 2), (2, 1)] * 30])
    for possible in possible_changes(system, state, range(1, seats + 1)).values():
        assert [change.place for change in possible if not change.is_shared] == list(range(1, seats + 1))
        assert possible[0].least > 0 > possible[-1].most
