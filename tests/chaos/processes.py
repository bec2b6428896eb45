"""The processes below a worker's main, as Linux lists them."""

import os
import signal
from contextlib import suppress
from pathlib import Path


def children_of(main: int) -> list[int]:
    """The children of a process that live, oldest first; of a process that is gone, none."""
    try:
        return [int(word) for word in Path(f"/proc/{main}/task/{main}/children").read_text().split()]
    except OSError:
        return []


def kill_left(group: int, mark: str) -> None:
    """Kill whatever is left of a process group of ours: what has the mark in what it says of itself or writes to.

    A process that has changed its title, as Celery's do, shows neither its command line nor its environment any more.
    """
    for entry in Path("/proc").iterdir():
        with suppress(OSError):
            if entry.name.isdigit() and os.getpgid(int(entry.name)) == group and mark in _words_of(entry):
                os.kill(int(entry.name), signal.SIGKILL)


def _words_of(process: Path) -> str:
    words = [(process / name).read_bytes().decode(errors="replace") for name in ("cmdline", "environ")]
    outputs = [str((process / "fd" / number).readlink()) for number in "12" if (process / "fd" / number).is_symlink()]
    return "".join(words + outputs)


def send(process: int, which: signal.Signals) -> bool:
    """Send a signal; False when the process is gone."""
    with suppress(ProcessLookupError):
        os.kill(process, which)
        return True
    return False
