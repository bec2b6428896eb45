"""How a worker checks a version: claim, play its trials in the sandbox outside any transaction, finish by the token."""

import traceback
from collections.abc import Callable, Iterator
from functools import partial
from hashlib import sha256
from time import monotonic

from structlog.contextvars import bind_contextvars

from engine.sandbox.tiers import heed, holding
from engine.sandbox.validation import Trial, reason_of, trials
from games.bots.services.checking import CheckClaim, claim_version, finish_check, give_version_back
from games.bots.terms import Terms
from games.matches.patience import patiently
from games.matches.sandboxes import look_for_a_sandbox

Try = Callable[[CheckClaim], Iterator[Trial]]


class OutOfTime(Exception):
    """The matches were not over within the time of a check, though no single choice took too long."""


def in_the_sandbox(claim: CheckClaim) -> Iterator[Trial]:
    """The trials of a version, the same whenever they are repeated."""
    secret = sha256(claim.public_id.encode()).digest()
    return trials(claim.source, games=claim.games, start=holding().start, secret=secret)


def check_version(version: int, *, terms: Terms, play: Try = in_the_sandbox) -> bool:
    """Check the version if it is free, and return whether a verdict is stored. Where no sandbox holds it waits."""
    if not look_for_a_sandbox().holds:
        return False
    claim = patiently(partial(claim_version, version_id=version, terms=terms), patience=terms.patience)
    if claim is None:
        return False
    bind_contextvars(version=claim.public_id)
    try:
        tried = _in_time(play(claim), terms)
    except Exception as failure:  # the machine's fault, or ours, never the bot's: an operator reads it
        heed(failure)
        giving_back = partial(give_version_back, claim=claim, cause=traceback.format_exc(), terms=terms)
        patiently(giving_back, patience=terms.patience)
        return False
    finishing = partial(finish_check, claim=claim, tried=tried, reason=reason_of(tried[-1]))
    return patiently(finishing, patience=terms.patience)


def _in_time(played: Iterator[Trial], terms: Terms) -> list[Trial]:
    """All of them. Raises `OutOfTime` when a further one would begin too late."""
    ends = monotonic() + terms.seconds
    tried: list[Trial] = []
    for trial in played:
        tried.append(trial)
        if monotonic() > ends:
            raise OutOfTime(f"{len(tried)} matches took longer than {terms.seconds} s.")
    return tried
