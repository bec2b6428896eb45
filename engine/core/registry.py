"""Finds the games and bots of the house: `GAME` in engine/games/*, `BOT` in engine/bots/*."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules
from types import MappingProxyType, ModuleType
from typing import cast

import engine.bots
import engine.games
from engine.core.bot import Bot
from engine.core.errors import UnknownBot, UnknownGame
from engine.core.game import Game
from engine.core.sheet import Sheet
from engine.core.unknowns import Unknowns


@cache
def games() -> Mapping[str, Game]:
    """Every game by slug, in alphabetical order."""
    found = (cast(Game, module.GAME) for module in _modules(engine.games, "GAME"))
    return MappingProxyType({game.slug: game for game in sorted(found, key=lambda game: game.slug)})


@cache
def bots() -> Mapping[str, Bot]:
    """Every house bot by slug, in alphabetical order."""
    found = (cast(Bot, module.BOT) for module in _modules(engine.bots, "BOT"))
    return MappingProxyType({bot.slug: bot for bot in sorted(found, key=lambda bot: bot.slug)})


def game(slug: str) -> Game:
    """The game of that slug. Raises UnknownGame, which names the nearest."""
    if slug not in games():
        raise UnknownGame(_unknown("game", slug, list(games())), game=slug, known=list(games()))
    return games()[slug]


@cache
def sheet(slug: str) -> Sheet | None:
    """The score sheet of the game of that slug, SHEET in its `sheet.py`; None without one."""
    room = _room(slug, "sheet")
    return cast(Sheet, room.SHEET) if room else None


def bot(slug: str) -> Bot:
    """The house bot of that slug. Raises UnknownBot, which names the nearest."""
    if slug not in bots():
        raise UnknownBot(_unknown("bot", slug, list(bots())), bot=slug, known=list(bots()))
    return bots()[slug]


@cache
def unknowns(slug: str) -> Unknowns | None:
    """What the game of that slug knows of records with unknowns, UNKNOWNS in its `unknowns.py`; None without one."""
    room = _room(slug, "unknowns")
    return cast(Unknowns, room.UNKNOWNS) if room else None


def bots_for(slug: str) -> list[Bot]:
    """The house bots that play the game of that slug."""
    return [candidate for candidate in bots().values() if not candidate.games or slug in candidate.games]


def _room(slug: str, what: str) -> ModuleType | None:
    """A module that a game's folder may have or not."""
    folder = f"{engine.games.__name__}.{slug.replace('-', '_')}"
    if find_spec(folder) is None or find_spec(f"{folder}.{what}") is None:
        return None
    return import_module(f"{folder}.{what}")


def _modules(package: ModuleType, attribute: str) -> Iterator[ModuleType]:
    for found in iter_modules(package.__path__, f"{package.__name__}."):
        module = import_module(found.name)
        if hasattr(module, attribute):
            yield module


def _unknown(kind: str, slug: str, known: list[str]) -> str:
    near = get_close_matches(slug, known, n=1)
    hint = f" Did you mean {near[0]}?" if near else ""
    return f"There is no {kind} called {slug}. Choose from: {', '.join(known) or 'none yet'}.{hint}"
