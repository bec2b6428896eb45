"""A full disk: reading works, writing is refused with a reason."""

import pytest
from django.db import connection
from django.test import Client
from pytest_django import Settings

from games.matches.models import Match
from games.matches.tasks import run_matches
from tests.games.factories import blocks, ids_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("redis_url")]

FULL = """
CREATE FUNCTION no_space() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full'; END $$;
CREATE TRIGGER no_space BEFORE UPDATE ON accounts_account EXECUTE FUNCTION no_space();
"""
ROOM = "DROP TRIGGER no_space ON accounts_account; DROP FUNCTION no_space;"


def test_with_little_space_pages_are_read_and_nothing_is_written(as_morag: Client, settings: Settings) -> None:
    settings.LEAST_FREE = 2**62
    assert [as_morag.get(path).status_code for path in ("/", "/clubs/", "/account/")] == [200] * 3
    assert as_morag.post("/account/").status_code == 507
    answer = as_morag.post("/api/v1/bots/")
    assert (answer.status_code, answer.json()["code"]) == (507, "no-space")
    assert as_morag.post("/api/v1/remote-bots/222222222222/moves/").status_code != 507


def test_a_statement_that_finds_no_space_is_answered_so(as_morag: Client) -> None:
    form = {"name": "Morag", "time_zone": "Europe/London", "language": "en-gb"}
    with connection.cursor() as cursor:
        cursor.execute(FULL)
    try:
        refused = as_morag.post("/account/", form)
    finally:
        with connection.cursor() as cursor:
            cursor.execute(ROOM)
    assert refused.status_code == 507
    assert as_morag.post("/account/", form).status_code == 302


def test_matches_wait_for_space(settings: Settings) -> None:
    ids = ids_of(blocks())
    least, settings.LEAST_FREE = settings.LEAST_FREE, 2**62
    run_matches(ids)
    assert set(Match.objects.values_list("status", "attempt")) == {("queued", 0)}
    settings.LEAST_FREE = least
    run_matches(ids)
    assert set(Match.objects.values_list("status", flat=True)) == {"done"}
