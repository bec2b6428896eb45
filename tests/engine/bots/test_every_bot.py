"""Requirements for every built-in bot."""

from __future__ import annotations

import pytest

from engine.core import registry
from engine.core.bot import Bot, Budget
from engine.core.game import Game
from engine.core.match import play

PAIRS = [
    pytest.param(bot, game, id=f"{bot.slug} plays {game.slug}")
    for game in registry.games().values()
    for bot in registry.bots_for(game.slug)
]
FEW = Budget(playouts=4)


@pytest.mark.parametrize(("bot", "game"), PAIRS)
def test_it_plays_legal_matches_to_the_end_with_any_number_of_seats(bot: Bot, game: Game) -> None:
    for seats in range(game.min_seats, game.max_seats + 1):
        record = play(game, [bot] * seats, secret=b"every bot", budget=FEW)
        assert record.outcome is not None


@pytest.mark.parametrize(("bot", "game"), PAIRS)
def test_its_matches_are_a_function_of_their_inputs(bot: Bot, game: Game) -> None:
    def once(luck: bytes) -> object:
        return play(game, [bot] * game.min_seats, secret=b"same deal", luck=luck, budget=FEW).events

    assert once(b"one") == once(b"one")


@pytest.mark.parametrize("bot", registry.bots().values(), ids=lambda bot: bot.slug)
def test_it_says_what_it_is(bot: Bot) -> None:
    assert bot.slug.islower()
    assert bot.version >= 1
    assert bot.summary.endswith(".")
    assert set(bot.games) <= set(registry.games())


def test_time_is_a_budget_too() -> None:
    game, lookout, steward = registry.game("lords-of-scotland"), registry.bot("lookout"), registry.bot("steward")
    record = play(game, [lookout, steward], secret=b"clock", budget=Budget(milliseconds=1))
    assert record.outcome is not None
