"""What all commands share: their answers, tables as text, and arguments."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from engine.core.errors import OptionError
from engine.core.game import Game, Json
from engine.core.options import OptionValue, settle_options, written_option


@dataclass(frozen=True, slots=True)
class Answer:
    """The output of a command: `text`, or `facts` as JSON."""

    text: str
    facts: Json
    status: int = 0


def program_name() -> str:
    """Return how this program was started: by the command of the installed engine, or in the sources."""
    command = Path(sys.argv[0]).name
    return command if command == "moothill-engine" else "python3 -m engine"


def processors() -> int:
    """Return how many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Command(NamedTuple):
    """A command of `python3 -m engine`."""

    name: str
    help: str
    run: Callable[[argparse.Namespace], Answer]
    add_arguments: Callable[[argparse.ArgumentParser], None] = lambda _: None


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return rows in aligned columns; a column that begins with a figure is aligned to the right."""
    body = [[str(cell) for cell in row] for row in rows]
    widths = [max(len(row[column]) for row in [list(head), *body]) for column in range(len(head))]
    right = [bool(body) and body[0][column][:1] in "0123456789-+.%" for column in range(len(head))]
    lines = [_format_row(row, widths, right) for row in [list(head), *body]]
    return "\n".join([lines[0], "-" * len(lines[0]), *lines[1:]])


def _format_row(cells: Sequence[str], widths: Sequence[int], right: Sequence[bool]) -> str:
    aligned = (
        cell.rjust(width) if to_right else cell.ljust(width)
        for cell, width, to_right in zip(cells, widths, right, strict=True)
    )
    return "  ".join(aligned).rstrip()


def whole_number(least: int, most: int | None = None) -> Callable[[str], int]:
    """Return a parser of whole numbers from `least` to `most`."""

    def read(written: str) -> int:
        bounds = f"from {least} to {most}" if most is not None else f"of at least {least}"
        try:
            number = int(written)
        except ValueError:
            number = least - 1
        if number < least or (most is not None and number > most):
            raise argparse.ArgumentTypeError(f"expected a whole number {bounds}, got {written}")
        return number

    return read


def add_game_arguments(parser: argparse.ArgumentParser) -> None:
    """Add `--playouts`, `--jobs` and the repeatable `--option` of commands that play games."""
    parser.add_argument(
        "--playouts",
        type=whole_number(1),
        metavar="P",
        help="playouts per move of built-in bots without a number in their name (lookout, not lookout-25)",
    )
    parser.add_argument("--jobs", type=whole_number(1), metavar="J", help="number of processes (default: one per core)")
    add_options(parser)


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add `--option NAME=VALUE`, which is repeatable."""
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="option of the game, such as bruce=on (repeatable)",
    )


def options_of(game: Game, written: Sequence[str]) -> dict[str, OptionValue]:
    """Return all options of the game from `NAME=VALUE` texts, with defaults filled in. Raise OptionError."""
    options: dict[str, OptionValue] = {}
    for text in written:
        name, equals, value = text.partition("=")
        if not equals:
            raise OptionError(f"The option {name} has no value. Write {name}=VALUE.", option=name)
        known_name, known_value = written_option(game, name, value)
        options[known_name] = known_value
    return settle_options(game, options)
