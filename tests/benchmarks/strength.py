"""How the strength of the search bot grows with its budget, against the rule-based bot of each game.

    python -m tests.benchmarks.strength [GAME ...] [--games 100] [--plot docs/plots/search-strength.svg]

Prints a table and draws the plot. It plays through `python -m engine play`, each deal once from every seat, so one
command reproduces every figure. The figures are saved beside the plot as JSON, and saved figures are not played again,
so an interrupted run continues. To measure again from the start, remove that file.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from engine.core import registry
from engine.core.game import Game
from tests.benchmarks.plotting import Panel, Point, draw

ROOT: Final = Path(__file__).parents[2]
PLAYOUTS: Final = (10, 25, 50, 100, 200, 400)
SEARCHING: Final = "lookout"
Rows = dict[str, dict[str, Any]]  # what `engine play --json` says of the bot that searches, by the command


def main() -> None:
    """Read the command line, play what is missing, print and draw."""
    ask = argparse.ArgumentParser(description="Measure how the search grows stronger with its budget.")
    ask.add_argument("slugs", nargs="*", metavar="GAME", default=list(registry.games()))
    ask.add_argument("--games", type=int, default=100, help="played for each point, rounded to full rotations")
    ask.add_argument("--playouts", type=int, nargs="+", default=PLAYOUTS, help="the budgets of a decision")
    ask.add_argument("--plot", type=Path, default=ROOT / "docs/plots/search-strength.svg")
    asked = ask.parse_args()
    kept = asked.plot.with_suffix(".json")
    rows: Rows = json.loads(kept.read_text()) if kept.exists() else {}
    panels = []
    for slug in asked.slugs:
        game = registry.game(slug)
        points = [_point(game, playouts, asked.games, rows, kept) for playouts in asked.playouts]
        panels.append(Panel(f"{game.name}, against {opponent(game)}", 1 / game.min_seats, points))
    print("\n".join(_table(panels)))
    asked.plot.write_text(draw(panels, "playouts per move", "games won"))


def opponent(game: Game) -> str:
    """Return the slug of the built-in bot that plays only this game, by rules."""
    return next(bot.slug for bot in registry.bots_for(game.slug) if bot.games)


def _point(game: Game, playouts: int, games: int, rows: Rows, kept: Path) -> Point:
    seats = [SEARCHING] + [opponent(game)] * (game.min_seats - 1)
    games -= games % len(seats)
    command = ["play", game.slug, "--seats", ",".join(seats), "--games", str(games), "--duplicate", "--seed", "1",
               "--playouts", str(playouts)]  # fmt: skip
    key = " ".join(command)
    if key not in rows:
        rows[key] = _played(command)
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_text(json.dumps(rows, indent=1) + "\n")
        print(f"{key}: {rows[key]['won']:.1%}", file=sys.stderr)
    low, high = rows[key]["interval"]
    return Point(playouts, rows[key]["won"], low, high)


def _played(command: list[str]) -> dict[str, Any]:
    answer = subprocess.run(
        [sys.executable, "-m", "engine", *command, "--json"], cwd=ROOT, check=True, capture_output=True, text=True
    )
    bots: list[dict[str, Any]] = json.loads(answer.stdout)["bots"]
    return next(bot for bot in bots if bot["name"] == SEARCHING)


def _table(panels: list[Panel]) -> Iterator[str]:
    """In Markdown, for `results.md`."""
    yield f"| playouts per move | {' | '.join(panel.title for panel in panels)} |"
    yield f"|---:|{'---|' * len(panels)}"
    for row in zip(*[panel.points for panel in panels], strict=True):
        cells = " | ".join(f"{p.value:.0%} ({100 * p.low:.0f} to {p.high:.0%})" for p in row)
        yield f"| {row[0].at} | {cells} |"


if __name__ == "__main__":
    main()
