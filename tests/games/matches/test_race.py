"""The points by step, which the plot above a replay shows."""

from itertools import pairwise
from time import process_time

import pytest

from engine.core import registry
from engine.core.record import Record, new_record
from games.matches.race import race_of
from tests.games.matches.boards import positions

SLUGS = ("lords-of-scotland", "kings-kilt", "highland-clans")


def game_of(slug: str, seats: int = 3) -> tuple[Record, tuple[int, ...]]:
    """A whole game at random, and the points at its end."""
    moments = list(positions(slug, seats, 7))
    game, outcome = registry.game(slug), moments[-1][0].outcome
    events = tuple(event for _state, event in moments)
    record = new_record(game, {}, ("Ailsa", "Bruce", "Senga")[:seats], events, outcome)
    return record, outcome.points


@pytest.mark.parametrize("slug", SLUGS)
def test_every_line_ends_at_the_points_of_the_result(slug: str) -> None:
    record, points = game_of(slug)
    race = race_of(record)
    assert race is not None
    assert tuple(changes[-1][1] for changes in race.changes) == points
    assert race.steps == len(record.events)


@pytest.mark.parametrize("slug", SLUGS)
def test_a_line_has_a_step_only_where_its_points_change(slug: str) -> None:
    race = race_of(game_of(slug)[0])
    assert race is not None
    for changes in race.changes:
        steps, points = zip(*changes, strict=True)
        assert list(steps) == sorted(set(steps))
        assert all(one != other for one, other in pairwise(points))


@pytest.mark.parametrize("slug", SLUGS)
def test_the_points_of_a_game_are_counted_in_no_time(slug: str) -> None:
    record, _points = game_of(slug)
    race_of(record)
    begun = process_time()
    race_of(record)
    assert process_time() - begun < 0.1
