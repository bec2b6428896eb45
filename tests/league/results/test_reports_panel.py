"""Reports on the page of a club and on the account page."""

import pytest
from django.http import HttpResponse
from django.urls import reverse

from league.accounts.models import Account
from league.results.services.reports import dispute_report
from tests.factories import Role, account_of, browser_of, joins, operator
from tests.league.results.factories import Evening

pytestmark = pytest.mark.django_db
RECORD = "/clubs/glen-orchy-games/record-a-game/"


def club_page(reader: Account | None) -> str:
    answer = browser_of(reader).get("/clubs/glen-orchy-games/")
    assert isinstance(answer, HttpResponse)
    return answer.content.decode()


def test_members_record_a_game_from_the_page_of_the_club(evening: Evening) -> None:
    assert RECORD in club_page(evening.hamish.account)
    assert RECORD in club_page(evening.morag)


@pytest.mark.parametrize("who", ["stranger", "visitor"])
def test_others_do_not(evening: Evening, who: str) -> None:
    evening.reported(evening.hamish, evening.ailsa)
    page = club_page(account_of("Senga") if who == "stranger" else None)
    assert RECORD not in page
    assert "Confirm your game:" not in page


def test_an_operator_who_is_no_member_does_too(evening: Evening) -> None:
    assert RECORD in club_page(operator())


def test_the_page_asks_those_at_the_table_and_nobody_else(evening: Evening) -> None:
    report = evening.reported(evening.hamish, evening.ailsa)
    joins(bruce := account_of("Bruce"), evening.club)
    address = reverse("reports:report", args=[report.public_id])
    assert address in club_page(evening.ailsa.account)
    assert address not in club_page(evening.hamish.account)
    assert address not in club_page(bruce)


def test_who_has_answered_is_not_asked_again(evening: Evening) -> None:
    report = evening.reported(evening.hamish, evening.ailsa)
    dispute_report(report=report, by=evening.ailsa, reason="I had 60.")
    assert report.public_id not in club_page(evening.ailsa.account)


@pytest.mark.parametrize("role", [Role.SCORER, Role.ORGANISER])
def test_those_who_score_see_how_much_waits_and_others_do_not(evening: Evening, role: Role) -> None:
    joins(bruce := account_of("Bruce"), evening.club, role)
    disputed = evening.reported(evening.hamish, evening.ailsa)
    dispute_report(report=disputed, by=evening.ailsa, reason="I had 60.")
    for _ in range(2):
        evening.reported(evening.hamish, evening.fergus)
    page = club_page(bruce)
    assert "One disputed game" in page
    assert "2 results are waiting for confirmation." in page
    assert "/clubs/glen-orchy-games/reports/" in page
    assert "disputed" not in club_page(evening.hamish.account)


def test_the_account_leads_to_ones_own_reports(evening: Evening) -> None:
    answer = browser_of(evening.morag).get(reverse("members:account"))
    assert reverse("reports:mine") in answer.content.decode()
