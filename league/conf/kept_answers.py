"""What visitors without a session are answered is kept for a second, and given to all who ask the same.

Two such visitors differ in nothing but their headers, so an answer belongs to an address and to all headers that may
have made a difference. Whoever is told of a change by `/events` is told a second after it, and so finds it.
"""

import asyncio
import time
from collections.abc import Iterable
from concurrent.futures import Future
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.http.cookie import parse_cookie
from django.http.response import HttpResponseBase

from league.shared.live.stream import KEPT

Headers = Iterable[tuple[bytes, bytes]]

MOST = 200
OWN_FOR = 10.0  # seconds for which an address is known to answer everybody otherwise
OWN = (b"/api/", b"/admin/", b"/metrics")  # where programs ask, or operators
SAME_FOR_ALL = frozenset(
    {
        *(b"user-agent", b"connection", b"keep-alive", b"cache-control", b"pragma", b"dnt", b"te"),
        *(b"upgrade-insecure-requests", b"x-forwarded-for", b"x-real-ip", b"cookie"),
    }
)
"""Headers that make no difference, and cookies: there are none but that of the language."""
NOT_TO_BE_KEPT = ("private", "no-store", "no-cache")


@dataclass(slots=True)
class Shared:
    """An answer that several wait for, or that is there; `begun` is when somebody began to draw it."""

    answer: "asyncio.Future[HttpResponseBase]" = field(init=False)
    work: "Future[HttpResponseBase]" = field(init=False)
    begun: float = float("inf")
    askers: int = 0
    is_own: bool = False
    """Whether it was drawn for somebody in particular."""

    @property
    def may_be_given_away(self) -> bool:
        """Whether the answer, which is there, may be given to others."""
        return not self.is_own and may_be_shared(self.answer.result())

    @property
    def is_fresh(self) -> bool:
        """Whether nothing that was told of can be missing in it."""
        return not self.answer.cancelled() and time.monotonic() - self.begun <= KEPT


class KeptAnswers:
    """The answers of the last second. To be used by the loop alone."""

    def __init__(self) -> None:
        self._by_key: dict[object, Shared] = {}
        self._own: set[object] = set()

    def key_of(self, scope: dict[str, Any]) -> object | None:
        """As the function says, except for addresses that lately gave everybody an answer of their own."""
        key = key_of(scope)
        return None if key in self._own else key

    def fresh(self, key: object) -> Shared | None:
        """The answer to the same question, if it is fresh enough."""
        found = self._by_key.get(key)
        return found if found and found.is_fresh else None

    def keep(self, key: object, shared: Shared) -> None:
        """Have others wait for this one, and forget it a second after it is there."""
        if len(self._by_key) < MOST:
            self._by_key[key] = shared
            shared.answer.add_done_callback(lambda _: self._done(key, shared))

    def _done(self, key: object, shared: Shared) -> None:
        if not shared.answer.cancelled() and not shared.answer.exception() and not shared.may_be_given_away:
            self._forget(key, shared)
            self._own.add(key)
            asyncio.get_running_loop().call_later(OWN_FOR, self._own.discard, key)
        else:
            asyncio.get_running_loop().call_later(KEPT, self._forget, key, shared)

    def _forget(self, key: object, shared: Shared) -> None:
        if self._by_key.get(key) is shared:
            del self._by_key[key]


def key_of(scope: dict[str, Any]) -> object | None:
    """What two requests have in common that get the same answer; `None` for one that is somebody's own."""
    path: bytes = scope.get("raw_path") or scope["path"].encode()
    if scope["method"] != "GET" or path.startswith(OWN):
        return None
    headers: list[tuple[bytes, bytes]] = list(scope["headers"])
    names = {name for name, _value in headers}
    if names & {b"authorization", b"if-none-match", b"if-modified-since", b"range"}:
        return None
    language = _language(headers)
    if language is None:
        return None
    kept = tuple(sorted(pair for pair in headers if pair[0] not in SAME_FOR_ALL))
    return path, scope["query_string"], scope.get("scheme"), language, kept


def may_be_shared(response: HttpResponseBase) -> bool:
    """Whether an answer says nothing that is one visitor's alone."""
    control = response.get("Cache-Control", "")
    is_own = response.cookies or any(word in control for word in NOT_TO_BE_KEPT)
    return response.status_code in {HTTPStatus.OK, HTTPStatus.SERVICE_UNAVAILABLE} and not is_own


def _language(headers: Headers) -> str | None:
    """The language that a cookie asks for, "" without one; `None` where Django would read any other cookie."""
    given = [value.decode("latin-1") for name, value in headers if name == b"cookie"]
    if not given:
        return ""
    cookies = parse_cookie(given[0])
    if len(given) > 1 or set(cookies) != {settings.LANGUAGE_COOKIE_NAME}:
        return None
    return str(cookies[settings.LANGUAGE_COOKIE_NAME])
