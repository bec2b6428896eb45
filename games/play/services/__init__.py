"""Every write of play: sittings are begun, played on, given up, taken along by who joins, and swept."""

from games.play.services.beginning import Wanted, begin, begin_again
from games.play.services.belonging import take_along
from games.play.services.ending import give_up
from games.play.services.moving import go_on, move
from games.play.services.sweeping import forget_unfinished, sweep_sittings

__all__ = [
    "Wanted",
    "begin",
    "begin_again",
    "forget_unfinished",
    "give_up",
    "go_on",
    "move",
    "sweep_sittings",
    "take_along",
]
