"""How often something was tried from where somebody is: counted by address, in Redis, for a while.

Without Redis nothing is counted and every door works on. A hall behind one address is counted as one, so limits are
such that a full hall does not come near them.
"""

from ipaddress import IPv6Address, ip_address
from typing import NamedTuple

import structlog
from django.http import HttpRequest

from league.shared.redis_client import RedisError, broker

UNKNOWN = "unknown"  # the neighbourhood of a request without an address

log = structlog.get_logger(__name__)


class Tries(NamedTuple):
    """What is counted, how often it may happen from one address, and within how many seconds."""

    what: str
    most: int
    within: int

    def are_used_up(self, request: HttpRequest) -> bool:
        """Whether so many came from where the asker is."""
        try:
            tried = broker().get(self._count_of(request))
        except RedisError as error:
            log.warning("tries are not counted", what=self.what, cause=str(error))
            return False
        return int(tried or 0) >= self.most

    def note(self, request: HttpRequest) -> None:
        """Take note of one more."""
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
    """The address; of the newer kind its first half, for a house has all of the second. An older one may be in it."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return UNKNOWN
    if isinstance(parsed, IPv6Address):
        return str(parsed.ipv4_mapped or parsed.exploded[:19])
    return str(parsed)
