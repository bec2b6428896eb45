"""Links of tables that do not work any more, and those that never did."""

import pytest
from pytest_django import Settings

from league.accounts.models import Account
from league.common.redis_client import broker
from league.results.models import Report
from league.tournaments.models import Round, TableLink, Tournament
from league.tournaments.services.lifecycle import cancel
from league.tournaments.services.pairing_changes import take_off_the_board
from league.tournaments.services.repairs import Absences, repair_round
from league.tournaments.services.results import report_result
from league.tournaments.services.table_links import make_links, renew_link, revoke_link, revoke_links
from league.tournaments.views.player_table_link import MOST
from tests.factories import browser_of
from tests.league.tournaments.browser import desk
from tests.league.tournaments.factories import Event
from tests.league.tournaments.phones import Phone, gone, laid, ledger_of, seated
from tests.league.tournaments.rounds import TABLES_OF_FOUR, published, seen, started

pytestmark = [pytest.mark.slow, pytest.mark.django_db]
LETTERS = "bcdfghjkmnp"


def test_a_link_that_was_withdrawn_works_for_nobody(hall: Tournament) -> None:
    here, there = laid(hall)
    one, other = seated(here, 0, 1)
    one.reports(30, 20, 10)
    report = Report.objects.get()
    revoke_link(link=here, by=None)
    assert gone(one)
    answered = other.client.post(other.at("answer"), {"report": report.public_id, "agrees": "1"})
    sent = one.sends(10, 20, 30)
    assert (answered.status_code, sent.status_code) == (404, 404)
    assert ledger_of(here.pairing) == []
    assert not gone(Phone(there))


def test_all_links_of_a_round_are_withdrawn_at_once(hall: Tournament, morag: Account) -> None:
    links = laid(hall)
    browser_of(morag).post(desk(hall, "links-revoke", 1))
    assert all(gone(Phone(link)) for link in links)
    assert revoke_links(tournament_round=hall.rounds.get(), by=None) == 0


def test_a_new_link_takes_the_place_of_the_old_one(link: TableLink, morag: Account) -> None:
    renewing = desk(link.pairing.round.tournament, "link-renew", link.public_id)
    browser_of(morag).post(renewing)
    browser_of(morag).post(renewing)
    now = TableLink.objects.get(pairing=link.pairing, revoked_at=None)
    assert TableLink.objects.filter(pairing=link.pairing).count() == 2
    assert gone(Phone(link))
    assert not gone(Phone(now))
    assert renew_link(link=link, by=None) == now


def test_a_link_dies_when_others_sit_at_its_table(hall: Tournament) -> None:
    here, there = laid(hall)
    (one,) = seated(here, 0)
    mine, theirs = here.pairing.seats.get(seat=2), there.pairing.seats.get(seat=2)
    mine.entry, theirs.entry = theirs.entry, mine.entry
    mine.save()
    theirs.save()
    assert gone(one)
    assert one.sends(30, 20, 10).status_code == 404
    assert not Report.objects.exists()
    assert make_links(tournament_round=hall.rounds.get(), by=None) == 2


def test_a_link_dies_when_its_round_is_undone(link: TableLink) -> None:
    (one,) = seated(link, 0)
    Round.objects.update(status=Round.Status.DRAFT)
    assert gone(one)
    assert one.sends(30, 20, 10).status_code == 404


def test_a_repair_kills_the_links_of_the_tables_that_it_changed_and_no_others(event: Event) -> None:
    swiss = started(event(12, **TABLES_OF_FOUR))
    published(swiss)
    links = laid(swiss)
    phones = [seated(link, 0)[0] for link in links]
    away = Absences(gone=frozenset({links[0].pairing.seats.get(seat=3).entry.number}), come=frozenset())
    repair_round(tournament=swiss, number=1, absences=away, seen=seen(swiss), by=None)
    assert [gone(phone) for phone in phones] == [True, False, False]
    assert "You are" in phones[1].page()
    assert "Who are you?" in Phone(laid(swiss)[0]).page()


def test_a_round_taken_off_the_board_takes_its_links_along(event: Event) -> None:
    swiss = started(event(12, **TABLES_OF_FOUR))
    published(swiss)
    phones = [seated(link, 0)[0] for link in laid(swiss)]
    take_off_the_board(tournament=swiss, number=1, seen=seen(swiss), by=None)
    assert all(gone(phone) for phone in phones)
    published(swiss)
    assert all(gone(phone) for phone in phones)


def test_after_the_decision_the_link_shows_the_result_and_takes_nothing(link: TableLink) -> None:
    one, late = seated(link, 0, 1)
    report_result(
        leg=link.pairing.legs.select_related("pairing__round__tournament").get(), points=[30, 20, 10], by=None
    )
    page = late.page()
    assert "Result" in page
    assert "Report result" not in page
    assert "already has a result" in one.reports(10, 20, 30)
    assert ledger_of(link.pairing) == [[30, 20, 10]]


def test_when_the_event_is_called_off_the_link_says_so(link: TableLink) -> None:
    (one,) = seated(link, 0)
    cancel(tournament=link.pairing.round.tournament, by=None)
    assert "data-not-running" in one.page()
    one.reports(30, 20, 10)
    assert not Report.objects.exists()


def test_keys_are_not_found_by_trying(link: TableLink) -> None:
    thief = browser_of()
    (sitting,) = seated(link, 0)
    guesses = ["b" * 8 + one + other for one in LETTERS for other in LETTERS][:MOST]
    assert {thief.get(f"/t/{guess}/").status_code for guess in guesses} == {404}
    assert thief.get(f"/t/{'c' * 10}/").status_code == 429
    assert thief.get(f"/t/{link.key}/").status_code == 200  # another phone at the same address may have it
    assert "You are" in sitting.page()


def test_links_that_were_withdrawn_do_not_count_as_tries(link: TableLink) -> None:
    revoke_link(link=link, by=None)
    hall_of_people = browser_of()
    assert {hall_of_people.get(f"/t/{link.key}/").status_code for _ in range(MOST + 1)} == {404}


def test_without_redis_the_tables_work_on(link: TableLink, settings: Settings) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    broker.cache_clear()
    try:
        assert "Who are you?" in Phone(link).page()
        assert browser_of().get("/t/bbbbbbbbbb/").status_code == 404
    finally:
        broker.cache_clear()
