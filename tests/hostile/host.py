"""A house of its own, run on a copy of the engine that lacks a layer: `python -m tests.hostile.host TIER NAME`.

Prints what `complaints` finds of an attack, a line each; nothing when the sandbox held. With `endless` for a name it
seats a bot that never ends, prints the id of its process and waits for its choice.
"""

import sys

from engine.sandbox.limits import Limits
from engine.sandbox.seat import SeatedBot
from engine.sandbox.starting import Started
from engine.sandbox.tiers import TIERS
from tests.hostile.scene import scene
from tests.hostile.table import ATTACKS
from tests.hostile.trial import GAME, complaints

_LONG = Limits(load=60.0, match=60.0)


def main(tier: str, name: str) -> None:
    """Try one attack, or seat the bot that never ends."""
    if name == "endless":
        hold(tier)
    with scene() as stage:
        print(*complaints(ATTACKS[name], tier, stage), sep="\n")


def hold(tier: str) -> None:
    """Wait for a file that is never loaded."""

    def start() -> Started:
        started = TIERS[tier]()
        print(started.pid, flush=True)
        return started

    with SeatedBot(b"print(flush=True)\nwhile True: pass\n", game=GAME, start=start, limits=_LONG):
        pass


if __name__ == "__main__":
    main(*sys.argv[1:])
