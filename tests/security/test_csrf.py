"""Item 2: nobody's browser is made to send a form by somebody else's page."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import URLPattern, get_resolver, reverse

from league.accounts.services.tokens import make_token
from tests.factories import account_of, browser_of
from tests.permissions.rows import Row
from tests.permissions.table import TABLE
from tests.permissions.test_permissions import walked
from tests.permissions.world import World, a_world

pytestmark = pytest.mark.django_db

FOR_PROGRAMS = ("remote-bot-",)  # these take a token and no session, so a browser sends no credentials along
BY_MAIL = {"accounts:unsubscribe"}  # a button of a mail program (RFC 8058); the address is the key
WITHOUT = 403


def exempt_routes() -> Iterator[str]:
    """The routes whose views take a form without its mark; those of the API look at it themselves."""
    for name, pattern in walked(get_resolver().url_patterns):
        if getattr(pattern.callback, "csrf_exempt", False) and not is_of_the_api(pattern):
            yield name


def is_of_the_api(pattern: URLPattern) -> bool:
    """Whether Django REST framework answers: it asks for the mark once a session said who it is."""
    view: Callable[..., Any] = pattern.callback
    return hasattr(view, "cls") or hasattr(getattr(view, "view_class", None), "authentication_classes")


def test_only_the_buttons_of_mail_programs_need_no_mark() -> None:
    assert set(exempt_routes()) <= BY_MAIL


def browser_with(world: World, account: Any) -> Client:
    """A browser whose forms are looked at, signed in as the account."""
    client = Client(enforce_csrf_checks=True, raise_request_exception=False)
    if account is not None:
        client.force_login(account)
    return client


def test_nothing_is_taken_without_its_mark() -> None:
    """No form of a visitor or the owner, and by no method what a session sends to the API."""
    world = a_world(is_public=True)
    forms = [row for row in unsafe_rows() if ":" in row.route]
    of_the_api = [row for row in unsafe_rows() if ":" not in row.route]
    wrong = []
    for role in ("anonymous", "owner"):
        browser = browser_with(world, world.users[role])
        got = [(row, browser.post(where(world, row), dict(row.data)).status_code) for row in forms]
        wrong += [f"{row} of {role}: {status}" for row, status in got if status != WITHOUT]
    browser = browser_with(world, world.eilidh)
    for row, method in ((one, method) for one in of_the_api for method in ("post", "put", "patch", "delete")):
        status = getattr(browser, method)(where(world, row), b"{}", "application/json").status_code
        if status != WITHOUT and (method == "post" or status != 405):
            wrong.append(f"{row} by {method}: {status}")
    assert not wrong, "\n" + "\n".join(wrong)
    assert len(forms) > 100
    assert len(of_the_api) > 4


def test_a_program_with_a_token_needs_no_mark() -> None:
    hamish = account_of("Hamish")
    secret = make_token(account=hamish, name="Desk", scopes=["bots:write"], expires=None)
    program = Client(enforce_csrf_checks=True, headers={"Authorization": f"Bearer {secret}"})
    answer = program.post(reverse("bot-list"), json.dumps({}), "application/json")
    assert answer.status_code == 400
    assert "errors" in answer.json()


def test_the_right_mark_of_another_browser_is_none() -> None:
    mine, theirs = browser_of(account_of("Hamish"), enforce_csrf_checks=True), Client(enforce_csrf_checks=True)
    theirs.get("/sign-in/")
    mine.get("/account/")
    sent = {"csrfmiddlewaretoken": theirs.cookies["csrftoken"].value}
    assert mine.post("/sign-out/", sent).status_code == WITHOUT
    assert mine.get("/account/").status_code == 200


def unsafe_rows() -> Iterator[Row]:
    """Every row of the table that changes something by a browser."""
    for row in TABLE:
        if row.method == "POST" and row.route not in BY_MAIL and not row.route.startswith(FOR_PROGRAMS):
            yield row


def where(world: World, row: Row) -> str:
    """The address of a row."""
    return reverse(row.route, args=list(row.arguments(world))) + row.query
