"""The web server and its database: few connections for many readers, a 503 while it is away, and back by itself."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import psycopg
import pytest
from django.db import connection
from psycopg import sql

from tests.factories import account_of, browser_of
from tests.processes import until

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]
MOST = 8  # six threads, and two beside (league.conf.asgi)
END = "SELECT pg_terminate_backend(%s, 60000)"  # returns when it has ended: one that was asked to end may still answer


def status_of(address: str, cookie: str = "") -> int:
    """The status of a page, fetched as a browser would."""
    try:
        with urlopen(Request(address, headers={"Cookie": cookie}), timeout=30) as answer:
            return int(answer.status)
    except HTTPError as answer:
        with answer:
            return answer.code


@pytest.mark.long
def test_many_visitors_share_few_connections(live_site: str) -> None:
    browser = browser_of(account_of("Morag"))
    cookie = f"sessionid={browser.cookies['sessionid'].value}"
    most = 0
    with ThreadPoolExecutor(30) as visitors:
        pages = [visitors.submit(status_of, f"{live_site}/account/", cookie) for _ in range(60)]
        while not all(page.done() for page in pages):
            most = max(most, len(connections_of_the_web()))
            time.sleep(0.01)
    assert {page.result() for page in pages} == {200}
    assert 1 <= most <= MOST


def test_while_the_database_is_away_every_page_says_so_and_then_it_is_back(live_site: str) -> None:
    assert status_of(f"{live_site}/clubs/") == 200
    addresses = ["/clubs/", "/api/v1/clubs/", "/health", "/sign-in/"]
    with database_away(), ThreadPoolExecutor(4) as visitors:
        assert [*visitors.map(lambda address: status_of(live_site + address), addresses)] == [503, 503, 503, 200]
    until(lambda: status_of(f"{live_site}/clubs/") == 200, "the site is back")


@pytest.mark.long
def test_a_restart_of_the_database_costs_one_page_at_most(live_site: str) -> None:
    with ThreadPoolExecutor(30) as visitors:
        assert {*visitors.map(status_of, [f"{live_site}/clubs/"] * 60)} == {200}
    for pid in connections_of_the_web():
        with connection.cursor() as cursor:
            cursor.execute(END, [pid])
    assert status_of(f"{live_site}/clubs/") in {200, 503}
    assert [status_of(f"{live_site}/clubs/") for _ in range(3)] == [200, 200, 200]


@contextmanager
def database_away() -> Iterator[None]:
    """Throw everybody but this test out of its database, and let nobody in."""
    connection.ensure_connection()  # afterwards it could not
    name = sql.Identifier(connection.settings_dict["NAME"])
    parameters = connection.get_connection_params()
    place = {"host": parameters["host"], "user": parameters["user"], "dbname": "postgres"}
    with psycopg.connect(**place, autocommit=True) as desk:
        desk.execute(sql.SQL("ALTER DATABASE {} ALLOW_CONNECTIONS false").format(name))
        try:
            for pid in connections_of_others():
                desk.execute(END, [pid])
            yield
        finally:
            desk.execute(sql.SQL("ALTER DATABASE {} ALLOW_CONNECTIONS true").format(name))


def connections_of_others() -> list[int]:
    """The process ids of all connections to the test's database except its own."""
    return [pid for pid, _ in _connections()]


def connections_of_the_web() -> list[int]:
    """Those of them that the web server holds; tests before this one may have left some of their threads behind."""
    return [pid for pid, name in _connections() if name == "moothill web"]


def _connections() -> list[tuple[int, str]]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pid, application_name FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
        )
        return list(cursor.fetchall())
