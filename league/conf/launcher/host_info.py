"""What this machine has: cores and memory, as far as this process may use them."""

import os
import platform
import re
import sys
from pathlib import Path

CGROUP = Path("/sys/fs/cgroup")


def cores() -> int:
    """Return the number of cores, at least 1. The limit of a container counts."""
    allowed = len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1
    quota, _, period = _read(CGROUP / "cpu.max").partition(" ")
    if quota.isdigit() and period.isdigit():
        allowed = min(allowed, -(-int(quota) // int(period)))
    return max(allowed, 1)


def memory() -> int | None:
    """Return the bytes of memory, if the system says. The limit of a container counts."""
    limits = [int(limit)] if (limit := _read(CGROUP / "memory.max")).isdigit() else []
    if total := re.search(r"^MemTotal: *(\d+) kB", _read(Path("/proc/meminfo")), re.MULTILINE):
        limits.append(int(total[1]) * 1024)
    return min(limits, default=None)


def system() -> str:
    """Return the name of the system, such as `Debian GNU/Linux 12 (bookworm), x86_64`."""
    try:
        name = platform.freedesktop_os_release()["PRETTY_NAME"]
    except (OSError, KeyError):
        name = f"{platform.system()} {platform.release()}"
    return f"{name}, {platform.machine()}"


def _read(path: Path) -> str:
    try:
        return path.read_text().strip()
    except OSError:
        return ""
