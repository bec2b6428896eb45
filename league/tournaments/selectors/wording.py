"""How the pages write what `league.rules` says: in the reader's language, points with their fractions."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from league.rules.points import as_text
from league.rules.tiebreaks.tiebreak import TieBreak

MINUS = "\N{MINUS SIGN}"


def filled(template: str, facts: Iterable[tuple[str, int]]) -> str:
    """A sentence of the rules, translated and filled."""
    return _(template).format(**dict(facts))


def points(units: int) -> str:
    """Points of a standing: 5½."""
    return as_text(units)


def value_of(tiebreak: TieBreak, value: int) -> str:
    """The value of a tie-break, or one term of it."""
    return as_text(value, tiebreak.scale).replace("-", MINUS)


def words_for(slug: str) -> str:
    """A name of the engine as a person reads it, translated: "Same clan" for `same-clan`."""
    return _(slug.replace("-", " ").replace("_", " ").capitalize())
