"""Children that are forks of this process, which has loaded all of Moothill: they share its memory and start at once.

Nothing here is faster than a fork of a process without threads, and nothing is more wrong than one of a process with
them. So whoever loads (`programs.load`) opens no connection and starts no thread.
"""

import io
import os
import runpy
import select
import signal
import subprocess
import sys
import time
import traceback
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import IO, TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from league.conf.launcher.processes import Child

HANDLED = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGCHLD)


class Forked:
    """A fork that runs a program of ours; to its parent it looks as a `subprocess.Popen` does."""

    def __init__(self, pid: int, stdout: IO[bytes] | None) -> None:
        self.pid = pid
        self.stdout = stdout
        self.returncode: int | None = None

    def poll(self) -> int | None:
        """The status with which it ended, a signal's number below zero; None while it runs."""
        if self.returncode is None:
            found, status = os.waitpid(self.pid, os.WNOHANG)
            if found:
                self.returncode = os.waitstatus_to_exitcode(status)
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Wait for its end. Raises subprocess.TimeoutExpired after so many seconds."""
        deadline = None if timeout is None else time.monotonic() + timeout
        descriptor = None if self.poll() is not None else os.pidfd_open(self.pid)
        try:
            while descriptor is not None and self.poll() is None:
                left = None if deadline is None else deadline - time.monotonic()
                if left is not None and left <= 0:
                    raise subprocess.TimeoutExpired(str(self.pid), timeout or 0.0)
                select.select([descriptor], [], [], left)
        finally:
            if descriptor is not None:
                os.close(descriptor)
        status = self.returncode
        if status is None:
            raise RuntimeError("who has ended has a status")
        return status

    def send_signal(self, number: int) -> None:
        """Send it a signal, if it still runs."""
        if self.poll() is None:
            os.kill(self.pid, number)


def fork(child: "Child", output: IO[bytes] | int, prepare: Callable[[], None]) -> Forked:
    """Start a child as a fork, in which `prepare` is done first.

    Its argv is `python -m MODULE ...` or `python FILE ...`.
    """
    reading, writing = os.pipe() if output == subprocess.PIPE else (None, _number_of(output))
    sys.stdout.flush()
    sys.stderr.flush()
    signal.pthread_sigmask(signal.SIG_BLOCK, HANDLED)  # our handlers are not for the fork
    try:
        pid = os.fork()
        if pid == 0:
            _become(child, writing, prepare)
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, HANDLED)
    if reading is None:
        return Forked(pid, None)
    os.close(writing)
    return Forked(pid, os.fdopen(reading, "rb", buffering=0))


def _become(child: "Child", output: int, prepare: Callable[[], None]) -> NoReturn:
    """Be the child from now on, to its end. Nothing of the parent's is undone: its files are only closed here."""
    status = 1
    try:
        os.setsid()
        _forget_signals()
        _take_files(output, child.keeps)
        prepare()
        os.chdir(child.cwd)
        os.environ.clear()
        os.environ.update(child.env)
        _set_title(" ".join(("moothill", child.name, *child.argv[1:])))
        status = _run(child.argv[1:])
    except BaseException:  # whatever it is, it ends here and not in the parent's frames above
        traceback.print_exc()
    finally:
        with suppress(OSError):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(status)


def find_title() -> None:
    """Let forks of this process have titles: to be called before the environment changes, behind which they lie."""
    with suppress(ImportError):  # the launcher opens where nothing is installed, and forks come later
        from setproctitle import getproctitle

        getproctitle()


def _set_title(title: str) -> None:
    from setproctitle import setproctitle

    setproctitle(title)


def _forget_signals() -> None:
    signal.set_wakeup_fd(-1)
    for each in HANDLED:
        if callable(signal.getsignal(each)):  # what is ignored stays so, as after exec
            signal.signal(each, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, HANDLED)


def _take_files(output: int, keeps: Sequence[int]) -> None:
    """Read nothing, write to `output`, and close all other files but those that the child keeps."""
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(output, 1)
    os.dup2(output, 2)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(line_buffering=True)
    begin = 3
    for kept in sorted(keeps):
        os.closerange(begin, kept)
        begin = kept + 1
    os.closerange(begin, os.sysconf("SC_OPEN_MAX"))


def _run(words: Sequence[str]) -> int:
    """Run a module or a file as Python's command line would; gives the status to end with."""
    try:
        if words[0] == "-m":
            sys.argv = list(words[1:])
            runpy.run_module(words[1], run_name="__main__", alter_sys=True)
        else:
            sys.argv = list(words)
            runpy.run_path(words[0], run_name="__main__")
    except SystemExit as end:
        if isinstance(end.code, str):
            print(end.code, file=sys.stderr)
            return 1
        return end.code or 0
    return 0


def _number_of(output: IO[bytes] | int) -> int:
    return output if isinstance(output, int) else output.fileno()
