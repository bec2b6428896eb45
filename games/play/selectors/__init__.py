"""Every read of play."""

from games.play.selectors.sittings import (
    check_rules,
    is_of_these_rules,
    pool_that_rates,
    sitting_of,
    sittings_of,
    table_of,
)

__all__ = ["check_rules", "is_of_these_rules", "pool_that_rates", "sitting_of", "sittings_of", "table_of"]
