"""Items 6 and 11: a body of the API with a field that nobody knows is refused, and no value breaks the site."""

import json
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

from league.accounts.models import Account
from league.accounts.services.tokens import make_token
from tests.games.bots.factories import GAME, author
from tests.permissions.bots import bot, version
from tests.permissions.world import World, a_world
from tests.security.test_forms import BEYOND_ALL, lengths

pytestmark = pytest.mark.django_db
HALF = "\ud800"  # of a character
VALUES: list[Any] = ["a\0b", HALF, 2**63, 1e300, [HALF], {"a": HALF}]


@pytest.fixture
def world() -> World:
    return a_world(is_public=True)


@pytest.fixture
def bodies(world: World) -> dict[str, dict[str, Any]]:
    """A body by the address that takes it; Eilidh's bot has a version."""
    assert version(world)
    return {
        reverse("bot-list"): {"name": "Grouse", "games": [GAME], "source": "x"},
        reverse("bot-versions", args=list(bot(world))): {"games": [GAME], "source": "x"},
        reverse("bot-tests", args=list(bot(world))): {"game": GAME, "opponents": ["wanderer"], "seed": "1"},
        reverse("remote-bot-list"): {"name": "Curlew", "games": [GAME]},
    }


def program(account: Account) -> Client:
    """A program that may do all that programs may."""
    secret = make_token(account=account, name="All", scopes=["bots:write", "bots:play"], expires=None)
    return Client(headers={"Authorization": f"Bearer {secret}"}, raise_request_exception=False)


def test_a_program_is_told_of_a_field_that_nobody_knows(world: World, bodies: dict[str, dict[str, Any]]) -> None:
    asks = program(world.eilidh)
    for address, known in bodies.items():
        answer = asks.post(address, json.dumps(known | {"owner": 1, "rating": 9}), "application/json")
        assert answer.status_code == 400, address
        assert set(answer.json()["errors"]) == {"owner", "rating"}
        assert [name for name in known if name not in answer.json()["errors"]["owner"][0]] == [], (
            "which fields there are"
        )


def test_a_program_that_sends_what_is_known_is_served() -> None:
    sent = {"name": "Curlew", "games": [GAME]}
    answer = program(author()).post(reverse("remote-bot-list"), json.dumps(sent), "application/json")
    assert answer.status_code == 201


@pytest.mark.long
def test_no_value_of_a_field_breaks_the_site(world: World, bodies: dict[str, dict[str, Any]]) -> None:
    asks = program(world.eilidh)
    values = [*("w" * (length + 1) for length in (*lengths(), BEYOND_ALL)), *VALUES]
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
