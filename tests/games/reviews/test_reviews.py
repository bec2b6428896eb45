"""People request reviews of games; workers compute them in parts; pages and the API show them."""

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest
from django.db import connection
from django.db.models import F
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries, DjangoCaptureOnCommitCallbacks

from engine.review import VERSION
from engine.review import review as review_record
from games.matches.models import Match
from games.reviews.errors import TooManyReviews
from games.reviews.event_json import from_json, to_json
from games.reviews.hooks import REVIEW_JOBS
from games.reviews.job_queue import REVIEW, REVIEWS, TERMS, is_other_work_waiting
from games.reviews.models import Review
from games.reviews.presenters import largest_losses
from games.reviews.queries import Queue, queue_at
from games.reviews.services import MOST_A_DAY, request_review
from games.reviews.worker import claim_review, record_of, review_part, sweep_reviews
from league.accounts.models import Account
from league.common.redis_client import broker, lists_of
from tests.factories import account_of, browser_of, glen_club
from tests.games.records.factories import checked, glen, sent, text
from tests.games.reviews.factories import finished_match, requested, reviewed
from tests.processes import Running, until

pytestmark = [pytest.mark.slow, pytest.mark.django_db, pytest.mark.usefixtures("redis_url")]

Status = Review.Status
ONE_EVENT = replace(TERMS, seconds=0.0)
AS_FRAGMENT = {"HX-Request": "true"}


@pytest.fixture
def morag() -> Account:
    return account_of("Morag")


@pytest.fixture
def match() -> Match:
    return finished_match()


def page(match: Match) -> str:
    return reverse("matches:match", args=[match.public_id])


def fragment(match: Match) -> str:
    return reverse("reviews:match", args=[match.public_id])


# --- requests ------------------------------------------------------------------------------------------------------
def test_a_button_on_the_page_requests_the_review_once(match: Match, morag: Account) -> None:
    browser = browser_of(morag)
    request = reverse("reviews:request-match", args=[match.public_id])
    assert f'action="{request}"' in browser.get(page(match)).content.decode()
    for _ in range(2):
        assert browser.post(request)["Location"] == f"{page(match)}#review"
    assert Review.objects.get().requested_by == morag
    shown = browser.get(page(match)).content.decode()
    assert f'action="{request}"' not in shown
    assert f'data-live-href="{fragment(match)}"' in shown


def test_others_who_request_it_use_none_of_their_day(match: Match, morag: Account) -> None:
    first = requested(match, morag)
    hamish = account_of("Hamish")
    assert requested(match, hamish) == first
    assert not Review.objects.filter(requested_by=hamish).exists()


def test_visitors_are_asked_to_sign_in(match: Match, client: Client) -> None:
    assert reverse("accounts:sign-in") in client.get(page(match)).content.decode()
    answer = client.post(reverse("reviews:request-match", args=[match.public_id]))
    assert answer.status_code == 401
    assert not Review.objects.exists()


def test_an_account_requests_so_many_a_day(match: Match, morag: Account) -> None:
    old = [Review(match=match, version=100 + number, requested_by=morag) for number in range(MOST_A_DAY)]
    Review.objects.bulk_create(old)
    with pytest.raises(TooManyReviews):
        requested(match, morag)
    Review.objects.filter(version=100).update(created_at=F("created_at") - timedelta(days=1))
    assert requested(match, morag).status == Status.WAITING


def test_a_verified_record_is_reviewed_too() -> None:
    club, morag, hamish = glen()
    record = checked(sent(hamish.player, club, text(), [morag.player, hamish.player]))
    review = request_review(account=morag, kind="record", public_id=record.public_id)
    assert request_review(account=hamish, kind="record", public_id=record.public_id) == review
    assert review_part(review.pk, terms=ONE_EVENT)
    shown = browser_of(morag).get(reverse("records:record", args=[record.public_id])).content.decode()
    assert f'data-live-href="{reverse("reviews:record", args=[record.public_id])}"' in shown


def test_a_record_with_cards_found_by_search_is_not_reviewed() -> None:
    club, morag, hamish = glen()
    record = checked(sent(hamish.player, club, text(), [morag.player, hamish.player]))
    record.verdict = {**(record.verdict or {}), "counts": {"searched": 1}}
    record.save(update_fields=["verdict"])
    answer = browser_of(morag).post(reverse("reviews:request-record", args=[record.public_id]))
    assert answer.status_code == 400
    assert (
        'id="review"' not in browser_of(morag).get(reverse("records:record", args=[record.public_id])).content.decode()
    )


# --- workers -------------------------------------------------------------------------------------------------------
def test_a_worker_computes_a_part_for_each_message(
    match: Match, morag: Account, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    review = requested(match, morag)
    for done in (1, 2):
        with django_capture_on_commit_callbacks(execute=True):
            assert review_part(review.pk, terms=ONE_EVENT)
        review.refresh_from_db()
        assert (len(review.events), review.status, review.token) == (done, Status.WAITING, None)
        assert review.enqueued_at is not None
    record = record_of(review)
    expected = [to_json(event) for event, _ in zip(review_record(record), range(2), strict=False)]
    assert review.events == expected
    assert review.of == len(record.events)


def test_it_stops_after_an_event_when_other_work_waits(match: Match, morag: Account) -> None:
    review = requested(match, morag)
    assert review_part(review.pk, terms=TERMS, should_stop=lambda: True)
    review.refresh_from_db()
    assert len(review.events) == 1


def test_other_work_is_a_message_for_the_same_worker() -> None:
    assert not is_other_work_waiting()
    broker().rpush(lists_of("programs")[0], "{}")
    broker().rpush(lists_of("reviews")[1], "{}")
    assert not is_other_work_waiting()
    broker().rpush(lists_of("matches")[0], "{}")
    assert is_other_work_waiting()


def test_system_status_knows_that_reviews_wait_for_other_work_and_are_not_stuck(match: Match, morag: Account) -> None:
    requested(match, morag)
    assert [(rows.count, rows.is_for_others) for rows in REVIEW_JOBS.waiting()] == [(1, False)]
    broker().rpush(lists_of("matches")[0], "{}")
    assert [(rows.count, rows.is_for_others) for rows in REVIEW_JOBS.waiting()] == [(1, True)]


def test_its_messages_come_after_those_of_other_queues(
    match: Match, morag: Account, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    normal, later = lists_of("reviews")
    with django_capture_on_commit_callbacks(execute=True):
        requested(match, morag)
    assert broker().llen(normal) == 0
    assert [REVIEW in message for message in broker().lrange(later, 0, -1)] == [True]


def test_the_last_part_finishes_it(match: Match, morag: Account) -> None:
    review = reviewed(match, morag, left=1)
    assert review_part(review.pk, terms=TERMS)
    review.refresh_from_db()
    assert review.status == Status.DONE
    assert review.finished_at is not None
    places = [seat.place for seat in match.seats.all()]
    assert [chance > 0 for chance in from_json(review.events[-1]).chances] == [place == 1 for place in places]
    assert not review_part(review.pk, terms=TERMS)


def test_a_worker_that_lost_its_lease_stores_nothing(match: Match, morag: Account) -> None:
    review = requested(match, morag)
    assert claim_review(review_id=review.pk, terms=TERMS)
    assert not review_part(review.pk, terms=TERMS)
    review.refresh_from_db()
    assert review.events == []


def test_what_cannot_be_read_fails_after_its_attempts_and_can_be_started_again(match: Match, morag: Account) -> None:
    review = requested(match, morag)
    match.record.text = "no record"
    match.record.save()
    for _ in range(TERMS.attempts):
        assert not review_part(review.pk, terms=TERMS)
    review.refresh_from_db()
    assert review.status == Status.DEAD
    assert "Traceback" in review.attempt_log
    assert REVIEWS.try_again(Review.objects.filter(pk=review.pk)) == 1
    review.refresh_from_db()
    assert review.status == Status.WAITING


def test_the_sweep_sends_what_was_lost(match: Match, morag: Account) -> None:
    requested(match, morag)
    assert sweep_reviews(terms=TERMS) == 1
    assert sweep_reviews(terms=TERMS) == 0


def test_no_worker_goes_on_with_figures_of_another_version(match: Match, morag: Account) -> None:
    review = requested(match, morag)
    for other in (VERSION - 1, VERSION + 1):
        Review.objects.filter(pk=review.pk).update(version=other)
        assert not review_part(review.pk, terms=ONE_EVENT)
    assert sweep_reviews(terms=TERMS) == 0
    assert Review.objects.filter(pk=review.pk).exists()


def test_the_sweep_deletes_unfinished_reviews_of_older_versions(match: Match, morag: Account) -> None:
    old = requested(match, morag)
    Review.objects.filter(pk=old.pk).update(version=VERSION - 1)
    new = requested(match, morag)
    assert sweep_reviews(terms=TERMS) == 1
    assert Review.objects.get() == new


# --- pages ---------------------------------------------------------------------------------------------------------
def test_turning_points_are_the_largest_losses_in_order(match: Match, morag: Account) -> None:
    events = [from_json(stored) for stored in reviewed(match, morag).events]
    found = largest_losses(events)
    assert found == sorted(found)
    assert [round(1000 * events[number].loss) for number in found] == [400, 90, 300, 120, 200]


def test_the_page_shows_a_line_for_each_seat_and_links_to_turning_points(
    match: Match, morag: Account, client: Client
) -> None:
    review = reviewed(match, morag)
    shown = client.get(fragment(match), headers=AS_FRAGMENT).content.decode()
    assert shown.count('class="race-line"') == 2
    numbers = largest_losses([from_json(stored) for stored in review.events])
    for number in numbers:
        assert f'href="{page(match)}?step={number + 1}"' in shown
    assert shown.count('class="chance-mark"') == len(numbers)
    largest, *others = [row for row in shown.split("<tr>") if "<strong>40</strong>" in row]
    assert (f"step={numbers[0] + 1}" in largest, others) == (True, [])
    chances = re.findall(r"(\d+) % instead of (\d+) %.*?\D(\d+)(?:</strong>|</td>)", shown, re.DOTALL)
    assert [int(best) - int(chance) for chance, best, _ in chances] == [int(loss) for *_, loss in chances]
    assert "data-live-href" not in shown
    assert client.get(fragment(match))["Location"] == f"{page(match)}#review"
    assert 'class="chance-mark"' in client.get(page(match)).content.decode()


def test_a_waiting_review_shows_its_place_and_an_estimate(match: Match, morag: Account) -> None:
    browser, other = browser_of(morag), finished_match()
    first, second = requested(match, morag), requested(other, morag)
    assert [queue_at(review) for review in (first, second)] == [Queue(1, 2, None), Queue(2, 2, None)]
    assert "Place 2 of 2" in browser.get(fragment(other), headers=AS_FRAGMENT).content.decode()
    assert "minute" not in browser.get(fragment(other), headers=AS_FRAGMENT).content.decode()
    Review.objects.filter(pk=first.pk).update(
        status=Status.DONE, finished_at=F("created_at") + timedelta(minutes=2, seconds=10)
    )
    assert "3 minutes" in browser.get(fragment(finished_match()), headers=AS_FRAGMENT).content.decode()
    with CaptureQueriesContext(connection) as one:
        shown = browser.get(page(other)).content.decode()
    assert "Place 1 of 1" in shown
    assert "3 minutes" in shown
    Review.objects.filter(pk=second.pk).update(
        events=[[[500, 500]]], of=11, created_at=F("created_at") - timedelta(minutes=4)
    )
    found = re.search(
        r"Estimated time: (\d+) minutes", browser.get(fragment(other), headers=AS_FRAGMENT).content.decode()
    )
    assert found
    assert 41 <= int(found[1]) < 60  # ten times as long as the first event took
    requested(finished_match(), morag)
    with CaptureQueriesContext(connection) as more:
        browser.get(page(other))
    assert len(one) == len(more)


def test_each_turning_point_is_in_a_line_of_the_moves_by_its_number(
    match: Match, morag: Account, client: Client
) -> None:
    review = reviewed(match, morag)
    shown = client.get(page(match)).content.decode()
    lines = re.findall(r'<span class="num">(\d+)(?:\N{EN DASH}(\d+))?</span>', shown)
    in_lines = [step for first, last in lines for step in range(int(first), int(last or first) + 1)]
    assert in_lines == list(range(1, review.of + 1))
    steps = [int(step) for step in re.findall(r'data-label="Step">(\d+)<', shown)]
    assert steps == [number + 1 for number in largest_losses([from_json(stored) for stored in review.events])]


@pytest.mark.parametrize(("game", "seats"), [("highland-clans", 3), ("lords-of-scotland", 5)])
def test_the_page_shows_a_review_of_each_game_at_each_size_of_table(
    morag: Account, client: Client, game: str, seats: int
) -> None:
    match = finished_match(game, seats)
    reviewed(match, morag)
    shown = client.get(page(match))
    assert shown.status_code == 200
    assert 'class="chance-mark"' in shown.content.decode()


def test_a_page_with_a_review_makes_as_many_queries_as_one_without(
    match: Match, morag: Account, client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client.get(page(match))
    with CaptureQueriesContext(connection) as without:
        client.get(page(match))
    reviewed(match, morag)
    with django_assert_num_queries(len(without)):
        client.get(page(match))


def test_the_review_of_a_private_match_is_for_its_club_alone(match: Match, morag: Account, client: Client) -> None:
    reviewed(match, morag)
    match.block.club = glen_club(account_of("Eilidh"), is_public=False)
    match.block.save()
    assert client.get(fragment(match), headers=AS_FRAGMENT).status_code == 404


def test_a_sealed_match_is_not_reviewed(match: Match, morag: Account) -> None:
    match.block.finished_at = None
    match.block.save()
    answer = browser_of(morag).post(reverse("reviews:request-match", args=[match.public_id]))
    assert answer.status_code == 403
    assert not Review.objects.exists()


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_a_main_worker_finishes_a_review(celery_worker_process: Callable[..., Running]) -> None:
    review = reviewed(finished_match(), account_of("Morag"), left=12)
    celery_worker_process()
    until(lambda: Review.objects.get(pk=review.pk).status == Review.Status.DONE, "the review is finished")
    assert len(Review.objects.get(pk=review.pk).events) == review.of
