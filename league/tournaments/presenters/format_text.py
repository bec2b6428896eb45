"""How the pages write what `league.competition` says: in the reader's language, points with their fractions."""

import re
from collections.abc import Iterable, Mapping, Sequence

from django.utils.formats import get_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.core.game import Game, Option, OptionValue
from league.competition.early_endings import ABANDONED, LEFT, TIME
from league.competition.format import in_words
from league.competition.formats.swiss import EDITION, NEWER_EDITION
from league.competition.points import as_decimal, as_text, needs_decimals
from league.competition.tiebreaks.tiebreak import TieBreak

_SEATS = re.compile(r"seats? \{(\w+)\}(?: and \{(\w+)\})?", re.IGNORECASE)  # facts that are numbers of seats

MINUS = "\N{MINUS SIGN}"
DASH = "\N{EN DASH}"

ENDINGS = {
    TIME: gettext_lazy("When time runs out"),
    LEFT: gettext_lazy("When a player leaves a game"),
    ABANDONED: gettext_lazy("When a game is abandoned"),
}


def filled(template: str, facts: Iterable[tuple[str, int]]) -> str:
    """A sentence of the rules, translated and filled."""
    return _(template).format(**_in_language(facts))


def _in_language(facts: Iterable[tuple[str, int]]) -> dict[str, int | str]:
    return {name: _with_comma(word) if isinstance(word, str) else word for name, word in in_words(facts).items()}


def filled_at_table(template: str, facts: Sequence[tuple[str, int]], names: Sequence[str]) -> str:
    """A reason of a table, with the names beside the numbers of seats; `names` are in the order of the seats."""
    seats = {name for found in _SEATS.finditer(template) for name in found.groups()}
    words = _in_language(facts)
    words |= {name: f"{seat} ({names[seat - 1]})" for name, seat in facts if name in seats and 0 < seat <= len(names)}
    return _(template).format(**words)


def points(units: int, *, decimals: bool = False) -> str:
    """Points of a standing: 5½, or 5.50 in a column of `decimals`."""
    return _with_comma(as_decimal(units) if decimals else as_text(units))


def points_alike(units: Mapping[int, int]) -> dict[int, str]:
    """Points of a column by entry: all with fractions, or all with decimals."""
    decimals = needs_decimals(units.values())
    return {entry: points(own, decimals=decimals) for entry, own in units.items()}


def place_of(place: int) -> str:
    """A place in the standings; a dash for who stands below the line."""
    return str(place) if place else DASH


def value_of(tiebreak: TieBreak, value: int, *, decimals: bool = False) -> str:
    """The value of a tie-break, or one term of it."""
    return _with_comma((as_decimal if decimals else as_text)(value, tiebreak.scale)).replace("-", MINUS)


def _with_comma(figure: str) -> str:
    """A figure with the decimal sign of the reader's language."""
    return figure.replace(".", get_format("DECIMAL_SEPARATOR")) if "." in figure else figure


def title_of(option: Option) -> str:
    """What an option of a game is called, translated."""
    return _(option.label())


def words_of(option: Option, value: OptionValue) -> str:
    """What a value of an option is called, translated."""
    return _(option.value_label(value))


def options_in_words(game: Game, chosen: Mapping[str, OptionValue]) -> list[tuple[str, str, str]]:
    """Of every option of the game its title, the words of what was chosen (its default if nothing), and its summary."""
    return [
        (title_of(option), words_of(option, chosen.get(option.name, option.default)), _(option.summary))
        for option in game.options
    ]


def pairing_rules_of(slug: str) -> str:
    """Return which edition of whose rules a format pairs by; empty where there are none."""
    return _(EDITION) if slug == "swiss" else ""


def newer_rules_of(slug: str) -> str:
    """Return what a newer edition of those rules says otherwise; empty where there is none."""
    return _(NEWER_EDITION) if slug == "swiss" else ""
