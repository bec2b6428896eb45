"""Which sandbox holds on this machine: found by attack, never by version, and none where none holds.

A canary tries in each tier what a stranger's program would: sockets, files of the system, processes, signals, writing,
memory. A tier holds when all of it is refused, and when a good bot plays a move in it.
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
from engine.sandbox import seccomp, starting
from engine.sandbox.faults import BotFault, NoSandbox, SandboxFailed
from engine.sandbox.seat import SeatedBot
from engine.sandbox.starting import Start

_CANARY = Path(__file__).with_name("canary.py")
_GAME = "kings-kilt"
_COMPANION = "wanderer"
AGAIN = 10.0  # seconds


@dataclass(frozen=True, slots=True)
class Tier:
    """A way to start a program of a stranger that held against the canary."""

    name: str
    start: Start


TIERS: Mapping[str, Start] = MappingProxyType({
    "bubblewrap": starting.in_bubblewrap,
    "launcher": starting.by_the_launcher,
})  # fmt: skip


class Finding:
    """Which of some tiers holds. They are tried once, and anew when there is reason to doubt what was found.

    The first doubt has them tried at once, for a tier that broke would cost every match its attempts; whatever is
    doubted after that, and that none holds, is looked into once in `AGAIN` seconds.
    """

    def __init__(self, tiers: Mapping[str, Start], clock: Callable[[], float] = monotonic) -> None:
        self._tiers = tiers
        self._clock = clock
        self._found: Tier | None = None
        self._reasons: tuple[str, ...] = ()
        self._is_doubted = True
        self._again_at = -inf

    def holding(self) -> Tier:
        """The best tier that holds. Raises NoSandbox with the reasons where none does."""
        if self._is_doubted and self._clock() >= self._again_at:
            self._try()
        if self._found is None:
            raise NoSandbox(self._reasons)
        return self._found

    def heed(self, failure: BaseException) -> None:
        """Doubt the tier when this is a failure of a sandbox; of anything else it says nothing."""
        if isinstance(failure, SandboxFailed):
            self.doubt()

    def doubt(self) -> None:
        """Try the tiers anew before the next program, for somebody else has found that none holds."""
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
            return Tier(name, start), ()
        reasons.append(f"{name.capitalize()}: {weakness}")
    return None, tuple(reasons)


_here = Finding(TIERS)


def holding() -> Tier:
    """The best tier that holds on this machine, as `Finding` has it. Raises NoSandbox where none does."""
    return _here.holding()


def heed(failure: BaseException) -> None:
    """Try the tiers again before the next program when this is a failure of a sandbox, as `Finding` has it."""
    _here.heed(failure)


def doubt() -> None:
    """Try the tiers again when they are asked for next, as `Finding` has it."""
    _here.doubt()


def weakness_of(start: Start) -> str | None:
    """What is wrong with a way to start, as a sentence; None when it holds."""
    if not seccomp.is_known_here():
        return "Its filters are written for Linux on x86-64; this machine is another."
    source = _CANARY.read_bytes() + b"\nHOUSE = %d\n" % os.getpid()
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
