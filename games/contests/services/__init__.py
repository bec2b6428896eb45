"""Every write of contests."""

from games.contests.services.closing import close_contests
from games.contests.services.entering import add_house_bot, enter, withdraw
from games.contests.services.keeping import Plan, call_off, change_contest, make_contest
from games.contests.services.queueing import queue_deals
from games.contests.services.telling import drop_deal, tell_contests

__all__ = [
    "Plan",
    "add_house_bot",
    "call_off",
    "change_contest",
    "close_contests",
    "drop_deal",
    "enter",
    "make_contest",
    "queue_deals",
    "tell_contests",
    "withdraw",
]
