"""Moothill's logs: expected lines, and secrets that they never contain."""

import logging
from collections.abc import Iterable, Iterator
from io import StringIO

import pytest
import structlog
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, resolve, reverse

from league.accounts.services.tokens import make_token
from tests.engine.sandbox.programs import WANDERING
from tests.factories import browser_of
from tests.games.bots.factories import GAME, author, nothing_holds_at

KEY = "kzqw7vbnmx"
WITH_KEYS = {"key", "token"}  # parameters of routes that give access to their holder


@pytest.fixture
def written() -> Iterator[StringIO]:
    """What goes into the log meanwhile."""
    ours = (
        one for one in logging.getLogger().handlers if isinstance(one.formatter, structlog.stdlib.ProcessorFormatter)
    )
    handler = next(one for one in ours if isinstance(one, logging.StreamHandler))
    before = handler.setStream(log := StringIO())
    yield log
    handler.setStream(before)


def keyed(routes: Iterable[URLPattern | URLResolver], within: str = "") -> Iterator[tuple[str, dict[str, str]]]:
    """The names of the routes with keys, and what fills their addresses."""
    for route in routes:
        if isinstance(route, URLResolver):
            yield from keyed(route.url_patterns, f"{route.namespace}:" if route.namespace else within)
        elif WITH_KEYS & set(route.pattern.converters):
            yield (
                f"{within}{route.name}",
                {name: KEY if name in WITH_KEYS else "open" for name in route.pattern.converters},
            )


ROUTES = list(keyed(get_resolver().url_patterns))


def test_the_routes_with_keys_are_found() -> None:
    assert {"tournaments:table-report", "clubs:open-view-only-link", "accounts:open-claim-link"} <= {
        name for name, _filled in ROUTES
    }


@pytest.mark.parametrize(("name", "filled"), ROUTES, ids=[name for name, _filled in ROUTES])
def test_no_key_is_written_of_a_form_from_elsewhere(name: str, filled: dict[str, str], written: StringIO) -> None:
    address = reverse(name, kwargs=filled)
    headers = {"referer": f"https://testserver{address}"}
    browser_of(enforce_csrf_checks=True).post(address, headers=headers, secure=True)
    browser_of(enforce_csrf_checks=True).post(
        "/sign-in/", headers={"referer": f"https://elsewhere{address}"}, secure=True
    )
    told = written.getvalue()
    takes_forms_from_elsewhere = getattr(resolve(address).func, "csrf_exempt", False)  # a mail program's button
    assert told.count("Forbidden") == (1 if takes_forms_from_elsewhere else 2)
    assert "/(key)" in told
    assert KEY not in told


def test_no_key_is_written_of_what_went_wrong(written: StringIO) -> None:
    try:
        raise ValueError(reverse("tournaments:table", args=[KEY]))
    except ValueError:
        logging.getLogger("django.request").exception(
            "Internal Server Error: %s", reverse("clubs:open-view-only-link", args=[KEY])
        )
    assert "ValueError" in written.getvalue()
    assert KEY not in written.getvalue()


def test_an_unknown_host_is_one_line_without_a_traceback(written: StringIO) -> None:
    assert Client(headers={"Host": "elsewhere.example"}).get("/").status_code == 400
    told = written.getvalue()
    assert told.count("\n") == 1
    assert "elsewhere.example" in told
    assert "Traceback" not in told


def test_the_clock_says_that_it_begins_and_not_every_tick(written: StringIO) -> None:
    clock = logging.getLogger("celery.beat")
    clock.info("beat: Starting...")
    clock.info("Scheduler: Sending due task %s (%s)", "sweep matches", "games.matches.sweep")
    clock.error("Message Error: %s", "the broker is away")
    told = written.getvalue()
    assert told.count("\n") == 2
    assert "beat: Starting" in told
    assert "the broker is away" in told


@pytest.mark.django_db
def test_an_upload_without_a_sandbox_is_no_error_in_the_log(written: StringIO, redis_url: str) -> None:
    nothing_holds_at("worker@here")
    secret = make_token(account=author(), name="All", scopes=["bots:write"], expires=None)
    sent = {"name": "Grouse", "games": [GAME], "source": WANDERING.decode()}
    asks = Client(headers={"Authorization": f"Bearer {secret}"})
    assert asks.post(reverse("bot-list"), sent, "application/json").status_code == 503
    assert "level=warning" in written.getvalue()
    assert "level=error" not in written.getvalue()
