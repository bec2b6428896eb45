"""A child that is kept running: its process, what it says, and when it starts again."""

import os
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import IO

from league.conf.launcher.logfile import LogFile
from league.conf.launcher.processes import Child, kill_group

LONGEST_PAUSE = 30.0
STEADY_SECONDS = 60.0


class ManagedProcess:
    """One child under supervision. `prepare` is done before every start; `heard` is told every line it says."""

    def __init__(
        self, child: Child, log: Path, prepare: Callable[[], None], heard: Callable[[Child, str], None]
    ) -> None:
        self.child = child
        self.log = LogFile(log)
        self.due: float | None = None
        self._prepare = prepare
        self._heard = heard
        self._failures = 0
        self.start()

    def start(self) -> None:
        """Start the process, for the first time or again."""
        self._begun = time.monotonic()
        self._prepare()
        self.process = self.child.start(subprocess.PIPE)
        self.due = None
        os.set_blocking(self.pipe.fileno(), False)

    @property
    def pipe(self) -> IO[bytes]:
        """Where the process speaks."""
        if self.process.stdout is None:
            raise RuntimeError("a kept child is started with a pipe")
        return self.process.stdout

    @property
    def runs(self) -> bool:
        """Whether its process has not ended."""
        return self.process.poll() is None

    def listen(self) -> bool:
        """Take what it has said into its log; False when it will never say more."""
        while not self.pipe.closed:
            try:
                said = os.read(self.pipe.fileno(), 65536)
            except BlockingIOError:
                return True
            if not said:
                return False
            for line in self.log.write(said):
                self._heard(self.child, line)
        return False

    def bury(self) -> None:
        """After its end: take its last words, and end what it left behind."""
        self.listen()
        self.pipe.close()
        kill_group(self.process)

    def rest(self) -> float:
        """Set when it starts again: after 1, 2, 4, ... seconds, and from the beginning after a steady minute."""
        now = time.monotonic()
        self._failures = 1 if now - self._begun > STEADY_SECONDS else self._failures + 1
        pause = min(2.0 ** (self._failures - 1), LONGEST_PAUSE)
        self.due = now + pause
        return pause

    def end_in_words(self) -> str:
        """How its process ended."""
        status = self.process.wait()
        return f"was killed by signal {-status}" if status < 0 else f"exited with status {status}"
