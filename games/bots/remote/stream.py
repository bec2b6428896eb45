"""The event stream of remote bots: a small ASGI app beside Django, without session or ORM once a stream is open."""

import asyncio
import re
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from functools import partial
from http import HTTPStatus
from typing import Any

import structlog
from django.conf import settings
from django.db import connection
from django.utils.translation import gettext as _
from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from rest_framework.exceptions import NotAuthenticated

from games.bots.jobs import topic_of
from games.bots.remote import mailbox
from games.bots.remote.mailbox import CHANNEL, PROTOCOL, line_of, new_id
from games.bots.remote.queries import playing_bot
from league.accounts.authentication import account_by_token
from league.common.api.problems import problem, problem_of
from league.common.asgi import Application, Receive, Scope, Send, begin_stream, is_cancelled, send_problem, until_gone
from league.common.errors import Refusal, Unavailable
from league.common.ip_limits import OpenStreams
from league.common.live.topics import count_up
from league.common.outages import is_outage, outage_message

log = structlog.get_logger(__name__)

REDIS_TIMEOUT = 3.0  # seconds
PAUSE = 1.0  # seconds between attempts to reach Redis
READ_TIMEOUT = 10.0

ADDRESS = re.compile(r"/api/v1/remote-bots/([2-9a-z]{12})/stream")
LOOK_SECONDS = 3.0  # seconds between two looks at the mailbox, without a notification
SILENCE_SECONDS = 5.0  # seconds after which an empty line keeps the stream open
PING_SECONDS = 30.0  # seconds
WRITE_TIMEOUT = 5.0  # seconds
STREAM_LIFE = 3600.0  # seconds until a stream ends
ADMIT_SECONDS = 5.0  # seconds between two looks at whether its token and its bot may still play

StillRefused = Callable[[], Awaitable[str]]
"""Why a stream may not go on, as a sentence; "" while it may."""


def redis_client(url: str) -> Redis:
    """Return a client with short timeouts."""
    return Redis.from_url(
        url,
        decode_responses=True,
        socket_timeout=REDIS_TIMEOUT,
        socket_connect_timeout=REDIS_TIMEOUT,
        health_check_interval=READ_TIMEOUT,
        retry=Retry(NoBackoff(), 0),
    )


class BotNotifications:
    """Events by bot. A notification says only that something is new; the stream reads what."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._by_bot: defaultdict[str, set[asyncio.Event]] = defaultdict(set)
        self._listening: asyncio.Task[None] | None = None

    def join(self, bot: str) -> asyncio.Event:
        """Return an event that is set whenever there may be something new."""
        if self._listening is None:
            self._listening = asyncio.create_task(self._listen(), name="moothill remote bots")
        notified = asyncio.Event()
        self._by_bot[bot].add(notified)
        return notified

    def leave(self, bot: str, notified: asyncio.Event) -> None:
        """Remove the event."""
        self._by_bot[bot].discard(notified)
        if not self._by_bot[bot]:
            del self._by_bot[bot]

    async def _listen(self) -> None:
        while not is_cancelled():
            try:
                await self._listen_once()
            except (RedisError, OSError) as error:
                log.warning("Redis is unreachable; remote bots get no notifications", cause=str(error))
                await asyncio.sleep(PAUSE)

    async def _listen_once(self) -> None:
        async with redis_client(self._url) as client, client.pubsub(ignore_subscribe_messages=True) as channel:
            await channel.subscribe(CHANNEL)
            self._wake(*self._by_bot)
            while not is_cancelled():
                message: Any = await channel.get_message(timeout=READ_TIMEOUT)
                if message is not None and message["type"] == "message":
                    self._wake(message["data"])

    def _wake(self, *bots: str) -> None:
        for bot in bots:
            for notified in self._by_bot.get(bot, ()):
                notified.set()


async def without_token_check() -> str:
    """Return "": a stream without a token check."""
    return ""


class RemoteStreams:
    """Serves the URLs of streams and passes everything else on."""

    def __init__(self, *, app: Application) -> None:
        self._app = app
        self._notifications = BotNotifications(settings.REDIS_URL)
        self._redis: Redis | None = None
        self._open = OpenStreams(most=settings.REMOTE_MOST_STREAMS, most_from_one=settings.REMOTE_MOST_FROM_ONE)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one ASGI connection."""
        is_ours = scope["type"] == "http" and scope["method"] == "GET"
        address = ADDRESS.fullmatch(scope["path"]) if is_ours else None
        if address is None:
            await self._app(scope, receive, send)
            return
        try:
            with self._open.one_more(scope):
                await self._serve(address[1], scope, receive, send)
        except Unavailable as refusal:
            await send_problem(problem_of(refusal), refusal.headers, send)

    async def _serve(self, bot: str, scope: Scope, receive: Receive, send: Send) -> None:
        refusal = await self._refusal(bot, scope)
        if refusal is not None:
            await send_problem(*refusal, send)
            return
        self._redis = self._redis or redis_client(settings.REDIS_URL)
        stream = Stream(bot, self._redis, self._notifications, send, partial(self._still_refused, bot, scope))
        await stream.run(receive)

    async def _still_refused(self, bot: str, scope: Scope) -> str:
        """Why an open stream may not continue; while the database is away it may."""
        refusal = await self._refusal(bot, scope)
        if refusal is None or refusal[0]["status"] >= HTTPStatus.INTERNAL_SERVER_ERROR:
            return ""
        return str(refusal[0]["detail"])

    async def _refusal(self, bot: str, scope: Scope) -> tuple[dict[str, Any], Mapping[str, str]] | None:
        """The problem document and headers for a refused request, or None."""
        try:
            headers = dict(scope["headers"])
            await asyncio.to_thread(_admit, bot, headers.get(b"authorization", b"").decode("latin-1"))
        except Refusal as refusal:
            return problem_of(refusal), refusal.headers
        except NotAuthenticated:
            sentence = _("Token missing or without the scope “bots:play”. Send “Authorization: Bearer mh_…”.")
            document = problem(status=401, detail=sentence, code="not-authenticated")
            return document, {"WWW-Authenticate": 'Bearer realm="Moothill"'}
        except Exception as error:
            if not is_outage(error):
                raise
            away = Unavailable(outage_message())
            return problem_of(away), away.headers
        return None


def _admit(bot: str, authorization: str) -> None:
    """Raise what refuses the user. In a thread, whose connection is given back at once."""
    try:
        account = account_by_token(authorization, scope="bots:play")
        if account is None:
            raise NotAuthenticated
        playing_bot(bot, account)
    finally:
        connection.close()


class Stream:
    """One open stream of a bot."""

    def __init__(
        self,
        bot: str,
        redis: Redis,
        notifications: BotNotifications,
        send: Send,
        still_refused: StillRefused = without_token_check,
    ) -> None:
        self._bot = bot
        self._still_refused = still_refused
        self._id = new_id()
        self._redis = redis
        self._notifications = notifications
        self._send = send
        self._written: set[str] = set()  # ids of lines that are open and were written
        self._wrote_at = self._pinged_at = 0.0
        self._admitted_at = time.monotonic()

    async def run(self, receive: Receive) -> None:
        """Write lines until the bot leaves, another stream replaces it, its token is revoked, or an hour has passed.

        A request that its client has given up replaces no stream: the client has probably opened another one.
        """
        gone = asyncio.ensure_future(until_gone(receive))
        await asyncio.sleep(0)
        if gone.done():
            return
        try:
            await mailbox.take_over(self._redis, self._bot, self._id)
        except (RedisError, OSError):
            gone.cancel()
            away = Unavailable(outage_message())
            await send_problem(problem_of(away), away.headers, self._send)
            return
        await begin_stream("application/x-ndjson; charset=utf-8", self._send)
        notified = self._notifications.join(self._bot)
        gone.add_done_callback(lambda _: notified.set())
        try:
            await self._announce()
            await self._write_lines(notified, gone)
        except RedisError as error:
            log.warning("Redis is unreachable; the stream of a remote bot ends", cause=str(error))
        except OSError:  # TimeoutError is one: the server closes the connection of a client that does not read
            await self._goodbye()
            return
        except asyncio.CancelledError:
            pass  # the server stops: no goodbye, so that nobody's clock runs for it
        else:
            await self._goodbye()
        finally:
            self._notifications.leave(self._bot, notified)
            gone.cancel()
        await self._send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _write_lines(self, notified: asyncio.Event, gone: "asyncio.Future[None]") -> None:
        ends = time.monotonic() + STREAM_LIFE
        was_notified = False
        await self._write(line_of(type="hello", protocol=PROTOCOL, bot=self._bot))
        while not gone.done():
            notified.clear()
            lines = await mailbox.stay(self._redis, self._bot, self._id)
            if lines is None:
                await self._write(_bye("replaced", "Another stream of this bot was opened."))
                return
            has_new_lines = await self._write_new(lines)
            await self._keep_open()
            if end := await self._end(ends, at_once=was_notified and not has_new_lines):
                await self._write(end)
                return
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK_SECONDS):
                    await notified.wait()
            was_notified = notified.is_set()

    async def _end(self, ends: float, *, at_once: bool) -> str:
        """Return the last line if the stream ends now; "" while it continues.

        A notification without a line means `at_once`.
        """
        now = time.monotonic()
        if now > ends:
            return _bye("expired", "A stream lasts an hour. Open it again.")
        if now - self._admitted_at < ADMIT_SECONDS and not at_once:
            return ""
        self._admitted_at = now
        refusal = await self._still_refused()
        return _bye("refused", refusal) if refusal else ""

    async def _write_new(self, lines: Mapping[str, str]) -> bool:
        new_lines = [line for line in lines if line not in self._written]
        for line in new_lines:
            await self._write(lines[line])
            await mailbox.note_sent(self._redis, line)
        self._written = set(lines)
        return bool(new_lines)

    async def _keep_open(self) -> None:
        now = time.monotonic()
        if now - self._pinged_at > PING_SECONDS or not self._pinged_at:
            self._pinged_at = now
            await self._ping()
        elif now - self._wrote_at > SILENCE_SECONDS:
            await self._write("")

    async def _ping(self) -> None:
        ping = new_id()
        await mailbox.put_ping(self._redis, self._bot, ping)
        await self._write(line_of(type="ping", id=ping))

    async def _write(self, line: str) -> None:
        part = {"type": "http.response.body", "body": f"{line}\n".encode(), "more_body": True}
        async with asyncio.timeout(WRITE_TIMEOUT):
            await self._send(part)
        self._wrote_at = time.monotonic()

    async def _goodbye(self) -> None:
        with suppress(RedisError, OSError):
            await mailbox.leave(self._redis, self._bot, self._id)
            await self._announce()

    async def _announce(self) -> None:
        with suppress(RedisError):
            await asyncio.to_thread(count_up, [topic_of(self._bot)])


def _bye(code: str, reason: str) -> str:
    return line_of(type="bye", code=code, reason=reason)
