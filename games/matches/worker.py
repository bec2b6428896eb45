"""A worker plays a batch of matches: claim, play, store in sub-batches. Nothing is played inside a transaction.

One database thread per process stores a sub-batch while the next one is played. A heartbeat thread extends the leases.
"""

import os
import sys
import threading
import traceback
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from contextvars import copy_context
from datetime import timedelta
from functools import cache, partial
from pathlib import Path
from time import monotonic, sleep
from types import TracebackType
from typing import Final, Self, TypeVar

import structlog
from billiard import current_process
from celery.exceptions import SoftTimeLimitExceeded
from django.db import Error, InterfaceError, OperationalError, connection
from structlog.contextvars import bound_contextvars

from engine.core.bot import Bot
from engine.sandbox.tiers import report_failure
from games.matches.claims import Finish, claim_in_turn, claim_matches, fail_attempt, finish_matches, release
from games.matches.models import Match
from games.matches.queueing import LeaseSettings
from games.matches.run_match import Played, play_match
from games.matches.strategy_registry import is_check_waiting, strategy
from league.common import jobs
from league.common.sandboxes import probe_sandbox

log = structlog.get_logger(__name__)

DATABASE_PATIENCE: Final = timedelta(seconds=150)  # while the database is away, by the worker's clock
LOOK_EVERY: Final = 0.2  # seconds; `ShouldStop` is called at every move

ShouldStop = Callable[[], bool]
T = TypeVar("T")


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
    should_stop: ShouldStop = check_is_urgent,
    in_turn: bool = False,
) -> int:
    """Run a batch of matches with uploaded bots until `should_stop` returns True; none without a sandbox."""
    if not probe_sandbox().holds:
        return 0
    pin_to_core()
    return run_batch(ids, terms=terms, find=find, has_sandbox=True, should_stop=should_stop, in_turn=in_turn)


def run_batch(
    ids: Sequence[int],
    *,
    terms: LeaseSettings,
    find: Callable[[str], Bot] = strategy,
    has_sandbox: bool = False,
    is_remote: bool = False,
    should_stop: ShouldStop = lambda: False,  # matches of built-in bots are short and not interrupted
    in_turn: bool = False,
) -> int:
    """Play the free ones of the matches, or with `in_turn` those whose turn it is; return how many were stored."""
    claim: Callable[..., list[Match]] = claim_in_turn if in_turn else partial(claim_matches, is_remote=is_remote)
    claim_all = partial(claim, ids=ids, terms=terms, has_sandbox=has_sandbox)
    claims = run_in_db_thread(partial(retry_database, claim_all))
    if not claims:
        return 0
    with Heartbeat(claims, terms) as heartbeat:
        return _Batch(heartbeat, terms, find, Throttled(should_stop)).run(claims)


class Heartbeat:
    """Extends leases in a thread of its own, since a move may take longer than a lease.

    The thread opens its database connection at the first beat, so that a short batch never does.
    Three threads change `_claims` without a lock: each change is one operation on a dictionary.
    """

    def __init__(self, claims: Iterable[Match], settings: LeaseSettings) -> None:
        self._claims = {claim.token: claim for claim in claims}
        self._settings = settings
        self._stopped = threading.Event()
        run = copy_context().run  # lines in the log name the task
        self._thread = threading.Thread(target=run, args=(self._run,), name="heartbeat", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._stopped.set()
        self._thread.join()

    def is_lost(self, claim: Match) -> bool:
        """Return whether another worker has the match or finished it, so that playing it must stop."""
        return claim.token not in self._claims

    def stop_extending(self, claims: Iterable[Match]) -> None:
        """Stop extending the leases of these matches."""
        for claim in claims:
            self._claims.pop(claim.token, None)

    def _run(self) -> None:
        while not self._stopped.wait(self._settings.heartbeat):
            self._beat()
        connection.close()

    def _beat(self) -> None:
        claims = list(self._claims.values())
        try:
            extended = jobs.extend(Match, claims, self._settings.lease)
        except Error as error:
            log.warning("a heartbeat was not saved in the database", cause=str(error))
            connection.close()  # the next beat opens a new one
            return
        self.stop_extending(claim for claim in claims if claim.token not in extended)


class _Batch:
    """The claimed matches: one sub-batch is played while the database thread stores the one before."""

    def __init__(
        self, heartbeat: Heartbeat, terms: LeaseSettings, find: Callable[[str], Bot], should_stop: ShouldStop
    ) -> None:
        self._heartbeat = heartbeat
        self._terms = terms
        self._find = find
        self._should_stop = should_stop
        self._unstored: list[Finish] = []
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
                self._unstored.append(Finish(claim, played))
            age = monotonic() - self._since
            if len(self._unstored) >= self._terms.finish_count or age >= self._terms.finish_seconds:
                self._finish()
        for claim in waiting:
            self._in_database(partial(release, claim=claim))
        self._finish()
        self._await_storing()
        return self._stored

    def _play(self, claim: Match) -> Played | None:
        try:
            played = play_match(claim.setup, stop=partial(self._is_to_stop, claim), find=self._find)
        except Exception as failure:  # a fault of the server, never a forfeit
            report_failure(failure)
            self._is_over = self._is_over or isinstance(failure, SoftTimeLimitExceeded)
            self._in_database(partial(fail_attempt, claim=claim, reason=traceback.format_exc(), terms=self._terms))
            return None
        if played is None:
            self._in_database(partial(release, claim=claim))
        return played

    def _in_database(self, step: Callable[[], object]) -> None:
        run_in_db_thread(partial(retry_database, step))

    def _is_to_stop(self, claim: Match) -> bool:
        if self._heartbeat.is_lost(claim):
            return True
        self._is_over = self._is_over or self._should_stop()
        return self._is_over

    def _finish(self) -> None:
        """Store these matches while the next ones are played; one sub-batch is stored at a time."""
        self._since = monotonic()
        if not self._unstored:
            return
        self._await_storing()
        finishes, self._unstored = self._unstored, []
        self._storing = submit_to_db_thread(partial(self._store, finishes))

    def _store(self, finishes: Sequence[Finish]) -> int:
        """Return how many were stored. It runs in the database thread."""
        stored = retry_database(partial(finish_matches, finishes=finishes, terms=self._terms))
        self._heartbeat.stop_extending(finish.claim for finish in finishes)
        return stored

    def _await_storing(self) -> None:
        if self._storing is not None:
            self._stored += self._storing.result()
            self._storing = None


_WAKE_SECONDS = 0.001  # a thread that wakes is put on a free core
_CORE_FIELD = 39 - 3  # proc(5): "processor" in `stat`, counted from 1 there, here from the field after the name


def pin_to_core() -> None:
    """Keep this worker process and its children on one core for a match; only on Linux.

    A bot and its worker take turns, so on two cores each would wake the other from sleep for every move: on one they
    are half as fast again for the same CPU time. The kernel chooses a core for every match, since only it knows about
    other workers and containers.
    """
    if getattr(current_process(), "index", None) is None or sys.platform != "linux":
        return
    with suppress(OSError):  # without the right to choose cores, work is only slower
        os.sched_setaffinity(0, _allowed())
        sleep(_WAKE_SECONDS)
        core = {_core_now()}
        for thread in Path("/proc/self/task").iterdir():  # the database thread, too
            os.sched_setaffinity(int(thread.name), core)


@cache
def _allowed() -> set[int]:
    return os.sched_getaffinity(0)


def _core_now() -> int:
    """Return the core of this thread. The name in the line may hold blanks."""
    fields = Path("/proc/thread-self/stat").read_text().rpartition(")")[2].split()
    return int(fields[_CORE_FIELD])


FIRST_PAUSE, LONGEST_PAUSE = 0.1, 3.0  # seconds


def retry_database(step: Callable[[], T], *, patience: timedelta = DATABASE_PATIENCE) -> T:
    """Return what `step` returns, retried while the database is away; after `patience` its error is raised.

    The step must be idempotent: the answer to a commit may be lost after the commit.
    """
    deadline = monotonic() + patience.total_seconds()
    pause = FIRST_PAUSE
    while True:
        try:
            return step()
        except (OperationalError, InterfaceError) as error:
            connection.close()  # the next try opens a new one
            if monotonic() > deadline:
                raise
            log.warning("the database is unreachable; the worker waits", cause=str(error), seconds=pause)
        sleep(pause)
        pause = min(2 * pause, LONGEST_PAUSE)


def submit_to_db_thread(step: Callable[[], T]) -> Future[T]:
    """Run the step in the database thread, after earlier ones, with the caller's log context."""
    return _thread_of(os.getpid()).submit(copy_context().run, step)


def run_in_db_thread(step: Callable[[], T]) -> T:
    """Run the step in the database thread, and wait for its result."""
    return submit_to_db_thread(step).result()


@cache
def _thread_of(_process: int) -> ThreadPoolExecutor:
    """Return the database thread of this process; threads do not survive a fork."""
    return ThreadPoolExecutor(max_workers=1, thread_name_prefix="database")


def work_on_claim(
    work: Callable[[], T | None],
    *,
    finish: Callable[[T], bool],
    fail: Callable[[str], object],
    release: Callable[[], object] = lambda: None,
) -> bool:
    """Do the work of a claimed job, and return whether its result was stored.

    `fail` gets the traceback of a fault of the server; `release` is called if `work` stopped without a result. Each of
    the three is one transaction.
    """
    try:
        result = work()
    except Exception as failure:  # of the server, since faults of bots are results; site admins see it
        report_failure(failure)
        cause = traceback.format_exc()
        log.error("an attempt at a job failed", cause=cause.strip()[-400:])
        retry_database(partial(fail, cause))
        return False
    if result is None:
        retry_database(release)
        return False
    return retry_database(partial(finish, result))
