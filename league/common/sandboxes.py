"""Sandbox state that workers report through Redis for the pages: the web server never tries a sandbox itself."""

import json
import time
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import structlog
from django.utils.translation import gettext as _

from engine.sandbox.faults import NoSandbox
from engine.sandbox.tiers import doubt, working_tier
from league.common.redis_client import RedisError, broker
from league.common.worker_heartbeat import this_worker

log = structlog.get_logger(__name__)

BY_WORKER = "moothill:sandboxes"  # a hash: the report of each worker with its time, by its name
KEPT = 600  # seconds; workers report more often


class Sandbox(NamedTuple):
    """The working tier, or the reasons why none works; neither where no worker has reported lately."""

    tier: str = ""
    reasons: tuple[str, ...] = ()

    @property
    def holds(self) -> bool:
        """Whether untrusted programs can run."""
        return bool(self.tier)


def probe_sandbox() -> Sandbox:
    """Try the tiers of `engine.sandbox.tiers` on this machine and report the result. For workers only."""
    try:
        sandbox = Sandbox(tier=working_tier().name)
    except NoSandbox as none:
        sandbox = Sandbox(reasons=none.reasons)
    try:
        with broker().pipeline(transaction=False) as pipeline:
            pipeline.hset(BY_WORKER, this_worker(), json.dumps([*sandbox, time.time()]))
            pipeline.expire(BY_WORKER, KEPT)
            pipeline.execute()
    except RedisError as error:
        log.warning("the state of the sandbox was not reported", cause=str(error))
    return sandbox


def retry_sandbox(doubt: Callable[[], None] = doubt) -> Sandbox:
    """Try again from a process that runs no programs itself, if another process of its worker found no sandbox."""
    try:
        sandbox = sandboxes_by_worker().get(this_worker(), Sandbox())
    except RedisError:
        sandbox = Sandbox()
    if sandbox.reasons:
        doubt()
    return probe_sandbox()


def working_sandbox() -> Sandbox:
    """Return the tier that works at any worker, else the reasons of all workers."""
    try:
        sandboxes = sandboxes_by_worker().values()
    except RedisError:
        return Sandbox()
    working = next((sandbox for sandbox in sandboxes if sandbox.holds), None)
    return working or Sandbox(
        reasons=tuple(dict.fromkeys(reason for sandbox in sandboxes for reason in sandbox.reasons))
    )


def sandboxes_by_worker() -> Mapping[str, Sandbox]:
    """Return the recent report of each worker, by its name. Raise `RedisError`."""
    reports: Any = broker().hgetall(BY_WORKER)  # redis types its answers for both clients
    parsed = {name: json.loads(report) for name, report in sorted(reports.items())}
    since = time.time() - KEPT
    return {name: Sandbox(tier, tuple(reasons)) for name, (tier, reasons, at) in parsed.items() if at > since}


def why_programs_wait() -> str:
    """Return why no untrusted program can run just now, as a sentence for its author; "" if they can run.

    The machine's own reasons are for site admins only.
    """
    sandbox = working_sandbox()
    if sandbox.holds:
        return ""
    if sandbox.reasons:
        return _(
            "The server has no working sandbox, so uploaded bots cannot run. The match or check waits until a "
            "site admin corrects this."
        )
    return _("No worker for uploaded bots is running. The match or check waits until a site admin starts one.")


def no_sandbox_works() -> bool:
    """Whether workers reported lately that no untrusted program can run; False where none has reported."""
    return bool(working_sandbox().reasons)
