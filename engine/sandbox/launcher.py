"""The first program of a sandbox: isolates itself, and starts a process for each match, which runs the bot.

Started by a bare interpreter (`-s -P -S -B`), with the folder that holds `engine` as its argument. It runs no bot's
code. Three processes take part, so that no match leaves anything for the next:

launcher   loads the engine, then only forks a monitor for each match; its memory never depends on a match
monitor    forks the bot's process, reports its exit status to the server, and exits
process    sets the last layers, loads the bot's file and plays one match

Errors before the process is ready are not the bot's fault: the process writes the reason to its standard error and
exits with status FAILED.
"""

from __future__ import annotations

import gc
import os
import socket
import sys
from typing import NoReturn

_MAX_MESSAGE = 1 << 18  # bytes of a message of the server
_PIPES = 3  # standard input (requests), output (answers) and error of a bot


def main() -> None:
    """Load everything, isolate this process, and fork for each match until the server closes the socket."""
    sys.path.append(sys.argv[1])
    from engine.core import registry
    from engine.sandbox import imports, layers, seccomp, session, wire  # noqa: F401  (all is loaded before the first fork)

    control = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET, 0, fileno=0)
    parent, readable, listable, packages = wire.unpack(control.recvmsg(_MAX_MESSAGE)[0])
    registry.games()
    for rules in (seccomp.STARTING, seccomp.PLAYING):
        seccomp.program(rules)
    layers.kill_with_parent(parent)
    layers.drop_privileges()
    imports.allow(packages)
    layers.restrict_files((*readable, *packages), listable)
    gc.freeze()  # forked processes share this memory, as the documentation of gc.freeze recommends
    control.sendmsg([wire.READY])
    while True:
        settings, pipes, *_ = socket.recv_fds(control, _MAX_MESSAGE, _PIPES)
        if not settings:
            os._exit(0)
        if len(pipes) != _PIPES:
            os._exit(wire.FAILED)
        launcher = os.getpid()
        if (monitor := os.fork()) == 0:
            _monitor(control, settings, pipes, launcher)
        for pipe in pipes:
            os.close(pipe)
        if os.waitpid(monitor, 0)[1] != 0:
            os._exit(wire.FAILED)


def _monitor(control: socket.socket, settings: bytes, pipes: list[int], launcher: int) -> NoReturn:
    """Start the process of a bot; send a handle of it, and at its end its exit status and processor time in seconds."""
    from engine.sandbox import layers, wire

    layers.kill_with_parent(launcher)
    monitor = os.getpid()
    if (child := os.fork()) == 0:
        _play(settings, pipes, monitor)
    for pipe in pipes:
        os.close(pipe)
    socket.send_fds(control, [b"started"], [os.pidfd_open(child)])
    _, status, usage = os.wait4(child, 0)
    control.sendmsg([wire.pack((status, usage.ru_utime + usage.ru_stime))])
    os._exit(0)


def _play(settings: bytes, pipes: list[int], monitor: int) -> NoReturn:
    """Give up the launcher's rights, and play one match with a bot."""
    from engine.core import registry
    from engine.sandbox import layers, seccomp, session, wire

    layers.kill_with_parent(monitor)
    for stream, pipe in enumerate(pipes):
        os.dup2(pipe, stream)  # which closes the socket
    os.closerange(_PIPES, 2 * _PIPES + 1)
    slug, memory, files, seconds = wire.unpack(settings)
    layers.filter_system_calls(seccomp.STARTING)
    layers.limit_resources(memory=memory, files=files, seconds=seconds)
    layers.filter_system_calls(seccomp.PLAYING)
    os.write(1, wire.READY)
    with os.fdopen(0, "rb", closefd=False) as questions:
        session.serve(registry.game(slug), questions, lambda line: os.write(1, line))
    os._exit(0)


def _exit_failed(error: BaseException) -> NoReturn:
    """Write the error to standard error, and exit with status FAILED."""
    sys.stderr.write(f"{type(error).__name__}: {error}\n")
    sys.stderr.flush()
    os._exit(97)  # wire.FAILED; the import of `wire` may have failed


if __name__ == "__main__":
    try:
        main()
    except Exception as error:  # before the process is ready; later the status does not matter
        _exit_failed(error)
