"""Sandboxes that workers found, as the health page shows them."""

import json
import time

import pytest

from league.accounts.models import Account
from league.common.redis_client import broker
from league.common.sandboxes import BY_WORKER, KEPT, look_again
from league.common.worker_heartbeat import this_worker
from tests.cast import browser_of, operator
from tests.engine.sandbox.programs import tiers_here

pytestmark = pytest.mark.django_db

REASON = "Bubblewrap: it may make no namespaces here."


def tell(worker: str, tier: str, *reasons: str, ago: float = 0) -> None:
    """A worker told what it found."""
    broker().hset(BY_WORKER, worker, json.dumps([tier, reasons, time.time() - ago]))


def said_of_the_sandbox(asker: Account | None = None) -> dict[str, object]:
    document = browser_of(asker).get("/health", {"format": "json"}).json()
    (sandbox,) = [one for one in document["means"] if one["name"] == "sandbox"]
    return dict(sandbox)


def test_it_says_which_sandbox_holds(redis_url: str) -> None:
    tell("bots@glen", "bubblewrap")
    assert said_of_the_sandbox() == {
        "name": "sandbox", "title": "Sandbox", "is_well": True, "says": "Bubblewrap works.", "why": []
    }  # fmt: skip


def test_only_operators_read_why_none_holds(redis_url: str) -> None:
    tell("bots@glen", "", REASON)
    ishbel = operator()
    others, operators = said_of_the_sandbox(), said_of_the_sandbox(ishbel)
    assert others["is_well"] is False
    assert "no working sandbox" in str(others["says"])
    assert (others["why"], operators["why"]) == ([], [REASON])
    assert REASON in browser_of(ishbel).get("/health").content.decode()


@pytest.mark.parametrize("last", ["glen", "moor"])
def test_one_worker_whose_sandbox_holds_is_enough_whoever_told_last(redis_url: str, last: str) -> None:
    for worker in sorted(("glen", "moor"), key=last.__eq__):
        tell(f"bots@{worker}", *(("launcher",) if worker == "glen" else ("", REASON)))
    assert said_of_the_sandbox()["says"] == "Launcher works."


def test_operators_read_what_each_worker_told_and_the_same_once(redis_url: str) -> None:
    tell("bots@glen", "", REASON, "Launcher: no Landlock.")
    tell("bots@moor", "", REASON)
    assert said_of_the_sandbox(operator())["why"] == [REASON, "Launcher: no Landlock."]


def test_what_was_told_long_ago_says_nothing_of_today(redis_url: str) -> None:
    tell("bots@glen", "", REASON, ago=KEPT + 1)
    assert "No worker for uploaded bots" in str(said_of_the_sandbox()["says"])


@pytest.mark.skipif(not tiers_here(), reason="No sandbox holds on this machine.")
def test_what_another_process_of_its_worker_found_broken_is_doubted_until_it_was_tried(redis_url: str) -> None:
    doubts: list[str] = []
    tell(this_worker(), "", REASON)
    tell("bots@moor", "", REASON)
    for _ in range(2):
        assert look_again(lambda: doubts.append("tried anew")).holds
    assert doubts == ["tried anew"]
