"""Prints of a tournament: access, names, versions, and prints of changes only."""

import re

import pytest
from django.test import Client
from pytest_django import Settings

from engine.core import registry
from league.accounts.models import Account
from league.clubs.models import Membership
from league.tournaments.models import Round, Tournament
from league.tournaments.services.lifecycle import start
from league.tournaments.services.repairs import Absences, repair_round
from league.tournaments.services.table_links import make_links
from league.tournaments.services.withdrawals import withdraw
from tests.factories import browser_of, joins
from tests.league.assertions import queries_of
from tests.league.tournaments.browser import address, desk, text_of
from tests.league.tournaments.factories import Event
from tests.league.tournaments.rounds import TABLES_OF_FOUR, laid, names_at, published, seen, started
from tests.league.tournaments.worlds import shared

pytestmark = [pytest.mark.slow, pytest.mark.django_db]

FOR_THE_DESK = ("print-cards", "print-slips", "print-score-sheets")


@shared
def repaired(event: Event) -> Tournament:
    """Three tables of four, of which one lost somebody after the round was published."""
    tables = started(event(12, **TABLES_OF_FOUR))
    published(tables)
    missing = frozenset({laid(tables)[3][0]})
    repair_round(
        tournament=tables, number=1, absences=Absences(absent=missing, late=frozenset()), seen=seen(tables), by=None
    )
    return tables


def printed(event: Tournament, what: str, client: Client | None = None, query: str = "", number: int = 1) -> str:
    """A print as somebody sees it."""
    place = desk(event, what, number) if what in FOR_THE_DESK else address(event, what, number)
    return text_of((client or browser_of()).get(place + query))


def paper(page: str) -> str:
    """The paper itself, without the bar above it."""
    return page.partition('<div class="paper')[2]


def tables_on(page: str) -> list[int]:
    """The numbers of the tables that have a card, slip or sheet."""
    return [int(number) for number in re.findall(r"<h2[^>]*>(?:<span>)?Table(?:</span> <strong>| )(\d+)", page)]


def test_scorers_print_too(hall: Tournament, senga: Account) -> None:
    joins(senga, hall.club, Membership.Role.SCORER)
    assert tables_on(printed(hall, "print-slips", browser_of(senga))) == [1, 2]
    assert desk(hall, "print-cards", 1) in text_of(browser_of(senga).get(desk(hall, "manage")))


def test_strangers_are_not_shown_the_way_to_what_they_may_not_print(hall: Tournament, as_morag: Client) -> None:
    assert desk(hall, "print-slips", 1) in printed(hall, "print-pairings", as_morag)
    assert desk(hall, "print-slips", 1) not in printed(hall, "print-pairings")


def test_names_are_shortened_for_strangers_and_whole_for_the_desk(hall: Tournament, as_morag: Client) -> None:
    hall.club.shortens_names = True
    hall.club.save()
    for entry in hall.entries.select_related("player"):
        entry.player.name += " Macpherson"
        entry.player.save()
    for what in ("print-pairings", "print-seats"):
        assert "Macpherson" not in printed(hall, what)
        assert "Ailsa Macpherson" in printed(hall, what, as_morag)
    assert "Macpherson" not in text_of(browser_of().get(address(hall, "print-standings")))
    assert all("Ailsa Macpherson" in printed(hall, what, as_morag) for what in FOR_THE_DESK)


def test_every_print_says_of_what_and_when_it_is(hall: Tournament, as_morag: Client) -> None:
    Round.objects.filter(tournament=hall).update(version=3)
    prints = [printed(hall, what, as_morag) for what in ("print-pairings", "print-seats", *FOR_THE_DESK)]
    for page in (*prints, text_of(browser_of().get(address(hall, "print-standings")))):
        assert "round 1, version 3" in paper(page)
        assert re.search(r"published \d+ \w+ \d{4}, \d\d:\d\d", paper(page))
        assert re.search(r"printed \d+ \w+ \d{4}, \d\d:\d\d", paper(page))
        assert hall.name in paper(page)


def test_seats_are_listed_by_name_with_those_who_rest(event: Event) -> None:
    five = start(tournament=event(5), by=None)
    rows = re.findall(r'<th scope="row">(\w+)</th>', printed(five, "print-seats"))
    assert rows == ["Ailsa", "Bruce", "Catriona", "Dougal", "Eilidh"]
    assert '<td colspan="2" class="free">bye</td>' in printed(five, "print-seats")
    assert "Bye in this round:" in printed(five, "print-pairings")


def test_whoever_left_is_noted_beside_the_name_and_not_in_a_box_of_the_pages(hall: Tournament) -> None:
    gone = hall.entries.select_related("player").earliest("number")
    withdraw(entry=gone, by=None)
    sheet = paper(text_of(browser_of().get(address(hall, "print-standings"))))
    assert f'{gone.player.name} <span class="why-there">' in sheet
    assert 'class="note' not in sheet


def test_a_draft_is_printed_by_nobody(event: Event, as_morag: Client) -> None:
    tables = started(event(8, **TABLES_OF_FOUR))
    for what in ("print-pairings", "print-seats", *FOR_THE_DESK):
        place = desk(tables, what, 1) if what in FOR_THE_DESK else address(tables, what, 1)
        assert as_morag.get(place).status_code == 404
    assert "published yet" in text_of(as_morag.get(address(tables, "print-standings")))


def test_after_a_repair_only_the_changed_tables_are_printed_again(repaired: Tournament, as_morag: Client) -> None:
    changed = list(repaired.rounds.get().pairings.filter(bye="", version=2).values_list("table", flat=True))
    assert 0 < len(changed) < 3
    for what in FOR_THE_DESK:
        assert tables_on(printed(repaired, what, as_morag)) == [1, 2, 3]
        page = printed(repaired, what, as_morag, "?only=changed")
        assert tables_on(page) == changed
        assert "changed tables only" in paper(page)
        assert "round 1, version 2" in paper(page)


def test_pairings_say_which_tables_changed_and_who_has_none_now(repaired: Tournament) -> None:
    whole = paper(printed(repaired, "print-pairings"))
    changed = repaired.rounds.get().pairings.filter(bye="", version=2).count()
    assert whole.count('<span class="new">changed</span>') == changed
    part = paper(printed(repaired, "print-pairings", query="?only=changed"))
    assert part.count('<th scope="row"') == changed
    free = repaired.rounds.get().pairings.exclude(bye="").get().seats.get().entry.player.name
    assert free in part.partition("Bye in this round:")[2]


def test_where_nothing_changed_there_is_nothing_to_print_again(hall: Tournament, as_morag: Client) -> None:
    assert "only the changed" not in printed(hall, "print-slips", as_morag)
    page = printed(hall, "print-slips", as_morag, "?only=changed")
    assert tables_on(page) == []
    assert "do not need to print again" in page


def test_a_card_has_the_seats_in_order_the_link_and_how_many_must_confirm(hall: Tournament, as_morag: Client) -> None:
    assert "their tables have no link" in printed(hall, "print-cards", as_morag)
    make_links(tournament_round=hall.rounds.get(number=1), by=None)
    Tournament.objects.filter(pk=hall.pk).update(confirmations=2)
    page = printed(hall, "print-cards", as_morag)
    assert "have no link" not in page
    assert page.count('class="code"') == 2
    assert "2 other players at the table" in page
    card = paper(page).partition('<li class="table-card')[2].partition('<div class="card-link"')[0]
    assert re.findall(r"<li>(\w+)</li>", card) == list(names_at(hall, 1, 1))


@pytest.mark.parametrize("site", ["http://localhost:8000", "http://127.0.0.1:8000", "http://[::1]:8000"])
def test_cards_carry_only_codes_that_open(hall: Tournament, as_morag: Client, settings: Settings, site: str) -> None:
    settings.SITE_ADDRESS, settings.ALLOWED_HOSTS = site, ["localhost", "127.0.0.1", "[::1]"]
    make_links(tournament_round=hall.rounds.get(number=1), by=None)
    for place in (desk(hall, "print-cards", 1), desk(hall, "table-links", 1)):
        page = text_of(as_morag.get(place, headers={"host": site.removeprefix("http://")}))
        assert "MOOTHILL_ADDRESS" in page
        assert 'class="code"' not in page
    printed_page = text_of(as_morag.get(desk(hall, "print-cards", 1), headers={"host": site.removeprefix("http://")}))
    assert tables_on(paper(printed_page)) == [1, 2]
    assert "/t/" not in paper(printed_page)


@pytest.mark.parametrize(("asked", "given"), [("", 4), ("1", 1), ("2", 2), ("4", 4), ("3", 4), ("-", 4)])
def test_cards_are_one_two_or_four_to_a_page(hall: Tournament, as_morag: Client, asked: str, given: int) -> None:
    assert f'class="table-cards by-{given}"' in printed(hall, "print-cards", as_morag, f"?on={asked}")


def test_a_choice_keeps_the_others(repaired: Tournament, as_morag: Client) -> None:
    page = printed(repaired, "print-cards", as_morag, "?only=changed&on=2&next=elsewhere")
    assert 'href="?only=changed&amp;on=1"' in page
    assert 'href="?on=2"' in page
    assert "elsewhere" not in "".join(re.findall(r'href="\?[^"]*"', page))


def test_slips_follow_the_legs_and_turn_the_seats(event: Event, as_morag: Client) -> None:
    twice = start(tournament=event(2, format_options={"legs": 2}), by=None)
    page = paper(printed(twice, "print-slips", as_morag))
    first, second = (
        re.findall(r'<th scope="row">(\w+)</th>', page)[:2],
        re.findall(r'<th scope="row">(\w+)</th>', page)[2:],
    )
    assert first == second[::-1]
    assert "game 2 of 2" in page
    assert all(words in page for words in ("Time ran out", "A player left:", "Game abandoned", "Signature"))


def test_events_on_the_machine_have_no_tables_to_print(event: Event, as_morag: Client, redis_url: str) -> None:
    night = start(tournament=event(4, venue="machine"), by=None)
    for what in FOR_THE_DESK:
        assert as_morag.get(desk(night, what, 1)).status_code == 404
    assert "Result slips" not in printed(night, "print-pairings", as_morag)


def test_every_game_has_a_score_sheet_for_every_number_of_seats() -> None:
    for slug, game in registry.games().items():
        for seats in range(game.min_seats, game.max_seats + 1):
            page = text_of(browser_of().get(f"/games/{slug}/score-sheet/?seats={seats}"))
            assert f'score-table of-{seats}"' in page
            assert f"Seat {seats}</span>" in page
            links = [f'href="?seats={other}"' in page for other in range(game.min_seats, game.max_seats + 1)]
            assert all(links)
        assert f'of-{game.max_seats}"' in text_of(browser_of().get(f"/games/{slug}/score-sheet/?seats=99"))
        assert f"/games/{slug}/score-sheet/" in text_of(browser_of().get(f"/games/{slug}/"))
    assert browser_of().get("/games/whist/score-sheet/").status_code == 404


def test_pages_of_a_round_ask_the_same_number_of_questions_for_many_tables(event: Event, as_morag: Client) -> None:
    counts: dict[str, list[int]] = {}
    for entries in (6, 24):
        tables = start(tournament=event(entries, format="table-round-robin"), by=None)
        make_links(tournament_round=tables.rounds.get(number=1), by=None)
        public = [address(tables, what, 1) for what in ("print-pairings", "print-seats")]
        public += [address(tables, what) for what in ("print-standings", "big-screen")]
        for place in (*public, *(desk(tables, what, 1) for what in (*FOR_THE_DESK, "table-links", "results"))):
            counts.setdefault(place.rstrip("/").rpartition("/")[2], []).append(queries_of(as_morag, place))
    assert all(few == many for few, many in counts.values()), counts
    most = {address: 20 if "results" in address else 16 for address in counts}
    assert all(many <= most[address] for address, (_, many) in counts.items()), counts


def test_the_desk_and_the_pages_lead_to_paper_and_files(hall: Tournament, as_morag: Client, as_senga: Client) -> None:
    page = text_of(as_morag.get(desk(hall, "manage")))
    for what in FOR_THE_DESK:
        assert desk(hall, what, 1) in page
    drawn = re.findall(r'<li><a href="[^"]+/(?:pairings|seats|cards|slips|score-sheets|print)/">(<svg.+?</svg>)', page)
    assert len(drawn) == len(set(drawn)) == 8, "each print has an icon of its own"
    assert desk(hall, "export-file") in page
    assert address(hall, "export-table", "standings", "csv") in page
    assert address(hall, "print-standings") in text_of(as_senga.get(address(hall, "standings")))
    assert address(hall, "print-pairings", 1) in text_of(as_senga.get(address(hall, "rounds")))
    from_file = f"/clubs/{hall.club.slug}/tournaments/from-file/"
    assert from_file in page
    assert from_file in text_of(as_morag.get(f"/clubs/{hall.club.slug}/"))
    assert from_file in text_of(as_morag.get(f"/clubs/{hall.club.slug}/tournaments/new/"))
    assert from_file not in text_of(as_senga.get(f"/clubs/{hall.club.slug}/"))
