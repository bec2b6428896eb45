"""Those at a table report and confirm by its link, without an account; and nobody learns more by it than that."""

from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from pytest_django import Settings

from league.accounts.models import Account, Change
from league.common.redis_client import broker
from league.results.models import Report, ReportAnswer, Result
from league.results.services.resolutions import confirm_due
from league.tournaments.models import TableLink, TableVoice, Tournament
from league.tournaments.presenters.table_links import links_of
from league.tournaments.services.lifecycle import cancel, start
from league.tournaments.services.pairing_changes import unpublish_round
from league.tournaments.services.repairs import Absences, repair_round
from league.tournaments.services.table_links import make_links, renew_link, revoke_link, revoke_links
from league.tournaments.views.player_table_link import GUESSES
from tests.factories import browser_of
from tests.league.results.factories import time_passes
from tests.league.tournaments.browser import address, desk, text_of
from tests.league.tournaments.factories import Event, report_result
from tests.league.tournaments.phones import Phone, gone, laid, ledger_of, names_at, seated
from tests.league.tournaments.rounds import TABLES_OF_FOUR, published, seen, started

pytestmark = [pytest.mark.slow, pytest.mark.django_db]


@pytest.mark.parametrize(("asked", "needed"), [(0, 0), (1, 1), (2, 2), (4, 2)])
def test_it_counts_when_as_many_confirm_as_the_event_says_and_sit_there(
    hall: Tournament, asked: int, needed: int
) -> None:
    Tournament.objects.filter(pk=hall.pk).update(confirmations=asked)
    link = laid(hall)[0]
    reporter, *others = seated(link, 0, 1, 2)
    page = reporter.reports(30, 20, 10)
    for open_still, other in zip(range(needed, 0, -1), others, strict=False):
        assert f'data-needs="{open_still}"' in page
        assert ledger_of(link.pairing) == []
        assert "Confirm result" in other.page()
        page = other.confirms()
    assert "Result" in reporter.page()
    assert ("The result counts" in page) == (needed > 0)
    assert ledger_of(link.pairing) == [[30, 20, 10]]
    report, answers = Report.objects.get(), ReportAnswer.objects.order_by("pk")
    names = names_at(link.pairing)
    assert (report.via, report.by.name) == (link.via, names[0])
    assert [(one.via, one.by.name) for one in answers] == [(link.via, name) for name in names[1 : needed + 1]]


def test_a_sheet_of_another_that_says_the_same_confirms_it(link: TableLink) -> None:
    one, other = seated(link, 0, 1)
    one.reports(30, 20, 10)
    other.reports(30, 20, 10)
    assert ledger_of(link.pairing) == [[30, 20, 10]]


def test_places_are_enough(link: TableLink) -> None:
    one, other = seated(link, 0, 1)
    one.reports("", "", "", besides={"place-1": "2", "place-2": "1", "place-3": "3"})
    other.confirms()
    assert [seat.place for seat in Result.objects.get().seats.all()] == [2, 1, 3]


def test_nobody_joins_a_table_by_its_sheet(link: TableLink) -> None:
    one, other = seated(link, 0, 1)
    one.reports(30, 20, 10, besides={"player-4": "somebody", "points-4": "40", "left-4": "on"})
    other.confirms()
    assert [(seat.points, seat.place) for seat in Result.objects.get().seats.all()] == [(30, 1), (20, 2), (10, 3)]


def test_what_cannot_stand_comes_back_filled_with_a_sentence(link: TableLink) -> None:
    (one,) = seated(link, 0)
    page = one.reports(30, "twenty", 10)
    assert "Enter a whole number" in page
    assert 'value="30"' in page
    assert 'value="twenty"' in page
    assert not Report.objects.exists()


def test_an_objection_with_a_reason_leaves_it_to_the_organiser(link: TableLink, morag: Account) -> None:
    one, other = seated(link, 0, 1)
    one.reports(30, 20, 10)
    assert "Write what is wrong" in other.objects(" ")
    assert Report.objects.get().status == "open"
    assert "data-disputed" in other.objects("I had 25.")
    report = Report.objects.get()
    assert report.status == "disputed"
    assert "I had 25." in text_of(browser_of(morag).get(reverse("reports:report", args=[report.public_id])))
    assert ledger_of(link.pairing) == []


def test_figures_that_differ_are_disputed_and_whoever_erred_corrects_theirs(link: TableLink) -> None:
    one, other = seated(link, 0, 1)
    one.reports(30, 20, 10)
    other.reports(20, 30, 10)
    assert set(Report.objects.values_list("status", flat=True)) == {"disputed"}
    assert "otherwise" in one.page()
    one.reports(20, 30, 10)
    assert ledger_of(link.pairing) == [[20, 30, 10]]


def test_a_game_that_ended_early_is_reported_as_such(link: TableLink) -> None:
    one, other = seated(link, 0, 1)
    assert "Time ran out." in one.reports(30, 20, 10, besides={"ending": "time"})
    other.confirms()
    assert Result.objects.get().ending == "time"


def test_unanswered_it_confirms_itself_by_time(link: TableLink) -> None:
    (one,) = seated(link, 0)
    one.reports(30, 20, 10)
    time_passes(Report.objects.get(), hours=49)
    confirm_due()
    assert ledger_of(link.pairing) == [[30, 20, 10]]


def test_a_sheet_sent_twice_is_one_report(link: TableLink) -> None:
    (one,) = seated(link, 0)
    key = uuid4()
    one.reports(30, 20, 10, key=key)
    one.reports(30, 20, 10, key=key)
    assert Report.objects.count() == 1
    assert "already sent with other figures" in one.reports(10, 20, 30, key=key)


def test_the_page_is_for_this_link_alone(link: TableLink) -> None:
    answer = Phone(link).client.get(f"/t/{link.key}/")
    assert answer["X-Robots-Tag"] == "noindex, nofollow"
    assert answer["Referrer-Policy"] == "same-origin"
    assert "no-store" in answer["Cache-Control"]
    cookie = seated(link, 0)[0].client.cookies["seat"]
    assert cookie["path"] == f"/t/{link.key}/"
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"
    assert TableVoice.objects.get().browser not in cookie.value
    strict = browser_of(enforce_csrf_checks=True)
    for door in ("seat", "leave", "report", "answer"):
        assert strict.post(f"/t/{link.key}/{door}/").status_code == 403


def test_a_private_clubs_link_shows_its_table_and_leads_no_further(hall: Tournament, link: TableLink) -> None:
    hall.club.is_public = False
    hall.club.save()
    (one,) = seated(link, 0)
    page = one.page()
    others = names_at(laid(hall)[1].pairing)
    assert all(name in page for name in names_at(link.pairing))
    assert not any(name in page for name in others)
    assert address(hall, "tournament") not in page
    assert browser_of().get(address(hall, "tournament")).status_code == 404
    assert 'data-needs="1"' in one.reports(30, 20, 10)


def test_typing_the_key_in_any_way_leads_to_the_table(link: TableLink) -> None:
    typed = f" {link.key[:5].upper()}-{link.key[5:]} "
    assert browser_of().get("/t/", {"key": typed}).headers["Location"] == f"/t/{link.key}/"
    assert browser_of().get(f"/t/{link.key.upper()}/").headers["Location"] == f"/t/{link.key}/"
    for wrong in ("abc", "abc/def/gh", "?" * 10, "b" * 500):
        assert "Check the table card" in text_of(browser_of().get("/t/", {"key": wrong}))


def test_a_table_asks_the_same_number_of_questions_however_large_the_event(event: Event) -> None:
    counts = []
    for entries in (6, 12):
        link = laid(start(tournament=event(entries, format="table-round-robin"), by=None))[0]
        one, other = seated(link, 0, 1)
        one.reports(*[10] * link.pairing.seats.count())
        with CaptureQueriesContext(connection) as asked:
            assert "Confirm result" in other.page()
        counts.append(len(asked))
    assert counts[0] == counts[1]
    assert counts[0] <= 20


def test_the_desk_shows_a_code_and_the_letters_for_every_table(hall: Tournament, morag: Account) -> None:
    as_morag = browser_of(morag)
    assert "Create links for 2 tables" in text_of(as_morag.get(desk(hall, "table-links", 1)))
    as_morag.post(desk(hall, "create-table-links", 1))
    as_morag.post(desk(hall, "create-table-links", 1))
    page = text_of(as_morag.get(desk(hall, "table-links", 1)))
    links = TableLink.objects.order_by("table")
    assert len(links) == page.count('class="code"') == 2
    for link in links:
        assert f"testserver/t/{link.key[:5]}-{link.key[5:]}" in page
    cards = links_of(hall.rounds.get(), "https://moothill.example/")
    assert [card.table for card in cards] == [1, 2]
    assert cards[0].address == f"https://moothill.example/t/{links[0].key}/"
    assert cards[0].svg.startswith("<svg")
    assert "style=" not in cards[0].svg


def test_every_change_of_links_is_in_the_log(hall: Tournament, link: TableLink, morag: Account) -> None:
    renewed = renew_link(link=link, by=morag)
    revoke_link(link=renewed, by=morag)
    revoke_links(tournament_round=hall.rounds.get(), by=morag)
    verbs = list(Change.objects.filter(event=hall.public_id).order_by("id").values_list("verb", flat=True))
    assert [verb for verb in verbs if verb.startswith("link")] == [
        "links-made",
        "link-renewed",
        "link-revoked",
        "links-revoked",
    ]


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
    browser_of(morag).post(desk(hall, "revoke-table-links", 1))
    assert all(gone(Phone(link)) for link in links)
    assert revoke_links(tournament_round=hall.rounds.get(), by=None) == 0


def test_a_new_link_takes_the_place_of_the_old_one(link: TableLink, morag: Account) -> None:
    renewing = desk(link.pairing.round.tournament, "renew-table-link", link.public_id)
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


def test_a_repair_kills_the_links_of_the_tables_that_it_changed_and_no_others(event: Event) -> None:
    swiss = started(event(12, **TABLES_OF_FOUR))
    published(swiss)
    links = laid(swiss)
    phones = [seated(link, 0)[0] for link in links]
    away = Absences(absent=frozenset({links[0].pairing.seats.get(seat=3).entry.number}), late=frozenset())
    repair_round(tournament=swiss, number=1, absences=away, seen=seen(swiss), by=None)
    assert [gone(phone) for phone in phones] == [True, False, False]
    assert "You are" in phones[1].page()
    assert "Who are you?" in Phone(laid(swiss)[0]).page()


def test_a_round_taken_off_the_board_takes_its_links_along(event: Event) -> None:
    swiss = started(event(8, **TABLES_OF_FOUR))
    published(swiss)
    phones = [seated(link, 0)[0] for link in laid(swiss)]
    unpublish_round(tournament=swiss, number=1, seen=seen(swiss), by=None)
    assert all(gone(phone) for phone in phones)
    assert phones[0].sends(30, 20, 10, 5).status_code == 404
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
    guessed(GUESSES.most - 2)
    assert [thief.get(f"/t/{guess * 10}/").status_code for guess in "bd"] == [404, 404]
    assert thief.get(f"/t/{'c' * 10}/").status_code == 429
    assert thief.get(f"/t/{'c' * 10}/", REMOTE_ADDR="198.51.100.9").status_code == 404
    assert thief.get(f"/t/{link.key}/").status_code == 200  # another phone at the same address may have it
    assert "You are" in sitting.page()


def test_links_that_were_withdrawn_do_not_count_as_tries(link: TableLink) -> None:
    revoke_link(link=link, by=None)
    guessed(GUESSES.most - 1)
    hall_of_people = browser_of()
    assert [hall_of_people.get(f"/t/{link.key}/").status_code for _ in range(3)] == [404] * 3


def guessed(times: int) -> None:
    """As if somebody at the address of these browsers had tried so many keys."""
    request = Client().get("/sign-in/").wsgi_request
    for _ in range(times):
        GUESSES.note(request)


def test_without_redis_the_tables_work_on(link: TableLink, settings: Settings) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    broker.cache_clear()
    try:
        assert "Who are you?" in Phone(link).page()
        assert browser_of().get("/t/bbbbbbbbbb/").status_code == 404
    finally:
        broker.cache_clear()
