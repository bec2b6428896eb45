"""What the small ASGI apps beside Django share: types, headers of streams, refusals."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from league.common.errors import PROBLEM_TYPE

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[Mapping[str, Any]]]
Send = Callable[[Mapping[str, Any]], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]


def is_cancelled() -> bool:
    """Whether this task was cancelled. A loop asks, since `asyncio.wait_for` may swallow that before Python 3.12
    (bpo-37658), and the client of Redis uses it for each command. The server stops when all tasks have ended.
    """
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


async def begin_stream(content_type: str, send: Send) -> None:
    """Send the head of an answer whose parts follow, which no proxy keeps back."""
    headers = [
        (b"content-type", content_type.encode()),
        (b"cache-control", b"no-store"),
        (b"x-accel-buffering", b"no"),
        (b"x-content-type-options", b"nosniff"),
    ]
    await send({"type": "http.response.start", "status": 200, "headers": headers})


async def until_gone(receive: Receive) -> None:
    """Return when the client has left."""
    while (await receive())["type"] != "http.disconnect":
        pass


async def send_problem(document: Mapping[str, Any], extra: Mapping[str, str], send: Send) -> None:
    """Refuse a request with a problem document and these extra headers."""
    headers = [(b"content-type", PROBLEM_TYPE.encode()), (b"cache-control", b"no-store")]
    headers += [(name.lower().encode(), value.encode()) for name, value in extra.items()]
    await send({"type": "http.response.start", "status": document["status"], "headers": headers})
    await send({"type": "http.response.body", "body": json.dumps(document).encode()})
