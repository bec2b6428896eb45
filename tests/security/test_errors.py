"""Item 15: an error says what to do, and nothing of the server: no path, no trace, no version, no statement."""

import json
import platform
import re
from collections.abc import Iterator
from pathlib import Path

import django
import pytest
from django.db import OperationalError, connection
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from league.accounts.services.tokens import make_token
from tests.factories import account_of
from tests.league.common.test_faults import Faults
from tests.permissions.bots import bot
from tests.permissions.table import TABLE
from tests.permissions.world import a_world
from tests.security.walk import address_of, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(600)]
ROOT = Path(__file__).resolve().parents[2]
SAID_BY_NOBODY = (
    "Traceback", 'File "', "site-packages", ".venv", str(ROOT), "psycopg", "OperationalError", "IntegrityError",
    "DETAIL:", "SELECT ", "INSERT INTO", "Exception", "Django Version", "DJANGO_SETTINGS", "MOOTHILL_SECRET",
    "for tests only", django.get_version(), platform.python_version(), "redis.exceptions", "unix://", "postgres://",
)  # fmt: skip
ODD_ADDRESSES = (
    "/nothing/here", "/clubs/%00/", "/clubs/../../etc/passwd", "/players/zzzzzzzzzzzz/x/", "/api/v1/nothing",
    "/tournaments/zzzzzzzzzzzz/x/", "/pools/%F0%28/", "/matches/" + "z" * 5000 + "/", "/play/whist/",
    "/?page=" + "9" * 999,
    "/games/lords-of-scotland/?page=%00", "/pools/x/?sort=';--",
    "/api/v1/players/?cursor=AAAA", "/api/v1/players/?x=y",
    "/static/../league/conf/settings.py", "/static/%2e%2e/%2e%2e/manage.py", "/.git/config", "/.env", "/t/'/",
)  # fmt: skip
BAD_BODIES = (
    b"", b"{", b"[]", b"null", b'"x"', b"\xff\xfe", b'{"name": NaN}', b'{"a":' * 400, b"9" * 5000,
    b'{"name": "\\ud800"}',
    b'{"games": {"a": 1}, "name": [], "source": 3}', b'{"name": "\\u0000", "games": ["x"], "source": "x"}',
)  # fmt: skip


def told_of_us(said: str) -> list[str]:
    """Return the internal details that an answer reveals."""
    return [one for one in SAID_BY_NOBODY if one in said]


@pytest.fixture
def visitor() -> Client:
    return Client(raise_request_exception=False)


@pytest.mark.parametrize("accept", ["text/html", "application/json"])
@pytest.mark.parametrize("address", ["/broken", "/without-database", "/without-redis", "/conflicting"])
def test_a_fault_tells_nothing_of_the_house(visitor: Client, settings: Settings, address: str, accept: str) -> None:
    settings.ROOT_URLCONF = Faults
    answer = visitor.get(address, headers={"accept": accept})
    said = text_of(answer)
    assert answer.status_code >= 400
    assert told_of_us(said) == []
    assert "a secret of ours" not in said
    assert "connection refused" not in said
    assert len(said) > 40


def test_debug_is_off_unless_somebody_asks_for_it(settings: Settings) -> None:
    assert not settings.DEBUG


@pytest.mark.parametrize("accept", ["text/html", "application/json"])
def test_an_odd_address_is_answered_with_a_sentence(visitor: Client, accept: str) -> None:
    for address in ODD_ADDRESSES:
        answer = visitor.get(address, headers={"accept": accept})
        assert answer.status_code < 500, address[:80]
        assert told_of_us(text_of(answer)) == [], address[:80]


def test_a_program_that_sends_nonsense_is_told_so() -> None:
    world = a_world(is_public=True)
    secret = make_token(account=world.eilidh, name="All", scopes=["bots:write", "bots:play"], expires=None)
    asks = Client(headers={"Authorization": f"Bearer {secret}"}, raise_request_exception=False)
    addresses = [reverse("bot-list"), reverse("remote-bot-list"), reverse("bot-versions", args=list(bot(world)))]
    for address in addresses:
        for body in BAD_BODIES:
            answer = asks.post(address, body, "application/json")
            assert 400 <= answer.status_code < 500, (address, body[:40], answer.status_code)
            assert told_of_us(text_of(answer)) == [], body[:40]
            assert json.loads(text_of(answer))["detail"].endswith(".")


def pages_to_read() -> Iterator[tuple[str, str]]:
    """A role for whom, and an address at which, the database is asked for something."""
    world = a_world(is_public=True)
    for row in TABLE:
        if row.method == "GET":
            yield row.route, address_of(world, row)


def test_every_page_says_so_when_the_database_is_away() -> None:
    addresses = list(pages_to_read())
    browser = Client(raise_request_exception=False)
    browser.force_login(account_of("Iona"))
    wrong, away = [], 0

    def refuse(*_: object) -> None:
        raise OperationalError("could not connect to server at 10.0.0.7 as moothill")

    for route, address in addresses:
        with connection.execute_wrapper(refuse):
            answer = browser.get(address)
        said = text_of(answer)
        away += answer.status_code == 503
        if answer.status_code not in {200, 301, 302, 304, 503} or told_of_us(said) or "10.0.0.7" in said:
            wrong.append(f"{route}: {answer.status_code} {told_of_us(said)}")
    assert wrong == []
    assert away > 60


def test_no_header_names_what_the_site_runs_on(visitor: Client) -> None:
    names = " ".join(f"{name}: {value}" for name, value in visitor.get("/").headers.items())
    assert not re.search(r"(?i)x-powered-by|django|python|uvicorn", names)


@pytest.mark.django_db(transaction=True)
def test_nor_does_the_server_itself(live_site: str) -> None:
    import urllib.request

    with urllib.request.urlopen(f"{live_site}/sign-in/", timeout=20) as answer:
        assert not re.search(r"(?i)uvicorn|python", str(answer.headers))
