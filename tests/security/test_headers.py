"""Item 1: faults and refusals say what a browser may do with them. Every other answer: tests/permissions."""

import json
import os
import subprocess
import sys
from typing import Any

import pytest
from django.conf import settings as site
from django.test import Client
from pytest_django import Settings

from league.accounts.rate_limits import FAILURES
from tests.factories import account_of
from tests.league.common.test_faults import Faults
from tests.security.headers import faults_in
from tests.security.walk import inline_in

pytestmark = pytest.mark.django_db

BEHIND_TLS = (
    "SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "LANGUAGE_COOKIE_SECURE", "SECURE_SSL_REDIRECT",
    "SECURE_HSTS_SECONDS", "SECURE_PROXY_SSL_HEADER", "BEHIND_TLS",
)  # fmt: skip
A_YEAR = 31_536_000


@pytest.mark.parametrize(
    ("address", "status"), [("/broken", 500), ("/without-database", 503), ("/conflicting", 409), ("/reports/%00/", 400)]
)
@pytest.mark.parametrize("accept", ["text/html", "application/json"])
def test_an_answer_to_a_fault_says_it_as_well(settings: Settings, address: str, status: int, accept: str) -> None:
    settings.ROOT_URLCONF = Faults
    browser = Client(raise_request_exception=False)
    browser.force_login(account_of("Morag"))
    answer = browser.get(address, headers={"accept": accept})
    assert answer.status_code == status
    assert list(faults_in(answer)) == []


def test_so_do_a_wrong_method_and_a_locked_door() -> None:
    browser = Client()
    assert browser.get("/sign-out/").status_code == 405
    assert list(faults_in(browser.get("/sign-out/"))) == []
    for attempt in range(FAILURES):
        locked = browser.post("/sign-in/", {"username": "morag@example.org", "password": f"guess {attempt}"})
    assert locked.status_code == 429
    assert list(faults_in(locked)) == []


@pytest.fixture
def tls(settings: Settings) -> dict[str, Any]:
    """The settings of a place behind TLS, as its environment makes them, in force here."""
    told = {"MOOTHILL_TLS": "1", "MOOTHILL_SECRET_KEY": "x" * 60, "DJANGO_SETTINGS_MODULE": "league.conf.settings"}
    ask = "import json; from django.conf import settings; print(json.dumps({n: getattr(settings, n) for n in %r}))"
    asked = [sys.executable, "-c", ask % (BEHIND_TLS,)]
    made = subprocess.run(asked, env=os.environ | told, check=True, capture_output=True, timeout=60)
    found: dict[str, Any] = json.loads(made.stdout)
    for name, value in found.items():
        setattr(settings, name, tuple(value) if isinstance(value, list) else value)
    return found


def test_behind_tls_cookies_stay_there_and_browsers_come_back_that_way(tls: dict[str, Any]) -> None:
    browser = Client()
    assert browser.get("/sign-in/")["Location"] == "https://testserver/sign-in/"
    answer = browser.get("/sign-in/?language=pt-br", headers={"X-Forwarded-Proto": "https"})
    assert answer.status_code == 200
    assert answer["Strict-Transport-Security"] == f"max-age={A_YEAR}"
    assert answer.cookies
    assert all(cookie["secure"] for cookie in answer.cookies.values())
    assert site.SESSION_COOKIE_SECURE


@pytest.mark.parametrize(
    "page",
    [
        "<p onclick=a()>", "<b style='x'>", "<script>a()</script>", "<style>b{}</style>", "<a href=javascript:a()>",
        "<a href=' JavaScript:a()'>", "<form action=vbscript:a>",
    ],
)  # fmt: skip
def test_the_reader_of_pages_notices_what_is_within(page: str) -> None:
    assert inline_in(page)
    assert not inline_in('<script src="/a.js"></script><a href="/b">c</a>')
