"""Every field of every form and of the API, filled beyond what a column holds, with NUL, and with half a character."""

import json
import re
from collections.abc import Iterator, Mapping
from http.cookies import SimpleCookie
from ipaddress import IPv6Network
from typing import Any

import pytest
from django.apps import apps
from django.contrib import messages
from django.db import transaction
from django.test import Client
from django.urls import resolve, reverse

from league.accounts.services.tokens import make_token
from tests.factories import PASSWORD
from tests.games.bots.factories import GAME
from tests.permissions.bots import bot, version
from tests.permissions.table import TABLE
from tests.permissions.test_permissions import cookies_of
from tests.permissions.world import World, a_world
from tests.security.tainted import furnish
from tests.security.test_xss import EILIDH, forms_of, pages
from tests.security.walk import address_of, answers, is_page, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(900)]
NUMBERS = ("32768", "2147483648", "9" * 19, "-1")  # beyond each integer column
BEYOND_ALL = 3001
HALF = "\ud800"
SOMEWHERE = iter(IPv6Network("2001:db8::/32").subnets(new_prefix=64))  # each try from another home


def lengths() -> list[int]:
    """The lengths of all bounded columns."""
    found = {getattr(one, "max_length", None) for model in apps.get_models() for one in model._meta.concrete_fields}
    return sorted(length for length in found if length and length > 12)


def too_much(form: Mapping[str, Any], name: str) -> Iterator[list[str]]:
    """Values that a column may not hold, as far as the form lets them through, and those just beyond the form.

    A list goes from the longest down: what takes one of them takes the shorter ones, too.
    """
    yield ["a\0b"]
    if form["method"] == "get":
        return
    tail = "@example.org" if "mail" in name else ""
    bound = form["longest"].get(name)
    sizes = [bound, bound + 1] if bound else [BEYOND_ALL] if name in form["fixed"] else [n + 1 for n in lengths()]
    yield ["w" * (size - len(tail)) + tail for size in sorted(sizes, reverse=True)]
    if name in form["fixed"]:
        yield from ([number] for number in NUMBERS)


def fields_of(good: Mapping[str, str]) -> list[str]:
    """The fields to try: one of those that differ in a number, and not the mark of CSRF, which is off in tests."""
    kinds = {re.sub(r"\d+", "1", name): name for name in good if name != "csrfmiddlewaretoken"}
    return list(kinds.values())


def posted(world: World, role: str, form: Mapping[str, Any], address: str, data: Mapping[str, str]) -> tuple[int, bool]:
    """The status of the answer, and whether the site took what was sent; the world stays as it was."""
    world.browser.cookies = SimpleCookie(cookies_of(world, role))
    with transaction.atomic():
        send = world.browser.post if form["method"] == "post" else world.browser.get
        answer = send(address, dict(data), REMOTE_ADDR=str(next(SOMEWHERE)[1]))
        is_refused = any(one.level >= messages.WARNING for one in messages.get_messages(answer.wsgi_request))
        transaction.set_rollback(True)
    return answer.status_code, answer.status_code == 302 and not is_refused


def offered(world: World) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Every kind of form once, with a role that is offered it and where it goes."""
    world.askers[EILIDH] = world.eilidh
    found = set()
    of_operators = (
        (one.row, "operator", text_of(one.answer))
        for one in answers(world, "operator", rows=[row for row in TABLE if row.route.startswith("operating:")])
        if is_page(one.answer)
    )
    for row, role, page in (*pages(world), *of_operators):
        for form in forms_of(page):
            address = (form["action"] or address_of(world, row)).partition("?")[0]
            kind = (resolve(address).route, frozenset(form["about"].split()))
            if kind not in found:
                found.add(kind)
                yield role, address, form


@pytest.mark.long
def test_no_field_of_a_form_breaks_the_site() -> None:
    world = a_world(is_public=True)
    furnish(world)
    wrong, tried = [], 0
    for role, address, form in offered(world):
        good = {**form["fixed"], **dict.fromkeys(form["texts"], PASSWORD)}
        good |= {name: "somebody@example.org" for name in form["texts"] if "mail" in name}
        for name in fields_of(good):
            for values in too_much(form, name):
                for value in values:
                    tried += 1
                    status, is_taken = posted(world, role, form, address, good | {name: value})
                    if status >= 500:
                        wrong.append(f"{address} {name}: {status} for {len(value)} characters, {value[:20]!r}")
                    if is_taken:
                        break
    assert not wrong, "\n" + "\n".join(wrong)
    assert tried > 500


@pytest.mark.long
def test_no_field_of_the_api_breaks_the_site() -> None:
    world = a_world(is_public=True)
    bodies: dict[str, dict[str, Any]] = {
        reverse("bot-list"): {"name": "Grouse", "games": [GAME], "source": "x", "notes": "x"},
        reverse("bot-versions", args=list(bot(world))): {"games": [GAME], "source": "x", "notes": "x"},
        reverse("bot-tests", args=list(bot(world))): {"game": GAME, "opponents": ["wanderer"], "seed": "1"},
        reverse("remote-bot-list"): {"name": "Curlew", "games": [GAME]},
    }
    assert version(world)
    secret = make_token(account=world.eilidh, name="All", scopes=["bots:write", "bots:play"], expires=None)
    asks = Client(headers={"Authorization": f"Bearer {secret}"}, raise_request_exception=False)
    values: list[Any] = ["w" * (length + 1) for length in (*lengths(), BEYOND_ALL)]
    values += ["a\0b", HALF, 2**63, 1e300, [HALF], {"a": HALF}]
    wrong = []
    for address, sent in bodies.items():
        for name in sent:
            for value in values:
                body = json.dumps(sent | {name: [value] if isinstance(sent[name], list) else value})
                with transaction.atomic():
                    status = asks.post(address, body, "application/json").status_code
                    transaction.set_rollback(True)
                if status >= 500:
                    wrong.append(f"{address} {name}: {status} for {value!r:.30}")
    assert not wrong, "\n" + "\n".join(wrong)
