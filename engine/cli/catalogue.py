"""`games` and `bots`: what the house has."""

from __future__ import annotations

import argparse
from dataclasses import dataclass

from engine.cli.answer import Answer, table
from engine.core import registry
from engine.core.bot import SearchingBot
from engine.core.game import Game, Option


@dataclass(frozen=True, slots=True)
class _Games:
    NAME: str = "games"
    HELP: str = "list the games and their options"

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Takes none."""

    def run(self, _: argparse.Namespace) -> Answer:
        """Every game of the house."""
        games = list(registry.games().values())
        return Answer("\n\n".join(map(_told, games)), [_facts(game) for game in games])


@dataclass(frozen=True, slots=True)
class _Bots:
    NAME: str = "bots"
    HELP: str = "list the built-in bots"

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Takes none."""

    def run(self, _: argparse.Namespace) -> Answer:
        """Return every built-in bot."""
        bots = list(registry.bots().values())
        rows = [(bot.slug, ", ".join(bot.games) or "any game", bot.summary) for bot in bots]
        facts = [
            {"slug": bot.slug, "version": bot.version, "games": list(bot.games), "summary": bot.summary,
             "searches": isinstance(bot, SearchingBot)}
            for bot in bots
        ]  # fmt: skip
        notes = [_playouts(bot) for bot in bots if isinstance(bot, SearchingBot)]
        return Answer("\n\n".join([table(("bot", "plays", "how"), rows), *notes]), facts)


def _playouts(bot: SearchingBot) -> str:
    name = bot.slug
    return (
        f"{name.capitalize()} can have a number of playouts per move in its name: {name}-25 makes 25 playouts per "
        f"move, plain {name} makes {bot.default_playouts}."
    )


def _told(game: Game) -> str:
    lines = [f"{game.name} ({game.slug}): {game.min_seats} to {game.max_seats} players"]
    for option in game.options:
        lines += [f"  --option {option.name}={'|'.join(_values(option))}  {option.summary}"]
        lines += [f"      {choice}: {option.value_label(choice)}" for choice in option.choices]
    return "\n".join(lines)


def _facts(game: Game) -> dict[str, object]:
    return {
        "slug": game.slug,
        "name": game.name,
        "seats": [game.min_seats, game.max_seats],
        "rules": game.rules_version,
        "cards": game.components_hash,
        "options": [
            {"name": option.name, "values": _values(option), "default": option.default, "summary": option.summary}
            for option in game.options
        ],
    }


def _values(option: Option) -> list[str]:
    return ["off", "on"] if option.kind == "flag" else list(option.choices)


GAMES = _Games()
BOTS = _Bots()
