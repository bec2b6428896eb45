"""One POST to an address that was looked at: no redirects, no proxies, within seconds, no body of an answer read."""

import socket
import ssl
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from http.client import HTTPConnection, HTTPException
from threading import Event, Timer
from typing import Final

from django.conf import settings

from league.sharing.hooks.targets import PrivateAddress, Target, resolved
from league.sharing.models import Delivery

TO_CONNECT: Final = 5.0  # seconds
TRIED: Final = 2  # addresses of a host that has several
TAKEN: Final = range(200, 300)
LEADS_ON: Final = range(300, 400)

Fault = Delivery.Fault


class NotTaken(Exception):
    """What was sent did not arrive, or was not taken: why, and the code of the answer if there was one."""

    def __init__(self, fault: Fault, answer: int | None = None) -> None:
        super().__init__(fault.value)
        self.fault = fault
        self.answer = answer


def post(target: Target, body: bytes, headers: Mapping[str, str]) -> int:
    """Send the body and return the code of the answer, which is one of success. Raises `NotTaken`.

    The connection goes to the very address that was looked at, so that a name cannot mean another one meanwhile.
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
    """Shut the connection when its time is over, however slowly something still drips in."""
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
    """The code of the answer. Its head is bounded by the library (lines and their number), its body stays unread."""
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
