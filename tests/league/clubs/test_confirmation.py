"""How a club confirms its results: its owners say so."""

import re

import pytest
from django.urls import reverse

from league.clubs.models import Club
from league.clubs.services.clubs import change_club
from tests.factories import browser_of

pytestmark = pytest.mark.django_db
SAID = {"name": "Glen Orchy Games", "summary": "", "is_public": "on", "time_zone": "Europe/London"}


def settings(club: Club) -> str:
    return reverse("clubs:settings", args=[club.slug])


def test_a_new_club_confirms_its_results_within_two_days(club: Club) -> None:
    club.refresh_from_db()
    assert (club.confirms_results, club.confirm_hours) == (True, 48)


def test_an_owner_switches_confirmation_off_and_says_how_long_a_report_waits(club: Club) -> None:
    morag = browser_of(club.memberships.get().player.account)
    page = morag.get(settings(club)).content.decode()
    assert 'value="48"' in page
    assert morag.post(settings(club), SAID | {"confirm_hours": "24"}).status_code == 302
    club.refresh_from_db()
    assert (club.confirms_results, club.confirm_hours) == (False, 24)
    morag.post(settings(club), SAID | {"confirm_hours": "24", "confirms_results": "on"})
    club.refresh_from_db()
    assert club.confirms_results


def test_the_preview_shows_what_is_typed_and_saves_nothing(club: Club) -> None:
    morag = browser_of(club.memberships.get().player.account)
    typed = SAID | {"name": "Strath Games", "confirm_hours": "24"}
    answer = morag.post(settings(club), typed, headers={"HX-Request": "true"})
    assert "Strath Games" in answer.content.decode()
    club.refresh_from_db()
    assert (club.name, club.confirm_hours) == ("Glen Orchy Games", 48)


@pytest.mark.parametrize("hours", ["0", "337", "", "two days"])
def test_it_refuses_hours_that_are_none_and_changes_nothing(club: Club, hours: str) -> None:
    morag = browser_of(club.memberships.get().player.account)
    answer = morag.post(settings(club), SAID | {"confirm_hours": hours})
    assert (answer.status_code, re.findall('id="id_(.+)_error"', answer.content.decode())) == (200, ["confirm_hours"])
    club.refresh_from_db()
    assert (club.confirms_results, club.confirm_hours) == (True, 48)


def test_what_is_left_out_stays_as_it_was(club: Club) -> None:
    change_club(club=club, name=club.name, summary="", is_public=True, time_zone="UTC", confirms_results=False)
    change_club(club=club, name=club.name, summary="Mondays.", is_public=True, time_zone="UTC")
    club.refresh_from_db()
    assert (club.confirms_results, club.summary) == (False, "Mondays.")
