"""Who can play which game: people every game, bots what those say who run them.

# games/bots/apps.py, in ready():
register_players_without(bots_without)
"""

from collections.abc import Callable
from functools import reduce
from operator import or_

from django.db.models import Q

Without = Callable[[str], Q]
"""From the slug of a game to the players who cannot play it, as a condition on players."""

_registered: list[Without] = []


def register_players_without(without: Without) -> None:
    """Keep these players out of tournaments of the game. Registering it again changes nothing."""
    if without not in _registered:
        _registered.append(without)


def players_without(game: str) -> Q:
    """The players who cannot play the game, as a condition on players."""
    return reduce(or_, (without(game) for without in _registered), Q(pk__in=[]))
