"""Limits of open streams per process and per IP address, so that file descriptors are left for pages."""

import resource
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from django.utils.translation import gettext as _

from league.common.errors import Unavailable
from league.common.ip_rate_limit import neighbourhood


class TooManyStreams(Unavailable):
    """As many streams are open as this process allows."""

    code = "too-many-streams"


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
        address = neighbourhood((scope.get("client") or ("",))[0])
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
