"""What pages tell about reports: their history, and what waits."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from league.accounts.models import Account
from league.clubs.permissions import User
from league.results.history import history_of
from league.results.models import Report, Result
from league.results.queries import chain_of
from league.results.services.reports import confirm_report, dispute_report
from league.results.services.resolutions import confirm_due, resolve_reports
from tests.factories import Role, account_of, browser_of, joins, operator
from tests.league.results.factories import Evening, time_passes

pytestmark = pytest.mark.django_db


def account(evening: Evening) -> Account:
    assert evening.hamish.account is not None
    return evening.hamish.account


def told(report: Report, user: User) -> list[str]:
    """What happened, the first thing first."""
    return [one.words for one in reversed(history_of(chain_of(report.subject), user))]


def test_everybody_reads_who_reported_and_who_confirmed_it(evening: Evening, client: Client) -> None:
    report = evening.reported(evening.hamish, evening.ailsa)
    confirm_report(report=report, by=evening.ailsa)
    assert told(report, AnonymousUser()) == [
        "Hamish reported the result.",
        "Ailsa confirmed the result.",
        "Hamish entered the result.",
    ]
    first = history_of(chain_of(report.subject), AnonymousUser())[-1]
    assert [(line.name, line.pairs[0].after) for line in first.lines] == [("Hamish", "50"), ("Ailsa", "40")]
    assert first.link is None
    result = Result.objects.get(subject=report.subject)
    page = client.get(reverse("results:result", args=[result.pool.slug, result.number])).content.decode()
    assert page.index("Hamish entered the result.") < page.index("Hamish reported the result.")


def test_a_dispute_and_its_reasons_are_for_those_at_the_table_and_the_scorers(evening: Evening) -> None:
    report = evening.reported(evening.hamish, evening.ailsa)
    dispute_report(report=report, by=evening.ailsa, reason="I had one more.")
    other = evening.report_data(evening.ailsa, evening.hamish)
    resolve_reports(subject=report.subject, by=evening.morag, seats=other["draft"].seats, reason="I counted the cards.")
    for insider in (account(evening), evening.morag):
        assert told(report, insider) == [
            "Hamish reported the result.",
            "Ailsa disputed the result.",
            "Morag entered the result.",
            "Morag rejected the report of Hamish.",
        ]
        reasons = {one.reason for one in history_of(chain_of(report.subject), insider)}
        assert {"I had one more.", "I counted the cards."} <= reasons
        assert history_of(chain_of(report.subject), insider)[-1].link is not None
    for outsider in (AnonymousUser(), account_of("Senga")):
        assert told(report, outsider) == ["Morag entered the result."]


def test_it_says_which_of_the_reports_a_scorer_accepted(evening: Evening) -> None:
    report = evening.reported(evening.hamish, evening.ailsa)
    dispute_report(report=report, by=evening.ailsa, reason="I had one more.")
    resolve_reports(subject=report.subject, by=evening.morag, report=report, reason="I counted the cards.")
    assert told(report, evening.morag)[-1] == "Morag accepted the report of Hamish."


def test_it_says_so_where_nobody_answered_in_time(evening: Evening) -> None:
    report = evening.reported(evening.hamish, evening.ailsa)
    Report.objects.filter(pk=report.pk).update(created_at=report.created_at - timedelta(days=2))
    time_passes(report, days=3)
    assert confirm_due() == 1
    assert told(report, AnonymousUser())[0] == "Hamish reported the result."
    assert "Confirmed automatically: nobody answered in time." in told(report, AnonymousUser())


def test_a_report_of_a_scorer_entered_at_once_and_needed_nobody(evening: Evening) -> None:
    report = evening.reported(evening.hamish, evening.ailsa, by=evening.morag.player)
    assert Result.objects.count() == 1
    assert sorted(told(report, AnonymousUser())) == ["Morag entered the result.", "Morag reported the result."]


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
    answer = browser_of(evening.morag).get(reverse("accounts:account"))
    assert reverse("reports:mine") in answer.content.decode()
