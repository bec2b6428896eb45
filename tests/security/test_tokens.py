"""Item 5: a token grants only its scope, by its header alone, and is not stored anywhere."""

import json
import logging
import re
from itertools import product

import pytest
from django.core.serializers.json import DjangoJSONEncoder
from django.db import connection
from django.test import Client
from django.urls import reverse

from league.accounts.models import Account
from league.accounts.scopes import scopes
from league.accounts.services.tokens import make_token
from tests.factories import account_of, browser_of
from tests.permissions.rows import Row
from tests.permissions.table import TABLE
from tests.permissions.test_permissions import routes
from tests.permissions.world import a_world
from tests.security.walk import address_of

pytestmark = pytest.mark.django_db
TO_PLAY = {("remote-bot-moves", "POST")}
TO_PLAY_OR_WRITE = {("remote-bot-list", "GET"), ("remote-bot-detail", "GET")}
WRITES_TOURNAMENTS = {"tournament-results": "results:write"} | dict.fromkeys(
    ("tournament-entries", "tournament-guests", "tournament-withdraw", "tournament-check-in"), "events:write"
)
KEPT_FROM = 403


def program(secret: str) -> Client:
    """What runs somewhere, without cookies."""
    return Client(headers={"Authorization": f"Bearer {secret}"}, raise_request_exception=False)


def token_of(account: Account, scope: str) -> str:
    """A token for one thing."""
    return make_token(account=account, name=f"For {scope}", scopes=[scope], expires=None)


def test_a_token_opens_no_door_of_another_scope() -> None:
    """Eilidh's own things are hers by the page; her program for something else may not touch one of them."""
    world = a_world(is_public=True)
    rows = [row for row in TABLE if row.route in api_routes()]
    programs = {scope: program(token_of(world.eilidh, scope)) for scope in scopes()}
    opened = []
    for (scope, asks), row in product(programs.items(), rows):
        if scope in scopes_of(row) or (row.method == "GET" and not is_ones_own(row.route)):
            continue
        sent = {"content_type": "application/json"} if row.method == "POST" else {}
        answer = getattr(asks, row.method.lower())(address_of(world, row), **sent)
        if answer.status_code not in {KEPT_FROM, 405}:
            opened.append(f"{row} by {scope}: {answer.status_code}")
    assert opened == []
    assert len(rows) > 40


def test_a_token_is_no_session() -> None:
    world = a_world(is_public=False)
    pages = ["/account/", f"/clubs/{world.club.slug}/", f"/clubs/{world.club.slug}/settings/", "/admin/"]
    for scope in scopes():
        asks = program(token_of(world.morag, scope))
        assert [asks.get(page).status_code for page in pages] == [302, 404, 302, 302]
        assert asks.get(reverse("club-detail", args=[world.club.slug])).status_code == 404


def test_no_address_carries_a_token() -> None:
    hamish = account_of("Hamish")
    secret = token_of(hamish, "bots:write")
    bots = reverse("bot-list")
    assert program(secret).get(bots).status_code == 200
    for name in ("token", "access_token", "api_key", "key", "authorization"):
        assert Client().get(bots, {name: secret}).status_code in {400, 401}
        assert Client().post(bots, {name: secret}, "application/json").status_code == 401
    assert [name for name in routes() if "token" in name and name.startswith("api")] == []
    browser = Client()
    browser.cookies["token"] = secret
    assert browser.get(bots).status_code == 401
    assert Client(headers={"X-Api-Key": secret}).get(bots).status_code == 401
    assert Client(headers={"Authorization": f"Basic {secret}"}).get(bots).status_code == 401


def test_no_row_of_any_table_and_no_line_of_a_log_holds_one(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    browser = browser_of(account_of("Hamish"))
    sent = {"name": "Laptop", "scopes": ["bots:write"], "expires": "90"}
    secret = secret_on(browser.post("/account/tokens/", sent).content.decode())
    program(secret).get(reverse("bot-list"))
    program(secret + "x").get(reverse("bot-list"))
    program(secret).post(reverse("bot-list"), "{", "application/json")
    with connection.cursor() as cursor:
        tables = list(connection.introspection.table_names(cursor))
        for table in tables:
            cursor.execute(f'SELECT * FROM "{table}"')
            assert secret not in json.dumps(cursor.fetchall(), cls=DjangoJSONEncoder, default=str), table
    assert secret not in caplog.text
    assert len(tables) > 50


def test_it_is_shown_once() -> None:
    browser = browser_of(account_of("Hamish"))
    sent = {"name": "Laptop", "scopes": ["bots:write"], "expires": "90"}
    answer = browser.post("/account/tokens/", sent)
    secret = secret_on(answer.content.decode())
    assert "no-store" in answer["Cache-Control"]
    for page in ("/account/tokens/", "/account/", "/account/data/"):
        assert secret not in browser.get(page).content.decode()


def secret_on(page: str) -> str:
    """The token that a page shows."""
    found = re.search(r"mh_[A-Za-z0-9]{40}", page)
    assert found is not None
    return found[0]


def api_routes() -> set[str]:
    """The routes of the API."""
    return {
        row.route
        for row in TABLE
        if ":" not in row.route and not row.route.startswith("api-") and row.route != "favicon"
    }


def scopes_of(row: Row) -> set[str]:
    """What a token may be for to request a route that changes something, or is somebody's own."""
    if row.route in WRITES_TOURNAMENTS:
        return {WRITES_TOURNAMENTS[row.route]}
    if (row.route, row.method) in TO_PLAY_OR_WRITE:
        return {"bots:play", "bots:write"}
    return {"bots:play"} if (row.route, row.method) in TO_PLAY else {"bots:write"}


def is_ones_own(route: str) -> bool:
    """Return whether only the owner may read the route."""
    return route.startswith(("bot-", "remote-bot-", "contest-enter"))
