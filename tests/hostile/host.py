"""A house of its own, run on a copy of the engine that lacks a layer: `python -m tests.hostile.host TIER NAME`.

Prints what `complaints` finds of an attack, a line each; nothing when the sandbox held. With `endless` for a name it
seats a bot that never ends, prints the id of its process and waits for its choice; with `privileges`, what the kernel
says that its process may.
"""

import sys
from pathlib import Path

from engine.sandbox.child import Child
from engine.sandbox.limits import Limits
from engine.sandbox.seat import SeatedBot
from engine.sandbox.tiers import TIERS
from tests.hostile.scene import ATTACKS, scene
from tests.hostile.trial import GAME, complaints

_LONG = Limits(load=60.0, match=60.0)


def main(tier: str, name: str) -> None:
    """Try one attack, or seat the bot that never ends."""
    if name == "endless":
        hold(tier)
    if name == "privileges":
        print(privileges(tier))
        return
    with scene() as stage:
        print(*complaints(ATTACKS[name], tier, stage), sep="\n")


def hold(tier: str) -> None:
    """Wait for a file that is never loaded."""

    def start(game: str, limits: Limits) -> Child:
        started = TIERS[tier](game, limits)
        print(started.pid, flush=True)
        return started

    with SeatedBot(b"print(flush=True)\nwhile True: pass\n", game=GAME, start=start, limits=_LONG):
        pass


def privileges(tier: str) -> list[int]:
    """Whether it may gain any, the capabilities it has, and whether its calls are filtered (proc_pid_status(5))."""
    started: list[Child] = []

    def start(game: str, limits: Limits) -> Child:
        started.append(TIERS[tier](game, limits))
        return started[0]

    with SeatedBot(b"def choose(*_): pass\n", game=GAME, start=start):
        lines = Path(f"/proc/{started[0].pid}/status").read_text().splitlines()
    status = dict(line.split(":\t", 1) for line in lines)
    return [int(status[name], 16) for name in ("NoNewPrivs", "CapEff", "CapPrm", "CapInh", "Seccomp")]


if __name__ == "__main__":
    main(*sys.argv[1:])
