"""The players of `--seats`: built-in bots, bot files, and the person at the prompt."""

from __future__ import annotations

import os.path
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Final

from engine.core import registry
from engine.core.bot import Budget, SearchingBot
from engine.core.errors import EngineError, OptionError
from engine.core.game import Event, Game, State
from engine.core.vocabulary import Clause, notation_error
from engine.notation import parse_verb
from engine.sandbox.faults import NoSandbox
from engine.sandbox.limits import LONGEST_SOURCE
from engine.sandbox.seat import SeatedBot
from engine.sandbox.spawn import Start

OWN_RISK = "bare"
ME: Final = "me"
_MOST_DIGITS: Final = 9


def is_file(name: str) -> bool:
    """Whether a seat's name is a file."""
    return name.endswith(".py") or "/" in name


def label_of(name: str) -> str:
    """Return the name of a file's seat in records."""
    return Path(name).stem


def read_source(name: str) -> bytes:
    """Return the content of a bot file. Raise OptionError if it is too long, OSError if it cannot be read."""
    source = Path(name).read_bytes()
    if len(source) > LONGEST_SOURCE:
        raise OptionError(
            f"{name} has {len(source):,} bytes; the maximum is {LONGEST_SOURCE:,}. Shorten it.", file=name
        )
    return source


@cache
def start_method() -> str:
    """Return the name of the safest way to start a bot file on this machine; warns if that is without a sandbox."""
    from engine.sandbox.tiers import working_tier

    try:
        return working_tier().name
    except NoSandbox as none:
        sys.stderr.write(f"Warning: no sandbox. The bot file runs with your own permissions. {none}\n")
        return OWN_RISK


def seated_bot(name: str, *, game: str, way: str) -> SeatedBot:
    """Return a bot file at a seat, to be entered for one match."""
    return SeatedBot(read_source(name), game=game, start=start_of(way), slug=label_of(name))


def fault_text(sentence: str, detail: str) -> str:
    """Return a fault with its details."""
    return f"{sentence}\n{detail}".rstrip()


def log_text(log: str) -> str:
    """Return the log of a bot file with a heading; empty without one."""
    lines = log.rstrip().lstrip("\n")
    return f"\nIts log:\n{lines}" if lines else ""


def start_of(way: str) -> Start:
    """Return the way to start a bot file with that name."""
    from engine.sandbox import bare
    from engine.sandbox.tiers import TIERS

    return bare.start if way == OWN_RISK else TIERS[way]


class HumanPlayer:
    """Asks for a number or for the words of the notation; `?` shows the table again, Ctrl-C ends the game."""

    slug = ME
    version = 1
    summary = "A person at the prompt."
    games: tuple[str, ...] = ()

    def __init__(self, game: Game, seat: int) -> None:
        self._game = game
        self._seat = seat

    def witness(self, state: State, event: Event) -> None:
        """Print what the person sees of an event."""
        sentence = self._game.observation_text(state, event, self._seat)
        if sentence is not None:
            _print(sentence)

    def choose(self, view: Any, legal: Sequence[Event], budget: Budget, rng: Random) -> Event:  # noqa: ARG002 - the contract's names
        """Ask until the person names one of `legal`."""
        self._show(view, legal)
        while True:
            written = _ask()
            if written == "?":
                self._show(view, legal)
                continue
            try:
                return self._meant(view, legal, written)
            except EngineError as refusal:
                _print(str(refusal.sentence).partition(": ")[2] or refusal.sentence)

    def _show(self, view: Any, legal: Sequence[Event]) -> None:
        _print(f"\n{self._game.sketch(view)}\n")
        for number, event in enumerate(legal, start=1):
            phrase = self._game.words.say(view, event)
            _print(f"  {number:>2}  {phrase.verb} {phrase.what}".rstrip())

    def _meant(self, view: Any, legal: Sequence[Event], written: str) -> Event:
        if written.isdecimal():
            number = int(written[:9])
            if 1 <= number <= len(legal):
                return legal[number - 1]
            raise notation_error(f"There is no such number. Enter 1 to {len(legal)}.", 1, 1)
        verb = parse_verb(written, self._game.words)
        if verb is not None:
            event = self._game.words.read(view, Clause(verb[0], written[verb[1] :].strip(), 1, 1))
            if event in legal:
                return event
        raise notation_error("This is not one of your moves. Enter its number or words, or ? to list them.", 1, 1)


def _ask() -> str:
    sys.stdout.write("your move> ")
    sys.stdout.flush()
    line = sys.stdin.readline()
    if not line:
        raise KeyboardInterrupt
    return line.strip()


def _print(sentence: str) -> None:
    sys.stdout.write(f"{sentence}\n")


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat as `--seats` names it."""

    written: str  # a file's path, as commands take it
    label: str  # in records and tables; two programs never have the same
    bot: str = ""  # the slug of a built-in bot; empty for a file or a person
    playouts: int | None = None  # of its own, from a name such as lookout-25

    @property
    def is_file(self) -> bool:
        """Whether the seat is a bot file."""
        return is_file(self.written)

    @property
    def is_person(self) -> bool:
        """Whether the seat is the person at the prompt."""
        return self.written == ME


def read_seats(written: str, game: Game) -> tuple[Seat, ...]:
    """Return the seats in their order. Raise OptionError or UnknownBot."""
    names = [name.strip() for name in written.split(",")]
    if not all(names):
        raise OptionError("A name is missing in --seats. Example: --seats steward,wanderer.")
    others = {name: _builtin_seat(name, game) for name in names if not is_file(name)}
    labels = _labels({name: _path(name) for name in names if is_file(name)}, others.values())
    return tuple(others[name] if name in others else Seat(name, labels[name]) for name in names)


def _builtin_seat(name: str, game: Game) -> Seat:
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
        raise OptionError(f"{bot.slug.capitalize()} takes no number of playouts. Write {bot.slug}.", bot=bot.slug)
    if playouts == 0:
        raise OptionError(f"{slug} needs at least 1 playout per move. Example: {bot.slug}-25.", bot=slug)
    return Seat(slug, slug, bot.slug, playouts)


def _with_playouts(slug: str) -> tuple[str, int | None]:
    """Split lookout-25 into the strategy and its playouts."""
    strategy, dash, number = slug.rpartition("-")
    is_number = number.isascii() and number.isdecimal() and len(number) <= _MOST_DIGITS
    return (strategy, int(number)) if dash and is_number and slug not in registry.bots() else (slug, None)


def _path(name: str) -> Path:
    """Return the normalised path of a file; links are not resolved."""
    return Path(os.path.normpath(Path(name).absolute()))


def _labels(files: Mapping[str, Path], others: Iterable[Seat]) -> dict[str, str]:
    """Return a label for each file: its name, with as many of its folders as are needed to make it unique."""
    taken = {seat.label for seat in others}
    labels = {}
    for name, path in files.items():
        alike = {label for other in files.values() if other != path for label in _candidate_labels(other)} | taken
        labels[name] = next(label for label in _candidate_labels(path) if label not in alike)
    return labels


def _candidate_labels(path: Path) -> Iterator[str]:
    folders = path.parent.parts
    yield label_of(str(path))
    for many in range(1, len(folders)):
        yield "/".join([*folders[-many:], label_of(str(path))])
    yield str(path)
