"""Request ids in log lines. A Celery task carries the id of the request that sent it."""

import os
import re
from contextvars import ContextVar, Token
from random import Random
from typing import TYPE_CHECKING, Any, Final

from celery import signals
from structlog.contextvars import bind_contextvars, clear_contextvars, get_contextvars

if TYPE_CHECKING:
    from django.http import HttpRequest


HEADER: Final = "X-Request-ID"
REQUEST_ID: Final = "moothill_request"  # header of a task: the id of the request that sent it

_random = Random()  # ids are no secret; a system call would let other threads of a busy server run first
os.register_at_fork(after_in_child=_random.seed)  # so that forked processes have different ids
_SAFE: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{7,63}")
_current_request: "ContextVar[HttpRequest | None]" = ContextVar("moothill_request_at_hand", default=None)


def begin_request(request: "HttpRequest") -> "Token[HttpRequest | None]":
    """Set the id of the request, from the proxy's `X-Request-ID` or a new one, and add it to log lines from now on.

    The header is ignored unless it matches `_SAFE`, for the id is written into logs and pages.
    """
    given = request.META.get("HTTP_X_REQUEST_ID", "")
    request.request_id = given if _SAFE.fullmatch(given) else f"{_random.getrandbits(64):016x}"  # type: ignore[attr-defined]  # we put it there
    return _current_request.set(request)


def end_request(token: "Token[HttpRequest | None]") -> None:
    """Stop adding the request to log lines."""
    _current_request.reset(token)


def current_request_id() -> str:
    """Return the id of the current request, in the web server or a worker; "" outside of one."""
    request = _current_request.get()
    found: str = request.request_id if request is not None else get_contextvars().get("request_id", "")  # type: ignore[attr-defined]  # we put it there
    return found


def add_request_context(_logger: Any, _name: str, event: dict[str, Any]) -> dict[str, Any]:
    """Add the request id, the route name and the account to a log line, as far as they are known."""
    request = _current_request.get()
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
    user = getattr(request, "_cached_user", None)
    if user is None:  # a token of the API names its account in place of Django's lazy one
        user = request.__dict__.get("user")
        user = None if hasattr(type(user), "_setup") else user
    return getattr(user, "public_id", "") or ""


def connect_task_signals() -> None:
    """Connect Celery signals, so that tasks carry the request id and their log lines have it."""
    signals.before_task_publish.connect(_add_headers, dispatch_uid="moothill tracing")
    signals.task_prerun.connect(_begin_task, dispatch_uid="moothill tracing")
    signals.task_postrun.connect(_end_task, dispatch_uid="moothill tracing")


def _add_headers(headers: dict[str, Any] | None = None, **_: Any) -> None:
    if headers is not None and (request_id := current_request_id()):
        headers[REQUEST_ID] = request_id


def _begin_task(task_id: str, task: Any, **_: Any) -> None:
    request_id = task.request.get(REQUEST_ID)
    bind_contextvars(task=task.name, task_id=task_id, **({"request_id": request_id} if request_id else {}))


def _end_task(**_: Any) -> None:
    clear_contextvars()
