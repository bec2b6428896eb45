"""The address of the site: a listening socket, and its URLs."""

import errno
import fcntl
import socket
import struct
import sys
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Self

from league.conf.launcher.console import ConfigurationError, LauncherError

FIRST_PORT = 8000
PORTS_TRIED = 20
EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104  (compared with, never a default)
LOCAL = ("localhost", "127.0.0.1", "::1")
SIOCGIFADDR = 0x8915
VIRTUAL = ("docker", "br-", "veth", "virbr")  # bridges of containers and virtual machines


@dataclass(frozen=True)
class Listener:
    """A listening socket of the web servers."""

    host: str
    port: int
    socket: socket.socket

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    @property
    def is_loopback(self) -> bool:
        """Whether only this machine reaches it."""
        return ip_address(self.socket.getsockname()[0]).is_loopback

    def addresses(self) -> list[str]:
        """Return its URLs: that for this machine first, then those for the local network."""
        hosts = ["127.0.0.1", *addresses_on_the_network()] if self.host in EVERYWHERE else [self.host]
        return [f"http://{_in_url(host)}:{self.port}/" for host in hosts]

    def allowed_hosts(self) -> list[str]:
        """Return the host names by which browsers may reach it."""
        name = socket.gethostname()
        everywhere = [*addresses_on_the_network(), name, f"{name.split('.')[0]}.local"]
        names = everywhere if self.host in EVERYWHERE else [self.host]
        return list(dict.fromkeys(map(_in_url, (*LOCAL, *names))))


def listen(host: str, port: int | None) -> Listener:
    """Listen on a port, or on the first free one from FIRST_PORT on.

    Raise ConfigurationError if it is in use or not permitted, LauncherError if this machine lacks the address so far.
    """
    for candidate in [port] if port else range(FIRST_PORT, FIRST_PORT + PORTS_TRIED):
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        try:
            return Listener(host, candidate, socket.create_server((host, candidate), family=family, backlog=512))
        except OSError as error:
            refused = error
    kind = LauncherError if refused.errno == errno.EADDRNOTAVAIL else ConfigurationError
    raise kind(f"Cannot listen on {host}, port {candidate}: {refused.strerror}. Choose another one with --port.")


def addresses_on_the_network() -> list[str]:
    """Return the IPv4 addresses by which other machines reach this one, that of the default route first."""
    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        with suppress(OSError):
            probe.connect(("192.0.2.1", 9))  # RFC 5737: nobody's address; nothing is sent
            found = [str(probe.getsockname()[0])]
        for _, name in socket.if_nameindex() if sys.platform == "linux" else ():
            with suppress(OSError):  # it has no address
                if not name.startswith(VIRTUAL):
                    answer = fcntl.ioctl(probe, SIOCGIFADDR, struct.pack("256s", name.encode()))
                    found.append(socket.inet_ntoa(answer[20:24]))
    return list(dict.fromkeys(address for address in found if not address.startswith("127.")))


def _in_url(host: str) -> str:
    return f"[{host}]" if ":" in host else host
