"""Rating systems, one file each; see `system.py` for what each promises."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from league.rules.parts import part_named, parts_in
from league.rules.ratings.system import RatingSystem


@cache
def rating_systems() -> Mapping[str, RatingSystem[Any]]:
    """Every rating system there is, by slug."""
    return parts_in(__name__, "SYSTEM")


def rating_system_named(slug: str) -> RatingSystem[Any]:
    """The rating system of that slug; raises `UnknownPart`."""
    return part_named("rating system", slug, rating_systems())
