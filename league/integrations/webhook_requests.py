"""One signed POST to an address that was checked: hosts the site admin lists, public networks only, short timeouts."""

import hmac
import socket
import ssl
from base64 import urlsafe_b64encode
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from hashlib import sha256
from http.client import HTTPConnection, HTTPException
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from threading import Event, Timer
from typing import Any, Final
from urllib.parse import SplitResult, urlsplit

from django.conf import settings
from django.core.checks import CheckMessage, register
from django.core.checks import Warning as CheckWarning
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from league.integrations.errors import WrongAddress
from league.integrations.models import Delivery, Webhook

LONGEST: Final = 300
TLS_PORT: Final = 443
LOCALHOST: Final = "localhost"
TRANSLATED: Final = (IPv6Network("64:ff9b::/96"), IPv6Network("64:ff9b:1::/48"))  # IPv4 behind them is not looked at

Host = tuple[str, int]

SALT: Final = "moothill.webhooks"
TO_CONNECT: Final = 5.0  # seconds
TRIED: Final = 2  # addresses of a host that has several
ACCEPTED: Final = range(200, 300)  # statuses of an accepted delivery
REDIRECTS: Final = range(300, 400)  # statuses of a redirect


class PrivateAddress(Exception):
    """A name resolves to a private address."""


@dataclass(frozen=True, slots=True)
class Target:
    """A host of the site admin's list, and the path."""

    host: str
    port: int
    path: str
    is_tls: bool

    @property
    def authority(self) -> str:
        """The value of the header `Host`."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == TLS_PORT and self.is_tls else f"{host}:{self.port}"


def hosts_listed() -> frozenset[Host]:
    """Return the hosts and ports of `MOOTHILL_WEBHOOK_HOSTS`; the default port is 443. Invalid entries are left out."""
    return frozenset(host for entry in settings.WEBHOOK_HOSTS if (host := host_listed(entry)))


def host_listed(entry: str) -> Host | None:
    """Parse an entry of the list; None for an invalid one."""
    try:
        parts = urlsplit(f"//{entry.strip()}")
        host, port = parts.hostname, parts.port or TLS_PORT
    except ValueError:
        return None
    is_host_alone = parts.netloc == entry.strip() and "@" not in entry and not entry.strip().endswith(":")
    return (host, port) if host and is_host_alone else None


def are_on() -> bool:
    """Return whether the site admin allows any webhooks."""
    return any(map(host_listed, settings.WEBHOOK_HOSTS))


def hosts_in_words() -> str:
    """Return the list as the site admin wrote it."""
    return ", ".join(entry.strip() for entry in settings.WEBHOOK_HOSTS if entry.strip())


def target_of(address: str) -> Target:
    """Parse the address of a webhook. Raise `WrongAddress` with what is wrong."""
    parts, port = _parts(address)
    host = parts.hostname or ""
    port = port or (TLS_PORT if parts.scheme == "https" else 80)
    if parts.username is not None or parts.password is not None:
        raise _wrong(_("Remove the user name and password from the address. Moothill signs deliveries instead."))
    if parts.fragment:
        raise _wrong(_("Remove the part after “#” from the address."))
    if (host, port) not in hosts_listed():
        named = f"{host}:{port}" if parts.port else host
        raise _wrong(_("The host %(host)s is not allowed. Ask the site admin to allow it.") % {"host": named or "…"})
    if parts.scheme != "https" and not (parts.scheme == "http" and _is_this_machine(host)):
        raise _wrong(_("The address must start with https://."))
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Target(host, port, path, parts.scheme == "https")


def resolve(target: Target) -> list[tuple[str, int]]:
    """Return the checked addresses of the host. Raise `PrivateAddress`, and `OSError` for an unknown name.

    An address that the site admin lists itself, and `localhost`, may be private.
    """
    found = socket.getaddrinfo(target.host, target.port, type=socket.SOCK_STREAM)
    addresses = list(dict.fromkeys((str(where[0]), target.port) for *_kind, where in found))
    if not all(_is_allowed(ip_address(address), target.host) for address, _port in addresses):
        raise PrivateAddress(target.host)
    return addresses


def _parts(address: str) -> tuple[SplitResult, int | None]:
    sentence = _("Invalid address. Enter one such as https://example.org/moothill.")
    if len(address) > LONGEST or not (address.isascii() and address.isprintable()) or " " in address or "\\" in address:
        raise _wrong(sentence)
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError as error:
        raise _wrong(sentence) from error
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        raise _wrong(sentence)
    return parts, port


def _wrong(sentence: str) -> WrongAddress:
    return WrongAddress(sentence, field="address")


def _is_allowed(address: IPv4Address | IPv6Address, host: str) -> bool:
    if host == LOCALHOST:
        return address.is_loopback
    return _is_literal(host) or is_public(address)


def is_public(address: IPv4Address | IPv6Address) -> bool:
    """Return whether an address is one of the open Internet, and hides no other one."""
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is not None:
            return is_public(address.ipv4_mapped)
        if address.sixtofour or address.teredo or any(address in network for network in TRANSLATED):
            return False
    return address.is_global and not (address.is_multicast or address.is_reserved)


def _is_literal(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def _is_this_machine(host: str) -> bool:
    return host == LOCALHOST or (_is_literal(host) and ip_address(host).is_loopback)


@register()
def check_hosts(**_: Any) -> list[CheckMessage]:
    """Warn of invalid entries in the list of hosts."""
    hint = "Write hosts alone, with a port where it is not 443: hooks.example.org,chat.example.net:8443"
    unread = [entry for entry in settings.WEBHOOK_HOSTS if entry.strip() and host_listed(entry) is None]
    return [
        CheckWarning(f"MOOTHILL_WEBHOOK_HOSTS: {host!r} is no host.", hint=hint, id="integrations.W001")
        for host in unread
    ]


def secret_of(webhook: Webhook) -> str:
    """Return the secret, derived from the site's key and the webhook's salt."""
    digest = salted_hmac(SALT, f"{webhook.public_id}:{webhook.salt}", algorithm="sha256").digest()
    return "mhwh_" + urlsafe_b64encode(digest).decode().rstrip("=")


def signature_of(secret: str, timestamp: int, body: bytes) -> str:
    """Return the value of the header `Moothill-Signature`."""
    return "v1=" + hmac.new(secret.encode(), f"{timestamp}.".encode() + body, sha256).hexdigest()


Fault = Delivery.Fault


class DeliveryFailed(Exception):
    """The delivery failed: why, and the status code of the response if there was one."""

    def __init__(self, fault: Fault, answer: int | None = None) -> None:
        super().__init__(fault.value)
        self.fault = fault
        self.answer = answer


def post(target: Target, body: bytes, headers: Mapping[str, str]) -> int:
    """Send the body and return the status code, 2xx. Raise `DeliveryFailed`.

    The connection goes to the address that was checked, so that DNS cannot change it meanwhile.
    """
    code = _exchange(target, body, headers)
    if code in REDIRECTS:
        raise DeliveryFailed(Fault.REDIRECT, code)
    if code not in ACCEPTED:
        raise DeliveryFailed(Fault.REFUSED, code)
    return code


def _exchange(target: Target, body: bytes, headers: Mapping[str, str]) -> int:
    with _connect(target) as line, _deadline(line) as is_over:
        try:
            return _send(line, target, body, headers)
        except ssl.SSLCertVerificationError as error:
            raise DeliveryFailed(Fault.CERTIFICATE) from error
        except (OSError, HTTPException, ValueError) as error:
            late = is_over.is_set() or isinstance(error, TimeoutError)
            raise DeliveryFailed(Fault.SLOW if late else Fault.BROKEN) from error


def _connect(target: Target) -> socket.socket:
    try:
        addresses = resolve(target)
    except PrivateAddress as error:
        raise DeliveryFailed(Fault.PRIVATE) from error
    except (OSError, UnicodeError) as error:
        raise DeliveryFailed(Fault.UNKNOWN) from error
    for address in addresses[:TRIED]:
        with suppress(OSError):
            return socket.create_connection(address, timeout=TO_CONNECT)
    raise DeliveryFailed(Fault.UNREACHABLE)


@contextmanager
def _deadline(line: socket.socket) -> Iterator[Event]:
    """Shut the connection after the time limit, even while data arrives."""
    is_over, spare = Event(), line.dup()

    def shut() -> None:
        is_over.set()
        with suppress(OSError):
            spare.shutdown(socket.SHUT_RDWR)

    timer = Timer(settings.WEBHOOK_SECONDS, shut)
    timer.daemon = True
    timer.start()
    try:
        yield is_over
    finally:
        timer.cancel()
        timer.join()
        spare.close()


def _send(line: socket.socket, target: Target, body: bytes, headers: Mapping[str, str]) -> int:
    """Return the status code. The library limits the head (lines and their number); the body is not read."""
    line.settimeout(settings.WEBHOOK_SECONDS)
    connection = HTTPConnection(target.host, target.port)
    connection.sock = (
        ssl.create_default_context().wrap_socket(line, server_hostname=target.host) if target.is_tls else line
    )
    try:
        connection.request("POST", target.path, body, {"Host": target.authority, "Connection": "close", **headers})
        return connection.getresponse().status
    finally:
        connection.close()
