"""A better bot wins more often: small duplicate matches of a fixed seed, far from the edge."""

from __future__ import annotations

import json

import pytest

from engine.cli import main


@pytest.mark.parametrize(
    ("better", "worse", "games", "share"),
    [("steward", "wanderer", 40, 0.8), ("lookout", "steward", 24, 0.6)],
)
def test_it_beats_the_one_below(
    better: str, worse: str, games: int, share: float, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["play", "lords-of-scotland", "--seats", f"{better},{worse}", "--games", str(games), "--duplicate",
          "--playouts", "80", "--jobs", "1", "--json"])  # fmt: skip
    scores = {bot["name"]: bot["won"] for bot in json.loads(capsys.readouterr().out)["bots"]}
    assert scores[better] > share
