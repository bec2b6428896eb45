"""Metrics: only with the token, bounded in size, and available while parts of Moothill are down."""

from collections.abc import Iterator

import pytest
from django.db import OperationalError, connection
from django.test import Client
from django.urls import get_resolver
from prometheus_client.parser import text_string_to_metric_families
from prometheus_client.samples import Sample
from pytest_django import Settings

from games.matches.models import Match
from games.matches.services import cancel_matches
from league.operations.metrics import Exposition
from tests.factories import browser_of, operator
from tests.games.factories import blocks, claim, ids_of
from tests.league.operations.scene import everybody_works, given_up

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_url")]

TOKEN = "heather-and-thistle-and-whin"


@pytest.fixture
def fresh(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """A place with a token, and a process that has asked for nothing yet."""
    settings.METRICS_TOKEN = TOKEN
    monkeypatch.setattr("league.operations.views.exposition", Exposition())


def scraped() -> list[Sample]:
    answer = Client().get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
    assert answer.status_code == 200
    assert answer["Content-Type"].startswith("text/plain; version=0.0.4")
    families = text_string_to_metric_families(answer.content.decode())
    return [sample for family in families for sample in family.samples]


def figures(name: str) -> dict[tuple[str, ...], float]:
    """The values of a name, by its labels."""
    return {tuple(one.labels.values()): one.value for one in scraped() if one.name == name}


def test_without_a_token_there_is_nothing() -> None:
    assert browser_of(operator()).get("/metrics").status_code == 404


@pytest.mark.usefixtures("fresh")
@pytest.mark.parametrize("given", ["", "Bearer ", "Bearer something", TOKEN, f"Basic {TOKEN}", "Bearer ünicode"])
def test_who_bears_another_token_is_told_how(given: str) -> None:
    answer = Client().get("/metrics", headers={"Authorization": given})
    assert (answer.status_code, answer["WWW-Authenticate"]) == (401, "Bearer")
    assert b"moothill_" not in answer.content


@pytest.mark.usefixtures("fresh")
def test_it_tells_of_matches_leases_and_what_was_given_up() -> None:
    everybody_works()
    given_up(2)
    claim(ids_of(blocks(2))[:1])
    told = scraped()
    by_name = {(one.name, *one.labels.values()): one.value for one in told}
    assert by_name["moothill_matches", "queued"] == 3
    assert by_name["moothill_matches", "running"] == by_name["moothill_leases", "matches"] == 1
    assert by_name["moothill_given_up", "matches"] == 2
    assert by_name["moothill_waiting", "matches", "matches"] == 3
    assert by_name["moothill_queue_workers", "programs"] == 1
    assert by_name["moothill_workers",] == by_name["moothill_clock",] == 1
    assert by_name["moothill_database_bytes",] > 1_000_000
    assert by_name["moothill_disk_free_bytes",] > 0


@pytest.mark.usefixtures("fresh")
def test_cancelled_matches_are_not_counted_as_done() -> None:
    made = Match.objects.filter(pk__in=ids_of(blocks(2))).order_by("pk")
    cancel_matches(subjects=made.values_list("subject", flat=True)[:3])
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE matches_match")  # the estimate of those that are done follows from it
    counts = figures("moothill_matches")
    assert counts["cancelled",] == 3
    assert counts["queued",] == made.count() - 3 > 0
    assert counts["done",] == 0


@pytest.mark.usefixtures("fresh")
def test_answers_are_told_by_route_and_status_and_never_by_address() -> None:
    before = figures("moothill_http_request_seconds_count").get(("clubs:list", "200"), 0)
    Client().get("/clubs/")
    Client().get("/clubs/nobody-has-heard-of-it/")
    after = figures("moothill_http_request_seconds_count")
    assert after["clubs:list", "200"] == before + 1
    assert after["clubs:club", "404"] >= 1
    assert not [labels for labels in after if "nobody-has-heard-of-it" in "".join(labels)]


@pytest.mark.usefixtures("fresh")
def test_every_label_has_few_values() -> None:
    everybody_works()
    given_up()
    known = {"route", "status", "le", "kind", "queue", "part", "tier"}
    before = figures("moothill_http_request_seconds_count")  # of addresses too that only tests before this one knew
    for address in ("/", "/clubs/", "/nowhere/at/all", "/admin/", "/api/v1/games/", "/design"):
        Client().get(address)
    told = scraped()
    assert {label for one in told for label in one.labels} <= known
    after = figures("moothill_http_request_seconds_count")
    routes = {labels[0] for labels, count in after.items() if count != before.get(labels)}
    assert {"none", "matches:home", "clubs:list", "admin:index"} <= routes
    assert routes <= {"none", *names_of(get_resolver())}


def names_of(resolver: object, within: str = "") -> Iterator[str]:
    """The names of all routes, as `view_name` says them; those of the admin among them."""
    for entry in resolver.url_patterns:  # type: ignore[attr-defined]  # resolvers nest
        namespace = getattr(entry, "namespace", None)
        if hasattr(entry, "url_patterns"):
            yield from names_of(entry, f"{within}{namespace}:" if namespace else within)
        elif entry.name:
            yield f"{within}{entry.name}"
        else:
            yield f"{within}{entry.lookup_str}"


@pytest.mark.usefixtures("fresh")
def test_it_answers_while_the_database_is_away() -> None:
    everybody_works()

    def refuse(*_: object) -> None:
        raise OperationalError("connection refused")

    with connection.execute_wrapper(refuse):
        told = {(one.name, *one.labels.values()): one.value for one in scraped()}
    assert told["moothill_up", "database"] == 0
    assert told["moothill_up", "redis"] == told["moothill_workers",] == 1
    assert not any(name == "moothill_matches" for name, *_labels in told)


@pytest.mark.usefixtures("fresh")
def test_the_database_is_asked_once_in_five_seconds() -> None:
    scraped()
    asked: list[str] = []

    def count(execute: object, sql: str, *rest: object) -> object:
        asked.append(sql)
        return execute(sql, *rest)  # type: ignore[operator]  # Django's hook

    with connection.execute_wrapper(count):
        scraped()
    assert asked == []
