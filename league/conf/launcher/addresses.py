"""The address that Moothill is reached at: a listening socket, and how people spell it."""

import errno
import socket
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Self

from league.conf.launcher import host_info
from league.conf.launcher.errors import AddressMissing, AddressTaken

FIRST_PORT = 8000
PORTS_TRIED = 20
_IN_IPV4 = "0.0.0.0"  # noqa: S104  (compared with, never a default)
EVERYWHERE = (_IN_IPV4, "::")


@dataclass(frozen=True)
class Listener:
    """A socket that listens, on behalf of whoever serves the web."""

    host: str
    port: int
    socket: socket.socket

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    @property
    def is_loopback(self) -> bool:
        """Whether nothing but this machine reaches it."""
        return ip_address(self.socket.getsockname()[0]).is_loopback

    def addresses(self) -> list[str]:
        """How to reach it, this machine's own way first when it listens everywhere."""
        if self.host not in EVERYWHERE:
            return [self._spelt(self.host)]
        return [self._spelt(host) for host in ("127.0.0.1", *host_info.addresses_on_the_network())]

    def best_address(self) -> str:
        """The one address to write into a link: on the local network, if it listens there."""
        return self.addresses()[:2][-1]

    def allowed_hosts(self) -> list[str]:
        """The host names under which a browser may ask for it."""
        names = ["localhost", "127.0.0.1", "[::1]"]
        if self.host in EVERYWHERE:
            own = socket.gethostname()
            return [*names, *host_info.addresses_on_the_network(), own, f"{own.split('.')[0]}.local"]
        return names if self.host in names else [*names, _bracketed(self.host)]

    def _spelt(self, host: str) -> str:
        return f"http://{_bracketed(host)}:{self.port}/"


def listen(host: str, port: int | None) -> Listener:
    """Listen on a port, or on the first free one from FIRST_PORT on. Raises AddressTaken, AddressMissing."""
    if port is not None:
        return _listen_on(host, port)
    for candidate in range(FIRST_PORT, FIRST_PORT + PORTS_TRIED):
        try:
            return _listen_on(host, candidate)
        except PortBusy:
            continue
    raise AddressTaken(
        f"Ports {FIRST_PORT} to {FIRST_PORT + PORTS_TRIED - 1} of {host} are in use. Choose another: --port 9000"
    )


class PortBusy(AddressTaken):
    """Somebody listens there already."""


def _listen_on(host: str, port: int) -> Listener:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listening = socket.create_server((host, port), family=family, backlog=512)
    except OSError as refused:
        if refused.errno == errno.EADDRINUSE:
            raise PortBusy(f"Port {port} of {host} is in use. Choose another one with --port.") from None
        if refused.errno == errno.EACCES:
            raise AddressTaken(
                f"No permission for port {port} of {host}. Choose a port from 1024 with --port, behind a reverse proxy."
            ) from None
        raise AddressMissing(f"Cannot listen on {host}, port {port}: {refused.strerror}.") from None
    return Listener(host, listening.getsockname()[1], listening)


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host
