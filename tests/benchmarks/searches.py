"""Compares searches with different knowledge: an upper bound for better guesses, and the gain of fitted weights.

    python -m tests.benchmarks.searches GAME open-400 lookout-100 [--players N] [--deals 100] [--seed 1] [--save FILE]

- `lookout-100` is the lookout with 100 playouts.
- `open-100` makes each playout from the true position instead of an imagined one: it knows the cards of all players,
  and how many of each are left, but not in which order they come. Such a bot exists only here.
- `greedy-4` takes the move with the best position right after it, on average over four imagined positions.
- `rules-100`, in Highland Clans, values positions by rules of thumb and looks to the end of the turn, as version 2 did.
- `old-100` is the lookout of version 0.2.0 of the project, with its engine from the history of this repository.

Deals, rotations, Elo difference and interval are those of `compare`. The saved deals are not played again.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tarfile
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from io import BytesIO
from pathlib import Path
from random import Random
from statistics import fmean
from tempfile import TemporaryDirectory
from typing import Any, Final

from engine.bots.mcts import search
from engine.core import registry
from engine.core.bot import Bot, Budget
from engine.core.comparison import BlockScores, game_score, seatings
from engine.core.game import Event, Game, State
from engine.core.match import play, seed_luck, seed_secret
from tests.benchmarks.learning_clans import RulesOfThumb

_OLD_COMMIT: Final = "415ad723"  # version 0.2.0
_OLD_PACKAGE: Final = "engine_0_2_0"


class _OpenGame:
    """A game for the search in which the position is known."""

    def __init__(self, game: Game, state: State) -> None:
        self.guide = game.guide
        self._state = state

    def imagine(self, view: Any, rng: Random) -> State:  # noqa: ARG002  (as the search calls it)
        return self._state.copy()


class _Searcher:
    """A search with a budget of its own. `state` is the true position, which `open` searches from."""

    version = 1
    summary = ""
    games: tuple[str, ...] = ()

    def __init__(self, name: str) -> None:
        self.slug, _, playouts = name.partition("-")
        if self.slug not in ("lookout", "open", "rules", "greedy", "old"):
            raise argparse.ArgumentTypeError(f"expected such as open-400 or lookout-100, got {name}")
        self.budget = Budget(playouts=int(playouts))
        self.state: State | None = None

    def choose(self, view: Any, legal: Sequence[Event], budget: Budget, rng: Random) -> Event:  # noqa: ARG002  (the protocol of bots)
        if len(legal) == 1:
            return legal[0]
        game: Any = registry.game(view.game)
        if self.slug == "greedy":
            return _best_at_once(game, view, legal, self.budget.playouts or 1, rng)
        if self.slug == "open" and self.state is not None:
            game = _OpenGame(game, self.state)
        elif self.slug == "rules":
            game = RulesOfThumb()
        elif self.slug == "old":
            lookout, old_budget = _old_lookout()
            move: Event = lookout.choose(view, legal, old_budget(playouts=self.budget.playouts), rng)
            return move
        return search(game, view, self.budget, rng)


@cache
def _old_lookout() -> tuple[Any, Any]:
    """Return the lookout of version 0.2.0 and its class of budgets; the folder of that engine lasts until the end."""
    folder = _old_folder()
    sys.path.append(folder.name)
    return import_module(f"{_OLD_PACKAGE}.bots.lookout").BOT, import_module(f"{_OLD_PACKAGE}.core.bot").Budget


@cache
def _old_folder() -> TemporaryDirectory[str]:
    """Return a folder with the engine of version 0.2.0 as a package of another name. Raise CalledProcessError."""
    folder = TemporaryDirectory()
    command = ["git", "archive", "--format=tar", _OLD_COMMIT, "engine"]
    archive = subprocess.run(command, cwd=Path(__file__).parent.parent.parent, check=True, capture_output=True).stdout
    with tarfile.open(fileobj=BytesIO(archive)) as tar:
        tar.extractall(folder.name, filter="data")
    package = Path(folder.name, "engine").rename(Path(folder.name, _OLD_PACKAGE))
    for path in package.rglob("*.py"):
        path.write_text(re.sub(r"\bengine\b(?=\.| import)", _OLD_PACKAGE, path.read_text("utf-8")), "utf-8")
    return folder


def _best_at_once(game: Game, view: Any, legal: Sequence[Event], positions: int, rng: Random) -> Event:
    """Return the move after which the seat has the best prospects, summed over imagined positions."""
    worth = dict.fromkeys(legal, 0.0)
    for _ in range(positions):
        position = game.imagine(view, rng)
        for move in set(legal).intersection(position.legal_moves()):
            after = position.copy()
            after.advance(move)
            worth[move] += game.guide.prospects(after)[view.seat]
    return max(legal, key=worth.__getitem__)


def main() -> None:
    """Read the command line, play what is missing, and print the estimate after each deal."""
    ask = argparse.ArgumentParser(description="Compare searches with different knowledge.")
    ask.add_argument("game", metavar="GAME", choices=list(registry.games()))
    ask.add_argument("a", metavar="A", type=_Searcher)
    ask.add_argument("b", metavar="B", type=_Searcher)
    ask.add_argument("--players", type=int, help="default: the fewest")
    ask.add_argument("--deals", type=int, default=100)
    ask.add_argument("--seed", type=int, default=1, help="of the first deal")
    ask.add_argument("--save", type=Path, help="scores by deal, as lines of JSON")
    asked = ask.parse_args()
    game = registry.game(asked.game)
    saved = _saved(asked.save)
    scores = BlockScores()
    for deal in range(asked.seed, asked.seed + asked.deals):
        if deal not in saved:
            saved[deal] = _block(game, (asked.a, asked.b), asked.players or game.min_seats, deal)
            if asked.save:
                with asked.save.open("a", encoding="utf-8") as file:
                    file.write(f"{json.dumps({'deal': deal, 'scores': saved[deal]})}\n")
        scores.add(fmean(saved[deal]))
        found = scores.estimate()
        elo = f"{found.elo:+.0f} Elo ({found.low:+.0f} to {found.high:+.0f})"
        print(f"{found.blocks} deals: {elo}, score {found.score:.1%}", flush=True)


def _saved(file: Path | None) -> dict[int, list[float]]:
    lines = file.read_text("utf-8").splitlines() if file and file.exists() else []
    return {row["deal"]: row["scores"] for row in map(json.loads, lines)}


def _block(game: Game, pair: tuple[_Searcher, _Searcher], players: int, deal: int) -> list[float]:
    """Return the scores of the first bot in all rotations of a deal."""
    games = seatings(players)
    scores = []
    for number, seating in enumerate(games):
        seats: list[Bot] = [pair[0 if is_first else 1] for is_first in seating]

        def watch(state: State, _: Event) -> None:
            for bot in pair:
                bot.state = state

        luck = seed_luck(deal * len(games) + number)
        outcome = play(game, seats, secret=seed_secret(deal), luck=luck, on_event=watch).outcome
        scores.append(game_score(outcome.places if outcome else (), seating))
    return scores


if __name__ == "__main__":
    main()
