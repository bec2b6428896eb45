"""A better bot wins more often: small duplicate matches of a fixed seed, far from the edge."""

from __future__ import annotations

import json

import pytest

from engine.cli import main

pytestmark = pytest.mark.slow


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
