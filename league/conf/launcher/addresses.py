"""The address of the site: a listening socket, and its URLs."""

import errno
import socket
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Self

from league.conf.launcher import host_info
from league.conf.launcher.errors import ConfigurationError, LauncherError

FIRST_PORT = 8000
PORTS_TRIED = 20
EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104  (compared with, never a default)
LOCAL = ("localhost", "127.0.0.1", "::1")


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
        hosts = ["127.0.0.1", *host_info.addresses_on_the_network()] if self.host in EVERYWHERE else [self.host]
        return [f"http://{_in_url(host)}:{self.port}/" for host in hosts]

    def best_address(self) -> str:
        """Return the URL for links: on the local network, if it listens there."""
        return self.addresses()[:2][-1]

    def allowed_hosts(self) -> list[str]:
        """Return the host names by which browsers may reach it."""
        names = [self.host]
        if self.host in EVERYWHERE:
            name = socket.gethostname()
            names = [*host_info.addresses_on_the_network(), name, f"{name.split('.')[0]}.local"]
        return list(dict.fromkeys(map(_in_url, (*LOCAL, *names))))


def listen(host: str, port: int | None) -> Listener:
    """Listen on a port, or on the first free one from FIRST_PORT on.

    Raise ConfigurationError if it is in use or not permitted, LauncherError if the host is not one of this machine.
    """
    for candidate in [port] if port else range(FIRST_PORT, FIRST_PORT + PORTS_TRIED):
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        try:
            listening = socket.create_server((host, candidate), family=family, backlog=512)
        except OSError as error:
            if error.errno == errno.EACCES:
                raise ConfigurationError(
                    f"No permission for port {candidate} of {host}. "
                    "Choose a port from 1024 with --port, behind a reverse proxy."
                ) from None
            if error.errno != errno.EADDRINUSE:
                raise LauncherError(f"Cannot listen on {host}, port {candidate}: {error.strerror}.") from None
        else:
            return Listener(host, candidate, listening)
    busy = f"Port {port}" if port else f"Every port from {FIRST_PORT} to {candidate}"
    raise ConfigurationError(f"{busy} of {host} is in use. Choose another one with --port.")


def _in_url(host: str) -> str:
    return f"[{host}]" if ":" in host else host
