"""A worker plays a batch of matches: claim, play, store in sub-batches. Nothing is played inside a transaction.

One database thread per process stores a sub-batch while the next one is played. A heartbeat thread extends the leases.
"""

import traceback
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from functools import partial
from time import monotonic
from typing import Final

from billiard import current_process
from celery.exceptions import SoftTimeLimitExceeded
from structlog.contextvars import bound_contextvars

from engine.core.bot import Bot
from engine.sandbox.tiers import report_failure
from games.matches.claims import Finish, claim_in_turn, claim_matches, fail_attempt, finish_matches, release
from games.matches.cores import stay_on_one_core
from games.matches.db_thread import retry_database, run_in_db_thread, submit_to_db_thread
from games.matches.heartbeat import Heartbeat
from games.matches.models import Match
from games.matches.queueing import LeaseSettings
from games.matches.run_match import Played, play_sheet
from games.matches.strategy_registry import is_check_waiting, strategy
from league.common.sandboxes import look_for_a_sandbox

LOOK_EVERY: Final = 0.2  # seconds; `ShouldStop` is called at every move

ShouldStop = Callable[[], bool]


def check_is_urgent() -> bool:
    """Return whether the match should be interrupted for a check; only in the first process of a worker."""
    return getattr(current_process(), "index", None) == 0 and is_check_waiting()


class Throttled:
    """Calls a predicate at most every LOOK_EVERY seconds."""

    def __init__(self, should_stop: ShouldStop) -> None:
        self._should_stop = should_stop
        self._next = 0.0

    def __call__(self) -> bool:
        """Return its result where it is time to ask; else False."""
        if monotonic() < self._next:
            return False
        self._next = monotonic() + LOOK_EVERY
        return self._should_stop()


def run_sandboxed_batch(
    ids: Sequence[int],
    *,
    terms: LeaseSettings,
    find: Callable[[str], Bot] = strategy,
    gives_way: ShouldStop = check_is_urgent,
    in_turn: bool = False,
) -> int:
    """Run a batch of matches with uploaded bots until `gives_way` returns True; none without a sandbox."""
    if not look_for_a_sandbox().holds:
        return 0
    stay_on_one_core()
    return run_batch(ids, terms=terms, find=find, has_sandbox=True, gives_way=gives_way, in_turn=in_turn)


def run_batch(
    ids: Sequence[int],
    *,
    terms: LeaseSettings,
    find: Callable[[str], Bot] = strategy,
    has_sandbox: bool = False,
    is_remote: bool = False,
    gives_way: ShouldStop = lambda: False,  # matches of built-in bots are short and not interrupted
    in_turn: bool = False,
) -> int:
    """Play the free ones of the matches, or with `in_turn` those whose turn it is; return how many were stored."""
    claim: Callable[..., list[Match]] = claim_in_turn if in_turn else partial(claim_matches, is_remote=is_remote)
    claim_all = partial(claim, ids=ids, terms=terms, has_sandbox=has_sandbox)
    claims = run_in_db_thread(partial(retry_database, claim_all, patience=terms.patience))
    if not claims:
        return 0
    with Heartbeat(claims, terms) as heartbeat:
        return _Batch(heartbeat, terms, find, Throttled(gives_way)).run(claims)


class _Batch:
    """The claimed matches: one sub-batch is played while the database thread stores the one before."""

    def __init__(
        self, heartbeat: Heartbeat, terms: LeaseSettings, find: Callable[[str], Bot], gives_way: ShouldStop
    ) -> None:
        self._heartbeat = heartbeat
        self._terms = terms
        self._find = find
        self._gives_way = gives_way
        self._in_hand: list[Finish] = []
        self._storing: Future[int] | None = None
        self._since = monotonic()
        self._stored = 0
        self._is_over = False  # no other match is begun: a check is urgent, or the task's soft time limit passed

    def run(self, claims: Sequence[Match]) -> int:
        waiting = deque(claims)
        while waiting and not self._is_over:
            claim = waiting.popleft()
            with bound_contextvars(match=claim.public_id):
                played = self._play(claim)
            if played is not None:
                self._in_hand.append(Finish(claim, played))
            waited = monotonic() - self._since
            if len(self._in_hand) >= self._terms.finish_count or waited >= self._terms.finish_seconds:
                self._finish()
        for claim in waiting:
            self._in_database(partial(release, claim=claim))
        self._finish()
        self._await_storing()
        return self._stored

    def _play(self, claim: Match) -> Played | None:
        try:
            played = play_sheet(claim.sheet, stop=partial(self._is_to_stop, claim), find=self._find)
        except Exception as failure:  # a fault of the server, never a forfeit
            report_failure(failure)
            self._is_over = self._is_over or isinstance(failure, SoftTimeLimitExceeded)
            self._in_database(partial(fail_attempt, claim=claim, reason=traceback.format_exc(), terms=self._terms))
            return None
        if played is None:
            self._in_database(partial(release, claim=claim))
        return played

    def _in_database(self, step: Callable[[], object]) -> None:
        run_in_db_thread(partial(retry_database, step, patience=self._terms.patience))

    def _is_to_stop(self, claim: Match) -> bool:
        if self._heartbeat.is_lost(claim):
            return True
        self._is_over = self._is_over or self._gives_way()
        return self._is_over

    def _finish(self) -> None:
        """Have the matches in hand stored while the next ones are played; one sub-batch is stored at a time."""
        self._since = monotonic()
        if not self._in_hand:
            return
        self._await_storing()
        finishes, self._in_hand = self._in_hand, []
        self._storing = submit_to_db_thread(partial(self._store, finishes))

    def _store(self, finishes: Sequence[Finish]) -> int:
        """Return how many were stored. It runs in the database thread."""
        finishing = partial(finish_matches, finishes=finishes, terms=self._terms)
        stored = retry_database(finishing, patience=self._terms.patience)
        self._heartbeat.let_go(finish.claim for finish in finishes)
        return stored

    def _await_storing(self) -> None:
        if self._storing is not None:
            self._stored += self._storing.result()
            self._storing = None
