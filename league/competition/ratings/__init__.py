"""Rating systems, one file each; see `system.py` and `fit.py` for what each promises."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, TypeAlias

from league.competition.parts import part_named, parts_in
from league.competition.ratings.fit import RatingFit
from league.competition.ratings.system import RatingSystem

System: TypeAlias = RatingSystem[Any] | RatingFit[Any]
"""Whatever may order a leaderboard."""


@cache
def rating_systems() -> Mapping[str, RatingSystem[Any]]:
    """Every rating system that goes through a ledger step by step, by slug."""
    return parts_in(__name__, "SYSTEM")


@cache
def rating_fits() -> Mapping[str, RatingFit[Any]]:
    """Every rating system that looks at a whole history at once, by slug."""
    return parts_in(__name__, "FIT")


def rating_system_named(slug: str) -> RatingSystem[Any]:
    """The rating system of that slug that goes step by step; raises `UnknownPart`."""
    return part_named("rating system", slug, rating_systems())


def rating_fit_named(slug: str) -> RatingFit[Any]:
    """The rating system of that slug that looks at a whole history; raises `UnknownPart`."""
    return part_named("rating system", slug, rating_fits())


def system_named(slug: str) -> System:
    """The rating system of that slug, of either kind; raises `UnknownPart`."""
    return part_named("rating system", slug, {system.slug: system for system in systems_for(only_bots=True)})


def systems_for(*, only_bots: bool) -> tuple[System, ...]:
    """The systems that rate a pool, by slug. A fit takes strength as constant, so it is for bots alone."""
    fits = rating_fits().values() if only_bots else ()
    return tuple(sorted((*rating_systems().values(), *fits), key=lambda system: system.slug))
