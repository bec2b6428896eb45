"""The ways to start the launcher: in bubblewrap (bwrap(1)), or with its own layers alone."""

from __future__ import annotations

import json
import os
import select
import shutil
import socket
import subprocess
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from functools import cache
from io import RawIOBase
from pathlib import Path

from engine.sandbox import seccomp
from engine.sandbox.faults import SandboxFailed
from engine.sandbox.paths import AccessTimes, SandboxPaths, sandbox_paths

_HIGHEST_SCORE = "1000"  # proc(5): the kernel looks at nothing else before it
_LINKS = ("/lib", "/lib64", "/usr/lib64")  # where a loader is looked for, on a system that has merged them or not
START_SECONDS = 20.0  # to start, on the wall's clock: for a machine that is busy
# The environment is ours alone, so -E is not needed; with it the order of a set of words would change from run to run.
_BARE = ("-s", "-P", "-S", "-B")
# numpy's linear algebra starts threads by itself otherwise, which a sandbox refuses.
_ENVIRONMENT = {"PYTHONHASHSEED": "0", "LC_ALL": "C.UTF-8", "OPENBLAS_NUM_THREADS": "1"}
_PACKAGES = "/packages"  # where bubblewrap shows installed packages, away from those that it hides


def set_oom_score(pid: int) -> None:
    """Let the kernel kill this process first when memory runs out; nothing happens on other systems than Linux.

    A process may ask for that, and cannot take it back: in its sandbox it can write no file.
    """
    with suppress(OSError):
        Path(f"/proc/{pid}/oom_score_adj").write_text(_HIGHEST_SCORE)


def find_bwrap() -> str | None:
    """Return the path of bubblewrap; None without it."""
    return shutil.which("bwrap")


def bwrap_command(
    command: list[str],
    places: SandboxPaths,
    environment: Mapping[str, str],
    *,
    bwrap: str,
    filter_fd: int,
    info_fd: int,
) -> list[str]:
    """Return the command in a sandbox of bubblewrap. It writes the outer id of its process to `info_fd`."""
    return [
        bwrap,
        *("--unshare-all", "--unshare-user", "--disable-userns", "--uid", "65534", "--gid", "65534"),
        *("--hostname", "moothill"),
        *("--as-pid-1", "--die-with-parent", "--new-session", "--cap-drop", "ALL", "--clearenv"),
        *(word for name, value in environment.items() for word in ("--setenv", name, value)),
        *_bind_options(places),
        *("--remount-ro", "/", "--chdir", "/"),
        *("--seccomp", str(filter_fd), "--info-fd", str(info_fd)),
        *("--", *command),
    ]


def _bind_options(places: SandboxPaths) -> Iterator[str]:
    for path in (places.interpreter, places.engine, *places.library, *places.shared):
        yield from ("--ro-bind", path, path)
    for path in places.packages:
        yield from ("--ro-bind", path, f"{_PACKAGES}/{Path(path).name}")
    for path in places.installed:
        yield from ("--ro-bind", places.engine, path)  # hides it; the engine is there anyway
    for path in _LINKS:
        if Path(path).is_symlink():
            yield from ("--symlink", str(Path(path).readlink()), path)
        elif Path(path).is_dir() and path not in places.shared:
            yield from ("--ro-bind", path, path)


@dataclass(frozen=True, slots=True)
class Started:
    """A started launcher: the process to wait for, the id (outside) of the launcher, and the socket to it."""

    outer: subprocess.Popen[bytes]
    pid: int
    parent: int  # whom the launcher has to see as its parent; 0 where it is the first of its namespace
    control: socket.socket
    before_match: Callable[[], object]
    packages: tuple[str, ...]  # the folders of installed packages that the launcher can read


Launch = Callable[[], Started]


def start_bare() -> Started:
    """Start the launcher with its own layers only, for machines that refuse namespaces."""
    outer, control = popen_launcher(python("launcher.py"))
    set_oom_score(outer.pid)
    return Started(outer, outer.pid, os.getpid(), control, _access_times().freshen, sandbox_paths().packages)


@cache
def _access_times() -> AccessTimes:
    places = sandbox_paths()
    return AccessTimes((places.interpreter, *places.readable, *places.packages), places.library)


def start_in_bubblewrap() -> Started:
    """Start the launcher in namespaces. Raise SandboxFailed where bubblewrap cannot make them."""
    program = find_bwrap()
    if program is None:
        raise SandboxFailed("The program bwrap is not installed (Debian's package bubblewrap has it).")
    with ExitStack() as begun:
        with ExitStack() as lent:
            read_fd, write_fd = os.pipe()
            information = begun.enter_context(os.fdopen(read_fd, "rb", buffering=0))
            lent.callback(os.close, write_fd)
            filter_fd = _filter(lent)
            command = bwrap_command(
                python("launcher.py"),
                sandbox_paths(),
                _ENVIRONMENT,
                bwrap=program,
                filter_fd=filter_fd,
                info_fd=write_fd,
            )
            outer, control = popen_launcher(command, pass_fds=(filter_fd, write_fd))
            begun.enter_context(outer)
            begun.callback(outer.kill)
            begun.enter_context(control)
        pid = _inner_id(information)
        if pid is None:
            raise SandboxFailed(f"bubblewrap did not start: {_stderr_of(outer)}")
        set_oom_score(pid)
        information.close()
        begun.pop_all()
        packages = tuple(f"{_PACKAGES}/{Path(path).name}" for path in sandbox_paths().packages)
        return Started(outer, pid, 0, control, _nothing, packages)


def _nothing() -> None:
    """Mounts of bubblewrap are read-only, so no reading is marked in them."""


def python(file: str) -> list[str]:
    """Return the command that runs a file of this folder in a bare interpreter."""
    return [sandbox_paths().interpreter, *_BARE, str(Path(__file__).with_name(file)), sandbox_paths().root]


def popen(command: Sequence[str]) -> subprocess.Popen[bytes]:
    """Start a child with pipes for its three streams, in a session of its own, with our environment only.

    The pipes are made here: where descriptors run out, Python before 3.11.4 loses those that it made itself.
    """
    with ExitStack() as ours, ExitStack() as its:
        stdin_read, stdin_write = pipe(its, ours)
        stdout_read, stdout_write = pipe(ours, its)
        stderr_read, stderr_write = pipe(ours, its)
        child = _popen(command, stdin_read, stdout_write, stderr_write)
        ours.pop_all()
    child.stdin = os.fdopen(stdin_write, "wb", buffering=0)
    child.stdout, child.stderr = os.fdopen(stdout_read, "rb", buffering=0), os.fdopen(stderr_read, "rb", buffering=0)
    return child


def popen_launcher(
    command: Sequence[str], pass_fds: Sequence[int] = ()
) -> tuple[subprocess.Popen[bytes], socket.socket]:
    """Start a child as `popen` does, with a socket for its standard input, and return our end of it."""
    with ExitStack() as ours, ExitStack() as its:
        control, there = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        ours.enter_context(control)
        its.enter_context(there)
        stderr_read, stderr_write = pipe(ours, its)
        child = _popen(command, there.fileno(), stderr_write, stderr_write, pass_fds)
        ours.pop_all()
    child.stderr = os.fdopen(stderr_read, "rb", buffering=0)
    return child, control


def _popen(
    command: Sequence[str], stdin: int, stdout: int, stderr: int, pass_fds: Sequence[int] = ()
) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        command,
        stdin=stdin,
        stdout=stdout,
        stderr=stderr,
        bufsize=0,
        env=_ENVIRONMENT,
        cwd="/",
        pass_fds=pass_fds,
        start_new_session=True,
    )


def pipe(reading: ExitStack, writing: ExitStack) -> tuple[int, int]:
    """Return a pipe whose ends are closed with the two stacks."""
    read, write = os.pipe()
    reading.callback(os.close, read)
    writing.callback(os.close, write)
    return read, write


def _filter(lent: ExitStack) -> int:
    """Return the first filter of system calls as a file in memory."""
    descriptor = os.memfd_create("filter")
    lent.callback(os.close, descriptor)
    os.write(descriptor, seccomp.program(seccomp.FORKING))
    os.lseek(descriptor, 0, os.SEEK_SET)
    return descriptor


def _inner_id(information: RawIOBase) -> int | None:
    """Return the id that bubblewrap reports for its child; None without one."""
    written = b""
    coming = select.poll()
    coming.register(information, select.POLLIN)
    while coming.poll(START_SECONDS * 1000) and (more := information.read(4096)):
        written += more
    try:
        return int(json.loads(written)["child-pid"])
    except (ValueError, KeyError):
        return None


def _stderr_of(outer: subprocess.Popen[bytes]) -> str:
    outer.kill()
    with suppress(subprocess.TimeoutExpired):
        return outer.communicate(timeout=1)[1].decode("utf-8", "replace").strip() or "it said nothing"
    return "it does not end"
