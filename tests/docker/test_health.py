"""The health check of the containers."""

from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread

import pytest

from docker.health import allowed_host, main, web_problem


@contextmanager
def site_answering(status: int) -> Iterator[int]:
    """Answer every request with this status and JSON; yield the port."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status)
            self.end_headers()
            self.wfile.write(b"{}")

        def log_message(self, *_: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield server.server_port
        finally:
            server.shutdown()
            thread.join()


@pytest.mark.parametrize(
    ("status", "problem"),
    [
        (200, ""),
        (503, "The site answers with status 503: PostgreSQL or Redis cannot be reached."),
        (400, "The site answers with status 400: Bad Request."),
    ],
)
def test_postgresql_and_redis_are_blamed_for_503_only(status: int, problem: str) -> None:
    with site_answering(status) as port:
        assert web_problem(port) == problem


def test_a_port_without_a_site_is_named() -> None:
    with site_answering(200) as port:
        pass
    assert f"does not answer on port {port}" in web_problem(port)


@pytest.mark.parametrize(
    ("names", "host"),
    [
        ("moothill.example.org,localhost", "moothill.example.org"),
        (".example.org, moothill.example.org", "moothill.example.org"),
        ("*", "localhost"),
        ("", "localhost"),
    ],
)
def test_the_host_of_the_request_is_the_first_name_that_is_no_pattern(names: str, host: str) -> None:
    assert allowed_host(names) == host


def test_a_wrong_command_prints_the_usage() -> None:
    with pytest.raises(SystemExit, match="Usage"):
        main(["worker"])
