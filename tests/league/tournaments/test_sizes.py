"""A game and a format have to agree on how many sit at a table."""

import re
from types import SimpleNamespace
from typing import cast

import pytest

from engine.core.game import Game
from league.competition.format import Format
from league.competition.formats import format_named
from league.competition.options import Option
from league.tournaments.errors import CannotBePlayed
from league.tournaments.suggested_settings import check_common_size, check_sizes, format_name_for, sizes_for

PAIRS, TABLES = format_named("round-robin"), format_named("table-round-robin")


def game_for(fewest: int, most: int) -> Game:
    """A game of which nothing else is asked."""
    return cast(Game, SimpleNamespace(name="Whist", min_seats=fewest, max_seats=most))


def option(name: str) -> Option:
    return next(one for one in TABLES.options if one.name == name)


@pytest.mark.parametrize(
    ("game", "sizes"),
    [(game_for(2, 5), (2, 3, 4, 5)), (game_for(2, 4), (2, 3, 4)), (game_for(3, 5), (3, 4, 5)), (game_for(6, 8), ())],
)
def test_only_sizes_that_the_game_can_be_played_at_are_offered(game: Game, sizes: tuple[int, ...]) -> None:
    assert sizes_for(game, option("smallest")) == sizes


@pytest.mark.parametrize(
    ("game", "chosen"),
    [(game_for(2, 5), PAIRS), (game_for(2, 2), PAIRS), (game_for(3, 5), TABLES), (game_for(4, 4), TABLES)],
)
def test_a_game_goes_with_a_format_that_has_tables_for_it(game: Game, chosen: Format) -> None:
    check_common_size(game, chosen)


@pytest.mark.parametrize(
    ("game", "chosen"), [(game_for(3, 5), PAIRS), (game_for(2, 2), TABLES), (game_for(6, 8), TABLES)]
)
def test_a_format_without_tables_for_the_game_is_refused(game: Game, chosen: Format) -> None:
    with pytest.raises(CannotBePlayed, match=f"Whist .* {game.min_seats} to {game.max_seats} "):
        check_common_size(game, chosen)


def test_options_that_make_too_large_a_table_are_refused() -> None:
    fits = {"smallest": 3, "table_size": 4, "largest": 4}
    check_sizes(game_for(2, 4), TABLES, fits)
    with pytest.raises(CannotBePlayed, match="2 to 4 "):
        check_sizes(game_for(2, 4), TABLES, fits | {"largest": 5})


@pytest.mark.parametrize(
    ("game", "sizes"), [(game_for(2, 5), ["2", "5"]), (game_for(2, 4), ["2", "4"]), (game_for(4, 4), ["4"])]
)
def test_the_name_of_a_format_has_the_sizes_that_the_game_allows(game: Game, sizes: list[str]) -> None:
    assert re.findall(r"\d", format_name_for(game, TABLES)) == sizes
