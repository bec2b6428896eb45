"""How a worker plays a test match: claim, play in the sandbox outside any transaction, finish by the token."""

import traceback
from collections.abc import Callable
from functools import partial

from structlog.contextvars import bind_contextvars

from engine.core.bot import Bot
from engine.sandbox.tiers import heed
from games.bots.sparring.holding import claim_bout, finish_bout, give_bout_back, put_bout_away
from games.bots.terms import Terms
from games.matches.playing import play_sheet
from games.matches.strategies import strategy
from games.matches.worker import Pressing, Throttled, check_is_pressing, retry_database
from league.shared.sandboxes import look_for_a_sandbox


def play_bout(bout: int, *, terms: Terms, find: Callable[[str], Bot] = strategy) -> bool:
    """Play the bout if it is free, and return whether it is stored. Where no sandbox holds it waits."""
    if not look_for_a_sandbox().holds:
        return False
    return play_bout_here(bout, terms=terms, find=find)


def play_bout_here(
    bout: int, *, terms: Terms, find: Callable[[str], Bot], gives_way: Pressing = check_is_pressing
) -> bool:
    """The same with programs as `find` finds them, whatever they are run in.

    When `gives_way` answers True, the bout is put away for another time.
    """
    claim = retry_database(partial(claim_bout, bout_id=bout), patience=terms.patience)
    if claim is None:
        return False
    bind_contextvars(bout=claim.id)
    try:
        played = play_sheet(claim.sheet, find=find, stop=Throttled(gives_way))
    except Exception as failure:  # the machine's fault, or ours, never the bot's: an operator reads it
        heed(failure)
        giving_back = partial(give_bout_back, claim=claim, cause=traceback.format_exc())
        retry_database(giving_back, patience=terms.patience)
        return False
    if played is None:
        retry_database(partial(put_bout_away, claim=claim), patience=terms.patience)
        return False
    return retry_database(partial(finish_bout, claim=claim, played=played), patience=terms.patience)
