"""The home page of a visitor replays the end of a match, unless the reader wants no motion."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESKTOP, PHONE, Hosts
from tests.games.matches.test_pages import done
from tests.games.tables import blocks
from tests.league.results.evening import an_evening
from tests.league.tournaments.test_first_page import an_event, was_here_yesterday

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def moves_told(page: Page) -> str:
    return page.locator(".showcase-said").inner_text()


def test_the_last_moves_are_replayed_until_somebody_stops_them(hosts: Hosts) -> None:
    done(blocks()[0])
    page = hosts.visitor(reduced_motion="no-preference")
    page.goto("/")
    end = moves_told(page)
    expect(page.locator(".showcase-said")).not_to_have_text(end)
    hosts.examine(page, "Home")
    page.locator("[data-showcase] button").click()
    expect(page.locator("[data-showcase] button")).to_have_text("Play")


def test_nothing_moves_for_a_reader_who_wants_no_motion_until_they_ask(hosts: Hosts) -> None:
    done(blocks()[0])
    page = hosts.visitor(reduced_motion="reduce")
    page.goto("/")
    end = moves_told(page)
    button = page.locator("[data-showcase] button")
    expect(button).to_have_text("Play")
    assert moves_told(page) == end
    button.click()
    expect(page.locator(".showcase-said")).not_to_have_text(end)


def test_without_script_the_table_stands_at_its_end(hosts: Hosts) -> None:
    done(blocks()[0])
    page = hosts.visitor(java_script_enabled=False)
    page.goto("/")
    expect(page.locator(".showcase-table .stage")).to_be_visible()
    expect(page.locator("[data-showcase] button")).to_have_count(0)


def test_the_pages_of_a_game_are_read_aloud_and_fit(hosts: Hosts) -> None:
    page = hosts.visitor()
    for address, title in (
        ("/games/", "Games"),
        ("/games/highland-clans/", "Highland Clans"),
        ("/games/kings-kilt/rules/", "Rules of King"),
        ("/play/", "Play"),
        ("/play/lords-of-scotland/", "Play Lords"),
    ):
        page.goto(address)
        hosts.examine(page, title)


def test_the_next_game_of_a_player_is_read_aloud_and_fits(hosts: Hosts) -> None:
    evening = an_evening()
    hamish = evening.hamish.account
    assert hamish is not None
    was_here_yesterday(hamish)
    an_event(evening)
    an_event(evening, name="A cup with a long name, which is played all through the winter and the spring")
    for window in (DESKTOP, PHONE):
        page = hosts.visitor(hamish, window)
        page.goto("/")
        expect(page.locator(".next-game")).to_have_count(2)
        hosts.examine(page, "Home")
