"""Texts and figures of `league.competition` in the reader's language."""

import re
from collections.abc import Iterable, Mapping, Sequence

from django.utils.formats import get_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.core.game import Game
from engine.core.options import Option, OptionValue
from league.competition.early_endings import ABANDONED, LEFT, TIME
from league.competition.format import in_words
from league.competition.formats.swiss import EDITION, NEWER_EDITION, Swiss
from league.competition.points import as_decimal, as_text, needs_decimals
from league.competition.tiebreaks.tiebreak import TieBreak

_SEATS = re.compile(r"seats? \{(\w+)\}(?: and \{(\w+)\})?", re.IGNORECASE)  # facts that are seat numbers

MINUS = "\N{MINUS SIGN}"
DASH = "\N{EN DASH}"

ENDINGS = {
    TIME: gettext_lazy("When time runs out"),
    LEFT: gettext_lazy("When a player leaves a game"),
    ABANDONED: gettext_lazy("When a game is abandoned"),
}


def rule_text(template: str, facts: Iterable[tuple[str, int]]) -> str:
    """Return a sentence of `league.competition` in the reader's language, with its facts filled in."""
    return _(template).format(**_in_language(facts))


def _in_language(facts: Iterable[tuple[str, int]]) -> dict[str, int | str]:
    return {name: _with_comma(word) if isinstance(word, str) else word for name, word in in_words(facts).items()}


def rule_text_at_table(template: str, facts: Sequence[tuple[str, int]], names: Sequence[str]) -> str:
    """Return a reason for a pairing in the reader's language, with `names` (in seat order) beside seat numbers."""
    seats = {name for found in _SEATS.finditer(template) for name in found.groups()}
    words = _in_language(facts)
    words |= {name: f"{seat} ({names[seat - 1]})" for name, seat in facts if name in seats and 0 < seat <= len(names)}
    return _(template).format(**words)


def points(units: int, *, decimals: bool = False) -> str:
    """Return points as text: 5½, or 5.50 in a column of `decimals`."""
    return _with_comma(as_decimal(units) if decimals else as_text(units))


def points_column(units: Mapping[int, int]) -> dict[int, str]:
    """Return the points of a column by entry: all as fractions, or all as decimals."""
    decimals = needs_decimals(units.values())
    return {entry: points(own, decimals=decimals) for entry, own in units.items()}


def place_text(place: int) -> str:
    """Return a place as text; a dash for a player without one."""
    return str(place) if place else DASH


def tiebreak_text(tiebreak: TieBreak, value: int, *, decimals: bool = False) -> str:
    """Return the value of a tie-break, or one term of it, as text."""
    return _with_comma((as_decimal if decimals else as_text)(value, tiebreak.scale)).replace("-", MINUS)


def _with_comma(figure: str) -> str:
    """Return a number with the reader's decimal separator."""
    return figure.replace(".", get_format("DECIMAL_SEPARATOR")) if "." in figure else figure


def option_label(option: Option) -> str:
    """Return the translated name of a game's option."""
    return _(option.label())


def option_value_label(option: Option, value: OptionValue) -> str:
    """Return the translated name of an option's value."""
    return _(option.value_label(value))


def option_rows(game: Game, chosen: Mapping[str, OptionValue]) -> list[tuple[str, str, str]]:
    """Return for each option of the game its title, its chosen (or default) value, and its summary."""
    return [
        (option_label(option), option_value_label(option, chosen.get(option.name, option.default)), _(option.summary))
        for option in game.options
    ]


def pairing_rules_of(slug: str) -> str:
    """Return the edition of the rules that a format pairs by; "" if there are none."""
    return _(EDITION) if slug == Swiss.slug else ""


def newer_rules_of(slug: str) -> str:
    """Return the differences of a newer edition of those rules; "" if there is none."""
    return _(NEWER_EDITION) if slug == Swiss.slug else ""
