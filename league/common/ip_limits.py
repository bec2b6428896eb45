"""Limits for each IP address: tries, counted in Redis, and open streams of one process."""

import resource
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from ipaddress import IPv6Address, ip_address
from typing import Any, NamedTuple

import structlog
from django.http import HttpRequest
from django.utils.translation import gettext as _

from league.common.errors import Unavailable
from league.common.redis_client import RedisError, broker

UNKNOWN = "unknown"  # the neighbourhood of a request without an address

log = structlog.get_logger(__name__)


class RateLimit(NamedTuple):
    """A limit: the name of an action, its maximum number per address, and the period in seconds."""

    action: str
    most: int
    seconds: int

    def at(self, most: int) -> "RateLimit":
        """Return another limit on the same counter."""
        return self._replace(most=most)

    def is_reached(self, request: HttpRequest) -> bool:
        """Return whether the user's address has reached the limit."""
        try:
            tried = broker().get(self._count_of(request))
        except RedisError as error:
            log.warning("attempts are not counted", action=self.action, cause=str(error))
            return False
        return int(tried or 0) >= self.most

    def note(self, request: HttpRequest) -> None:
        """Count one more."""
        key = self._count_of(request)
        try:
            with broker().pipeline() as pipeline:
                pipeline.set(key, 0, ex=self.seconds, nx=True)
                pipeline.incr(key)
                pipeline.execute()
        except RedisError as error:
            log.warning("attempts are not counted", action=self.action, cause=str(error))

    def _count_of(self, request: HttpRequest) -> str:
        return f"moothill:{self.action}:{network_of(request.META.get('REMOTE_ADDR', ''))}"


def network_of(address: str) -> str:
    """Return the IPv4 address, also of a mapped one, or the first 64 bits of an IPv6 address (one network)."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return UNKNOWN
    if isinstance(parsed, IPv6Address):
        return str(parsed.ipv4_mapped or parsed.exploded[:19])
    return str(parsed)


class TooManyStreams(Unavailable):
    """As many streams are open as this process allows."""


class TooManyFromOneAddress(TooManyStreams):
    """As many streams are open as one address may have."""

    status = 429
    code = "too-many-streams-from-one-address"


class OpenStreams:
    """Streams of one kind. In all there are at most `most`, and a quarter of the files that may be open."""

    def __init__(self, *, most: int, most_from_one: int) -> None:
        self._most = min(most, resource.getrlimit(resource.RLIMIT_NOFILE)[0] // 4)
        self._most_from_one = most_from_one
        self._by_address = Counter[str]()

    @contextmanager
    def one_more(self, scope: Mapping[str, Any]) -> Iterator[None]:
        """Count a stream for as long as it is open. Raise TooManyStreams or TooManyFromOneAddress."""
        address = network_of((scope.get("client") or ("",))[0])
        if self._by_address[address] >= self._most_from_one:
            raise TooManyFromOneAddress(
                _("Your IP address has too many live connections. Close some, or try again in a minute.")
            )
        if self._by_address.total() >= self._most:
            raise TooManyStreams(_("The server has too many live connections. Try again in a minute."))
        self._by_address[address] += 1
        try:
            yield
        finally:
            self._by_address[address] -= 1
            if not self._by_address[address]:
                del self._by_address[address]
