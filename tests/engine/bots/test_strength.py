"""A better bot wins more often, and so does a higher level: duplicate matches of a fixed seed, far from the edge."""

from __future__ import annotations

import json

import pytest

from engine.cli import main
from engine.core import registry
from engine.core.bot import Bot, Budget
from engine.core.game import Game
from engine.core.match import play

GAMES = [registry.game(slug) for slug in ("highland-clans", "kings-kilt", "lords-of-scotland")]
PAIRS = [
    pytest.param(level, game, id=f"{level.slug} plays {game.slug}")
    for game in GAMES
    for level in registry.levels().values()
]
SHORT = Budget(milliseconds=1)


def test_they_are_five_and_no_strategies_of_ladders() -> None:
    assert list(registry.levels()) == ["beginner", "casual", "intermediate", "advanced", "expert"]
    assert registry.levels().keys().isdisjoint(registry.bots())
    assert registry.levels().keys().isdisjoint(one.strategy for one in registry.builtin_bots())
    assert all(registry.bot(slug) is level for slug, level in registry.levels().items())


@pytest.mark.parametrize(("level", "game"), PAIRS)
def test_a_level_plays_legal_matches_to_the_end_with_any_number_of_seats(level: Bot, game: Game) -> None:
    for seats in range(game.min_seats, game.max_seats + 1):
        assert play(game, [level] * seats, secret=b"level", budget=SHORT).outcome is not None


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
@pytest.mark.parametrize("slug", ["beginner", "casual", "intermediate"])
def test_a_level_is_a_function_of_its_inputs_and_uses_its_luck(slug: str, game: Game) -> None:
    def once(luck: bytes) -> object:
        return play(game, [registry.bot(slug)] * game.min_seats, secret=b"same deal", luck=luck).events

    assert once(b"one") == once(b"one")
    if slug == "beginner":
        assert once(b"one") != once(b"two")


@pytest.mark.slow
@pytest.mark.parametrize("game", [game.slug for game in GAMES])
@pytest.mark.parametrize(("better", "worse"), [("casual", "beginner"), ("intermediate", "casual")])
def test_a_level_beats_the_one_below(game: str, better: str, worse: str, capsys: pytest.CaptureFixture[str]) -> None:
    main(["compare", game, better, worse, "--deals", "40", "--jobs", "1", "--json"])
    assert json.loads(capsys.readouterr().out)["elo"] > 40


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "better", "worse", "games", "share"),
    [
        ("lords-of-scotland", "steward", "wanderer", 20, 0.8),
        ("lords-of-scotland", "lookout", "steward", 24, 0.6),
        ("kings-kilt", "courtier", "wanderer", 20, 0.8),
        ("kings-kilt", "lookout", "courtier", 24, 0.5),
        ("highland-clans", "reiver", "wanderer,wanderer", 18, 0.8),
        ("highland-clans", "lookout", "reiver,reiver", 30, 0.4),
    ],
)
@pytest.mark.long
def test_it_beats_the_one_below(
    game: str, better: str, worse: str, games: int, share: float, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["play", game, "--seats", f"{better},{worse}", "--games", str(games), "--duplicate",
          "--playouts", "80", "--jobs", "1", "--json"])  # fmt: skip
    scores = {bot["name"]: bot["won"] for bot in json.loads(capsys.readouterr().out)["bots"]}
    assert scores[better] > share
