"""A visit ends after half an hour without a page, and is written once."""

from datetime import timedelta

import pytest
from django.core.cache import cache
from pytest_django import DjangoAssertNumQueries

from league.accounts.models import Account
from league.accounts.services.visits import Visit, _key, begin_visit, note_page
from tests.factories import account_of, browser_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_url")]


def away_for(account: Account, **span: float) -> None:
    """So much time passes since the last page."""
    seconds = timedelta(**span).total_seconds()
    noted = Visit(*cache.get(_key(account)))
    cache.set(_key(account), Visit(noted.began - seconds, noted.seen - seconds))
    account.refresh_from_db()
    if account.visit_began_at:
        account.visit_began_at -= timedelta(seconds=seconds)
        account.save()


def test_the_first_visit_has_none_before_it() -> None:
    hamish = account_of("Hamish")
    note_page(hamish)
    assert begin_visit(hamish) is None


def test_a_visit_goes_on_for_as_long_as_pages_are_asked_for() -> None:
    hamish = account_of("Hamish")
    browser_of(hamish).get("/")
    away_for(hamish, minutes=29)
    browser_of(hamish).get("/clubs/")
    away_for(hamish, minutes=29)
    browser_of(hamish).get("/")
    hamish.refresh_from_db()
    assert hamish.visited_before_at is None


def test_after_half_an_hour_a_new_visit_begins_wherever_it_begins() -> None:
    hamish = account_of("Hamish")
    browser_of(hamish).get("/")
    away_for(hamish, minutes=31)
    first = hamish.visit_began_at
    browser_of(hamish).get("/clubs/")
    browser_of(hamish).get("/")
    hamish.refresh_from_db()
    assert hamish.visited_before_at == first


def test_a_page_that_brings_itself_up_to_date_keeps_no_visit_alive() -> None:
    hamish = account_of("Hamish")
    browser_of(hamish).get("/")
    away_for(hamish, minutes=31)
    noted = cache.get(_key(hamish))
    browser_of(hamish).get("/", headers={"HX-Request": "true"})
    assert cache.get(_key(hamish)) == noted


def test_two_who_come_at_once_begin_one_visit() -> None:
    hamish = account_of("Hamish")
    browser_of(hamish).get("/")
    away_for(hamish, hours=20)
    note_page(hamish)
    one, other = Account.objects.get(pk=hamish.pk), Account.objects.get(pk=hamish.pk)
    assert begin_visit(one) == begin_visit(other) == hamish.visit_began_at
    one.refresh_from_db()
    assert one.visited_before_at == hamish.visit_began_at


def test_a_visit_is_written_once(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    hamish = account_of("Hamish")
    note_page(hamish)
    begin_visit(hamish)
    hamish.refresh_from_db()
    with django_assert_num_queries(0):
        note_page(hamish)
        begin_visit(hamish)
