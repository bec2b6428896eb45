"""Every write about tournaments. `by` is the account that asks; `None` is the house itself, which may do everything.

Lock order, here as everywhere: matches by id, then tournament, then pools by id.
"""

from league.tournaments.services.agreeing import fix_table, keep_apart, let_meet, request_bye, take_back_bye
from league.tournaments.services.asking import ask_for_round
from league.tournaments.services.deadlines import Deadlines, move_deadline, set_deadlines
from league.tournaments.services.drafting import draw
from league.tournaments.services.drafts import draw_anew, publish_draft, put_away, take_off_the_board
from league.tournaments.services.ending import end_early, reopen
from league.tournaments.services.entering import enter_guest, enter_late, enter_player, enter_players
from league.tournaments.services.evenings import (
    bring,
    clear_ticks,
    close_evening,
    end_season,
    open_evening,
    tables,
    tick,
)
from league.tournaments.services.following import make_next_season
from league.tournaments.services.leaving import let_back, withdraw
from league.tournaments.services.making import make_tournament
from league.tournaments.services.publishing import announce_again, games_withdrawn, publish_round, withdraw_again
from league.tournaments.services.rearranging import change_round, take_back_step
from league.tournaments.services.registering import (
    check_in,
    close_registration,
    open_check_in,
    open_registration,
    register,
    unregister,
)
from league.tournaments.services.reminding import remind
from league.tournaments.services.repairing import forfeit_table, join_table, repair_round
from league.tournaments.services.reporting import Outcome, check_outcomes, report_result, report_results
from league.tournaments.services.running import advance, cancel, start
from league.tournaments.services.seeding import move_entry, order_entries
from league.tournaments.services.settling import Settings, change_settings
from league.tournaments.services.telling import tell_of_round

__all__ = [
    "Deadlines",
    "Outcome",
    "Settings",
    "advance",
    "announce_again",
    "ask_for_round",
    "bring",
    "cancel",
    "change_round",
    "change_settings",
    "check_in",
    "check_outcomes",
    "clear_ticks",
    "close_evening",
    "close_registration",
    "draw",
    "draw_anew",
    "end_early",
    "end_season",
    "enter_guest",
    "enter_late",
    "enter_player",
    "enter_players",
    "fix_table",
    "forfeit_table",
    "games_withdrawn",
    "join_table",
    "keep_apart",
    "let_back",
    "let_meet",
    "make_next_season",
    "make_tournament",
    "move_deadline",
    "move_entry",
    "open_check_in",
    "open_evening",
    "open_registration",
    "order_entries",
    "publish_draft",
    "publish_round",
    "put_away",
    "register",
    "remind",
    "reopen",
    "repair_round",
    "report_result",
    "report_results",
    "request_bye",
    "set_deadlines",
    "start",
    "tables",
    "take_back_bye",
    "take_back_step",
    "take_off_the_board",
    "tell_of_round",
    "tick",
    "unregister",
    "withdraw",
    "withdraw_again",
]
