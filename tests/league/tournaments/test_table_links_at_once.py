"""Several phones at one table at the same moment: a seat has one voice, a game one result."""

from uuid import uuid4

import pytest

from league.accounts.models import Account
from league.results.models import Report, ReportAnswer
from league.tournaments.models import TableLink, TableVoice, Tournament
from league.tournaments.services.lifecycle import start
from league.tournaments.services.table_links import make_links, renew_link, revoke_link, take_seat
from tests.factories import account_of, glen_club
from tests.league.clubs.test_at_once import at_once, refusals
from tests.league.tournaments.cast import admitting, drafting
from tests.league.tournaments.phones import Phone, laid, ledger_of

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def morag() -> Account:
    return account_of("Morag")


@pytest.fixture
def hall(morag: Account) -> Tournament:
    club = glen_club(morag)
    return start(tournament=drafting(club, admitting(club))(3, format="table-round-robin"), by=None)


def seated(link: TableLink) -> list[Phone]:
    phones = [Phone(link) for _ in range(3)]
    for seat, phone in enumerate(phones):
        phone.sits(seat)
    return phones


def test_two_who_take_one_seat_at_once_are_one_and_a_refusal(hall: Tournament) -> None:
    link = laid(hall)[0]
    outcomes = at_once(*[lambda browser=browser: take_seat(link=link, seat=0, browser=browser) for browser in "abc"])
    assert len(refusals(outcomes)) == 2
    assert TableVoice.objects.count() == 1


def test_two_who_confirm_at_once_enter_one_result(hall: Tournament) -> None:
    link = laid(hall)[0]
    one, two, three = seated(link)
    one.reports(30, 20, 10)
    report = Report.objects.get()
    at_once(lambda: two.confirms(report), lambda: three.confirms(report))
    assert ledger_of(link.pairing) == [[30, 20, 10]]
    assert Report.objects.get().status == "entered"


def test_where_two_must_confirm_two_at_once_are_enough(hall: Tournament) -> None:
    Tournament.objects.update(confirmations=2)
    link = laid(hall)[0]
    one, two, three = seated(link)
    one.reports(30, 20, 10)
    report = Report.objects.get()
    at_once(lambda: two.confirms(report), lambda: three.confirms(report))
    assert ReportAnswer.objects.count() == 2
    assert ledger_of(link.pairing) == [[30, 20, 10]]


def test_different_figures_at_once_are_disputed_and_nothing_enters(hall: Tournament) -> None:
    link = laid(hall)[0]
    one, two, _three = seated(link)
    at_once(lambda: one.reports(30, 20, 10), lambda: two.reports(20, 30, 10))
    assert sorted(Report.objects.values_list("status", flat=True)) == ["disputed", "disputed"]
    assert ledger_of(link.pairing) == []


def test_the_same_figures_at_once_confirm_each_other(hall: Tournament) -> None:
    link = laid(hall)[0]
    one, two, _three = seated(link)
    at_once(lambda: one.reports(30, 20, 10), lambda: two.reports(30, 20, 10))
    assert Report.objects.count() == 1
    assert ledger_of(link.pairing) == [[30, 20, 10]]


def test_a_sheet_that_is_sent_twice_at_once_is_one_report(hall: Tournament) -> None:
    one, *_ = seated(laid(hall)[0])
    key = uuid4()
    at_once(*[lambda: one.reports(30, 20, 10, key=key)] * 2)
    assert Report.objects.count() == 1


def test_withdrawn_while_it_is_confirmed_it_is_one_of_both(hall: Tournament) -> None:
    link = laid(hall)[0]
    one, two, _three = seated(link)
    one.reports(30, 20, 10)
    report = Report.objects.get()
    at_once(lambda: two.confirms(report), lambda: revoke_link(link=link, by=None))
    report.refresh_from_db()
    assert (report.status, ledger_of(link.pairing)) in [("entered", [[30, 20, 10]]), ("open", [])]


def test_links_made_and_renewed_at_once_leave_one_a_table(hall: Tournament) -> None:
    playing = hall.rounds.get(number=1)
    at_once(*[lambda: make_links(tournament_round=playing, by=None)] * 3)
    link = TableLink.objects.select_related("pairing__round__tournament").get()
    at_once(*[lambda: renew_link(link=link, by=None)] * 3)
    assert TableLink.objects.filter(revoked_at=None).count() == 1
    assert TableLink.objects.count() == 2
