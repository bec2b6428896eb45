"""Find games, built-in bots and levels: `GAME` in engine/games/*, `BOT` and `LEVELS` in engine/bots/*."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from pkgutil import iter_modules
from types import MappingProxyType, ModuleType
from typing import TYPE_CHECKING, NamedTuple, cast

import engine.bots
import engine.games
from engine.core.bot import Bot
from engine.core.errors import UnknownBot, UnknownGame
from engine.core.game import Game

if TYPE_CHECKING:
    from engine.core.encoding import Encoding
    from engine.core.patterns import PartialRecords
    from engine.core.score_sheets import ScoreSheet

# Numbers of playouts for a move. Other strategies have no such number.
PLAYOUTS: dict[str, tuple[int, ...]] = {"lookout": (5, 10, 25, 50, 100)}


@cache
def games() -> Mapping[str, Game]:
    """Return every game by slug, in alphabetical order."""
    found = (cast(Game, module.GAME) for module in _modules(engine.games, "GAME"))
    return MappingProxyType({game.slug: game for game in sorted(found, key=lambda game: game.slug)})


@cache
def bots() -> Mapping[str, Bot]:
    """Return every bot strategy by slug, in alphabetical order."""
    found = (cast(Bot, module.BOT) for module in _modules(engine.bots, "BOT"))
    return MappingProxyType({bot.slug: bot for bot in sorted(found, key=lambda bot: bot.slug)})


@cache
def levels() -> Mapping[str, Bot]:
    """Return the levels for people by slug, from the weakest to the strongest. They are not among `bots`."""
    found = (level for module in _modules(engine.bots, "LEVELS") for level in cast("tuple[Bot, ...]", module.LEVELS))
    return MappingProxyType({level.slug: level for level in found})


def game(slug: str) -> Game:
    """Return the game of that slug. Raise UnknownGame, whose message names the most similar."""
    if slug not in games():
        raise UnknownGame(_unknown_message("game", slug, list(games())), game=slug, known=list(games()))
    return games()[slug]


def folder(slug: str) -> Path:
    """Return the folder of a game: its modules, the texts of its rules, its golden files. Raise UnknownGame."""
    return Path(import_module(_package_name(game(slug).slug)).__file__ or "").parent


@cache
def score_sheet(slug: str) -> ScoreSheet | None:
    """Return the score sheet of a game, SHEET in its `score_sheet.py`; None without one."""
    return cast("ScoreSheet | None", _optional_part(slug, "score_sheet", "SHEET"))


def bot(slug: str) -> Bot:
    """Return the bot strategy or level of that slug. Raise UnknownBot, whose message names the most similar."""
    found = bots().get(slug) or levels().get(slug)
    if found is None:
        raise UnknownBot(_unknown_message("bot", slug, list(bots())), bot=slug, known=list(bots()))
    return found


@cache
def partial_records(slug: str) -> PartialRecords | None:
    """Return how a game handles records with unknowns, UNKNOWNS in its `partial_records.py`; None without one."""
    return cast("PartialRecords | None", _optional_part(slug, "partial_records", "UNKNOWNS"))


@cache
def encoding(slug: str) -> Encoding | None:
    """Return the actions and observations of a game for programs that learn, ENCODING in its `encoding.py`.

    None without one.
    """
    return cast("Encoding | None", _optional_part(slug, "encoding", "ENCODING"))


def python_names(slug: str) -> Mapping[str, str]:
    """Return the fields of a view in JSON that uploaded bots get as other attributes: PYTHON_NAMES in `schema.py`.

    Values are expressions with `view`, with a note about them after `  # `.
    """
    return cast("Mapping[str, str]", _optional_part(slug, "schema", "PYTHON_NAMES") or {})


def bots_for(slug: str) -> list[Bot]:
    """Return the bot strategies that play the game of that slug."""
    return [candidate for candidate in bots().values() if not candidate.games or slug in candidate.games]


class BuiltinBot(NamedTuple):
    """Name, strategy and playouts of a built-in bot."""

    name: str
    strategy: str
    playouts: int


def builtin_bots() -> list[BuiltinBot]:
    """Return the built-in bots, those without playouts first, then by playouts and name."""
    titles = {slug: slug.replace("-", " ").capitalize() for slug in bots()}
    found = [
        BuiltinBot(f"{title} {playouts}" if playouts else title, slug, playouts)
        for slug, title in titles.items()
        for playouts in PLAYOUTS.get(slug, (0,))
    ]
    return sorted(found, key=lambda bot: (bot.playouts, bot.name))


def level_bots() -> list[BuiltinBot]:
    """Return the levels as built-in bots, from the weakest to the strongest. They are not among `builtin_bots`."""
    return [BuiltinBot(slug.capitalize(), slug, 0) for slug in levels()]


def _optional_part(slug: str, module: str, name: str) -> object:
    """Return what an optional module of a game's folder calls so; None without one."""
    package = _package_name(slug)
    if find_spec(package) is None or find_spec(f"{package}.{module}") is None:
        return None
    return getattr(import_module(f"{package}.{module}"), name, None)


def _package_name(slug: str) -> str:
    return f"{engine.games.__name__}.{slug.replace('-', '_')}"


def _modules(package: ModuleType, attribute: str) -> Iterator[ModuleType]:
    """Import the modules and packages directly in a package; yield those that have the attribute."""
    for info in iter_modules(package.__path__, f"{package.__name__}."):
        module = import_module(info.name)
        if hasattr(module, attribute):
            yield module


def _unknown_message(kind: str, slug: str, known: list[str]) -> str:
    """Return the error message for an unknown slug, with the most similar of the known ones."""
    similar = get_close_matches(slug, known, n=1)
    hint = f" Did you mean {similar[0]}?" if similar else ""
    return f"There is no {kind} called {slug}. Choose from: {', '.join(known) or 'none yet'}.{hint}"
