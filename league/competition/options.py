"""Typed options of a format: what may be chosen, and what is meant when nothing was."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from league.competition.errors import UnknownOption, WrongOption

Value = int | str
Settled = Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class Option:
    """One choice an organiser has. All `choices` are of the type of `default`; `seats`: they are sizes of a table.

    `nought` is what 0 is called, where it leaves the number to the format; `said` is what other choices are called.
    """

    name: str
    title: str
    explanation: str
    choices: tuple[Value, ...]
    default: Value
    seats: bool = False
    nought: str = "as many as needed"
    said: tuple[tuple[Value, str], ...] = ()

    @property
    def may_be_left_open(self) -> bool:
        """Whether it is a number that may also be left to the format."""
        return 0 in self.choices

    def say(self, value: Value) -> str:
        """A choice as people say it."""
        return self.nought if value == 0 else dict(self.said).get(value, str(value))

    def read(self, given: Value) -> Value | None:
        """The choice that `given` spells (a form gives "2" for 2), or None."""
        return next((choice for choice in self.choices if str(choice) == str(given)), None)


def settled(part: str, offered: tuple[Option, ...], given: Settled) -> dict[str, Value]:
    """All options in full: what was given, checked, and defaults for the rest.

    Raises `UnknownOption` for a name that is not offered, `WrongOption` for a value that is not a choice.
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


def number(options: Settled, name: str) -> int:
    """The value of an option whose choices are whole numbers."""
    return int(options[name])
