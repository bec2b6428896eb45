"""Child processes that stop when asked, and never outlive their parent.

A child leads a process group of its own, so that Ctrl-C reaches only the parent, which then stops the children in
order. All stay in one session: Linux shares its cores among sessions first, and niceness would not count.
"""

import ctypes
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Final, TypeAlias

from league.conf.launcher.os_users import Account

PR_SET_PDEATHSIG = 1
ALARMS = re.compile(r"\b(ERROR|CRITICAL|FATAL|PANIC)\b|\blevel='?(error|critical)\b|^\w*(Error|Exception)\b")
Process: TypeAlias = "subprocess.Popen[bytes]"
NICE: Final = 10  # of workers: matches give way to pages
_libc = ctypes.CDLL(None) if sys.platform == "linux" else None


@dataclass(frozen=True, kw_only=True)
class Child:
    """How one process starts, and how it is asked to stop.

    `orphan_signal` is what the kernel sends it when this process dies without stopping it (Linux only).
    `matters` finds the lines of its log that the person at the keyboard should see.
    """

    name: str
    argv: Sequence[str]
    cwd: Path
    env: Mapping[str, str] = field(default_factory=lambda: dict(os.environ))
    account: Account | None = None
    keeps: Sequence[int] = ()
    stop_signal: signal.Signals = signal.SIGTERM
    orphan_signal: signal.Signals = signal.SIGKILL
    grace: float = 2.0
    nice: int = 0  # how far it gives way to the others
    is_service: bool = False
    matters: re.Pattern[str] = ALARMS

    def start(self, output: IO[bytes] | int) -> Process:
        """Start the process, its output and errors going to `output`.

        Call it from the main thread: the kernel takes the end of the starting thread for the end of the parent.
        """
        account = self.account
        die = set_pdeathsig(os.getpid(), self.orphan_signal)

        def begin() -> None:
            die()
            os.nice(self.nice)

        return subprocess.Popen(
            self.argv,
            cwd=self.cwd,
            env=dict(self.env),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            process_group=0,
            pass_fds=self.keeps,
            user=account.uid if account else None,
            group=account.gid if account else None,
            extra_groups=() if account else None,
            preexec_fn=begin,  # noqa: PLW1509  (we have no threads)
        )


def set_pdeathsig(parent: int, orphan_signal: signal.Signals) -> Callable[[], None]:
    """What a child does before it begins: it has the kernel send it this signal when its parent dies (Linux only)."""
    if _libc is None:
        return lambda: None
    prctl = _libc.prctl

    def ask_the_kernel() -> None:
        prctl(PR_SET_PDEATHSIG, int(orphan_signal))
        if os.getppid() != parent:  # it died between fork and prctl
            os.kill(os.getpid(), signal.SIGKILL)

    return ask_the_kernel


def stop(process: Process, child: Child) -> None:
    """Ask the process to stop; kill its whole group after the child's grace."""
    ask(process, child.stop_signal)
    finish(process, child.grace)


def ask(process: Process, wish: signal.Signals) -> None:
    """Send a signal to the process, if it still runs."""
    if process.poll() is None:
        process.send_signal(wish)


def finish(process: Process, grace: float) -> None:
    """Wait for the end of a process that was asked to stop; after `grace` seconds kill it and its group."""
    with suppress(subprocess.TimeoutExpired):
        process.wait(timeout=max(grace, 0.0))
    kill_group(process)
    process.wait()


def kill_group(process: Process) -> None:
    """Kill the process and whatever is left of its group."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        return  # nobody is left


def last_lines(log: Path, count: int = 12) -> str:
    """The end of a log, for a message that says why a process did not start."""
    if not log.exists():
        return "(its log is empty)"
    lines = log.read_text(errors="replace").splitlines()
    return "\n".join(f"    {line}" for line in lines[-count:]) or "(its log is empty)"


def wait_for_exit(pid: int, mark: str, seconds: float) -> bool:
    """Wait for the end of a process whose command line holds `mark`; False when it still runs after `seconds`.

    A process of that number without the mark is another one, and ours has ended.
    """
    deadline = time.monotonic() + seconds
    while mark in _command_line_of(pid):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True


def _command_line_of(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
    except OSError:
        return ""
