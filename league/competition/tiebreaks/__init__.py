"""The tie-breaks that an organiser can choose."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from league.competition.registry import by_slug, lookup
from league.competition.tiebreaks import buchholz, opponents, results, sonneborn_berger
from league.competition.tiebreaks.tiebreak import TieBreak

_TIEBREAKS = MappingProxyType(
    by_slug((*buchholz.TIEBREAKS, *opponents.TIEBREAKS, *results.TIEBREAKS, *sonneborn_berger.TIEBREAKS))
)


def tiebreaks() -> Mapping[str, TieBreak]:
    """Return every tie-break, by slug."""
    return _TIEBREAKS


def tiebreak_named(slug: str) -> TieBreak:
    """Return the tie-break of that slug. Raise `UnknownPart` if there is none."""
    return lookup("tie-break", slug, _TIEBREAKS)
