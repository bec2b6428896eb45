"""The commands `games`, `bots`, `schema` and `perft`."""

from __future__ import annotations

import argparse
import json

from engine.cli.common import Answer, Command, add_options, options_of, table, whole_number
from engine.core import registry
from engine.core.bot import SearchingBot
from engine.core.game import Game
from engine.golden import perft


def _list_games(_: argparse.Namespace) -> Answer:
    games = list(registry.games().values())
    return Answer("\n\n".join(map(_game_text, games)), [_game_facts(game) for game in games])


def _list_bots(_: argparse.Namespace) -> Answer:
    bots = list(registry.bots().values())
    rows = [(bot.slug, ", ".join(bot.games) or "any game", bot.summary) for bot in bots]
    facts = [
        {
            "slug": bot.slug,
            "version": bot.version,
            "games": list(bot.games),
            "summary": bot.summary,
            "searches": isinstance(bot, SearchingBot),
        }
        for bot in bots
    ]
    notes = [
        f"{bot.slug.capitalize()} can have a number of playouts per move in its name: {bot.slug}-25 makes 25 playouts "
        f"per move, plain {bot.slug} makes {bot.default_playouts}."
        for bot in bots
        if isinstance(bot, SearchingBot)
    ]
    return Answer("\n\n".join([table(("bot", "plays", "how"), rows), *notes]), facts)


def _game_text(game: Game) -> str:
    lines = [f"{game.name} ({game.slug}): {game.min_seats} to {game.max_seats} players"]
    for option in game.options:
        lines += [f"  --option {option.name}={'|'.join(option.written_values)}  {option.summary}"]
        lines += [f"      {choice}: {option.value_label(choice)}" for choice in option.choices]
    return "\n".join(lines)


def _game_facts(game: Game) -> dict[str, object]:
    return {
        "slug": game.slug,
        "name": game.name,
        "seats": [game.min_seats, game.max_seats],
        "rules": game.rules_version,
        "cards": game.components_hash,
        "options": [
            {
                "name": option.name,
                "values": list(option.written_values),
                "default": option.default,
                "summary": option.summary,
            }
            for option in game.options
        ],
    }


def _schema_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="game, such as kings-kilt")


def _print_schema(args: argparse.Namespace) -> Answer:
    schema = registry.game(args.game).view_schema()
    return Answer(json.dumps(schema, indent=2, ensure_ascii=False), schema)


def _perft_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="game, such as lords-of-scotland")
    parser.add_argument("--seats", type=whole_number(2, 5), default=2, metavar="N", help="players (default 2)")
    parser.add_argument("--depth", type=whole_number(0, 12), default=3, metavar="D", help="moves (default 3)")
    parser.add_argument("--seed", type=whole_number(0), default=7, metavar="S", help="seed (default 7)")
    add_options(parser)


def _count_sequences(args: argparse.Namespace) -> Answer:
    """Count the sequences of moves for each depth up to the one asked for. Raise EngineError."""
    game = registry.game(args.game)
    options = options_of(game, args.option)
    counts = [(depth, perft(game, args.seats, depth, args.seed, options)) for depth in range(args.depth + 1)]
    head = f"{game.name}, {args.seats} players, seed {args.seed}"
    rows = [(depth, f"{count:,}") for depth, count in counts]
    text = f"{head}\n\n{table(('depth', 'sequences'), rows)}"
    facts = {"game": game.slug, "seats": args.seats, "seed": args.seed, "counts": dict(counts)}
    return Answer(text, facts)


GAMES = Command("games", "list the games and their options", _list_games)
BOTS = Command("bots", "list the built-in bots", _list_bots)
SCHEMA = Command(
    "schema", "print the JSON schema of the view and the moves of a game", _print_schema, _schema_arguments
)
PERFT = Command("perft", "count the sequences of moves to a depth", _count_sequences, _perft_arguments)
