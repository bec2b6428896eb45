"""The seats of `--seats`: built-in bots, bot files, and the person at the prompt."""

from __future__ import annotations

import os.path
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from engine.cli.bot_files import is_command, is_file, label_of, read_source
from engine.cli.command_bot import arguments_of
from engine.cli.human_player import HUMAN
from engine.core import registry
from engine.core.bot import SearchingBot
from engine.core.errors import OptionError
from engine.core.game import Game

_MOST_DIGITS: Final = 9  # of a number of playouts


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat as `--seats` names it."""

    name: str  # a file's path, as commands take it
    label: str  # in records and tables; two programs never have the same
    bot: str = ""  # the slug of a built-in bot; empty for a file or a person
    playouts: int | None = None  # of its own, from a name such as lookout-25
    source: bytes = field(default=b"", repr=False)  # of a file, read once: editing it changes no later game

    @property
    def is_file(self) -> bool:
        """Whether the seat is a bot file."""
        return is_file(self.name)

    @property
    def is_command(self) -> bool:
        """Whether the seat is a local program."""
        return is_command(self.name)

    @property
    def is_person(self) -> bool:
        """Whether the seat is the person at the prompt."""
        return self.name == HUMAN


def read_seats(names: Sequence[str], game: Game) -> tuple[Seat, ...]:
    """Return the seats in their order. Raise OptionError or UnknownBot, or OSError for a file that cannot be read."""
    names = [name.strip() for name in names]
    if not all(names):
        raise OptionError("The name of a bot is missing. Example: --seats steward,wanderer.")
    named = {name: _named_seat(name, game) for name in names if not is_file(name)}
    labels = _unique_labels({name: _normalised_path(name) for name in names if is_file(name)}, named.values())
    files = {name: Seat(name, label, source=read_source(name)) for name, label in labels.items()}
    return tuple({**named, **files}[name] for name in names)


def _named_seat(name: str, game: Game) -> Seat:
    """Return the seat of a local program, the person or a built-in bot. Raise OptionError or UnknownBot."""
    if is_command(name):
        arguments_of(name)  # raises OptionError if it names no program
        return Seat(name, name)
    slug = "-".join(name.lower().split())
    if slug == HUMAN:
        return Seat(HUMAN, HUMAN)
    strategy, playouts = _split_playouts(slug)
    if strategy not in registry.bots() and Path(name).is_dir():
        raise OptionError(f"{name} is not a built-in bot. If you mean the folder, write ./{name}.", file=name)
    bot = registry.bot(strategy)
    if bot.games and game.slug not in bot.games:
        able = ", ".join(other.slug for other in registry.bots_for(game.slug))
        raise OptionError(
            f"{bot.slug.capitalize()} does not play {game.name}. Choose from: {able}.", bot=bot.slug, game=game.slug
        )
    if playouts is not None and not isinstance(bot, SearchingBot):
        raise OptionError(f"{bot.slug.capitalize()} takes no number of playouts. Write {bot.slug}.", bot=bot.slug)
    if playouts == 0:
        raise OptionError(f"{slug} needs at least 1 playout per move. Example: {bot.slug}-25.", bot=slug)
    return Seat(slug, slug, bot.slug, playouts)


def _split_playouts(slug: str) -> tuple[str, int | None]:
    """Split a slug such as lookout-25 into the strategy and its playouts per move; None without a number."""
    strategy, dash, number = slug.rpartition("-")
    is_number = number.isascii() and number.isdecimal() and len(number) <= _MOST_DIGITS
    if dash and is_number and slug not in registry.bots():
        return strategy, int(number)
    return slug, None


def _normalised_path(name: str) -> Path:
    """Return the normalised path of a file; links are not resolved."""
    return Path(os.path.normpath(Path(name).absolute()))


def _unique_labels(files: Mapping[str, Path], named: Iterable[Seat]) -> dict[str, str]:
    """Return a label for each file: its name, with as many of its folders as are needed to make it unique."""
    taken = {seat.label for seat in named}
    labels = {}
    for name, path in files.items():
        unavailable = {label for other in files.values() if other != path for label in _candidate_labels(other)} | taken
        labels[name] = next(label for label in _candidate_labels(path) if label not in unavailable)
    return labels


def _candidate_labels(path: Path) -> Iterator[str]:
    """Yield the labels that a file may have, from the shortest to its whole path."""
    folders = path.parent.parts
    yield label_of(str(path))
    for count in range(1, len(folders)):
        yield "/".join([*folders[-count:], label_of(str(path))])
    yield str(path)
