"""Arguments that several commands take, read with a sentence for every mistake."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence

from engine.core.errors import OptionError
from engine.core.game import Game, OptionValue, written_option


def whole(least: int, most: int | None = None) -> Callable[[str], int]:
    """A whole number of at least `least` and at most `most`."""

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


def add_options(parser: argparse.ArgumentParser) -> None:
    """`--option NAME=VALUE`, as often as there are options."""
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="option of the game, such as bruce=on (repeatable)",
    )


def options_of(game: Game, written: Sequence[str]) -> dict[str, OptionValue]:
    """All options of the game in full. Raises OptionError."""
    given: dict[str, OptionValue] = {}
    for each in written:
        name, equals, value = each.partition("=")
        if not equals:
            raise OptionError(f"The option {name} has no value. Write {name}=VALUE.", option=name)
        known, option = written_option(game, name, value)
        given[known] = option
    return game.settle_options(given)
