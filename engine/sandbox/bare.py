"""Runs an author's own bot on the author's own machine, in a process without a sandbox; never an untrusted one.

It is loaded, asked and timed as in a sandbox, so that a bot plays here as it plays on the server. Nothing of the
service may import this module; the contract in pyproject.toml says so.
"""

from __future__ import annotations

import os
import sys

if __name__ == "__main__":  # the child process, before it knows where the engine lies
    sys.path.append(sys.argv[1])

from engine.sandbox import wire
from engine.sandbox.child import ProgramOfItsOwn
from engine.sandbox.limits import Limits
from engine.sandbox.paths import sandbox_paths
from engine.sandbox.spawn import popen, python


def start(game: str, _limits: Limits) -> ProgramOfItsOwn:
    """Start a process for one match, without any limits of the system's."""
    return ProgramOfItsOwn(popen([*python("bare.py"), *sandbox_paths().packages]), game)


def _serve() -> None:
    from engine.sandbox import imports
    from engine.sandbox.session import load_game, serve  # the child's half

    imports.allow(sys.argv[2:])

    questions = os.fdopen(0, "rb")
    terms = wire.read_frame(questions)
    if terms is None:
        return
    game = load_game(terms[0])
    os.write(1, wire.READY)
    serve(game, questions, lambda line: os.write(1, line))


if __name__ == "__main__":
    _serve()
