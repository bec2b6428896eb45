"""How a program gives way to others on the same machine.

Linux may share its cores among sessions before it shares them among processes (sched(7), "The autogroup feature"). Then
the niceness of a process counts against its own session alone, and every program here leads one. What counts against
the others is the niceness of the session, which is written beside it.
"""

import os
import time
from pathlib import Path

NICE = 10  # that of workers: matches give way to pages
ATTEMPTS = 5  # the system takes ten such wishes a second of all who are not root
PAUSE = 0.1  # seconds


def give_way(nice: int, pid: int = 0) -> None:
    """Have a process give way, and its session where it leads one: this process, or the one of that id.

    To be called in the process, or when its session is there. Nothing happens for a niceness of 0.
    """
    if not nice:
        return
    nice = max(nice, os.getpriority(os.PRIO_PROCESS, pid))  # who gives way further already may not go back
    os.setpriority(os.PRIO_PROCESS, pid, nice)
    process = pid or os.getpid()
    if os.getsid(process) != process:
        return  # it would be that of somebody's terminal
    wish = Path(f"/proc/{process}/autogroup")
    for _ in range(ATTEMPTS):
        try:
            wish.write_text(str(nice))
        except BlockingIOError:
            time.sleep(PAUSE)
        except OSError:
            return  # the system has no such thing, or lets nobody write it
        else:
            return
