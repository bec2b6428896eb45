"""Clients of the load benchmark: readers, followers of `/events` and reporting tables, in one asyncio process.

A reader opens a page, waits ten seconds, and opens the next one. A follower opens a page, follows its token and fetches
its fragment after an announcement, at most once a second for a topic, as `live.js` does.
"""

import asyncio
import gzip
import random
import re
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass, field
from itertools import cycle, islice
from urllib.parse import quote, urlencode
from uuid import uuid4

from tests.benchmarks.population import AT_A_TABLE, Gathered

THINKING = 10.0  # seconds between two pages of one reader, half to one and a half times as long
INTERVAL = 1.0  # seconds between two fetches of one fragment
ATTEMPTS = 20  # to open a page that is answered by a refusal
ARRIVING = 0.1  # seconds between two followers who open their page
IDLE = 4.0  # seconds after which the server may have closed a line
PATIENCE = 60.0  # seconds; unanswered requests count as lost after that
CSRF = "c" * 32
MIX = {
    "event: round": 18,
    "event: standings": 18,
    "event: tournament": 10,
    "event: crosstable": 2,
    "leaderboard": 10,
    "bots' leaderboard": 6,
    "bots' event": 4,
    "hall": 10,
    "player": 8,
    "club": 4,
    "events": 3,
    "leaderboards": 3,
    "rules": 2,
    "hello": 2,
}
FOLLOWED = {"event: round": 7, "event: standings": 6, "event: tournament": 3, "bots' leaderboard": 2, "hall": 2}
TOKEN = re.compile(r'data-live-token="([^"]+)"')
TOPICS = re.compile(r'data-live-topic="([^"]+)" data-live-href="([^"]+)"')


@dataclass
class Seen:
    """Recorded answers: milliseconds and statuses by route; and the announcements of `/events`."""

    times: defaultdict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    statuses: defaultdict[str, dict[int, int]] = field(default_factory=lambda: defaultdict(dict))
    told: int = 0
    lines: int = 0
    measuring: bool = False

    def note(self, route: str, status: int, seconds: float) -> None:
        """Note one answer; 0 is none at all."""
        if self.measuring:
            self.times[route].append(1000 * seconds)
            self.statuses[route][status] = self.statuses[route].get(status, 0) + 1


class Browser:
    """One connection to the server, open as long as the server allows."""

    def __init__(self, port: int, seen: Seen, cookie: str = "") -> None:
        self._port, self._seen = port, seen
        self._cookie = f"{cookie}; csrftoken={CSRF}" if cookie else ""
        self._line: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self._used = 0.0

    async def get(self, route: str, address: str, target: str | None = None) -> str:
        """Ask for a page, or for its fragment where that is put into `target`."""
        more = {} if target is None else {"HX-Request": "true", "HX-Target": target}
        return await self._ask(route, "GET", address, b"", more)

    async def post(self, route: str, address: str, given: dict[str, str]) -> str:
        """Send a form."""
        more = {"Content-Type": "application/x-www-form-urlencoded", "X-CSRFToken": CSRF}
        return await self._ask(route, "POST", address, urlencode(given).encode(), more)

    def close(self) -> None:
        """Hang up."""
        if self._line:
            self._line[1].close()
        self._line = None

    async def _ask(self, route: str, method: str, address: str, body: bytes, more: dict[str, str]) -> str:
        begun = time.perf_counter()
        try:
            status, text = await asyncio.wait_for(self._exchange(method, address, body, more), PATIENCE)
        except (OSError, EOFError, TimeoutError):
            self.close()
            status, text = 0, ""
        self._seen.note(route, status, time.perf_counter() - begun)
        return text

    async def _exchange(self, method: str, address: str, body: bytes, more: dict[str, str]) -> tuple[int, str]:
        if self._line and time.monotonic() - self._used > IDLE:
            self.close()
        if not self._line:
            self._line = await asyncio.open_connection("127.0.0.1", self._port, limit=1 << 20)
        reader, writer = self._line
        writer.write(request(method, address, body, self._headers(more)))
        answer = await read_answer(reader)
        self._used = time.monotonic()
        return answer

    def _headers(self, more: dict[str, str]) -> dict[str, str]:
        cookie = {"Cookie": self._cookie} if self._cookie else {}
        return {"Host": f"localhost:{self._port}", "Accept-Encoding": "gzip"} | cookie | more


def request(method: str, address: str, body: bytes, headers: dict[str, str]) -> bytes:
    """One request as it goes over the line."""
    headers = headers | ({"Content-Length": str(len(body))} if method == "POST" else {})
    lines = [f"{method} {address} HTTP/1.1", *(f"{name}: {value}" for name, value in headers.items()), "", ""]
    return "\r\n".join(lines).encode() + body


async def read_head(reader: asyncio.StreamReader) -> tuple[int, dict[str, str]]:
    """Return the status and the headers, with header names in lower case."""
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    first, *lines = head.strip().split("\r\n")
    pairs = (line.split(": ", 1) for line in lines)
    return int(first.split()[1]), {name.lower(): value for name, value in pairs}


async def read_answer(reader: asyncio.StreamReader) -> tuple[int, str]:
    """Status and text of one answer."""
    status, headers = await read_head(reader)
    if headers.get("transfer-encoding") == "chunked":
        body = b"".join([part async for part in chunks(reader)])
    else:
        body = await reader.readexactly(int(headers.get("content-length", 0)))
    return status, (gzip.decompress(body) if headers.get("content-encoding") == "gzip" else body).decode()


async def chunks(reader: asyncio.StreamReader) -> AsyncIterator[bytes]:
    """The parts of an answer without a length."""
    while size := int(await reader.readline(), 16):
        yield await reader.readexactly(size)
        await reader.readexactly(2)
    await reader.readexactly(2)


async def read(browser: Browser, pages: dict[str, list[str]], rng: random.Random, seconds: float) -> None:
    """Look at pages, think in between."""
    routes, shares = list(MIX), list(MIX.values())
    await asyncio.sleep(rng.uniform(0, min(THINKING, seconds)))
    while True:
        route = rng.choices(routes, shares)[0]
        await browser.get(route, rng.choice(pages[route]))
        await asyncio.sleep(THINKING * rng.uniform(0.5, 1.5))


async def follow(port: int, seen: Seen, route: str, address: str) -> None:
    """Open a page and keep it up to date."""
    browser = Browser(port, seen)
    page = await opened(browser, route, address)
    token = TOKEN.search(page)
    if not token:
        raise RuntimeError(f"{address} follows nothing")
    parts = [(set(topics.split()), href.replace("&amp;", "&")) for topics, href in TOPICS.findall(page)]
    waiting: dict[str, bool] = {}
    seen.lines += 1
    running: list[asyncio.Task[None]] = []
    async with asyncio.TaskGroup() as tasks:
        async for topic in heard(port, token[1]):
            seen.told += seen.measuring
            if topic in waiting:
                waiting[topic] = True
            else:
                waiting[topic] = False
                running.append(tasks.create_task(refresh(browser, route, topic, parts, waiting)))


async def opened(browser: Browser, route: str, address: str) -> str:
    """Return a live page; retry every few seconds while the server answers that it is busy."""
    for _ in range(ATTEMPTS):
        page = await browser.get(f"{route}, opened", address)
        if TOKEN.search(page):
            break
        await asyncio.sleep(INTERVAL)
    return page


async def refresh(
    browser: Browser, route: str, topic: str, parts: list[tuple[set[str], str]], waiting: dict[str, bool]
) -> None:
    """Fetch the parts of a page that show a topic, and again a second later if the topic was announced meanwhile."""
    waiting[topic] = True
    while waiting[topic]:
        waiting[topic] = False
        ends = time.monotonic() + INTERVAL
        for topics, address in parts:
            if topic in topics:
                await browser.get(f"{route}, fragment", address, target="tab")
        await asyncio.sleep(max(0.0, ends - time.monotonic()))
    del waiting[topic]


async def heard(port: int, token: str) -> AsyncIterator[str]:
    """Return the topics in a line of `/events`."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(request("GET", f"/events?token={quote(token)}", b"", {"Host": f"localhost:{port}"}))
    status, _ = await read_head(reader)
    if status != 200:
        raise RuntimeError(f"/events answers {status}")
    try:
        async for part in chunks(reader):
            for topic in re.findall(rb'"topic": "([^"]+)"', part):
                yield topic.decode()
    finally:
        writer.close()


async def speak(port: int, seen: Seen, key: str, people: list[str]) -> None:
    """Two players of a table open its link, one after the other, and send the result."""
    points = {f"points-{at}": str(40 - 5 * at) for at in range(1, AT_A_TABLE + 1)}
    for cookie in people:
        browser = Browser(port, seen, cookie)
        await browser.get("table's link", f"/t/{key}/")
        await browser.post("report of a table", f"/t/{key}/report/", points | {"key": str(uuid4())})
        browser.close()


async def gather_round(
    port: int, gathered: Gathered, *, live: int, seconds: float, warm: float, settled: Callable[[], None]
) -> Seen:
    """Let all of them come, wait until it has settled, say so, and measure; return what was seen."""
    seen, rng = Seen(), random.Random(8)
    places = islice(cycle(spread(FOLLOWED)), live)
    tasks: list[asyncio.Task[None]] = []
    for route in places:
        tasks.append(asyncio.create_task(follow(port, seen, route, gathered.followed[route])))
        await asyncio.sleep(ARRIVING)
    while seen.lines < live:
        await asyncio.sleep(0.2)
        broken(tasks)
    browsers = [Browser(port, seen, cookie) for cookie in gathered.readers]
    tasks += [asyncio.create_task(read(one, gathered.pages, rng, warm)) for one in browsers]
    await asyncio.sleep(warm)
    settled()
    seen.measuring = True
    for key, people in gathered.tables:
        tasks.append(asyncio.create_task(speak(port, seen, key, people)))
        await asyncio.sleep(seconds / len(gathered.tables))
    seen.measuring = False
    broken(tasks)
    for task in tasks:
        task.cancel()
    await asyncio.wait(tasks, timeout=IDLE)  # of Python 3.11 `wait_for` may lose the wish; asyncio.run says it again
    return seen


def spread(shares: dict[str, int]) -> Iterator[str]:
    """Each route as often as its share."""
    for route, share in shares.items():
        yield from [route] * share


def broken(tasks: list[asyncio.Task[None]]) -> None:
    """Raise what one of them fell over."""
    for task in tasks:
        if task.done() and (fault := task.exception()):
            raise fault
