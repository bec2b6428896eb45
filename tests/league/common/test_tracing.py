"""Every line of the log says by which request, task and match it was written."""

import json
import logging
import os
from collections.abc import Callable, Iterator
from io import StringIO
from typing import Any

import pytest
import structlog
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import path
from pytest_django import Settings
from structlog.contextvars import bound_contextvars

from games.matches.models import Match
from games.matches.queueing import send
from league.common.redis_client import broker
from league.common.request_ids import REQUEST_ID, begin_request, end_request
from league.conf import urls
from league.conf.logs import logging_for
from tests.factories import account_of, browser_of
from tests.games.factories import blocks, ids_of
from tests.processes import Running

HERE = "X-Request-ID"
log = structlog.get_logger("league.tests")


def talking(request: HttpRequest, key: str) -> HttpResponse:
    str(request.user)  # somebody asks who it is
    log.info("a view talks")
    return HttpResponse("said")


def sending(request: HttpRequest) -> HttpResponse:
    send([1])
    return HttpResponse("sent")


def broken(request: HttpRequest) -> HttpResponse:
    raise ZeroDivisionError


class Talk:
    """The site's addresses, and one that talks."""

    urlpatterns = [
        path("talk/<slug:key>", talking, name="talk"),
        path("send", sending, name="send"),
        path("broken", broken, name="broken"),
        *urls.urlpatterns,
    ]
    handler400, handler403, handler404, handler500 = urls.handler400, urls.handler403, urls.handler404, urls.handler500


@pytest.fixture
def written(settings: Settings) -> Iterator[StringIO]:
    """What goes into the log meanwhile, as JSON; no answer is slow, however busy the machine."""
    settings.ROOT_URLCONF, settings.SLOW_SECONDS = Talk, float("inf")
    handler = next(one for one in logging.getLogger().handlers if isinstance(one, logging.StreamHandler))
    plain, form = handler.formatter, logging_for(debug=False, form="json")["formatters"]["line"]
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(**{key: form[key] for key in ("processors", "foreign_pre_chain")})
    )
    before = handler.setStream(told := StringIO())
    yield told
    handler.setStream(before)
    handler.setFormatter(plain)


def lines(told: str) -> list[dict[str, Any]]:
    """The lines of a log that are JSON."""
    return [json.loads(line) for line in told.splitlines() if line.startswith("{")]


@pytest.mark.django_db
def test_a_line_says_request_route_and_account_and_never_the_address(written: StringIO) -> None:
    morag = account_of("Morag")
    answer = browser_of(morag).get("/talk/a-secret", headers={HERE: "from-the-proxy.1"})
    (line,) = lines(written.getvalue())
    assert answer[HERE] == line["request_id"] == "from-the-proxy.1"
    assert (line["event"], line["route"], line["account"]) == ("a view talks", "talk", morag.public_id)
    assert "a-secret" not in written.getvalue()


@pytest.mark.django_db
def test_a_line_of_nobody_has_no_account_and_one_without_a_request_no_id(written: StringIO) -> None:
    Client().get("/talk/open")
    log.info("nobody asked")
    asked, unasked = lines(written.getvalue())
    assert "account" not in asked
    assert not {"request_id", "route"} & set(unasked)


@pytest.mark.django_db
@pytest.mark.parametrize(
    "given", ["short", "x" * 65, "with spaces in it", "<script>alert(1)</script>", "line\tbreak-1"]
)
def test_what_is_no_harmless_word_is_not_taken_over(given: str) -> None:
    named = Client().get("/clubs/", headers={HERE: given})[HERE]
    assert named != given
    assert len(named) == 16
    assert named.isalnum()


@pytest.mark.django_db
def test_every_answer_has_a_name_of_its_own() -> None:
    assert len({Client().get(address)[HERE] for address in ("/clubs/", "/clubs/", "/nowhere/", "/health")}) == 4


@pytest.mark.django_db
def test_the_page_of_a_fault_names_the_request(written: StringIO) -> None:
    page = Client(raise_request_exception=False).get("/broken", headers={HERE: "quote-me-please"})
    assert page.status_code == 500
    assert "quote-me-please" in page.content.decode()
    told = lines(written.getvalue())
    assert {line["request_id"] for line in told} == {"quote-me-please"}
    assert "ZeroDivisionError" in told[0]["exception"]
    assert (told[-1]["event"], told[-1]["status"]) == ("a request failed", 500)


@pytest.mark.django_db
def test_slow_answers_leave_a_line_and_others_only_if_asked(written: StringIO, settings: Settings) -> None:
    Client().get("/clubs/")
    settings.LOG_EVERY_REQUEST = True
    Client().get("/clubs/")
    settings.SLOW_SECONDS = 0.0
    Client().get("/clubs/")
    told = lines(written.getvalue())
    assert [(line["event"], line["route"], line["status"]) for line in told] == [
        ("request", "clubs:list", 200),
        ("a request was slow", "clubs:list", 200),
    ]


@pytest.mark.django_db
def test_a_message_carries_the_request_that_sent_it(written: StringIO, redis_url: str) -> None:
    Client().get("/send", headers={HERE: "from-the-proxy.2"})
    send([2])
    unasked, asked = [json.loads(line)["headers"] for line in broker().lrange("matches", 0, -1)]
    assert asked[REQUEST_ID] == "from-the-proxy.2"
    assert REQUEST_ID not in unasked


@pytest.mark.django_db(transaction=True)
def test_threads_of_a_worker_write_request_task_and_match(celery_worker_process: Callable[..., Running]) -> None:
    ids = ids_of(blocks())
    Match.objects.filter(pk__in=ids).update(options={"thistles": 7}, attempt=4)  # none of the game's: playing it fails
    worker = celery_worker_process(queues="matches", env={"MOOTHILL_LOGS": "json"})
    with bound_contextvars(request_id="from-the-browser"):
        send(ids[:1])
    worker.wait_for_line("a match failed")
    told = next(line for line in lines(worker.log.read_text()) if line["event"] == "a match failed")
    match = Match.objects.get(pk=ids[0])
    assert (told["request_id"], told["task"], told["match"]) == (
        "from-the-browser",
        "games.matches.run_matches",
        match.public_id,
    )
    assert len(told["task_id"]) == 36
    assert (match.status, match.worker.partition("@")[0]) == ("dead", "worker1")
    assert match.attempt_log.startswith("Attempt 5 (worker1@")


def test_a_web_server_that_is_a_fork_gives_names_of_its_own() -> None:
    def name() -> str:
        end_request(begin_request(request := HttpRequest()))
        return str(request.__dict__["request_id"])

    reading, writing = os.pipe()
    if (pid := os.fork()) == 0:
        os.write(writing, name().encode())
        os._exit(0)
    os.waitpid(pid, 0)
    assert os.read(reading, 16).decode() != name()
    os.close(reading)
    os.close(writing)
