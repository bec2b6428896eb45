"""What workers found of sandboxes, as the page of health tells it."""

import json

import pytest

from games.matches.sandboxes import KEY
from league.members.models import Account
from league.shared.broker import broker
from tests.cast import browser_of, operator

pytestmark = pytest.mark.django_db

REASON = "Bubblewrap: it may make no namespaces here."


def said_of_the_sandbox(asker: Account | None = None) -> dict[str, object]:
    document = browser_of(asker).get("/health", {"format": "json"}).json()
    (sandbox,) = [one for one in document["means"] if one["name"] == "sandbox"]
    return dict(sandbox)


def test_it_says_which_sandbox_holds(redis_url: str) -> None:
    broker().set(KEY, json.dumps(["bubblewrap", []]))
    assert said_of_the_sandbox() == {
        "name": "sandbox", "title": "Sandbox", "is_well": True, "says": "Bubblewrap holds.", "why": []
    }  # fmt: skip


def test_only_operators_read_why_none_holds(redis_url: str) -> None:
    broker().set(KEY, json.dumps(["", [REASON]]))
    ishbel = operator()
    others, operators = said_of_the_sandbox(), said_of_the_sandbox(ishbel)
    assert others["is_well"] is False
    assert "runs nobody's programs" in str(others["says"])
    assert (others["why"], operators["why"]) == ([], [REASON])
    assert REASON in browser_of(ishbel).get("/health").content.decode()
