"""What this machine has: cores, memory and addresses, as far as this process may use them."""

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
VIRTUAL = ("docker", "br-", "veth", "virbr")  # bridges of containers and virtual machines


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


def addresses_on_the_network() -> list[str]:
    """Return the IPv4 addresses by which other machines reach this one, that of the default route first."""
    interfaces = [name for _, name in socket.if_nameindex() if not name.startswith(VIRTUAL)]
    found = [_default_address(), *map(_address_of, interfaces)]
    return list(dict.fromkeys(address for address in found if address and not address.startswith("127.")))


def _default_address() -> str | None:
    """Return the source address of packets to the internet. None is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # RFC 5737: nobody's address
        except OSError:
            return None
        return str(probe.getsockname()[0])


def _address_of(interface: str) -> str | None:
    """Return the address of a network interface (Linux only)."""
    if sys.platform != "linux":
        return None
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            answer = fcntl.ioctl(probe, SIOCGIFADDR, struct.pack("256s", interface.encode()))
        except OSError:  # it has none
            return None
    return socket.inet_ntoa(answer[20:24])


def _read(path: Path) -> str:
    try:
        return path.read_text().strip()
    except OSError:
        return ""
