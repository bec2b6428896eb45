"""The first program of a sandbox: loads the game, isolates itself, reports that it is ready, and serves.

Started by a bare interpreter (`-s -P -S -B`), with the folder that holds `engine` as its argument. Errors before
it is ready are the machine's fault: it ends with FAILED, and writes the reason to its standard error.
"""

from __future__ import annotations

import os
import sys


def main() -> None:
    """Load everything before the first layer is set; the bot's file comes after the last one."""
    sys.path.append(sys.argv[1])
    from engine.sandbox import layers, seccomp, wire
    from engine.sandbox.session import load_game, serve

    questions = os.fdopen(0, "rb")
    terms = wire.read_frame(questions)
    if terms is None:
        return
    slug, parent, beneath, listed, memory, files, seconds = terms
    game = load_game(slug)
    layers.die_with(parent)
    layers.gain_nothing()
    layers.read_only(beneath, listed)
    layers.keep_within(memory=memory, files=files, seconds=seconds)
    layers.call_only(seccomp.PLAYING)
    os.write(1, wire.READY)
    serve(game, questions, lambda line: os.write(1, line))


def _end(error: BaseException) -> None:
    sys.stderr.write(f"{type(error).__name__}: {error}\n")
    sys.stderr.flush()
    os._exit(97)  # wire.FAILED, which may not have been loaded


if __name__ == "__main__":
    try:
        main()
    except Exception as error:  # before it is ready: the machine's fault; afterwards nobody asks
        _end(error)
