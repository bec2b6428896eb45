"""Which sandbox holds on this machine: found by attack, never by version, and none where none holds.

A canary tries in each tier what a stranger's program would: sockets, files of the system, processes, signals, writing,
memory. A tier holds when all of it is refused, and when a good bot plays a move in it.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
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


@dataclass(frozen=True, slots=True)
class Tier:
    """A way to start a program of a stranger that held against the canary."""

    name: str
    start: Start


TIERS: Mapping[str, Start] = MappingProxyType({
    "bubblewrap": starting.in_bubblewrap,
    "launcher": starting.by_the_launcher,
})  # fmt: skip


@cache
def holding() -> Tier:
    """The best tier that holds, tried once a process. Raises NoSandbox with the reasons where none does."""
    reasons: list[str] = []
    for name, start in TIERS.items():
        weakness = weakness_of(start)
        if weakness is None:
            return Tier(name, start)
        reasons.append(f"{name.capitalize()}: {weakness}")
    raise NoSandbox(tuple(reasons))


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
