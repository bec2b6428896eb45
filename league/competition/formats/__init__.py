"""Formats of tournaments, one file each; see `format.py` for what each promises."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from league.competition.formats.format import Format
from league.competition.parts import part_named, parts_in


@cache
def formats() -> Mapping[str, Format]:
    """Every format there is, by slug."""
    return parts_in(__name__, "FORMAT")


def format_named(slug: str) -> Format:
    """The format of that slug; raises `UnknownPart`."""
    return part_named("format", slug, formats())
