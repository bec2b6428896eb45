"""HEAD works wherever GET does (RFC 9110, 9.1): on pages with a form, of organisers and of scorers."""

import pytest
from django.test import Client
from django.urls import reverse

from league.tournaments.services.lifecycle import start
from tests.league.tournaments.browser import desk
from tests.league.tournaments.factories import Event

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_url")]


def test_a_page_with_a_form_answers_head(client: Client) -> None:
    answer = client.head(reverse("accounts:sign-up"))
    assert (answer.status_code, answer.content) == (200, b"")


def test_pages_of_organisers_and_scorers_answer_head(event: Event, as_morag: Client) -> None:
    tournament = start(tournament=event(4, format="swiss"), by=None)
    for page in (desk(tournament, "settings"), desk(tournament, "results", 1)):
        assert as_morag.head(page).status_code == as_morag.get(page).status_code == 200


def test_what_is_only_posted_answers_no_head(client: Client) -> None:
    assert client.head(reverse("accounts:sign-out")).status_code == 405
