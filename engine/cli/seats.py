"""The seats of `--seats`: built-in bots by the names of the ladder, authors' files by their paths, or a person."""

from __future__ import annotations

import os.path
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from engine.cli.person import ME
from engine.cli.programs import is_file, label_of
from engine.core import registry
from engine.core.bot import SearchingBot
from engine.core.errors import OptionError
from engine.core.game import Game

_MOST_DIGITS: Final = 9


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat as `--seats` names it."""

    written: str  # a file's path, as commands take it
    label: str  # in records and tables; two programs never have the same
    bot: str = ""  # the slug of a built-in bot; empty for a file or a person
    playouts: int | None = None  # of its own, from a name such as lookout-25

    @property
    def is_file(self) -> bool:
        """Whether an author's file sits there."""
        return is_file(self.written)

    @property
    def is_person(self) -> bool:
        """Whether the seat is for the person at the prompt."""
        return self.written == ME


def read_seats(written: str, game: Game) -> tuple[Seat, ...]:
    """Return the seats in their order. Raise OptionError or UnknownBot."""
    names = [name.strip() for name in written.split(",")]
    if not all(names):
        raise OptionError("A name is missing in --seats. Example: --seats steward,wanderer.")
    others = {name: _not_a_file(name, game) for name in names if not is_file(name)}
    labels = _labels({name: _path(name) for name in names if is_file(name)}, others.values())
    return tuple(others[name] if name in others else Seat(name, labels[name]) for name in names)


def _not_a_file(name: str, game: Game) -> Seat:
    slug = "-".join(name.lower().split())
    if slug == ME:
        return Seat(ME, ME)
    strategy, playouts = _with_playouts(slug)
    bot = registry.bot(strategy)
    if bot.games and game.slug not in bot.games:
        able = ", ".join(other.slug for other in registry.bots_for(game.slug))
        raise OptionError(
            f"{bot.slug.capitalize()} does not play {game.name}. Choose from: {able}.", bot=bot.slug, game=game.slug
        )
    if playouts is not None and not isinstance(bot, SearchingBot):
        raise OptionError(
            f"{bot.slug.capitalize()} takes no number of playouts. Write {bot.slug}.",
            bot=bot.slug,
        )
    if playouts == 0:
        raise OptionError(f"{slug} needs at least 1 playout per move. Example: {bot.slug}-25.", bot=slug)
    return Seat(slug, slug, bot.slug, playouts)


def _with_playouts(slug: str) -> tuple[str, int | None]:
    """Split lookout-25 into the strategy and its playouts."""
    strategy, dash, number = slug.rpartition("-")
    is_number = number.isascii() and number.isdecimal() and len(number) <= _MOST_DIGITS
    return (strategy, int(number)) if dash and is_number and slug not in registry.bots() else (slug, None)


def _path(name: str) -> Path:
    """Return where a file is, in one spelling. A link is a name of its own."""
    return Path(os.path.normpath(Path(name).absolute()))


def _labels(files: Mapping[str, Path], others: Iterable[Seat]) -> dict[str, str]:
    """Return a label for each file: its name, after as many of its folders as tell it apart from all other seats."""
    taken = {seat.label for seat in others}
    labels = {}
    for name, path in files.items():
        alike = {label for other in files.values() if other != path for label in _longer_and_longer(other)} | taken
        labels[name] = next(label for label in _longer_and_longer(path) if label not in alike)
    return labels


def _longer_and_longer(path: Path) -> Iterator[str]:
    folders = path.parent.parts
    yield label_of(str(path))
    for many in range(1, len(folders)):
        yield "/".join([*folders[-many:], label_of(str(path))])
    yield str(path)
