"""One signed POST to a checked address: no redirects, no proxies, short timeouts, no body of a response read.

A receiver verifies the signature with the secret of its webhook, which is derived and not stored.
"""

import hmac
import socket
import ssl
from base64 import urlsafe_b64encode
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from hashlib import sha256
from http.client import HTTPConnection, HTTPException
from threading import Event, Timer
from typing import Final

from django.conf import settings
from django.utils.crypto import salted_hmac

from league.sharing.models import Delivery, Webhook
from league.sharing.targets import PrivateAddress, Target, resolved

SALT: Final = "moothill.webhooks"


def secret_of(webhook: Webhook) -> str:
    """Return the secret, derived from the site's key and the webhook's salt."""
    made = salted_hmac(SALT, f"{webhook.public_id}:{webhook.salt}", algorithm="sha256").digest()
    return "mhwh_" + urlsafe_b64encode(made).decode().rstrip("=")


def signature_of(secret: str, timestamp: int, body: bytes) -> str:
    """Return the value of the header `Moothill-Signature`."""
    return "v1=" + hmac.new(secret.encode(), f"{timestamp}.".encode() + body, sha256).hexdigest()


TO_CONNECT: Final = 5.0  # seconds
TRIED: Final = 2  # addresses of a host that has several
TAKEN: Final = range(200, 300)
LEADS_ON: Final = range(300, 400)

Fault = Delivery.Fault


class NotTaken(Exception):
    """The delivery failed: why, and the status code of the response if there was one."""

    def __init__(self, fault: Fault, answer: int | None = None) -> None:
        super().__init__(fault.value)
        self.fault = fault
        self.answer = answer


def post(target: Target, body: bytes, headers: Mapping[str, str]) -> int:
    """Send the body and return the status code, 2xx. Raise `NotTaken`.

    The connection goes to the address that was checked, so that DNS cannot change it meanwhile.
    """
    code = _exchanged(target, body, headers)
    if code in LEADS_ON:
        raise NotTaken(Fault.REDIRECT, code)
    if code not in TAKEN:
        raise NotTaken(Fault.REFUSED, code)
    return code


def _exchanged(target: Target, body: bytes, headers: Mapping[str, str]) -> int:
    with _connected(target) as line, _deadline(line) as is_over:
        try:
            return _asked(line, target, body, headers)
        except ssl.SSLCertVerificationError as error:
            raise NotTaken(Fault.CERTIFICATE) from error
        except (OSError, HTTPException, ValueError) as error:
            late = is_over.is_set() or isinstance(error, TimeoutError)
            raise NotTaken(Fault.SLOW if late else Fault.BROKEN) from error


def _connected(target: Target) -> socket.socket:
    try:
        addresses = resolved(target)
    except PrivateAddress as error:
        raise NotTaken(Fault.PRIVATE) from error
    except (OSError, UnicodeError) as error:
        raise NotTaken(Fault.UNKNOWN) from error
    for address in addresses[:TRIED]:
        with suppress(OSError):
            return socket.create_connection(address, timeout=TO_CONNECT)
    raise NotTaken(Fault.UNREACHABLE)


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


def _asked(line: socket.socket, target: Target, body: bytes, headers: Mapping[str, str]) -> int:
    """The status code. The library limits the head (lines and their number); the body is not read."""
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
