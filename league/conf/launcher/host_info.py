"""What this machine is: cores, memory and addresses, as far as this process may use them."""

import fcntl
import os
import platform
import re
import socket
import struct
import sys
from pathlib import Path

CGROUP = Path("/sys/fs/cgroup")
SIOCGIFADDR = 0x8915


def cores() -> int:
    """The cores this process may use, at least one; a container's share counts."""
    allowed = len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1
    quota, _, period = _read(CGROUP / "cpu.max").partition(" ")
    if quota.isdigit() and period.isdigit():
        allowed = min(allowed, -(-int(quota) // int(period)))
    return max(allowed, 1)


def shares(of: int) -> tuple[int, int]:
    """Return how many cores play matches of built-in bots, and how many those of uploaded bots (at most half).

    Each plays one match at a time, so that there are never more matches than cores, but for a machine with one core.
    """
    bots = max(1, of // 2)
    return max(1, of - bots), bots


def web_processes(of: int) -> int:
    """How many web processes there are with so many cores: a second one from four on, and never more than four.

    One uses at most about a core, and workers and PostgreSQL want theirs.
    """
    return min(max(1, of // 2), 4)


def memory() -> int | None:
    """The bytes of memory this process may use, where the system says so."""
    limits = [int(limit)] if (limit := _read(CGROUP / "memory.max")).isdigit() else []
    if total := re.search(r"^MemTotal: *(\d+) kB", _read(Path("/proc/meminfo")), re.MULTILINE):
        limits.append(int(total[1]) * 1024)
    return min(limits, default=None)


def system() -> str:
    """The operating system in words, such as `Debian GNU/Linux 12 (bookworm), x86_64`."""
    try:
        name = platform.freedesktop_os_release().get("PRETTY_NAME", platform.system())
    except OSError:
        name = f"{platform.system()} {platform.release()}"
    return f"{name}, {platform.machine()}"


def addresses_on_the_network() -> list[str]:
    """The IPv4 addresses by which others in the hall reach this machine, the likeliest first."""
    found = [address for _, name in socket.if_nameindex() if (address := _address_of(name))]
    likeliest = _address_towards_the_world()
    outward = [address for address in found if not address.startswith("127.")]
    if likeliest and not likeliest.startswith("127."):
        outward = [likeliest, *(address for address in outward if address != likeliest)]
    return outward


def _address_of(interface: str) -> str | None:
    """The address of one network interface; bridges of containers lead nowhere."""
    if sys.platform != "linux" or interface.startswith(("docker", "br-", "veth", "virbr")):
        return None
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            answer = fcntl.ioctl(probe, SIOCGIFADDR, struct.pack("256s", interface.encode()[:15]))
        except OSError:
            return None  # no address, or no permission to ask
    return socket.inet_ntoa(answer[20:24])


def _address_towards_the_world() -> str | None:
    """Which of our addresses a packet to elsewhere would carry; none is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # RFC 5737: an address that belongs to nobody
        except OSError:
            return None
        address: str = probe.getsockname()[0]
        return address


def _read(path: Path) -> str:
    try:
        return path.read_text().strip()
    except OSError:
        return ""
