"""The plot of predicted against actual wins in game reviews, from the positions that `engine.calibration` stored.

    python -m engine.calibration kings-kilt --matches 2000 --rows kings-kilt.jsonl
    python -m tests.benchmarks.calibration kings-kilt.jsonl ... [--plot docs/plots/calibration.svg]

Each file is named after its game. The positions are those of the test half: the correction was fitted to the others.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable
from itertools import chain
from pathlib import Path
from typing import Final

from engine.calibration import Bin, Position, bins, halves, predictions
from engine.core import registry
from engine.review import SHARPNESS
from tests.benchmarks.plotting import Reliability, draw_reliability

ROOT: Final = Path(__file__).parents[2]


def main() -> None:
    """Read the positions, print the bins of each game and of all together, and draw those of each."""
    ask = argparse.ArgumentParser(description="Draw predicted against actual wins in game reviews.")
    ask.add_argument("files", nargs="+", type=Path, metavar="FILE")
    ask.add_argument("--plot", type=Path, default=ROOT / "docs/plots/calibration.svg")
    asked = ask.parse_args()
    tested = {path.stem: _test_half(path) for path in asked.files}
    corrected = {slug: predictions(half, SHARPNESS.get(slug, {})) for slug, half in tested.items()}
    panels = [
        Reliability(f"{registry.game(slug).name}, {_games(half):,} games", [*bins(corrected[slug])],
                    [*bins(predictions(half, {}))])
        for slug, half in tested.items()
    ]  # fmt: skip
    for panel in panels:
        _print_bins(panel.title, panel.corrected)
    _print_bins(f"all, {sum(map(_games, tested.values())):,} games", bins(chain(*corrected.values())))
    asked.plot.write_text(draw_reliability(panels))


def _test_half(path: Path) -> list[Position]:
    return halves(Position(*json.loads(line)) for line in path.read_text().splitlines())[1]


def _games(positions: list[Position]) -> int:
    return len({position.match for position in positions})


def _print_bins(title: str, found: Iterable[Bin]) -> None:
    for size, predicted, actual in found:
        print(f"| {title} | {predicted:.1%} | {actual:.1%} | {100 * (actual - predicted):+.1f} | {size:,} |")


if __name__ == "__main__":
    main()
