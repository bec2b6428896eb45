"""The server disconnects a client that opens a stream and does not read it; this is not a fault of the server."""

import asyncio
from collections.abc import Mapping
from typing import Any

import pytest

from games.bots.remote import mailbox, stream
from games.bots.remote.stream import Nudges, line_to
from league.common.redis_client import broker
from tests.loops import run


async def never(*_: Any) -> Mapping[str, Any]:
    """What does not come to an end."""
    await asyncio.Event().wait()
    return {}


async def unread(message: Mapping[str, Any]) -> None:
    """Writes hang once the stream has begun."""
    if message["type"] == "http.response.body":
        await never()


def test_a_stream_that_is_not_read_ends_as_one_that_its_bot_left(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream, "HANGING", 0.05)

    async def follow() -> None:
        async with line_to(redis_url) as redis:
            opened = stream.Stream("b" * 12, redis, Nudges(redis_url), unread)
            await asyncio.wait_for(opened.run(never), 10)

    run(follow())
    assert broker().exists(mailbox.bot_key("b" * 12, "here"), mailbox.bot_key("b" * 12, "was")) == 0
