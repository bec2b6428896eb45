"""Connections that send nothing, half a request or one without end do not shut the site, on the real server."""

import resource
import selectors
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from urllib.request import urlopen

import pytest

from league.conf.launcher import process_specs
from tests.processes import Starter, until

NOTHING = b""
HALF_A_HEAD = b"GET /clubs/ HTTP/1.1\r\nHost: localhost\r\nX-Half: "
HALF_A_BODY = b"POST /sign-in/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\nname="


@pytest.fixture
def many_files() -> Iterator[None]:
    """Let the test itself have as many connections."""
    had = resource.getrlimit(resource.RLIMIT_NOFILE)
    if had[1] < 2500 and had[1] != resource.RLIM_INFINITY:
        pytest.skip(f"this account may open {had[1]} files, and the test needs 2,500")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(had[0], 2500), had[1]))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, had)


@pytest.mark.long
def test_idle_thousands_leave_pages_open(many_files: None, site_environment: dict[str, str], starter: Starter) -> None:
    port = site_with_files("ulimit -Sn 256", site_environment | {"MOOTHILL_HEADER_SECONDS": "3"}, starter)
    with connected(port, NOTHING, 1000) as idle, connected(port, HALF_A_HEAD, 1000) as half:
        assert status_of(port) == 200
        with selectors.DefaultSelector() as ended:
            for line in (*idle, *half):
                ended.register(line, selectors.EVENT_READ)

            def are_closed() -> bool:
                for key, _ in ended.select(0.1):
                    ended.unregister(key.fileobj)
                return not ended.get_map()

            until(are_closed, "the server closes what sends no request")
        assert status_of(port) == 200


@pytest.mark.long
def test_many_connections_end_the_oldest(many_files: None, site_environment: dict[str, str], starter: Starter) -> None:
    port = site_with_files("ulimit -n 256", site_environment, starter)
    for half in (NOTHING, HALF_A_HEAD, HALF_A_BODY):
        with connected(port, half, 400) as lines:
            assert status_of(port) == 200
            assert is_closed(lines[0])
            lines[-1].setblocking(False)
            with pytest.raises(BlockingIOError):
                lines[-1].recv(1)
    with connected(port, HALF_A_HEAD, 1) as (line,), pytest.raises(ConnectionError):
        line.sendall(b"a" * 64_000_000)


def site_with_files(limit: str, environment: dict[str, str], starter: Starter) -> int:
    """Start a site whose files are limited so by a shell; return its port."""
    with socket.create_server(("127.0.0.1", 0), backlog=1024) as listener:
        child = process_specs.web(listener, environment)
        web = starter.start(replace(child, argv=["/bin/sh", "-c", f'{limit} && exec "$@"', "sh", *child.argv]))
        port = int(listener.getsockname()[1])
    web.wait_for_line("Uvicorn running")
    return port


@contextmanager
def connected(port: int, start: bytes, count: int) -> Iterator[list[socket.socket]]:
    """Open so many connections, each of which sends the start of a request."""
    with ExitStack() as at_end:
        lines = []
        for _ in range(count):
            line = at_end.enter_context(socket.create_connection(("127.0.0.1", port), timeout=30))
            line.sendall(start)
            lines.append(line)
        yield lines


def is_closed(line: socket.socket) -> bool:
    """Whether the server has closed it without an answer."""
    try:
        return line.recv(1) == b""
    except ConnectionResetError:
        return True


def status_of(port: int) -> int:
    """The status of a page."""
    with urlopen(f"http://127.0.0.1:{port}/clubs/", timeout=30) as answer:
        return int(answer.status)
