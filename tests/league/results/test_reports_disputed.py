"""Reports that do not go together stop the clock until an organiser decides, or those at the table agree."""

from uuid import uuid4

import pytest
from django.core.mail import EmailMessage
from django.utils.formats import date_format
from django.utils.timezone import localtime

from league.accounts.models import Account
from league.clubs.models import Club
from league.results.drafts import SeatResult
from league.results.errors import DecidedAlready, NotAtTheTable, RefusedReport, WithoutReason
from league.results.models import Report, Result
from league.results.services.corrections import correct_result, withdraw_result
from league.results.services.reports import confirm_report, dispute_report, submit_report, withdraw_report
from league.results.services.resolutions import confirm_due, resolve_reports
from tests.factories import Role, account_of, glen_club, joins
from tests.league.results.factories import Evening, ledger, now, time_passes

pytestmark = [pytest.mark.slow, pytest.mark.django_db]


@pytest.fixture
def report(evening: Evening) -> Report:
    return evening.reported(evening.hamish, evening.ailsa, evening.fergus)


@pytest.fixture
def disputed(evening: Evening, report: Report) -> Report:
    return dispute_report(report=report, by=evening.ailsa, reason="I had 60.")


@pytest.fixture
def other(evening: Evening, report: Report) -> Report:
    """Ailsa says that she won."""
    return evening.reported(evening.ailsa, evening.hamish, evening.fergus, subject=report.subject)


@pytest.fixture
def entered(evening: Evening, report: Report) -> Report:
    return confirm_report(report=report, by=evening.ailsa)


@pytest.fixture
def found(evening: Evening, entered: Report) -> Report:
    """A record of that game, by which Ailsa won."""
    order = evening.ailsa, evening.hamish, evening.fergus
    return evening.reported(*order, subject=entered.subject, evidence=uuid4())


@pytest.fixture
def catriona(evening: Evening) -> Account:
    """She has an account, and may sit anywhere."""
    account = account_of("Catriona")
    joins(account, evening.club)
    return account


def test_whoever_says_that_it_is_not_right_gives_a_reason(evening: Evening, report: Report) -> None:
    with pytest.raises(RefusedReport, match="Write what is wrong"):
        dispute_report(report=report, by=evening.ailsa, reason="  ")
    assert now(report) == "open"


def test_a_dispute_stops_the_clock(disputed: Report) -> None:
    time_passes(disputed, days=30)
    assert (confirm_due(), now(disputed), ledger()) == (0, "disputed", [])
    assert disputed.confirms_itself_at is None


def test_a_report_that_differs_disputes_both(evening: Evening, report: Report, other: Report) -> None:
    assert (now(report), now(other), ledger()) == ("disputed", "disputed", [])


def test_after_an_objection_no_confirmation_enters_it(evening: Evening, catriona: Account, report: Report) -> None:
    report = evening.reported(evening.hamish, evening.ailsa, catriona.player)
    dispute_report(report=report, by=evening.ailsa, reason="I had 60.")
    confirm_report(report=report, by=catriona.player)
    assert (now(report), ledger()) == ("disputed", [])


def test_whoever_objected_may_think_again_and_then_it_enters(evening: Evening, disputed: Report) -> None:
    confirm_report(report=disputed, by=evening.ailsa)
    assert (now(disputed), len(ledger())) == ("entered", 1)


def test_who_reported_otherwise_may_confirm_the_other(evening: Evening, report: Report, other: Report) -> None:
    confirm_report(report=report, by=evening.ailsa)
    assert (now(report), now(other)) == ("entered", "taken-back")
    assert ledger() == [(evening.hamish.pk, evening.ailsa.pk, evening.fergus.pk)]


def test_with_one_taken_back_the_others_clock_starts(evening: Evening, report: Report, other: Report) -> None:
    withdraw_report(report=report, by=evening.hamish)
    assert now(other) == "open"
    assert other.confirms_itself_at is not None


def test_after_a_dispute_a_second_mail_names_the_new_deadline(
    evening: Evening, report: Report, other: Report, mailoutbox: list[EmailMessage]
) -> None:
    Club.objects.update(confirm_hours=24)  # so that the deadline is another one
    withdraw_report(report=other, by=evening.ailsa)
    assert now(report) == "open"
    assert report.confirms_itself_at is not None
    again = mailoutbox[-1]
    assert again.to == ["ailsa@example.org"]
    assert date_format(localtime(report.confirms_itself_at), "j F, H:i") in again.body


def test_who_agreed_is_not_asked_again(evening: Evening, catriona: Account, mailoutbox: list[EmailMessage]) -> None:
    report = evening.reported(evening.hamish, evening.ailsa, catriona.player)
    Report.objects.filter(pk=report.pk).update(needs=2)
    confirm_report(report=report, by=catriona.player)
    other = evening.reported(evening.ailsa, evening.hamish, catriona.player, subject=report.subject)
    mailoutbox.clear()
    Club.objects.update(confirm_hours=24)  # so that the deadline is another one
    withdraw_report(report=other, by=evening.ailsa)
    assert now(report) == "open"
    assert [mail.to for mail in mailoutbox] == [["ailsa@example.org"]]


def test_whoever_agreed_and_reports_otherwise_does_not_agree_any_more(evening: Evening, catriona: Account) -> None:
    first = evening.reported(evening.hamish, evening.ailsa, catriona.player)
    dispute_report(report=first, by=evening.ailsa, reason="I had 60.")
    confirm_report(report=first, by=catriona.player)
    evening.reported(catriona.player, evening.hamish, evening.ailsa, subject=first.subject)
    assert [answer.by for answer in first.answers.all()] == [evening.ailsa]


def test_a_scorer_does_not_enter_over_what_a_player_said_otherwise(evening: Evening, report: Report) -> None:
    own = evening.reported(evening.ailsa, evening.hamish, by=evening.morag.player, subject=report.subject)
    assert (now(report), now(own), ledger()) == ("disputed", "disputed", [])


def test_nobody_from_elsewhere_disputes_a_game_by_report(evening: Evening, catriona: Account, report: Report) -> None:
    with pytest.raises(NotAtTheTable, match="did not play this game"):
        evening.reported(catriona.player, evening.hamish, subject=report.subject)
    assert now(report) == "open"


def test_an_organiser_decides_for_one_of_the_reports(evening: Evening, report: Report, other: Report) -> None:
    resolve_reports(subject=report.subject, by=evening.morag, report=other, reason="The sheet says so.")
    assert (now(report), now(other)) == ("overruled", "entered")
    assert (report.decision, report.decided_by) == ("The sheet says so.", evening.morag.player)
    assert ledger() == [(evening.ailsa.pk, evening.hamish.pk, evening.fergus.pk)]
    assert Result.objects.get().entered_by == evening.morag.player


def test_typing_what_was_reported_puts_that_report_in_the_right(evening: Evening, disputed: Report) -> None:
    seats = tuple(SeatResult(seat.player_id, seat.points, seat.place) for seat in disputed.seats.all())
    resolve_reports(subject=disputed.subject, by=evening.morag, seats=seats, reason="I was there.")
    assert (now(disputed), len(ledger())) == ("entered", 1)


@pytest.mark.parametrize("role", [None, Role.MEMBER, Role.SCORER])
def test_only_organisers_decide_and_with_a_reason(evening: Evening, disputed: Report, role: Role | None) -> None:
    bruce = account_of("Bruce")
    if role is None:
        glen_club(bruce, name="Lochside Cards")
    else:
        joins(bruce, evening.club, role)
    with pytest.raises(NotAtTheTable):
        resolve_reports(subject=disputed.subject, by=bruce, report=disputed, reason="I say so.")
    with pytest.raises(WithoutReason):
        resolve_reports(subject=disputed.subject, by=evening.morag, report=disputed, reason=" ")
    assert (now(disputed), ledger()) == ("disputed", [])


def test_what_is_decided_is_not_decided_again(evening: Evening, disputed: Report) -> None:
    resolve_reports(subject=disputed.subject, by=evening.morag, report=disputed, reason="I was there.")
    with pytest.raises(DecidedAlready):
        resolve_reports(subject=disputed.subject, by=evening.morag, reason="Or not.")
    assert len(ledger()) == 1


def test_a_record_that_agrees_with_a_report_is_its_evidence(evening: Evening, report: Report) -> None:
    record = uuid4()
    data = evening.report_data(evening.hamish, evening.ailsa, evening.fergus, subject=report.subject, evidence=record)
    assert submit_report(**data, by=evening.ailsa) == report
    assert now(report) == "entered"
    assert Result.objects.get().evidence == record


def test_a_record_alone_still_waits_for_somebody_else(evening: Evening, report: Report) -> None:
    record = uuid4()
    data = evening.report_data(evening.hamish, evening.ailsa, evening.fergus, subject=report.subject, evidence=record)
    assert submit_report(**data, by=evening.hamish) == report
    assert (now(report), report.evidence) == ("open", record)


def test_a_record_of_a_game_in_the_ledger_is_linked_and_nothing_else_changes(evening: Evening, entered: Report) -> None:
    record = uuid4()
    data = evening.report_data(evening.hamish, evening.ailsa, evening.fergus, subject=entered.subject, evidence=record)
    assert submit_report(**data, by=evening.ailsa) == entered
    assert (now(entered), entered.evidence, len(ledger())) == ("entered", record, 1)


def test_a_record_that_differs_from_the_ledger_is_a_dispute(evening: Evening, entered: Report) -> None:
    record = uuid4()
    found = evening.reported(evening.ailsa, evening.hamish, evening.fergus, subject=entered.subject, evidence=record)
    assert (now(found), now(entered), len(ledger())) == ("disputed", "entered", 1)
    resolve_reports(subject=entered.subject, by=evening.morag, report=found, reason="The record shows it.")
    assert (now(found), now(entered)) == ("entered", "overruled")
    row = Result.objects.get(supersedes__isnull=False)
    assert (row.reason, row.evidence, row.played_at) == ("The record shows it.", record, entered.played_at)


def test_deciding_for_the_ledger_leaves_it_alone(evening: Evening, entered: Report, found: Report) -> None:
    resolve_reports(subject=entered.subject, by=evening.morag, report=entered, reason="The record is of another game.")
    assert (now(found), now(entered), Result.objects.count()) == ("overruled", "entered", 1)


def test_a_withdrawn_game_is_put_back_by_deciding_for_a_record(evening: Evening, entered: Report) -> None:
    withdraw_result(result=Result.objects.get(), reason="Nobody remembers it.", by=evening.morag)
    found = evening.reported(evening.hamish, evening.ailsa, evening.fergus, subject=entered.subject, evidence=uuid4())
    assert now(found) == "disputed"
    resolve_reports(subject=entered.subject, by=evening.morag, report=found, reason="Here it is.")
    assert Result.objects.get(superseded_by=None).how == "played"


def test_a_record_the_ledger_is_corrected_to_is_swept_away(evening: Evening, entered: Report, found: Report) -> None:
    assert (confirm_due(), now(found)) == (0, "disputed")
    seats = tuple(SeatResult(seat.player_id, seat.points, seat.place) for seat in found.seats.all())
    correct_result(result=Result.objects.get(), seats=seats, reason="The record shows it.", by=evening.morag)
    assert (confirm_due(), now(found), now(entered)) == (1, "entered", "overruled")
