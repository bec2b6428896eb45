"""Every write about tournaments. `by` is the account that asks; `None` is the house itself, which may do everything.

Lock order, here as everywhere: matches by id, then tournament, then pools by id.
"""

from league.tournaments.services.entering import enter_player, enter_players
from league.tournaments.services.leaving import withdraw
from league.tournaments.services.making import make_tournament
from league.tournaments.services.publishing import announce_again, publish_round
from league.tournaments.services.reporting import Report, report_result, report_results
from league.tournaments.services.running import advance, cancel, start

__all__ = [
    "Report",
    "advance",
    "announce_again",
    "cancel",
    "enter_player",
    "enter_players",
    "make_tournament",
    "publish_round",
    "report_result",
    "report_results",
    "start",
    "withdraw",
]
