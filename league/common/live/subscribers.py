"""The open pages of one web process, and their shared subscription to Redis."""

import asyncio
import json
from collections import defaultdict
from collections.abc import Mapping
from contextlib import suppress
from weakref import WeakSet

import structlog
from redis.asyncio import Redis
from redis.asyncio.client import PubSub
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from league.common.asgi import is_cancelled
from league.common.live.topics import CHANNEL, LIFE, WATCH, by_topic, key_of, read_message

log = structlog.get_logger(__name__)

COMMENT = b": still here\n\n"
SHARED = ("hall", "tournament:")  # topics of parts that readers share for a moment
FIRST_PAUSE = 0.25  # seconds between attempts to reach Redis, doubling up to the longest
LONGEST_PAUSE = 5.0
PATIENCE = 3.0  # seconds; what Redis does not answer within them it does not answer
SILENCE = 10.0  # seconds without a word from Redis before it is asked whether it is there
KEEPING = 60.0  # seconds after which the counters of all topics with readers are kept alive again


class Reader:
    """One open page: the revisions it knows, and the notifications still to be sent.

    A notification replaces an older one of the same topic, so a slow reader holds at most one line per topic.
    """

    def __init__(self, revisions: Mapping[str, int]) -> None:
        self.known = dict(revisions)
        self._news: dict[str, int] = {}
        self._state: str | None = None
        self._something = asyncio.Event()

    def update(self, revisions: Mapping[str, int]) -> None:
        """Queue notifications of watched topics whose revision is newer than the page."""
        for topic in self.known.keys() & revisions.keys():
            if revisions[topic] > self.known[topic]:
                self.known[topic] = self._news[topic] = revisions[topic]
                self._something.set()

    def update_state(self, state: str) -> None:
        """Queue the event that Redis is unreachable (`away`) or reachable again (`back`)."""
        self._state = state
        self._something.set()

    @property
    def waits_for_a_moment(self) -> bool:
        """Whether a notification is about a topic with a shared part (`league.common.cached_responses`)."""
        return any(topic.startswith(SHARED) for topic in self._news)

    def wake(self) -> None:
        """Let `frames` return at once."""
        self._something.set()

    async def wait_for_message(self, patience: float) -> bool:
        """Wait for a notification, at most `patience` seconds; return whether there is one."""
        try:
            async with asyncio.timeout(patience):
                await self._something.wait()
        except TimeoutError:
            return self._something.is_set()  # it may have come with the timeout
        return True

    def frames(self) -> bytes:
        """Return the queued notifications as server-sent events, and clear them; a comment if there are none."""
        if not self._something.is_set():
            return COMMENT
        self._something.clear()
        news, self._news = self._news, {}
        state, self._state = self._state, None
        lines = [f"event: {state}\ndata: {{}}\n\n"] if state else []
        lines += [
            f"data: {json.dumps({'topic': topic, 'revision': revision})}\n\n"
            for topic, revision in sorted(news.items())
        ]
        return "".join(lines).encode()


_all: "WeakSet[Readers]" = WeakSet()


def readers_connected() -> int:
    """Return the number of open streams of this process."""
    return sum(len(readers) for readers in list(_all))


class Readers:
    """All readers of this process. The subscription to Redis starts with the first one and stays open."""

    def __init__(self, redis_url: str) -> None:
        self._redis_url = redis_url
        self._by_topic: defaultdict[str, set[Reader]] = defaultdict(set)
        self._all: set[Reader] = set()
        self._listening: asyncio.Task[None] | None = None
        self._client: Redis | None = None
        self._is_away = False
        _all.add(self)

    def __len__(self) -> int:
        return len(self._all)

    async def join(self, reader: Reader) -> None:
        """Add the reader, and notify it of changes since its page was rendered."""
        self._all.add(reader)
        for topic in reader.known:
            self._by_topic[topic].add(reader)
        if self._listening is None or self._listening.done():
            self._listening = asyncio.create_task(self._listen(), name="moothill live updates")
        elif self._is_away:
            reader.update_state("away")
        else:
            with suppress(RedisError, OSError):  # the listener notices too, and catches up for all once it is back
                await self._catch_up({reader})

    def leave(self, reader: Reader) -> None:
        """Remove the reader."""
        self._all.discard(reader)
        for topic in reader.known:
            self._by_topic[topic].discard(reader)
            if not self._by_topic[topic]:
                del self._by_topic[topic]

    async def _listen(self) -> None:
        pause = FIRST_PAUSE
        while not is_cancelled():
            try:
                await self._listen_once()
            except Exception as error:  # a message that cannot be read, too: else no page would be updated any more
                if not isinstance(error, RedisError | OSError):
                    log.exception("live updates failed; they start again")
                pause = FIRST_PAUSE if not self._is_away else min(pause * 2, LONGEST_PAUSE)
                self._note_absence(error)
                await asyncio.sleep(pause)

    async def _listen_once(self) -> None:
        """Subscribe, catch up with what was said meanwhile, and pass on what comes until the line breaks."""
        async with (
            Redis.from_url(
                self._redis_url,
                decode_responses=True,
                socket_timeout=PATIENCE,
                socket_connect_timeout=PATIENCE,
                health_check_interval=SILENCE,
                retry=Retry(NoBackoff(), 0),
            ) as client,
            client.pubsub(ignore_subscribe_messages=True) as line,
        ):
            await line.subscribe(CHANNEL)
            self._client = client
            await self._catch_up(set(self._all))
            self._note_return()
            while not is_cancelled():
                await self._pass_on(line, until=asyncio.get_running_loop().time() + KEEPING)
                await self._catch_up(set(self._all))

    async def _pass_on(self, line: PubSub, until: float) -> None:
        while asyncio.get_running_loop().time() < until and not is_cancelled():
            message = await line.get_message(timeout=SILENCE)
            if message is not None and message["type"] == "message":
                self._update_all(read_message(message["data"]))

    async def _catch_up(self, readers: set[Reader]) -> None:
        """Keep the counters of what they watch alive, and tell them what changed while nobody listened for them."""
        topics = sorted({topic for reader in readers for topic in reader.known})
        if not topics or self._client is None:
            return
        counts = await self._client.eval(WATCH, len(topics), *map(key_of, topics), str(LIFE))
        revisions = by_topic(topics, counts)
        for reader in readers:
            reader.update(revisions)

    def _update_all(self, revisions: Mapping[str, int]) -> None:
        for topic in revisions:
            for reader in self._by_topic.get(topic, ()):
                reader.update(revisions)

    def _note_absence(self, error: Exception) -> None:
        if self._is_away:
            return
        self._is_away = True
        log.warning("Redis is unreachable; pages do not update themselves", cause=str(error), readers=len(self))
        for reader in self._all:
            reader.update_state("away")

    def _note_return(self) -> None:
        if not self._is_away:
            return
        self._is_away = False
        log.info("Redis is reachable again; pages update themselves", readers=len(self))
        for reader in self._all:
            reader.update_state("back")
