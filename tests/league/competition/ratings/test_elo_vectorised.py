"""Elo in whole waves: the same numbers as line by line."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from engine.core.game import places_by
from league.competition.errors import WrongResult
from league.competition.ratings.columns import Tables, one_by_one, tables_of
from league.competition.ratings.elo import ELO, Pool
from league.competition.ratings.elo_vectorised import fold_in_waves, waves_of
from league.competition.ratings.system import MILLI


def drawn(rng: Random, results: int, *sizes: int) -> Tables:
    """Tables among 800 players, with shared places; one in ten is not rated, one in fifty was withdrawn."""
    players = [tuple(rng.sample(range(800), rng.choice(sizes))) for _ in range(results)]
    points = [[rng.randrange(4) for _ in table] for table in players]
    places = [places_by(table) for table in points]
    rated = [rng.random() < 0.9 for _ in players]
    gone = [not counts and rng.random() < 0.2 for counts in rated]
    return tables_of(
        [() if away else table for table, away in zip(players, gone, strict=True)],
        [() if away else table for table, away in zip(places, gone, strict=True)],
        rated,
    )


@pytest.mark.parametrize("sizes", [(2,), (3,), (4,), (5,), (2, 3, 4, 5)])
def test_waves_come_to_what_lines_come_to(sizes: tuple[int, ...]) -> None:
    rng, waves, lines = Random(len(sizes) * 10 + sizes[0]), ELO.start(), ELO.start()
    for _ in range(3):
        tables = drawn(rng, 1_500, *sizes)
        in_waves = fold_in_waves(waves, tables)
        assert in_waves is not None
        assert np.array_equal(in_waves, one_by_one(ELO, lines, tables))
        assert ELO.dump(waves) == ELO.dump(lines)


def test_far_apart_and_halves_are_rounded_alike() -> None:
    rng = Random(2)
    apart = [rng.choice([0, 500, -500, 1_500, 499, 2_500_000, -9_000_000]) for _ in range(800)]
    ratings = [1500 * MILLI + points for points in apart]
    stood = {player: [rating, 420**2, player % 40, 0, 0, rating] for player, rating in enumerate(ratings)}
    waves, lines = Pool(stood), Pool({player: list(row) for player, row in stood.items()})
    tables = drawn(rng, 1_000, 2, 3)
    in_waves = fold_in_waves(waves, tables)
    assert in_waves is not None
    assert np.array_equal(in_waves, one_by_one(ELO, lines, tables))


def test_players_of_thousands_of_games_are_folded_alike() -> None:
    rng = Random(3)
    ratings = [(1500 + rng.randrange(-400, 400)) * MILLI for _ in range(800)]
    # Many of the others come to 14, where the decay is cut off.
    stood = {at: [one, 60**2, 999, rng.choice([0, 13_990_000]), 0, 1500 * MILLI] for at, one in enumerate(ratings)}
    waves, lines = Pool(stood), Pool({player: list(row) for player, row in stood.items()})
    tables = drawn(rng, 1_000, 2, 3)
    fold_in_waves(waves, tables)
    one_by_one(ELO, lines, tables)
    assert ELO.dump(waves) == ELO.dump(lines)


def test_few_players_are_folded_line_by_line() -> None:
    state = ELO.start()
    assert fold_in_waves(state, tables_of([(1, 2)] * 50, [(1, 2)] * 50, [True] * 50)) is None
    assert state.players == {}


def test_a_wave_holds_everybody_once_and_nobody_before_their_turn() -> None:
    assert waves_of([0, 1, 2, 3, 1, 2, 4, 0, 4], [2, 2, 2, 1, 2], 5) == [0, 0, 1, 0, 1]


@pytest.mark.parametrize("wrong", [(3, 3), (3,)])
def test_it_refuses_wrong_results(wrong: tuple[int, ...]) -> None:
    players = [(2 * at, 2 * at + 1) for at in range(10, 40)]
    places = [(1, 2)] * 30
    with pytest.raises(WrongResult, match="do not fit the seats"):
        ELO.apply_all(ELO.start(), tables_of([*players, wrong], [*places, tuple(wrong)], [True] * 31))
