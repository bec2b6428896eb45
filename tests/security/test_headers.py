"""Item 1: whatever the site answers, and with whatever status, it says what a browser may do with it."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings as site
from django.http.response import HttpResponseBase
from django.test import Client
from pytest_django import Settings

from league.accounts.rate_limits import FAILURES
from tests.factories import account_of
from tests.league.common.test_faults import Faults
from tests.permissions.test_permissions import admin_addresses, ask
from tests.permissions.world import a_world
from tests.security.walk import Answered, answers, inline_in, is_page, text_of

pytestmark = pytest.mark.django_db

FRAME = "sharing:frame"  # the one page that others may show within theirs
BEHIND_TLS = (
    "SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "LANGUAGE_COOKIE_SECURE", "SECURE_SSL_REDIRECT",
    "SECURE_HSTS_SECONDS", "SECURE_PROXY_SSL_HEADER", "BEHIND_TLS",
)  # fmt: skip
A_YEAR = 31_536_000


def policy_of(answer: HttpResponseBase) -> dict[str, set[str]]:
    """The content security policy of an answer, by directive."""
    parts = answer.headers.get("Content-Security-Policy", "").split(";")
    return {words[0]: set(words[1:]) for words in map(str.split, parts) if words}


def lacking(answer: HttpResponseBase, *, may_be_framed: bool = False) -> Iterator[str]:
    """What an answer should say to browsers and does not."""
    yield from _wrong_in_policy(policy_of(answer), may_be_framed=may_be_framed)
    yield from _wrong_in_cookies(answer)
    if may_be_framed == ("X-Frame-Options" in answer.headers):
        yield "the right X-Frame-Options"
    told = {"X-Content-Type-Options": "nosniff", "Cross-Origin-Opener-Policy": "same-origin"}
    yield from (name for name, value in told.items() if answer.headers.get(name) != value)
    if answer.headers.get("Referrer-Policy") not in {"same-origin", "no-referrer"}:
        yield "Referrer-Policy"


def _wrong_in_policy(policy: dict[str, set[str]], *, may_be_framed: bool) -> Iterator[str]:
    if policy.get("default-src") != {"'none'"} or policy.get("base-uri") != {"'none'"}:
        yield f"a strict policy (it has {policy})"
    if "frame-ancestors" not in policy or "form-action" not in policy:
        yield "a word about frames and forms"
    for directive, sources in policy.items():
        allowed = {"'none'", "'self'"} | ({"data:"} if directive == "img-src" else set())
        if directive == "frame-ancestors" and may_be_framed:
            allowed = {"*"}
        if not sources <= allowed:
            yield f"a {directive} without {sources - allowed}"


def _wrong_in_cookies(answer: HttpResponseBase) -> Iterator[str]:
    for name, cookie in answer.cookies.items():
        if cookie["samesite"] not in {"Lax", "Strict"}:
            yield f"SameSite on {name}"
        if not cookie["httponly"] and cookie.value:
            yield f"HttpOnly on {name}"


def faults_of(one: Answered) -> Iterator[str]:
    """What is wrong with an answer, and with the page if it is one."""
    framed = one.row.route == FRAME and one.answer.status_code == 200
    yield from lacking(one.answer, may_be_framed=framed)
    if is_page(one.answer):
        yield from (f"no {found}" for found in inline_in(text_of(one.answer)))


@pytest.mark.long
def test_every_answer_says_what_browsers_may_do_with_it() -> None:
    world = a_world(is_public=True)
    wrong, seen = [], set()
    for one in answers(world, "anonymous", "owner"):
        seen.add(one.answer.status_code)
        wrong += [f"{one.row} for {one.role}, {one.answer.status_code}: {what}" for what in faults_of(one)]
    assert not wrong, "\n" + "\n".join(wrong)
    assert {200, 302, 403, 404} <= seen


def test_the_pages_of_the_admin_keep_the_policy_too() -> None:
    world = a_world(is_public=True)
    wrong = []
    for address in admin_addresses():
        answer = ask(world, "operator", "GET", address, {})
        wrong += [f"{address}: {what}" for what in lacking(answer)]
        wrong += [f"{address}: no {found}" for found in inline_in(text_of(answer))] if is_page(answer) else []
    assert not wrong, "\n" + "\n".join(wrong)


@pytest.mark.parametrize(
    ("address", "status"),
    [("/broken", 500), ("/without-database", 503), ("/conflicting", 409), ("/reports/%00/", 400)],
)
@pytest.mark.parametrize("accept", ["text/html", "application/json"])
def test_an_answer_to_a_fault_says_it_as_well(settings: Settings, address: str, status: int, accept: str) -> None:
    settings.ROOT_URLCONF = Faults
    browser = Client(raise_request_exception=False)
    browser.force_login(account_of("Morag"))
    answer = browser.get(address, headers={"accept": accept})
    assert answer.status_code == status
    assert list(lacking(answer)) == []
    assert inline_in(text_of(answer)) == []


def test_so_do_a_wrong_method_and_a_locked_door() -> None:
    browser = Client()
    assert browser.get("/sign-out/").status_code == 405
    assert list(lacking(browser.get("/sign-out/"))) == []
    for attempt in range(FAILURES):
        locked = browser.post("/sign-in/", {"username": "morag@example.org", "password": f"guess {attempt}"})
    assert locked.status_code == 429
    assert list(lacking(locked)) == []
    assert inline_in(text_of(locked)) == []


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
