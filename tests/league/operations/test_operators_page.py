"""Site admins see faults first on the system status page, and retry failed jobs."""

import json
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from shutil import disk_usage

import pytest
from django.utils import timezone
from pytest_django import Settings

from games.matches.models import Match
from league.accounts.models import Account, Change
from league.common.outages import Space, space
from league.common.redis_client import broker
from league.common.sandboxes import BY_WORKER
from league.common.worker_heartbeat import WorkerInfo, record_scheduler_heartbeat, record_worker_heartbeat
from league.operations.disk_use import Disk
from league.operations.health import RedisFigures, findings_of
from league.operations.latency import ResponseTimes
from league.operations.models import DaySize
from league.operations.queries import MOST_FAILED
from league.operations.services import keep_size, retry_failed
from tests.factories import account_of, browser_of, operator
from tests.games.factories import blocks, claim, ids_of
from tests.league.assertions import queries_of
from tests.league.operations.scene import LOG, everybody_works, given_up

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_url")]


@pytest.fixture
def ishbel() -> Account:
    return operator()


def page_of(user: Account) -> str:
    return browser_of(user).get("/operator").content.decode()


def answer(route: str, *statuses: int) -> None:
    """Have a web process answer so, and write it down."""
    web = ResponseTimes()
    for status in statuses:
        web.record(route, status, 0.004)
    web.flush()


def test_nothing_is_wrong_where_everybody_works(ishbel: Account) -> None:
    everybody_works()
    page = page_of(ishbel)
    assert "No problems." in page
    assert "matches@glen" in page


def test_after_faults_all_is_not_well_and_the_page_names_the_routes(ishbel: Account) -> None:
    everybody_works()
    answer("clubs:club", 500)
    answer("matches:home", 500, 502, 500)
    page = page_of(ishbel)
    assert "No problems." not in page
    assert "4 requests failed with a server error in the last hour: matches:home (3), clubs:club (1)." in page
    assert "a request failed" in page


def test_who_was_put_off_is_told_apart(ishbel: Account) -> None:
    everybody_works()
    answer("play:table", 503)
    page = page_of(ishbel)
    assert "No problems." not in page
    assert "server error" not in page
    assert "1 request got an HTTP 503 response in the last hour: play:table (1)." in page


def test_of_many_routes_with_faults_the_most_frequent_are_named(ishbel: Account) -> None:
    everybody_works()
    for number in range(1, 8):
        answer(f"clubs:page-{number}", *[500] * number)
    page = page_of(ishbel)
    assert "clubs:page-7 (7), clubs:page-6 (6), clubs:page-5 (5), clubs:page-4 (4), clubs:page-3 (3), …." in page


def test_refusals_are_no_faults(ishbel: Account) -> None:
    everybody_works()
    answer("clubs:club", 200, 302, 403, 404, 429)
    assert "No problems." in page_of(ishbel)


def test_what_was_given_up_is_told_with_its_log_and_its_worker(ishbel: Account) -> None:
    everybody_works()
    (match,) = given_up()
    page = page_of(ishbel)
    assert "Matches: 1 failed." in page
    assert match.public_id in page
    assert "last worker: matches@glen" in page
    assert LOG.strip() in page


def test_where_the_page_has_room_for_some_another_lists_them_all(ishbel: Account) -> None:
    dead = given_up(MOST_FAILED + 3)
    browser = browser_of(ishbel)
    page = browser.get("/operator").content.decode()
    assert sum(match.public_id in page for match in dead) == MOST_FAILED
    assert f"Show all {len(dead)}" in page
    listed = browser.get("/operator/given-up/matches").content.decode()
    assert all(match.public_id in listed for match in dead)
    assert browser.get("/operator/given-up/thistles").status_code == 404
    assert browser_of(account_of("Senga")).get("/operator/given-up/matches").status_code == 404


def test_the_button_tries_one_again_and_leaves_the_others(ishbel: Account) -> None:
    first, second = given_up(2)
    answer = browser_of(ishbel).post("/operator/again/matches", {"name": first.public_id}, follow=True)
    assert "1 job is being retried." in answer.content.decode()
    statuses = dict(Match.objects.values_list("pk", "status"))
    assert statuses == {first.pk: "queued", second.pk: "dead"}


def test_whoever_tries_again_from_the_list_of_all_comes_back_to_it(ishbel: Account) -> None:
    first, _second = given_up(2)
    browser = browser_of(ishbel)
    listed = browser.get("/operator/given-up/matches").content.decode()
    assert listed.count('name="from" value="all"') == 3
    answer = browser.post("/operator/again/matches", {"name": first.public_id, "from": "all"})
    assert answer.headers["location"] == "/operator/given-up/matches"
    answer = browser.post("/operator/again/matches", {"from": "https://elsewhere.example"})
    assert answer.headers["location"] == "/operator"


def test_to_try_again_twice_is_harmless(ishbel: Account) -> None:
    (match,) = given_up()
    browser = browser_of(ishbel)
    browser.post("/operator/again/matches", {"name": match.public_id})
    held = claim([match.pk])
    answer = browser.post("/operator/again/matches", {"name": match.public_id}, follow=True)
    assert "This job is already being retried." in answer.content.decode()
    match.refresh_from_db()
    assert (match.status, match.token, match.attempt) == ("running", held[0].token, 1)


def test_all_of_a_kind_are_tried_again_at_once_and_the_log_says_who_did_it(ishbel: Account) -> None:
    given_up(3)
    assert retry_failed(kind="matches", names=None, by=ishbel) == 3
    change = Change.objects.get(verb="tried-again")
    assert (change.by, change.facts) == (ishbel.player, {"count": 3, "kind": "matches"})


def test_nobody_else_tries_again_and_no_kind_is_made_up(ishbel: Account) -> None:
    (match,) = given_up()
    for user in (account_of("Senga"), None):
        assert browser_of(user).post("/operator/again/matches", {"name": match.public_id}).status_code == 404
    assert browser_of(ishbel).post("/operator/again/thistles").status_code == 404
    match.refresh_from_db()
    assert match.status == "dead"


def test_a_queue_that_nobody_takes_from_comes_first(ishbel: Account) -> None:
    given_up()
    blocks()
    record_worker_heartbeat("ratings@glen", WorkerInfo(("mail", "ratings"), 1, 2))
    record_scheduler_heartbeat()
    page = page_of(ishbel)
    assert page.index("No worker processes the queue matches") < page.index("Matches: 1 failed.")


def test_a_queue_stands_still_when_the_oldest_waits_and_nobody_plays(ishbel: Account) -> None:
    everybody_works()
    ids = ids_of(blocks())
    Match.objects.update(created_at=timezone.now() - timedelta(hours=1))
    assert "The queue matches is stuck" in page_of(ishbel)
    claim(ids[:1])
    assert "The queue matches is stuck" not in page_of(ishbel)


def test_what_is_played_elsewhere_hides_no_queue_that_stands_still(ishbel: Account) -> None:
    everybody_works()
    blocks()
    (elsewhere,) = claim(ids_of(blocks())[:1])
    Match.objects.filter(pk=elsewhere.id).update(is_remote=True)
    Match.objects.update(created_at=timezone.now() - timedelta(hours=1))
    assert "The queue matches is stuck" in page_of(ishbel)


def test_a_clock_that_stands_is_told(ishbel: Account) -> None:
    record_worker_heartbeat("matches@glen", WorkerInfo(("matches",), 1, 2))
    assert "The scheduler (Celery beat) is not running." in page_of(ishbel)


@pytest.fixture
def no_redis(settings: Settings) -> Iterator[None]:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    broker.cache_clear()
    yield
    broker.cache_clear()


@pytest.mark.usefixtures("no_redis")
def test_without_redis_the_page_says_so(ishbel: Account) -> None:
    given_up()
    page = page_of(ishbel)
    assert "Redis does not respond." in page
    assert "Failed: Matches" in page


@pytest.mark.usefixtures("no_redis")
def test_without_redis_the_page_still_warns_of_a_disk_that_fills(ishbel: Account) -> None:
    fills_in_five_days()
    page = page_of(ishbel)
    assert "Redis does not respond." in page
    assert "The disk will be full in about 5 days." in page


def test_a_worker_without_a_sandbox_says_why(ishbel: Account) -> None:
    everybody_works()
    reasons = ["Bubblewrap: it may make no namespaces here."]
    broker().hset(BY_WORKER, "matches@glen", json.dumps(["", reasons, timezone.now().timestamp()]))
    page = page_of(ishbel)
    assert "matches@glen: No sandbox works." in page
    assert reasons[0] in page


def test_the_disk_lasts_as_long_as_its_pace_says(ishbel: Account) -> None:
    everybody_works()
    fills_in_five_days()
    assert "The disk will be full in about 5 days." in page_of(ishbel)


def fills_in_five_days() -> None:
    """Leave a sample by which the disk lasts five days and a half."""
    day = timezone.now().date() - timedelta(days=10)
    free = space().free
    DaySize.objects.create(day=day, database=1, free=free + 20 * free // 11, groups={})


@pytest.mark.parametrize(
    ("free", "growth", "warnings"),
    [
        (8, 1, ["The disk will be full in about 8 days."]),
        (90, 9, ["The disk will be full in about 10 days."]),
        (8, None, ["Less than 10 percent of the disk is free."]),
        (90, 1, []),
    ],
)
def test_a_disk_that_fills_soon_or_is_nearly_full_is_a_warning(
    free: int, growth: int | None, warnings: list[str]
) -> None:
    sizes = Disk(Space(size=100, free=free), database=1, groups=(), growth=growth, days_watched=10)
    found = findings_of(RedisFigures(), (), (), sizes)
    assert [finding.head for finding in found if finding.kind == "warning"] == warnings


def test_a_nearly_full_disk_that_grows_slowly_is_told_by_what_is_free() -> None:
    sizes = Disk(Space(size=2_000_000, free=160_000), database=1, groups=(), growth=100, days_watched=10)
    head = findings_of(RedisFigures(), (), (), sizes)[-1].head
    assert head == "Less than 10 percent of the disk is free."


@pytest.mark.usefixtures("full_redis")
def test_a_full_redis_is_told_of_and_pages_answer(ishbel: Account) -> None:
    assert "Redis is out of memory." in page_of(ishbel)
    assert browser_of(ishbel).get("/clubs/").status_code == 200


def test_a_folder_that_nobody_made_is_measured_by_what_is_above_it(settings: Settings, tmp_path: Path) -> None:
    settings.VOLUME = str(tmp_path / "moothill" / "data")
    assert space().size == disk_usage(tmp_path).total
    assert keep_size()


def test_one_sample_is_kept_a_day() -> None:
    assert keep_size()
    assert not keep_size()
    sample = DaySize.objects.get()
    assert sample.day == timezone.now().date()
    assert sample.database > sample.groups["matches"] > 0


def test_the_number_of_questions_does_not_grow_with_what_there_is(ishbel: Account) -> None:
    everybody_works()
    browser = browser_of(ishbel)
    browser.get("/operator")
    given_up(1)
    few = queries_of(browser, "/operator")
    given_up(9)
    claim(ids_of(blocks(3)))
    assert queries_of(browser, "/operator") == few


def test_a_script_gets_the_part_that_changes(ishbel: Account) -> None:
    part = browser_of(ishbel).get("/operator", headers={"HX-Request": "true"}).content.decode()
    assert part.lstrip().startswith('<div id="operator"')


def test_operators_have_a_link_and_a_line_on_their_first_page(ishbel: Account) -> None:
    given_up(2)
    page = browser_of(ishbel).get("/").content.decode()
    assert 'href="/operator"' in page
    assert "2 jobs failed" in page
    assert "/operator" not in browser_of(account_of("Hamish")).get("/").content.decode()
