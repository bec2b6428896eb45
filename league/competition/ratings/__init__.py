"""The rating systems that can order a leaderboard."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, TypeAlias

from league.competition.ratings.elo import ELO
from league.competition.ratings.maximum_likelihood import MAXIMUM_LIKELIHOOD
from league.competition.ratings.system import RatingFit, RatingSystem
from league.competition.ratings.weng_lin import WENG_LIN
from league.competition.registry import by_slug, lookup

System: TypeAlias = RatingSystem[Any] | RatingFit[Any]
_SYSTEMS: Mapping[str, RatingSystem[Any]] = MappingProxyType({ELO.slug: ELO, WENG_LIN.slug: WENG_LIN})
_FITS: Mapping[str, RatingFit[Any]] = MappingProxyType({MAXIMUM_LIKELIHOOD.slug: MAXIMUM_LIKELIHOOD})


def rating_systems() -> Mapping[str, RatingSystem[Any]]:
    """Return every rating system that reads a ledger result by result, by slug."""
    return _SYSTEMS


def rating_fits() -> Mapping[str, RatingFit[Any]]:
    """Return every rating system that reads a whole history at once, by slug."""
    return _FITS


def rating_system_named(slug: str) -> RatingSystem[Any]:
    """Return the result-by-result rating system of that slug. Raise `UnknownPart` if there is none."""
    return lookup("rating system", slug, _SYSTEMS)


def rating_fit_named(slug: str) -> RatingFit[Any]:
    """Return the whole-history rating system of that slug. Raise `UnknownPart` if there is none."""
    return lookup("rating system", slug, _FITS)


def system_named(slug: str) -> System:
    """Return the rating system of that slug, of either kind. Raise `UnknownPart` if there is none."""
    return lookup("rating system", slug, by_slug(systems_for(only_bots=True)))


def systems_for(*, only_bots: bool) -> tuple[System, ...]:
    """Return the systems for a pool, by slug. Fits assume constant strength, so they are for bots alone."""
    fits = _FITS.values() if only_bots else ()
    return tuple(sorted((*_SYSTEMS.values(), *fits), key=lambda system: system.slug))
