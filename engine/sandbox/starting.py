"""The ways to start a program at a seat: in bubblewrap, by the launcher alone."""

from __future__ import annotations

import json
import os
import select
import subprocess
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from functools import cache
from io import RawIOBase
from pathlib import Path

from engine.sandbox import bubblewrap, seccomp
from engine.sandbox.faults import SandboxFailed
from engine.sandbox.places import places
from engine.sandbox.readings import Readings
from engine.sandbox.wanting import goes_first

SECONDS = 20.0  # to start, on the wall's clock: for a machine that is busy

# The environment is ours alone, so -E is not needed; with it the order of a set of words would change from run to run.
_BARE = ("-s", "-P", "-S", "-B")
_ENVIRONMENT = {"PYTHONHASHSEED": "0", "LC_ALL": "C.UTF-8"}


@dataclass(frozen=True, slots=True)
class Started:
    """A program that begins: the process to wait for, and the id (outside) of the one that runs the bot."""

    outer: subprocess.Popen[bytes]
    pid: int
    parent: int  # whom the launcher has to see as its parent; 0 where it is the first of its namespace


Start = Callable[[], Started]


def by_the_launcher() -> Started:
    """The launcher's own layers alone, for places that refuse namespaces."""
    _readings().freshen()
    outer = popen(python("launcher.py"))
    goes_first(outer.pid)
    return Started(outer, outer.pid, os.getpid())


@cache
def _readings() -> Readings:
    return Readings((places().interpreter, *places().readable), places().library)


def in_bubblewrap() -> Started:
    """Namespaces around the launcher's layers. Raises SandboxFailed where bubblewrap cannot make them."""
    program = bubblewrap.found()
    if program is None:
        raise SandboxFailed("The program bwrap is not installed (Debian's package bubblewrap has it).")
    with ExitStack() as begun:
        with ExitStack() as lent:
            told, tells = os.pipe()
            information = begun.enter_context(os.fdopen(told, "rb", buffering=0))
            lent.callback(os.close, tells)
            filter_fd = _filter(lent)
            command = bubblewrap.wrapped(
                python("launcher.py"), places(), _ENVIRONMENT, bwrap=program, filter_fd=filter_fd, info_fd=tells
            )
            outer = begun.enter_context(popen(command, pass_fds=(filter_fd, tells)))
            begun.callback(outer.kill)
        pid = _inner_id(information)
        if pid is None:
            raise SandboxFailed(f"bubblewrap did not start: {_last_words(outer)}")
        goes_first(pid)
        information.close()
        begun.pop_all()
        return Started(outer, pid, 0)


def python(file: str) -> list[str]:
    """The command that runs a file of this folder in a bare interpreter."""
    return [places().interpreter, *_BARE, str(Path(__file__).with_name(file)), places().root]


def popen(command: Sequence[str], pass_fds: Sequence[int] = ()) -> subprocess.Popen[bytes]:
    """A child with pipes for its three streams, in a session of its own, with our environment alone.

    The pipes are made here: where descriptors run out, Python before 3.11.4 loses those that it made itself.
    """
    with ExitStack() as ours, ExitStack() as its:
        taken, to = _pipe(its, ours)
        said, gives = _pipe(ours, its)
        complained, complains = _pipe(ours, its)
        child = subprocess.Popen(
            command,
            stdin=taken,
            stdout=gives,
            stderr=complains,
            bufsize=0,
            env=_ENVIRONMENT,
            cwd="/",
            pass_fds=pass_fds,
            start_new_session=True,
        )
        ours.pop_all()
    child.stdin = os.fdopen(to, "wb", buffering=0)
    child.stdout, child.stderr = os.fdopen(said, "rb", buffering=0), os.fdopen(complained, "rb", buffering=0)
    return child


def _pipe(reading: ExitStack, writing: ExitStack) -> tuple[int, int]:
    """A pipe whose ends are closed with whoever reads and writes."""
    read, write = os.pipe()
    reading.callback(os.close, read)
    writing.callback(os.close, write)
    return read, write


def _filter(lent: ExitStack) -> int:
    """The first filter of calls as a file in memory, at its beginning."""
    descriptor = os.memfd_create("filter")
    lent.callback(os.close, descriptor)
    os.write(descriptor, seccomp.program(seccomp.STARTING))
    os.lseek(descriptor, 0, os.SEEK_SET)
    return descriptor


def _inner_id(information: RawIOBase) -> int | None:
    """What bubblewrap says of its child; None when it has none."""
    written = b""
    coming = select.poll()
    coming.register(information, select.POLLIN)
    while coming.poll(SECONDS * 1000) and (more := information.read(4096)):
        written += more
    try:
        return int(json.loads(written)["child-pid"])
    except (ValueError, KeyError):
        return None


def _last_words(outer: subprocess.Popen[bytes]) -> str:
    outer.kill()
    with suppress(subprocess.TimeoutExpired):
        return outer.communicate(timeout=1)[1].decode("utf-8", "replace").strip() or "it said nothing"
    return "it does not end"
