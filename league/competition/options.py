"""Typed options of a format, their defaults, and the options that several formats share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from league.competition.errors import UnknownOption, WrongOption

Value = int | str
Options = Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class Option:
    """One choice for an organiser. All `choices` are of the type of `default`; `seats`: they are sizes of a table.

    `zero_label` is the name of 0, if that leaves the number to the format; `labels` has the names of other choices.
    """

    name: str
    title: str
    explanation: str
    choices: tuple[Value, ...]
    default: Value
    seats: bool = False
    zero_label: str = "as many as needed"
    labels: tuple[tuple[Value, str], ...] = ()

    @property
    def may_be_left_open(self) -> bool:
        """Whether the number may also be left to the format."""
        return 0 in self.choices

    def label(self, value: Value) -> str:
        """Return the name of a choice."""
        return self.zero_label if value == 0 else dict(self.labels).get(value, str(value))

    def read(self, value: Value) -> Value | None:
        """Return the choice that `given` spells (a form gives "2" for 2), or None."""
        return next((choice for choice in self.choices if str(choice) == str(value)), None)


TABLE_SIZES = (
    Option("table_size", "Table size", "Preferred number of players per table.", (2, 3, 4, 5), 4, seats=True),
    Option("smallest", "Smallest table", "Minimum number of players per table.", (2, 3, 4, 5), 3, seats=True),
    Option("largest", "Largest table", "Maximum number of players per table.", (2, 3, 4, 5), 5, seats=True),
)
LEGS = Option(
    "legs",
    "Games per pairing",
    "The games are played one after another. The players change seats after each game.",
    tuple(range(1, 11)),
    1,
)


def full_options(part: str, offered: tuple[Option, ...], given: Options) -> dict[str, Value]:
    """Return all options: those given, checked, and defaults for the rest.

    Raise `UnknownOption` for a name that is not offered, `WrongOption` for a value that is not a choice.
    """
    by_name = {option.name: option for option in offered}
    values: dict[str, Value] = {option.name: option.default for option in offered}
    for name, value in given.items():
        if name not in by_name:
            raise UnknownOption(part=part, option=name, value=value, choices=", ".join(by_name))
        choice = by_name[name].read(value)
        if choice is None:
            choices = ", ".join(map(str, by_name[name].choices))
            raise WrongOption(part=part, option=name, value=value, choices=choices)
        values[name] = choice
    return values


def number(options: Options, name: str) -> int:
    """Return the value of an option whose choices are whole numbers."""
    return int(options[name])
