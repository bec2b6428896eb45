"""Rate limits by IP address, counted in Redis.

Without Redis nothing is counted and nothing refused. All people in a hall may share one address, so limits are far
above the use of a full hall.
"""

from ipaddress import IPv6Address, ip_address
from typing import NamedTuple

import structlog
from django.http import HttpRequest

from league.common.redis_client import RedisError, broker

UNKNOWN = "unknown"  # the neighbourhood of a request without an address

log = structlog.get_logger(__name__)


class Tries(NamedTuple):
    """A limit: the name of an action, its maximum number per address, and the period in seconds."""

    what: str
    most: int
    within: int

    def are_used_up(self, request: HttpRequest) -> bool:
        """Return whether the asker's address has reached the limit."""
        try:
            tried = broker().get(self._count_of(request))
        except RedisError as error:
            log.warning("tries are not counted", what=self.what, cause=str(error))
            return False
        return int(tried or 0) >= self.most

    def note(self, request: HttpRequest) -> None:
        """Count one more."""
        key = self._count_of(request)
        try:
            with broker().pipeline() as asked:
                asked.set(key, 0, ex=self.within, nx=True)
                asked.incr(key)
                asked.execute()
        except RedisError as error:
            log.warning("tries are not counted", what=self.what, cause=str(error))

    def _count_of(self, request: HttpRequest) -> str:
        return f"moothill:{self.what}:{neighbourhood(request.META.get('REMOTE_ADDR', ''))}"


def neighbourhood(address: str) -> str:
    """Return the IPv4 address, also of a mapped one, or the first 64 bits of an IPv6 address (one network)."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return UNKNOWN
    if isinstance(parsed, IPv6Address):
        return str(parsed.ipv4_mapped or parsed.exploded[:19])
    return str(parsed)
