"""Child processes that run with their output in log files, stop when asked, and never outlive their parent.

A child leads a process group of its own, so that Ctrl-C reaches only the parent, which stops the children in order.
All stay in one session, because Linux shares cores among sessions first and niceness would not count.
"""

import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import IO, Final, NoReturn, TypeAlias

from league.conf.launcher.console import LauncherError, print_line
from league.conf.launcher.os_users import Account

PR_SET_PDEATHSIG = 1
Process: TypeAlias = "subprocess.Popen[bytes]"
NICE: Final = 10  # of workers: matches give way to pages
LOG_SIZE = 5_000_000
LONGEST_PAUSE = 30.0
STABLE_SECONDS = 60.0
STARTS = 4
_libc = ctypes.CDLL(None) if sys.platform == "linux" else None
_stop_signals: Final[list[int]] = []  # received so far


@dataclass(frozen=True, kw_only=True)
class Child:
    """How one process starts and stops. If this process dies first, the kernel sends `orphan_signal` (Linux only)."""

    name: str
    argv: Sequence[str]
    cwd: Path
    env: Mapping[str, str] = field(default_factory=lambda: dict(os.environ))
    account: Account | None = None
    keeps: Sequence[int] = ()
    stop_signal: signal.Signals = signal.SIGTERM
    orphan_signal: signal.Signals = signal.SIGKILL
    grace: float = 2.0
    nice: int = 0
    is_service: bool = False

    def start(self, output: IO[bytes] | int) -> Process:
        """Start the process. Call it from the main thread, whose end the kernel takes for that of the parent."""
        parent = os.getpid()

        def begin() -> None:
            os.nice(self.nice)
            if _libc:
                _libc.prctl(PR_SET_PDEATHSIG, int(self.orphan_signal))
                if os.getppid() != parent:  # it died between fork and prctl
                    os.kill(os.getpid(), signal.SIGKILL)

        return subprocess.Popen(
            self.argv,
            cwd=self.cwd,
            env=dict(self.env),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            process_group=0,
            pass_fds=self.keeps,
            user=self.account.uid if self.account else None,
            group=self.account.gid if self.account else None,
            extra_groups=() if self.account else None,
            preexec_fn=begin,  # noqa: PLW1509  (we have no threads)
        )

    def exec_process(self) -> None:
        """Replace this process."""
        os.chdir(self.cwd)
        os.nice(self.nice)
        os.execve(self.argv[0], list(self.argv), dict(self.env))

    def run(self) -> list[str]:
        """Run the process to its end and return its output. Raise LauncherError if it fails."""
        return self.finish(self.start(subprocess.PIPE))

    def finish(self, process: Process) -> list[str]:
        """Do the rest of `run` for a process that was started with a pipe."""
        with process:
            try:
                output = process.communicate()[0].decode(errors="replace")
            finally:
                kill_group(process)
        if process.returncode:
            raise LauncherError(f"{self.name} {status_of(process)}. Output:\n{last_lines(output, 40)}")
        return output.splitlines()


def exit_by_signal(number: int, _frame: FrameType | None) -> NoReturn:
    """Handle a signal: exit. Python drops the exception in its hooks around a fork; then `Supervisor.watch` exits."""
    _stop_signals.append(number)
    sys.exit(128 + number)


def status_of(process: Process) -> str:
    """Return how a process ended."""
    status = process.wait()
    return f"was killed by signal {-status}" if status < 0 else f"exited with status {status}"


def stop(*running: tuple[Process, Child]) -> None:
    """Ask processes to stop together. After the longest grace of these children kill what is left of their groups.

    A second signal, such as a second Ctrl-C, ends the wait.
    """
    for process, child in running:
        process.send_signal(child.stop_signal)
    deadline = time.monotonic() + max((child.grace for _, child in running), default=0.0)
    for process, _ in running:
        with suppress(subprocess.TimeoutExpired, KeyboardInterrupt, SystemExit):
            process.wait(timeout=max(deadline - time.monotonic(), 0.0))
        kill_group(process)
        process.wait()


def kill_group(process: Process) -> None:
    """Kill the process and whatever is left of its group."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)


def last_lines(output: str, count: int = 12) -> str:
    """Return the end of a process's output, for a message that says why it failed."""
    return "\n".join(f"    {line}" for line in output.splitlines()[-count:]) or "    (nothing)"


def open_log(path: Path) -> IO[bytes]:
    """Open a log that is readable by our account only, to read it and to write at its end."""
    return open(path, "a+b", buffering=0, opener=lambda name, flags: os.open(name, flags, 0o600))


def empty_if_full(path: Path) -> None:
    """Move the end of a full log into one older file. Its process goes on writing to the same file."""
    with suppress(OSError):
        if (size := path.stat().st_size) > LOG_SIZE:
            with open_log(path) as log:
                end = os.pread(log.fileno(), 2 * LOG_SIZE, max(0, size - 2 * LOG_SIZE))
                log.truncate(0)  # first: it makes room on a full disk
            with open_log(path.with_name(f"{path.name}.1")) as older:
                older.truncate(0)
                older.write(end)


class ManagedProcess:
    """A child process, its log, and when it starts again."""

    def __init__(self, child: Child, log: Path, prepare: Callable[[], None]) -> None:
        self.child = child
        self.log = log
        self.due: float | None = None
        self.failures = 0
        self._prepare = prepare
        self.start()

    def start(self) -> None:
        """Prepare and start the process."""
        self._started_at = time.monotonic()
        self._prepare()
        with open_log(self.log) as output:
            self.process = self.child.start(output)
        self.due = None

    def restart_if_due(self) -> None:
        """Start it again if it has ended, after 1, 2, 4, ... seconds; again 1 after a minute without failure."""
        problem = ""
        if self.due is None and self.process.poll() is not None:
            kill_group(self.process)
            problem = f"{status_of(self.process)}; restarting"
        elif self.due is not None and self.due <= time.monotonic():
            try:
                self.start()
            except OSError as error:  # such as a full disk
                problem = f"cannot start: {error}; retrying"
        if problem:
            now = time.monotonic()
            self.failures = 1 if now - self._started_at > STABLE_SECONDS else self.failures + 1
            pause = min(2.0 ** (self.failures - 1), LONGEST_PAUSE)
            self.due = now + pause
            print_line(self.child.name, f"{problem} in {pause:.0f} s")
        empty_if_full(self.log)


class Supervisor:
    """Start, restart and stop child processes."""

    def __init__(self, logs: Path) -> None:
        self._logs = logs
        self._managed: list[ManagedProcess] = []
        self._on_demand: list[tuple[Child, Callable[[], bool]]] = []

    def start(self, child: Child, prepare: Callable[[], None] = lambda: None) -> ManagedProcess:
        """Start a child and keep it running. Call `prepare` before every start."""
        managed = ManagedProcess(child, self._logs / f"{child.name}.log", prepare)
        self._managed.append(managed)
        return managed

    def start_when(self, child: Child, is_wanted: Callable[[], bool]) -> None:
        """Start a child during `watch`, once it is wanted, and keep it running from then on."""
        self._on_demand.append((child, is_wanted))

    def wait_for(self, managed: ManagedProcess, is_ready: Callable[[], bool], seconds: float) -> None:
        """Return when the child is ready. Raise LauncherError after so many seconds, or if it ends STARTS times."""
        deadline = time.monotonic() + seconds
        while not is_ready():
            self._tend()
            if managed.failures >= STARTS or time.monotonic() > deadline:
                lines = last_lines(managed.log.read_text(errors="replace"))
                raise LauncherError(f"{managed.child.name} did not start. Last lines of {managed.log}:\n{lines}")
            time.sleep(0.02)

    def watch(self) -> None:
        """Keep all children running, until a signal handler raises."""
        while not _stop_signals:
            self._tend()
            for each in list(self._on_demand):
                child, is_wanted = each
                if is_wanted():
                    with suppress(OSError):  # such as a full disk: it is tried again
                        self.start(child)
                        self._on_demand.remove(each)
            time.sleep(0.5)
        sys.exit(128 + _stop_signals[0])

    def stop(self) -> None:
        """Stop all children: the programs together, then the services, the last one first."""
        running = [(each.process, each.child) for each in self._managed if each.due is None]
        stop(*((process, child) for process, child in running if not child.is_service))
        for process, child in reversed(running):
            stop((process, child))

    def _tend(self) -> None:
        for each in self._managed:
            each.restart_if_due()


@contextmanager
def supervised(logs: Path) -> Iterator[Supervisor]:
    """Give a supervisor, and stop its children at the end; a second signal kills them."""
    supervisor = Supervisor(logs)
    try:
        yield supervisor
    finally:
        supervisor.stop()
