"""Every write of play: sittings are begun, played on, given up, taken along by who joins, and swept."""

from games.play.services.beginning import Wanted, begin, begin_again
from games.play.services.belonging import take_along
from games.play.services.ending import give_up
from games.play.services.moving import go_on, move
from games.play.services.sweeping import sweep_sittings

__all__ = ["Wanted", "begin", "begin_again", "give_up", "go_on", "move", "sweep_sittings", "take_along"]
