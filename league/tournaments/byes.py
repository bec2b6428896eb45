"""What somebody gets for a round they asked to miss."""

from league.rules.formats import format_named
from league.tournaments.models import Tournament

_OPTION = "half_byes"


def most_half_byes(event: Tournament) -> int:
    """How many rounds somebody may miss for half of a win; none in a format that has no such option.

    An event that was made before there was a choice has what is proposed.
    """
    proposed = next((one.default for one in format_named(event.format).options if one.name == _OPTION), 0)
    return int(event.format_options.get(_OPTION, proposed))
