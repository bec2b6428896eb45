"""Options of the rules: what a game offers, and the values that people and records state."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from engine.core.errors import OptionError

if TYPE_CHECKING:
    from engine.core.game import Game

OptionValue: TypeAlias = bool | str

_FLAGS: Final[Mapping[str, OptionValue]] = {
    "on": True, "yes": True, "true": True, "off": False, "no": False, "false": False,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Option:
    """An option of the rules: a flag (`choices` empty, values True and False) or one of several words.

    `title` and `words` are labels for people: of the option, and of each of `choices`; without them the labels are
    made from the name and the choices. `is_later`: added when there were records already, whose games were played by
    the default; a record names the option only if it differs.
    """

    name: str
    kind: Literal["flag", "choice"]
    default: OptionValue
    summary: str
    choices: tuple[str, ...] = ()
    title: str = ""
    words: tuple[str, ...] = ()
    is_later: bool = False

    def label(self) -> str:
        """Return such as "Clan Bruce" for `bruce`."""
        return self.title or _as_english(self.name)

    def value_label(self, value: OptionValue) -> str:
        """Return such as "Own clan only" for `same-clan`, "yes" for True."""
        if isinstance(value, bool):
            return "yes" if value else "no"
        if value in self.choices[: len(self.words)]:
            return self.words[self.choices.index(value)]
        return _as_english(value)

    @property
    def values(self) -> tuple[OptionValue, ...]:
        """The values that the option can have."""
        return (True, False) if self.kind == "flag" else self.choices

    @property
    def written_values(self) -> tuple[str, ...]:
        """The values as people write them: `off` and `on` for a flag."""
        return ("off", "on") if self.kind == "flag" else self.choices

    def accepts(self, value: OptionValue) -> bool:
        """Return whether the option can have this value; a word, even `on`, is none of a flag's."""
        return isinstance(value, bool) == (self.kind == "flag") and value in self.values

    def read(self, written: str) -> OptionValue:
        """Return the value that a person wrote, in any case; a word that is none is returned unchanged."""
        known = _FLAGS if self.kind == "flag" else {choice: choice for choice in self.choices}
        return known.get(_as_slug(written), written)


def settle_options(game: Game, options: Mapping[str, OptionValue] | None) -> dict[str, OptionValue]:
    """Return all options of the game, with defaults filled in. Raise OptionError."""
    remaining = dict(options or {})
    settled: dict[str, OptionValue] = {}
    for option in game.options:
        value = settled[option.name] = remaining.pop(option.name, option.default)
        if not option.accepts(value):
            raise _no_such_value(game, option, value)
    for name in remaining:
        raise _no_such_option(game, name)
    return settled


def written_option(game: Game, name: str, value: str) -> tuple[str, OptionValue]:
    """Return name and value of an option that a person wrote in any case; unknown ones are returned unchanged."""
    option = next((candidate for candidate in game.options if candidate.name == _as_slug(name)), None)
    if option is None:
        return name, value
    return option.name, option.read(value)


def _as_english(name: str) -> str:
    return name.replace("-", " ").replace("_", " ").capitalize()


def _as_slug(written: str) -> str:
    return "-".join(written.lower().split())


def _no_such_value(game: Game, option: Option, value: OptionValue) -> OptionError:
    words = option.written_values
    sentence = f"The option {option.name} of {game.name} can be {' or '.join(words)}, not {value!r}."
    if isinstance(value, str) and option.accepts(option.read(value)):
        sentence = f"The option {option.name} of {game.name} must be {option.read(value)!r}, not the text {value!r}."
    return OptionError(sentence, game=game.slug, option=option.name, value=value, choices=list(words))


def _no_such_option(game: Game, name: str) -> OptionError:
    known = [option.name for option in game.options]
    near = get_close_matches(name, known, n=1)
    hint = f" Did you mean {near[0]}?" if near else ""
    listed = f"its options are {', '.join(known)}" if known else "it has none"
    return OptionError(f"{game.name} has no option {name}; {listed}.{hint}", game=game.slug, option=name, known=known)
