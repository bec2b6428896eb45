"""Tie-breaks, one file each; see `tiebreak.py` for what each promises."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from league.competition.parts import part_named, parts_in
from league.competition.tiebreaks.tiebreak import TieBreak


@cache
def tiebreaks() -> Mapping[str, TieBreak]:
    """Every tie-break there is, by slug."""
    return parts_in(__name__, "TIEBREAK")


def tiebreak_named(slug: str) -> TieBreak:
    """The tie-break of that slug; raises `UnknownPart`."""
    return part_named("tie-break", slug, tiebreaks())
