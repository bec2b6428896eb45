"""Several people say something of one game at the same time: it enters once."""

from uuid import uuid4

import pytest
from django.db import transaction

from league.accounts.models import Account
from league.clubs.models import Club
from league.results.models import Report, Result
from league.results.services.reports import confirm_report, submit_report, withdraw_report
from league.results.services.resolutions import confirm_due, resolve_reports
from tests.concurrency import at_once, refusals
from tests.factories import account_of, browser_of, glen_club, joins
from tests.league.results.factories import Evening, an_evening, ledger, now, time_passes
from tests.league.results.test_score_sheet import page_of, sheet

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("redis_url")]


@pytest.fixture
def evening() -> Evening:
    return an_evening()


def test_a_sheet_that_is_sent_twice_at_once_is_one_report(evening: Evening) -> None:
    data = evening.report_data(evening.hamish, evening.ailsa)
    first, second = at_once(*[lambda: submit_report(**data, by=evening.hamish)] * 2)
    assert first == second
    assert Report.objects.count() == 1


def test_two_keys_used_at_once_for_different_games_make_one_report_and_one_refusal(evening: Evening) -> None:
    key = uuid4()
    sent = [evening.report_data(evening.hamish, evening.ailsa, points=points, key=key) for points in ((5, 4), (4, 5))]
    outcomes = at_once(*[lambda data=data: submit_report(**data, by=evening.hamish) for data in sent])
    assert len(refusals(outcomes)) == Report.objects.count() == 1


def test_confirmed_and_settled_at_once_it_enters_once(evening: Evening) -> None:
    for _ in range(4):
        report = evening.reported(evening.hamish, evening.ailsa)
        time_passes(report, hours=49)
        at_once(lambda: confirm_report(report=report, by=evening.ailsa), confirm_due, confirm_due)  # noqa: B023  (called at once)
        assert now(report) == "entered"
    assert len(ledger()) == Result.objects.values("subject").distinct().count() == 4


def test_confirmed_and_decided_at_once_it_enters_once(evening: Evening) -> None:
    report = evening.reported(evening.hamish, evening.ailsa)
    at_once(
        lambda: confirm_report(report=report, by=evening.ailsa),
        lambda: resolve_reports(subject=report.subject, by=evening.morag, report=report, reason="I was there."),
    )
    assert (now(report), len(ledger())) == ("entered", 1)


def test_confirmed_and_taken_back_at_once_it_is_one_of_both(evening: Evening) -> None:
    report = evening.reported(evening.hamish, evening.ailsa)
    outcomes = at_once(
        lambda: confirm_report(report=report, by=evening.ailsa),
        lambda: withdraw_report(report=report, by=evening.hamish),
    )
    assert len(refusals(outcomes)) == 1
    assert (now(report), len(ledger())) in {("entered", 1), ("taken-back", 0)}


def test_two_who_contradict_one_report_at_once_leave_all_three_disputed(evening: Evening) -> None:
    report = evening.reported(evening.hamish, evening.ailsa, evening.morag.player)
    hamish, ailsa, morag = evening.hamish, evening.ailsa, evening.morag.player
    sent = {
        ailsa: evening.report_data(ailsa, hamish, morag, subject=report.subject),
        morag: evening.report_data(morag, ailsa, hamish, subject=report.subject),
    }
    at_once(*[lambda by=by: submit_report(**sent[by], by=by) for by in sent])
    assert set(Report.objects.values_list("status", flat=True)) == {"disputed"}
    assert Report.objects.count() == 3


def test_the_sweep_passes_over_what_somebody_has_open(evening: Evening) -> None:
    held, free = evening.reported(evening.hamish, evening.ailsa), evening.reported(evening.ailsa, evening.fergus)
    time_passes(held, hours=49)
    time_passes(free, hours=49)
    with transaction.atomic():
        Report.objects.select_for_update().get(pk=held.pk)
        assert at_once(confirm_due) == [1]
    assert (now(held), now(free)) == ("open", "entered")
    assert confirm_due() == 1


@pytest.fixture
def club() -> Club:
    club = glen_club(account_of("Morag"))
    for name in ("Hamish", "Ailsa"):
        joins(account_of(name), club)
    return club


def sends(name: str, club: Club, written: dict[str, str]) -> str:
    """Return the kind of answer to a score sheet: sent, or a question."""
    account = Account.objects.get(email=f"{name.lower()}@example.org")
    answer = browser_of(account).post(page_of(club), written, headers={"accept": "application/json"})
    return str(min(answer.json()))


def test_two_who_send_their_sheets_at_once_make_one_report_and_one_question(club: Club) -> None:
    for evening in range(3):
        one, other = (sheet(Hamish=40 + evening, Ailsa=30), sheet(Ailsa=30, Hamish=40 + evening))
        told = at_once(lambda: sends("Hamish", club, one), lambda: sends("Ailsa", club, other))  # noqa: B023  (called at once)
        assert sorted(map(str, told)) == ["ask", "href"]
        Report.objects.update(played_at="2026-01-01T12:00Z")


def test_two_games_of_one_evening_both_count(club: Club) -> None:
    assert sends("Hamish", club, sheet(Hamish=40, Ailsa=30)) == "href"
    again = sheet(Ailsa=50, Hamish=20)
    assert sends("Ailsa", club, again) == "ask"
    assert sends("Ailsa", club, again | {"another": "1"}) == "href"
    assert Report.objects.values("subject").distinct().count() == 2
