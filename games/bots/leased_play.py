"""Play what a worker has claimed, and store it or give it back: for test matches and comparisons."""

import traceback
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from functools import partial

from engine.core.bot import Bot
from engine.sandbox.tiers import report_failure
from games.matches.db_thread import retry_database
from games.matches.run_match import Played, Sheet, play_sheet
from games.matches.worker import ShouldStop, Throttled


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcomes:
    """What to do with a claim after its game, each in a transaction of its own."""

    finish: Callable[[Played], bool]  # stores the game; False when the lease was lost
    give_back: Callable[[str], None]  # after a fault of the server, with its traceback
    release: Callable[[], object]  # without a result, because something else is urgent


def play_claimed(
    sheet: Sheet, outcomes: Outcomes, *, find: Callable[[str], Bot], gives_way: ShouldStop, patience: timedelta
) -> bool:
    """Play the game with strategies from `find`, and return whether it was stored.

    When `gives_way` returns True, the claim is released. `patience` is for a database that is away.
    """
    try:
        played = play_sheet(sheet, find=find, stop=Throttled(gives_way))
    except Exception as failure:  # the machine's fault, or ours, never the bot's: a site admin reads it
        report_failure(failure)
        retry_database(partial(outcomes.give_back, traceback.format_exc()), patience=patience)
        return False
    if played is None:
        retry_database(outcomes.release, patience=patience)
        return False
    return retry_database(partial(outcomes.finish, played), patience=patience)
