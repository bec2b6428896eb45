"""Calibration of the chances in game reviews: predicted against actual wins in games that the lookout plays.

Half of the games fit `engine.review.SHARPNESS` (the least squared error for each number of seats), the other half test
it in ten bins, which the plot shows. Each file of positions is named after its game.

    python -m tests.benchmarks.calibration fit kings-kilt --matches 2000 --rows kings-kilt.jsonl
    python -m tests.benchmarks.calibration plot kings-kilt.jsonl ... [--plot docs/plots/calibration.svg]
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, groupby
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Final, NamedTuple

from engine.bots.mcts import BOT
from engine.core import registry
from engine.core.bot import Budget
from engine.core.game import Event, Game, State
from engine.core.match import play, seed_secret
from engine.review import POSITION_PLAYOUTS, SHARPNESS, calibrated, win_shares
from tests.benchmarks.plotting import Bin, Reliability, draw_reliability

ROOT: Final = Path(__file__).parents[2]

EVERY: Final = 30  # events from one position that counts to the next
PLAYOUTS: Final = 10  # of the lookout, for each of its moves
GRID: Final = [step / 20 for step in range(2, 41)]  # the values of the sharpness that are tried
BINS: Final = 10
GAMES_IN_A_ROW: Final = 12  # of one half: a multiple of all counts of table sizes, so both halves have each size


class Position(NamedTuple):
    """A position: the seed of its game, the number of its event, and by seat the shares of playouts and of the win."""

    match: int
    event: int
    shares: Sequence[float]
    won: Sequence[float]


def positions(game: Game, seed: int) -> list[Position]:
    """Play one game and return its positions; the number of seats changes with the seed."""
    seats = game.min_seats + seed % (game.max_seats - game.min_seats + 1)
    rng = Random(f"calibration {seed}")
    sampled: list[tuple[int, list[float]]] = []
    events = 0

    def sample_position(state: State, _event: Event) -> None:
        nonlocal events
        if events and events % EVERY == 0:
            sampled.append((events, win_shares(game, state, POSITION_PLAYOUTS, rng)))
        events += 1

    budget = Budget(playouts=PLAYOUTS)
    record = play(game, [BOT] * seats, secret=seed_secret(seed), budget=budget, on_event=sample_position)
    places = record.outcome.places if record.outcome else ()
    won = [(place == 1) / places.count(1) for place in places]
    return [Position(seed, event, shares, won) for event, shares in sampled]


def fitted(sample: Sequence[Position]) -> dict[int, float]:
    """Return the sharpness with the least Brier score for each number of seats."""
    return {
        seats: min(GRID, key=lambda sharpness: brier(predictions(same, {seats: sharpness})))
        for seats, same in by_seats(sample).items()
    }


def by_seats(sample: Iterable[Position]) -> dict[int, list[Position]]:
    """Return the positions by number of seats."""
    found = dict[int, list[Position]]()
    for position in sample:
        found.setdefault(len(position.shares), []).append(position)
    return dict(sorted(found.items()))


def halves(sample: Iterable[Position]) -> tuple[list[Position], list[Position]]:
    """Return the positions that the sharpness is fitted to, and those that test it."""
    to_fit, to_test = list[Position](), list[Position]()
    for position in sample:
        (to_test if position.match // GAMES_IN_A_ROW % 2 else to_fit).append(position)
    return to_fit, to_test


def predictions(sample: Iterable[Position], sharpness: Mapping[int, float]) -> list[tuple[float, float]]:
    """Return (chance, won) for each seat of each position; `sharpness` is by number of seats, 1 if missing."""
    return [
        pair
        for shares, won in ((position.shares, position.won) for position in sample)
        for pair in zip(calibrated(shares, POSITION_PLAYOUTS, sharpness.get(len(shares), 1.0)), won, strict=True)
    ]


def brier(pairs: Sequence[tuple[float, float]]) -> float:
    """Return the mean squared error of the chances (Brier 1950)."""
    return fmean((chance - won) ** 2 for chance, won in pairs)


def bins(pairs: Iterable[tuple[float, float]]) -> Iterator[Bin]:
    """Yield the bins that are not empty, from the lowest chances to the highest."""

    def tenth(pair: tuple[float, float]) -> int:
        return min(BINS - 1, int(pair[0] * BINS))

    for _, members in groupby(sorted(pairs, key=tenth), key=tenth):
        chances, won = zip(*members, strict=True)
        yield Bin(len(won), fmean(chances), fmean(won))


def report(sample: Sequence[Position], slug: str) -> Iterator[str]:
    """Yield the lines of the report."""
    to_fit, to_test = halves(sample)
    used = SHARPNESS.get(slug, {})
    yield f"{slug}: {len({position.match for position in sample})} games, {len(sample)} positions"
    for seats, sharpness in fitted(to_fit).items():
        yield f"{seats} seats: fitted sharpness {sharpness:.2f}, used {used.get(seats, 1.0):.2f}"
    tested = predictions(to_test, used)
    yield f"test half: {len({position.match for position in to_test})} games, Brier score {brier(tested):.3f}"
    for size, predicted, actual in bins(tested):
        yield f"  predicted {predicted:6.1%}  won {actual:6.1%}  ({size})"


def fit(asked: argparse.Namespace) -> None:
    """Play the games and print the report; `--rows` appends their positions to a file."""
    sample = []
    for seed in range(asked.seed, asked.seed + asked.matches):
        played = positions(registry.game(asked.game), seed)
        sample += played
        if asked.rows:
            with asked.rows.open("a", encoding="utf-8") as rows:
                rows.writelines(f"{json.dumps(position)}\n" for position in played)
    print("\n".join(report(sample, asked.game)))


def plot(asked: argparse.Namespace) -> None:
    """Read the positions, print the bins of each game and of all together, and draw those of each."""
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


def main() -> None:
    """Fit the sharpness of one game, or draw the plot of several."""
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = ask.add_subparsers(required=True)
    one = commands.add_parser("fit", help="play games, and print the fitted values")
    one.add_argument("game", choices=list(registry.games()))
    one.add_argument("--matches", type=int, default=1000)
    one.add_argument("--seed", type=int, default=1, help="of the first game; the others follow")
    one.add_argument("--rows", type=Path, help="file of positions, one JSON array a line")
    one.set_defaults(run=fit)
    several = commands.add_parser("plot", help="draw predicted against actual wins")
    several.add_argument("files", nargs="+", type=Path, metavar="FILE")
    several.add_argument("--plot", type=Path, default=ROOT / "docs/plots/calibration.svg")
    several.set_defaults(run=plot)
    asked = ask.parse_args()
    if asked.run is fit and asked.matches < 2 * GAMES_IN_A_ROW:
        one.error(f"--matches must be at least {2 * GAMES_IN_A_ROW}, so that both halves have games of each size.")
    asked.run(asked)


if __name__ == "__main__":
    main()
