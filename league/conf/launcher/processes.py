"""Child processes that stop when asked, and never outlive their parent.

A child leads a process group of its own, so that Ctrl-C reaches only the parent, which stops the children in order.
All stay in one session, because Linux shares cores among sessions first and niceness would not count.
"""

import ctypes
import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Final, TypeAlias

from league.conf.launcher.errors import ServiceFailed
from league.conf.launcher.os_users import Account

PR_SET_PDEATHSIG = 1
Process: TypeAlias = "subprocess.Popen[bytes]"
NICE: Final = 10  # of workers: matches give way to pages
_libc = ctypes.CDLL(None) if sys.platform == "linux" else None


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

    def run(self) -> list[str]:
        """Run the process to its end and return its output. Raise ServiceFailed if it fails."""
        return self.finish(self.start(subprocess.PIPE))

    def finish(self, process: Process) -> list[str]:
        """Do the rest of `run` for a process that was started with a pipe."""
        with process:
            try:
                output, _ = process.communicate()
            finally:
                kill_group(process)
        lines = output.decode(errors="replace").splitlines()
        if process.returncode:
            raise ServiceFailed(f"{self.name} {status_of(process)}. Output:\n{indented(lines, 40)}")
        return lines


def status_of(process: Process) -> str:
    """Return how a process ended."""
    status = process.wait()
    return f"was killed by signal {-status}" if status < 0 else f"exited with status {status}"


def stop(process: Process, child: Child) -> None:
    """Ask the process to stop, and kill its group after the child's grace."""
    process.send_signal(child.stop_signal)
    await_end(process, child.grace)


def await_end(process: Process, grace: float) -> None:
    """Wait for the end of a process that was asked to stop; after `grace` seconds kill it and its group."""
    with suppress(subprocess.TimeoutExpired):
        process.wait(timeout=max(grace, 0.0))
    kill_group(process)
    process.wait()


def kill_group(process: Process) -> None:
    """Kill the process and whatever is left of its group."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)


def last_lines(log: Path, count: int = 12) -> str:
    """Return the end of a log, for a message that says why a process did not start."""
    lines = log.read_text(errors="replace").splitlines() if log.exists() else []
    return indented(lines, count) or "(its log is empty)"


def indented(lines: Sequence[str], count: int) -> str:
    """Return the last lines, for a message."""
    return "\n".join(f"    {line}" for line in lines[-count:])
