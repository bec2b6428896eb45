"""A change of a rating opens to its sum, and an open table to what is at stake: by a tap, and without script too."""

import pytest
from playwright.sync_api import Page, expect

from league.accounts.models import Account, Player
from league.clubs.services.members import admit_by_name
from league.ratings.services import fold_pool
from league.results.services.ledger import pool_for
from league.tournaments.services.lifecycle import start
from tests.browser.conftest import PHONE, Hosts
from tests.browser.factories import event_at_tables
from tests.factories import account_of, glen_club
from tests.league.ledger import GAME, enter, table

pytestmark = pytest.mark.browser

WIDER = "document.documentElement.scrollWidth > document.documentElement.clientWidth"


def hamish_of(morag: Account) -> Player:
    """Hamish, who has played three games in Morag's club."""
    club = glen_club(morag)
    hamish, senga = (admit_by_name(club=club, name=name).player for name in ("Hamish", "Senga of the long name"))
    pool = pool_for(game=GAME, player_kind="person", club=club)
    enter(pool, table(hamish, senga), table(senga, hamish), table(hamish, senga))
    fold_pool(pool_id=pool.pk)
    return hamish


def page_of(player: Player) -> str:
    return f"/players/{player.public_id}/{player.slug}/"


def tap_the_latest_change(page: Page) -> None:
    page.locator("details.why summary").first.click()


def test_a_change_opens_to_its_sum_on_a_phone(hosts: Hosts) -> None:
    hamish = hamish_of(account_of("Morag"))
    page = hosts.visitor(window=PHONE)
    page.goto(page_of(hamish))
    tap_the_latest_change(page)
    expect(page.get_by_text("Before (±")).to_be_visible()
    expect(page.get_by_text("Win against Senga of the long name")).to_be_visible()
    expect(page.locator(".formula").first).to_contain_text("40 ")
    assert not page.evaluate(WIDER)


def test_without_script_the_sum_is_a_page(hosts: Hosts) -> None:
    hamish = hamish_of(account_of("Morag"))
    page = hosts.visitor(window=PHONE, java_script_enabled=False)
    page.goto(page_of(hamish))
    tap_the_latest_change(page)
    page.get_by_role("link", name="Calculation").first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Why ratings changed")
    expect(page.get_by_text("Before (±")).to_have_count(2)


def test_an_open_table_tells_what_is_at_stake(hosts: Hosts) -> None:
    event = event_at_tables(glen_club(account_of("Morag")), "Ailsa", "Bruce", "Catriona")
    start(tournament=event, by=None)
    page = hosts.visitor(window=PHONE)
    page.goto(f"/tournaments/{event.public_id}/{event.slug}/rounds/1/")
    page.locator("summary", has_text="Rating changes").first.click()
    expect(page.locator(".stakes table").first).to_contain_text("+20")
    assert not page.evaluate(WIDER)


def test_a_table_is_put_together_by_name(hosts: Hosts) -> None:
    hamish = hamish_of(account_of("Morag"))
    page = hosts.visitor(window=PHONE)
    page.goto(page_of(hamish))
    page.get_by_role("link", name="Possible rating changes in the next game").click()
    page.get_by_label("Find player").fill("long")
    page.get_by_role("button", name="Show").click()
    page.get_by_role("link", name="Add Senga of the long name").click()
    expect(page.locator(".stakes table")).to_contain_text("tie")
    assert not page.evaluate(WIDER)
