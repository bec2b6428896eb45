"""Request ids in log lines. A Celery task carries the id of the request that sent it."""

import os
import re
import time
from contextvars import ContextVar, Token
from random import Random
from typing import TYPE_CHECKING, Any, Final

from celery import signals
from structlog.contextvars import bind_contextvars, clear_contextvars, get_contextvars

if TYPE_CHECKING:
    from django.http import HttpRequest


HEADER: Final = "X-Request-ID"
PASSED_ON: Final = "moothill_request"  # as messages to workers carry it
SENT: Final = "moothill_sent"  # and when they were sent, in seconds since 1970

_names = Random()  # they are no secret, and to ask the system would let other threads of a busy server go first
os.register_at_fork(after_in_child=_names.seed)  # a web server that is started again gives other names
_SAFE = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{7,63}")
_at_hand: "ContextVar[HttpRequest | None]" = ContextVar("moothill_request_at_hand", default=None)


def begin_request(request: "HttpRequest") -> "Token[HttpRequest | None]":
    """Set the id of the request, from the proxy's `X-Request-ID` or a new one, and add it to log lines from now on.

    The header is ignored unless it matches `_SAFE`, for the id is written into logs and pages.
    """
    given = request.META.get("HTTP_X_REQUEST_ID", "")
    request.request_id = given if _SAFE.fullmatch(given) else f"{_names.getrandbits(64):016x}"  # type: ignore[attr-defined]  # we put it there
    return _at_hand.set(request)


def end_request(mark: "Token[HttpRequest | None]") -> None:
    """Stop adding the request to log lines."""
    _at_hand.reset(mark)


def request_id_at_hand() -> str:
    """Return the id of the current request, in the web server or a worker; "" outside of one."""
    request = _at_hand.get()
    found: str = request.request_id if request is not None else get_contextvars().get("request_id", "")  # type: ignore[attr-defined]  # we put it there
    return found


def say_who_asked(_logger: Any, _name: str, event: dict[str, Any]) -> dict[str, Any]:
    """Add the request id, the route name and the account to a log line, as far as they are known."""
    request = _at_hand.get()
    if request is None:
        return event
    event.setdefault("request_id", request.request_id)  # type: ignore[attr-defined]  # we put it there
    event.setdefault("route", route_of(request))
    if account := _account_of(request):
        event.setdefault("account", account)
    return event


def route_of(request: "HttpRequest") -> str:
    """Return the route name, such as `clubs:club`, or "none". Never the URL, for it may contain a key."""
    match = request.resolver_match
    return (match.view_name if match is not None else "") or "none"


def _account_of(request: "HttpRequest") -> str:
    """Return the public id of the account, if it is already loaded: logging makes no query."""
    known = getattr(request, "_cached_user", None)
    if known is None:  # a token of the API names its account in place of Django's lazy one
        known = request.__dict__.get("user")
        known = None if hasattr(type(known), "_setup") else known
    return getattr(known, "public_id", "") or ""


def follow_tasks() -> None:
    """Connect Celery signals, so that tasks carry the request id and their log lines have it."""
    signals.before_task_publish.connect(_send_along, dispatch_uid="moothill tracing")
    signals.task_prerun.connect(_begin_task, dispatch_uid="moothill tracing")
    signals.task_postrun.connect(_end_task, dispatch_uid="moothill tracing")


def _send_along(headers: dict[str, Any] | None = None, **_: Any) -> None:
    if headers is None:
        return
    headers[SENT] = round(time.time(), 3)
    if request_id := request_id_at_hand():
        headers[PASSED_ON] = request_id


def _begin_task(task_id: str, task: Any, **_: Any) -> None:
    asked_by = task.request.get(PASSED_ON)
    bind_contextvars(task=task.name, task_id=task_id, **({"request_id": asked_by} if asked_by else {}))


def _end_task(**_: Any) -> None:
    clear_contextvars()
