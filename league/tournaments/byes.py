"""What somebody gets for a round they asked to miss."""

from league.rules.formats import format_named

MOST_HALF_BYES = 2  # a player, in an event


def half_byes_are_paid(format_slug: str) -> bool:
    """Whether a missed round may pay half: not where everybody meets everybody, for the game is only put off."""
    chosen = format_named(format_slug)
    return not chosen.everyone_meets and not chosen.by_evenings
