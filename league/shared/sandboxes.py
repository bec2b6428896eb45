"""What workers found of sandboxes, told to the pages: a page never tries one itself."""

import json
import time
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import structlog
from django.utils.translation import gettext as _

from engine.sandbox.faults import NoSandbox
from engine.sandbox.tiers import doubt, working_tier
from league.shared.redis_client import RedisError, broker
from league.shared.worker_heartbeat import this_worker

log = structlog.get_logger(__name__)

BY_WORKER = "moothill:sandboxes"  # a hash: what each worker found and when, by its name
KEPT = 600  # seconds; a worker tells anew long before


class Sandbox(NamedTuple):
    """The tier that holds, or the reasons why none does; neither where no worker has said anything lately."""

    tier: str = ""
    reasons: tuple[str, ...] = ()

    @property
    def holds(self) -> bool:
        """Whether programs of strangers are run."""
        return bool(self.tier)


def look_for_a_sandbox() -> Sandbox:
    """What this machine holds, tried as `engine.sandbox.tiers` has it, and told to the pages. For workers alone."""
    try:
        found = Sandbox(tier=working_tier().name)
    except NoSandbox as none:
        found = Sandbox(reasons=none.reasons)
    try:
        with broker().pipeline(transaction=False) as line:
            line.hset(BY_WORKER, this_worker(), json.dumps([*found, time.time()]))
            line.expire(BY_WORKER, KEPT)
            line.execute()
    except RedisError as error:
        log.warning("nobody heard which sandbox holds here", cause=str(error))
    return found


def look_again(doubt: Callable[[], None] = doubt) -> Sandbox:
    """The same for a process that runs no programs itself: where another of its worker found none, it tries anew."""
    try:
        told = sandboxes_by_worker().get(this_worker(), Sandbox())
    except RedisError:
        told = Sandbox()
    if told.reasons:
        doubt()
    return look_for_a_sandbox()


def sandbox_at_work() -> Sandbox:
    """The tier that holds at a worker; where none does at any, what they all told."""
    try:
        told = sandboxes_by_worker().values()
    except RedisError:
        return Sandbox()
    holding = next((found for found in told if found.holds), None)
    return holding or Sandbox(reasons=tuple(dict.fromkeys(reason for found in told for reason in found.reasons)))


def sandboxes_by_worker() -> Mapping[str, Sandbox]:
    """What each worker told lately, by its name. Raises `RedisError`."""
    told: Any = broker().hgetall(BY_WORKER)  # redis types its answers for both clients
    found = {name: json.loads(one) for name, one in sorted(told.items())}
    since = time.time() - KEPT
    return {name: Sandbox(tier, tuple(reasons)) for name, (tier, reasons, at) in found.items() if at > since}


def why_programs_wait() -> str:
    """Why no program of a stranger is run just now, for whoever waits for one; empty where nothing stands in the way.

    The machine's own reasons are for its operators.
    """
    found = sandbox_at_work()
    if found.holds:
        return ""
    if found.reasons:
        return _(
            "The server has no working sandbox, so uploaded bots cannot run. The match or check waits until a "
            "site admin corrects this."
        )
    return _("No worker for uploaded bots is running. The match or check waits until a site admin starts one.")


def nothing_holds() -> bool:
    """Whether workers told lately that no program of a stranger can be run; nobody's silence says so."""
    return bool(sandbox_at_work().reasons)
