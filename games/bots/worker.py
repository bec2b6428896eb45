"""How a worker checks a version: claim, play its trials in the sandbox outside any transaction, finish by the token."""

import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from hashlib import sha256
from time import monotonic

from celery.exceptions import SoftTimeLimitExceeded
from structlog.contextvars import bind_contextvars

from engine.sandbox.limits import Limits
from engine.sandbox.tiers import heed, holding
from engine.sandbox.validation import MATCHES, SECONDS, Trial, reason_of, trials, within
from games.bots.services.checking import CheckClaim, claim_in_turn, finish_check, give_version_back
from games.bots.terms import Terms
from games.matches.worker import retry_database
from league.shared.sandboxes import look_for_a_sandbox

Try = Callable[[CheckClaim], Iterator[Trial]]


class OutOfTime(Exception):
    """The matches were not over within the time of a check, though no single choice took too long."""


def in_the_sandbox(claim: CheckClaim) -> Iterator[Trial]:
    """The trials of a version, the same whenever they are repeated; a later attempt leaves them less time."""
    secret = sha256(claim.public_id.encode()).digest()
    seconds = seconds_of(claim)
    return trials(claim.source, games=claim.games, start=holding().start, secret=secret, seconds=seconds)


def seconds_of(claim: CheckClaim) -> float:
    """What a bot may use of the processor in this attempt: half of the attempt before."""
    return SECONDS * 0.5 ** (claim.attempt - 1)


def check_version_in_turn(*, terms: Terms, play: Try = in_the_sandbox) -> bool:
    """Check the version whose turn it is, if one waits and a sandbox holds; return whether a verdict is stored."""
    if not look_for_a_sandbox().holds:
        return False
    claim = retry_database(partial(claim_in_turn, terms=terms), patience=terms.patience)
    if claim is None:
        return False
    bind_contextvars(version=claim.public_id)
    try:
        tried = _in_time(play(claim), claim, terms)
        _spare(claim, tried[-1])
    except Exception as failure:  # the machine's fault, or ours, never the bot's: an operator reads it
        heed(failure)
        giving_back = partial(give_version_back, claim=claim, cause=traceback.format_exc(), terms=terms)
        retry_database(giving_back, patience=terms.patience)
        return False
    finishing = partial(finish_check, claim=claim, tried=tried, reason=reason_of(tried[-1]))
    return retry_database(finishing, patience=terms.patience)


def _in_time(played: Iterator[Trial], claim: CheckClaim, terms: Terms) -> list[Trial]:
    """What there is time for: all of them where the core is free, and at least one of each game.

    Raises `OutOfTime` where that is too much.
    """
    began = begins = monotonic()
    tried: list[Trial] = []
    longest = 0.0
    with suppress(SoftTimeLimitExceeded):  # then the match that was being played does not count
        for trial in played:
            tried.append(trial)
            now = monotonic()
            longest, begins = max(longest, now - begins), now
            if now + longest * _is_enough(tried, claim) > began + terms.seconds:
                break
    if not _is_enough(tried, claim):
        raise OutOfTime(f"{len(tried)} matches took {monotonic() - began:.0f} s, and not every game was played.")
    return tried


def _is_enough(tried: Sequence[Trial], claim: CheckClaim) -> bool:
    """Whether they say something about the bot: it failed, or played each of its games once."""
    return bool(tried) and (tried[-1].fault is not None or {trial.game for trial in tried} == set(claim.games))


def _spare(claim: CheckClaim, last: Trial) -> None:
    """Raises `OutOfTime` where the bot failed for want of time that only the first attempt leaves it."""
    if claim.attempt == 1 or last.fault is None or last.fault.kind != "timeout":
        return
    limits = within(Limits(), matches=MATCHES * len(claim.games), seconds=seconds_of(claim))
    if limits.match - last.spent < limits.move:
        raise OutOfTime("It used up its time, of which this attempt leaves it less than it has in play.")
