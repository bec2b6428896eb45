"""The thread that extends the leases of matches while they are played."""

import threading
from collections.abc import Iterable
from contextvars import copy_context
from types import TracebackType
from typing import Self

import structlog
from django.db import Error, connection

from games.matches.claims import extend_leases
from games.matches.models import Match
from games.matches.queueing import LeaseSettings

log = structlog.get_logger(__name__)


class Heartbeat:
    """Extends leases in a thread of its own, since a move may take longer than a lease.

    The thread opens its database connection at the first beat, so that a short batch never does.
    Three threads change `_held` without a lock: each change is one operation on a dictionary.
    """

    def __init__(self, claims: Iterable[Match], terms: LeaseSettings) -> None:
        self._held = {claim.token: claim for claim in claims}
        self._terms = terms
        self._over = threading.Event()
        run = copy_context().run  # lines in the log name the task
        self._thread = threading.Thread(target=run, args=(self._run,), name="heartbeat", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._over.set()
        self._thread.join()

    def is_lost(self, claim: Match) -> bool:
        """Return whether another worker has the match or finished it, so that playing it must stop."""
        return claim.token not in self._held

    def let_go(self, claims: Iterable[Match]) -> None:
        """Stop extending their leases."""
        for claim in claims:
            self._held.pop(claim.token, None)

    def _run(self) -> None:
        while not self._over.wait(self._terms.heartbeat):
            self._beat()
        connection.close()

    def _beat(self) -> None:
        held = list(self._held.values())
        try:
            kept = extend_leases(claims=held, lease=self._terms.lease)
        except Error as error:
            log.warning("a heartbeat did not reach the database", cause=str(error))
            connection.close()  # the next beat opens a new one
            return
        lost = [claim for claim in held if claim.token not in kept]
        self.let_go(lost)
