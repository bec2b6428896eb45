"""Keeps the leases of the matches in hand while they are played, and notices when one is lost."""

import threading
from collections.abc import Iterable
from contextvars import copy_context
from types import TracebackType
from typing import Self

import structlog
from django.db import InterfaceError, OperationalError, connection

from games.matches.services.claims import Claim, extend_leases
from games.matches.terms import Terms

log = structlog.get_logger(__name__)


class Heartbeat:
    """Beats in a thread of its own, for a decision may take longer than a lease.

    The thread opens its database connection at the first beat, so that a short batch never does.
    """

    def __init__(self, claims: Iterable[Claim], terms: Terms) -> None:
        self._held = {claim.token: claim for claim in claims}
        self._terms = terms
        self._over = threading.Event()
        self._thread = threading.Thread(
            target=copy_context().run, args=(self._run,), name="heartbeat", daemon=True
        )  # in whose lines of the log the task is named

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._over.set()
        self._thread.join()

    def is_lost(self, claim: Claim) -> bool:
        """Whether somebody else holds the match by now, or it was finished: stop playing it."""
        return claim.token not in self._held

    def let_go(self, claims: Iterable[Claim]) -> None:
        """Extend their leases no more."""
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
        except (OperationalError, InterfaceError) as error:
            log.warning("a heartbeat did not reach the database", cause=str(error))
            connection.close()  # the next beat opens a new one
            return
        lost = [claim for claim in held if claim.token not in kept]
        self.let_go(lost)
