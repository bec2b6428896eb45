"""Which rating systems a pool has: all that fit its kind of player, one of which orders its leaderboard."""

from collections.abc import Mapping

from league.results.models import Pool
from league.rules.ratings import System, rating_fits


def systems_of(pool: Pool) -> list[System]:
    """Return the systems that a pool is rated by, the one that orders its leaderboard first, the others by slug."""
    return sorted(pool.rating_systems(), key=lambda system: (system.slug != pool.rating_system, system.slug))


def fits_of(pool: Pool) -> list[System]:
    """Return those of a pool's systems that look at its whole history at once."""
    return [system for system in systems_of(pool) if system.slug in rating_fits()]


def systems_by_kind() -> Mapping[Pool.Kind, tuple[System, ...]]:
    """Return the systems that pools are rated by, for every kind of player."""
    return {kind: Pool(player_kind=kind).rating_systems() for kind in Pool.Kind}
