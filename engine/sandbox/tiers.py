"""Which sandbox works on this machine, found by attacks, never by version.

A canary bot tries in each tier what an untrusted bot could: sockets, files of the system, processes, signals, writing,
memory. A tier works when all attacks are refused, and when a good bot plays a move in it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import inf
from pathlib import Path
from time import monotonic
from types import MappingProxyType

from engine.core import registry
from engine.core.match import play
from engine.sandbox import seccomp, spawn
from engine.sandbox.child import Start
from engine.sandbox.faults import BotFault, NoSandbox, SandboxFailed
from engine.sandbox.forks import OneMatch
from engine.sandbox.seat import SeatedBot

_CANARY = Path(__file__).with_name("canary.py")
_GAME = "kings-kilt"
_COMPANION = "wanderer"
AGAIN = 10.0  # seconds


@dataclass(frozen=True, slots=True)
class Tier:
    """A way to start an untrusted bot that resisted the canary; its sandboxes are kept for many matches."""

    name: str
    start: Start


TIERS: Mapping[str, OneMatch] = MappingProxyType({
    "bubblewrap": OneMatch(spawn.start_in_bubblewrap),
    "launcher": OneMatch(spawn.start_bare),
})  # fmt: skip


class TierFinder:
    """Finds the tier that works. Tiers are tried once, and again when there is reason to doubt the result.

    The first doubt has them tried at once, since a broken tier would cost every match its attempts; after that, and
    while none works, they are tried once in `AGAIN` seconds.
    """

    def __init__(self, tiers: Mapping[str, Start], clock: Callable[[], float] = monotonic) -> None:
        self._tiers = tiers
        self._clock = clock
        self._found: Tier | None = None
        self._reasons: tuple[str, ...] = ()
        self._is_doubted = True
        self._again_at = -inf

    def working_tier(self) -> Tier:
        """Return the best tier that works. Raise NoSandbox with the reasons if none does."""
        if self._is_doubted and self._clock() >= self._again_at:
            self._try()
        if self._found is None:
            raise NoSandbox(self._reasons)
        return self._found

    def report_failure(self, failure: BaseException) -> None:
        """Doubt the tier if this is a failure of a sandbox."""
        if isinstance(failure, SandboxFailed):
            self.doubt()

    def doubt(self) -> None:
        """Try the tiers again before the next program, since another worker found that none works."""
        self._is_doubted = True

    def _try(self) -> None:
        is_first = self._again_at == -inf
        self._found, self._reasons = _best_of(self._tiers)
        self._is_doubted = self._found is None
        self._again_at = self._clock() + (0.0 if is_first and self._found else AGAIN)


def _best_of(tiers: Mapping[str, Start]) -> tuple[Tier | None, tuple[str, ...]]:
    reasons: list[str] = []
    for name, start in tiers.items():
        weakness = weakness_of(start)
        if weakness is None:
            return Tier(name, start.reusing if isinstance(start, OneMatch) else start), ()
        reasons.append(f"{name.capitalize()}: {weakness}")
    return None, tuple(reasons)


_finder = TierFinder(TIERS)


def working_tier() -> Tier:
    """Return the best tier that works on this machine. Raise NoSandbox if none does."""
    return _finder.working_tier()


def report_failure(failure: BaseException) -> None:
    """Try the tiers again before the next program if this is a failure of a sandbox."""
    _finder.report_failure(failure)


def doubt() -> None:
    """Try the tiers again before the next program."""
    _finder.doubt()


def weakness_of(start: Start) -> str | None:
    """Return what is wrong with a way to start, as a sentence; None if it works."""
    if not seccomp.is_known_here():
        return "Its filters are written for Linux on x86-64; this machine is another."
    source = _CANARY.read_bytes() + b"\nSERVER = %d\n" % os.getpid()
    canary = SeatedBot(source, game=_GAME, start=start, slug="canary")
    try:
        with canary:
            seats = (canary, registry.bot(_COMPANION))
            play(registry.game(_GAME), seats, secret=b"canary", stop=lambda: canary.decisions > 0)
    except SandboxFailed as failure:
        return str(failure)
    except BotFault:
        return f"The canary got through: {canary.log.strip()[-400:]}"
    return None
