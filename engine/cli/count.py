"""`perft`: how many sequences of decisions there are, a check of the rules by one number."""

from __future__ import annotations

import argparse

from engine.cli.answer import Answer, table
from engine.cli.arguments import add_options, options_of, whole
from engine.core import registry
from engine.perft import perft

NAME = "perft"
HELP = "count the sequences of moves to a depth"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The game, and how deep to count."""
    parser.add_argument("game", metavar="GAME", help="game, such as lords-of-scotland")
    parser.add_argument("--seats", type=whole(2, 5), default=2, metavar="N", help="players (default 2)")
    parser.add_argument("--depth", type=whole(0, 12), default=3, metavar="D", help="moves (default 3)")
    parser.add_argument("--seed", type=whole(0), default=7, metavar="S", help="seed (default 7)")
    add_options(parser)


def run(given: argparse.Namespace) -> Answer:
    """The counts of every depth up to the one asked for. Raises EngineError."""
    game = registry.game(given.game)
    options = options_of(game, given.option)
    counts = [(depth, perft(game, given.seats, depth, given.seed, options)) for depth in range(given.depth + 1)]
    head = f"{game.name}, {given.seats} players, seed {given.seed}"
    text = f"{head}\n\n{table(('depth', 'sequences'), [(depth, f'{count:,}') for depth, count in counts])}"
    facts = {"game": game.slug, "seats": given.seats, "seed": given.seed, "counts": dict(counts)}
    return Answer(text, facts)
