"""Rights to report for a seat: a phone for one seat, an account for its own seat, nobody for two."""

import pytest

from league.accounts.models import Account, Change
from league.clubs.models import Membership
from league.results.models import Report, Result
from league.tournaments.models import TableLink, TableVoice, Tournament
from tests.factories import browser_of
from tests.league.tournaments.browser import desk, text_of
from tests.league.tournaments.phones import Phone, gives_account, laid, ledger_of, seated

pytestmark = [pytest.mark.slow, pytest.mark.django_db]


def test_a_seat_is_spoken_for_by_one_phone_and_a_phone_for_one_seat(link: TableLink) -> None:
    one, other = Phone(link), Phone(link)
    for _time in range(2):
        one.sits(0)
    assert "note error" in other.sits(0)
    assert "note error" in one.sits(1)
    assert TableVoice.objects.get().seat.seat == 0
    assert "Who are you?" in one.leaves()
    assert "You are" in one.sits(1)


def test_a_phone_that_has_spoken_cannot_go_on_as_somebody_else(link: TableLink) -> None:
    (one,) = seated(link, 0)
    one.reports(30, 20, 10)
    assert "note error" in one.leaves()
    assert "note error" in one.sits(1)
    assert TableVoice.objects.get().seat.seat == 0
    one.confirms(Report.objects.get())
    assert ledger_of(link.pairing) == []


def test_an_organiser_frees_a_seat_for_another_phone(link: TableLink, morag: Account) -> None:
    (wrong,) = seated(link, 0)
    page = browser_of(morag).post(
        desk(link.pairing.round.tournament, "free-table-seat", link.public_id, 0), follow=True
    )
    assert "The seat was released" in text_of(page)
    assert "Choose your name first" in wrong.reports(30, 20, 10)
    assert "You are" in Phone(link).sits(0)
    assert "Who are you?" in wrong.page()
    assert Change.objects.filter(verb="seat-freed").count() == 1
    assert not Report.objects.exists()


def test_there_is_no_other_seat_to_take_than_those_of_the_table(link: TableLink) -> None:
    for seat in ("3", "-1", "99", "", "first", "0 or 1"):
        phone = Phone(link)
        phone.client.post(phone.at("seat"), {"seat": seat})
    assert not TableVoice.objects.exists()


def test_nobody_confirms_without_a_seat_or_their_own(link: TableLink) -> None:
    nobody, (one,) = Phone(link), seated(link, 0)
    assert "Choose your name first" in nobody.reports(30, 20, 10)
    one.reports(30, 20, 10)
    assert "Choose your name first" in nobody.confirms(Report.objects.get())
    assert "your own" in one.confirms(Report.objects.get())
    assert ledger_of(link.pairing) == []


def test_the_cookie_of_one_table_opens_no_other(hall: Tournament) -> None:
    here, there = laid(hall)
    (one,) = seated(here, 0)
    stolen = one.client.cookies["seat"].value
    other = Phone(there)
    other.client.cookies["seat"] = stolen
    assert "Choose your name first" in other.reports(30, 20, 10)
    other.client.cookies["seat"] = stolen[:-2] + "xx"
    assert "Who are you?" in other.page()
    assert not Report.objects.exists()


def test_a_report_of_another_table_cannot_be_answered(hall: Tournament) -> None:
    here, there = laid(hall)
    (one,), (other,) = seated(here, 0), seated(there, 0)
    one.reports(30, 20, 10)
    assert "withdrawn or decided before" in other.confirms(Report.objects.get())
    assert ledger_of(here.pairing) == []


# Accounts and roles


def test_who_is_signed_in_speaks_for_their_own_seat_at_once(link: TableLink, hamish: Account) -> None:
    gives_account(hamish, link.pairing, 1)
    hamish_here = Phone(link, browser_of(hamish))
    assert "You are" in hamish_here.page()
    assert "for your own seat" in hamish_here.sits(0)
    hamish_here.reports(30, 20, 10)
    assert Report.objects.get().via is None


def test_the_seat_of_an_organiser_has_no_organisers_weight_by_the_link(link: TableLink, morag: Account) -> None:
    gives_account(morag, link.pairing, 0)
    Membership.objects.filter(player=morag.player).update(role="organiser")
    (phone,) = seated(link, 0)
    phone.reports(30, 20, 10)
    assert Report.objects.get().status == "open"
    assert ledger_of(link.pairing) == []


def test_a_scorer_at_the_table_counts_at_once_when_signed_in(link: TableLink, morag: Account) -> None:
    gives_account(morag, link.pairing, 0)
    Membership.objects.filter(player=morag.player).update(role="scorer")
    Phone(link, browser_of(morag)).reports(30, 20, 10)
    assert ledger_of(link.pairing) == [[30, 20, 10]]


def test_an_account_outranks_a_phone_on_its_own_seat(link: TableLink, hamish: Account) -> None:
    gives_account(hamish, link.pairing, 0)
    thief, other = seated(link, 0, 1)
    thief.reports(10, 20, 30)
    Phone(link, browser_of(hamish)).reports(30, 20, 10)
    assert "Sign in to change" in thief.reports(10, 20, 30)
    other.confirms(Report.objects.get(status="open"))
    assert ledger_of(link.pairing) == [[30, 20, 10]]


def test_nothing_but_a_played_game_is_reported_by_a_link(link: TableLink) -> None:
    one, other = seated(link, 0, 1)
    one.reports(30, 20, 10, besides={"how": "arbiter"})
    other.confirms()
    assert Result.objects.get().how == "played"
