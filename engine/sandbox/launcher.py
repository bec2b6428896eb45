"""The first program of a sandbox: isolates itself, and starts a process for each match, which runs the bot.

Started by a bare interpreter (`-s -P -S -B`), with the folder that holds `engine` as its argument. It runs no bot's
code. Three processes take part, so that no match leaves anything for the next:

launcher   loads the engine, then only forks a monitor for each match; its memory never depends on a match
monitor    forks the process of the bot, reports its end to the server, and ends
process    sets the last layers, loads the bot's file and plays one match

Errors before the process is ready are the machine's fault: it ends with FAILED, and writes the reason to its standard
error.
"""

from __future__ import annotations

import gc
import os
import socket
import sys
from typing import NoReturn

_LONGEST_TERMS = 1 << 18  # of bytes
_PIPES = 3  # of questions, of answers, of errors: the standard streams of a bot


def main() -> None:
    """Load everything, isolate this process, and fork for each match until the server closes the socket."""
    sys.path.append(sys.argv[1])
    from engine.core import registry
    from engine.sandbox import imports, layers, seccomp, session, wire  # noqa: F401  (all is loaded before the first fork)

    control = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET, 0, fileno=0)
    parent, beneath, listed, packages = wire.unpack(control.recvmsg(_LONGEST_TERMS)[0])
    registry.games()
    for rules in (seccomp.STARTING, seccomp.PLAYING):
        seccomp.program(rules)
    layers.die_with(parent)
    layers.gain_nothing()
    imports.allow(packages)
    layers.read_only((*beneath, *packages), listed)
    gc.freeze()  # forked processes share this memory, as the documentation of gc.freeze recommends
    control.sendmsg([wire.READY])
    while True:
        terms, pipes, *_ = socket.recv_fds(control, _LONGEST_TERMS, _PIPES)
        if not terms:
            os._exit(0)
        if len(pipes) != _PIPES:
            os._exit(wire.FAILED)
        launcher = os.getpid()
        if (monitor := os.fork()) == 0:
            _monitor(control, terms, pipes, launcher)
        for pipe in pipes:
            os.close(pipe)
        if os.waitpid(monitor, 0)[1] != 0:
            os._exit(wire.FAILED)


def _monitor(control: socket.socket, terms: bytes, pipes: list[int], launcher: int) -> NoReturn:
    """Start the process of a bot, send a handle of it, and at its end its status and its processor time."""
    from engine.sandbox import layers, wire

    layers.die_with(launcher)
    monitor = os.getpid()
    if (child := os.fork()) == 0:
        _play(terms, pipes, monitor)
    for pipe in pipes:
        os.close(pipe)
    socket.send_fds(control, [b"started"], [os.pidfd_open(child)])
    _, status, usage = os.wait4(child, 0)
    control.sendmsg([wire.pack((status, usage.ru_utime + usage.ru_stime))])
    os._exit(0)


def _play(terms: bytes, pipes: list[int], monitor: int) -> NoReturn:
    """Give up the launcher's rights, and play one match with a bot."""
    from engine.core import registry
    from engine.sandbox import layers, seccomp, session, wire

    layers.die_with(monitor)
    for stream, pipe in enumerate(pipes):
        os.dup2(pipe, stream)  # which closes the socket
    os.closerange(_PIPES, 2 * _PIPES + 1)
    slug, memory, files, seconds = wire.unpack(terms)
    layers.call_only(seccomp.STARTING)
    layers.keep_within(memory=memory, files=files, seconds=seconds)
    layers.call_only(seccomp.PLAYING)
    os.write(1, wire.READY)
    with os.fdopen(0, "rb", closefd=False) as questions:
        session.serve(registry.game(slug), questions, lambda line: os.write(1, line))
    os._exit(0)


def _end(error: BaseException) -> None:
    sys.stderr.write(f"{type(error).__name__}: {error}\n")
    sys.stderr.flush()
    os._exit(97)  # wire.FAILED, which may not have been loaded


if __name__ == "__main__":
    try:
        main()
    except Exception as error:  # before it is ready: the machine's fault; afterwards nobody asks
        _end(error)
