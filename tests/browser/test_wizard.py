"""Before the start, in a browser: a test run, check-in and start on a phone; lists, deadlines and previews."""

import pytest
from playwright.sync_api import Page, expect

from league.clubs.services.members import admit_by_name
from league.tournaments.queries.entries import eligible_players
from league.tournaments.services.creation import make_tournament
from league.tournaments.services.entries import enter_players
from league.tournaments.services.lifecycle import cancel
from tests.browser.conftest import DESKTOP, PHONE, Hosts
from tests.browser.steps import fits, opens, size_of, tab
from tests.factories import account_of, glen_club

pytestmark = pytest.mark.browser

NAMES = ("Ailsa", "Bruce", "Catriona", "Dougal", "Eilidh", "Fergus", "Torquil", "Una Begg")


@pytest.mark.long
def test_an_organiser_gets_from_a_test_run_to_the_start_with_a_thumb(hosts: Hosts) -> None:
    club = glen_club(morag := account_of("Morag"))
    event = make_tournament(
        club=club, name="Autumn weekend", game="lords-of-scotland", format="table-swiss", pace="desk", by=None
    )
    for name in NAMES:
        admit_by_name(club=club, name=name)
    enter_players(tournament=event, players=list(eligible_players(event).filter(name__in=NAMES)), by=None)
    page = hosts.visitor(morag, window=PHONE)
    page.goto(f"/tournaments/{event.public_id}/{event.slug}/")
    is_tried_out(page)
    are_ticked_at_the_door(page)
    starts_without_whoever_is_not_here(page)


def is_tried_out(page: Page) -> None:
    tab(page, "Manage")
    opens(page, "Test run")
    expect(page.get_by_text("8 players, 3 rounds.")).to_be_visible()
    assert fits(page)


def are_ticked_at_the_door(page: Page) -> None:
    tab(page, "Manage")
    said(page, "Open check-in")
    for name in NAMES[:-1]:
        page.get_by_label("Player name").fill(name[:3])
        at_the_door = page.get_by_role("button", name=name)
        assert size_of(at_the_door)[1] >= 44
        at_the_door.click()
        expect(at_the_door).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_text("7 of 8 present")).to_be_visible()
    assert fits(page)


def starts_without_whoever_is_not_here(page: Page) -> None:
    tab(page, "Manage")
    page.get_by_role("link", name="Start tournament").click()
    expect(page.get_by_role("heading", name="Absent", exact=True)).to_be_visible()
    expect(page.get_by_text("Una Begg")).to_be_visible()
    said(page, "Remove absent players and start")
    expect(page.get_by_text("Autumn weekend has started.")).to_be_visible()
    expect(page.locator(".progress .state.live")).to_be_visible()


def said(page: Page, button: str) -> None:
    """Press a button of that name."""
    page.get_by_role("button", name=button).click()


LIST = "Nome;E-mail;Convidado\nJoão Conceição;joao@example.org;\nOld Angos;;\nUna Begg;una@;\nTor;;sim\nOld Angus;;\n"


def test_a_list_is_previewed_edited_and_added(hosts: Hosts) -> None:
    club = glen_club(morag := account_of("Morag"))
    page = hosts.visitor(morag, window=PHONE, java_script_enabled=False)
    angus = admit_by_name(club=club, name="Old Angus").player
    page.goto(f"/clubs/{club.slug}/members/")
    page.get_by_role("link", name="Import members").click()
    page.locator("textarea[name=text]").fill(LIST)
    page.get_by_role("button", name="Preview list").click()
    expect(page.locator("tr.refused")).to_contain_text("una@")
    assert fits(page)
    page.set_viewport_size(DESKTOP)
    assert fits(page)
    page.get_by_role("button", name="Edit list").click()
    expect(page.locator("textarea[name=text]")).to_have_value(LIST)
    page.locator("textarea[name=text]").fill(LIST.replace("una@", "una@example.org"))
    page.get_by_role("button", name="Preview list").click()
    page.locator("select[name=line-3]").select_option(angus.public_id)
    page.locator("button[name=confirmed]").click()
    expect(page.locator(".people").get_by_role("listitem").filter(has_text="Una Begg")).to_be_visible()
    assert club.memberships.count() == 4
    assert club.invitations.count() == 2


@pytest.mark.long
def test_deadlines_of_a_cancelled_tournament_are_shown_without_a_plan(hosts: Hosts) -> None:
    club = glen_club(morag := account_of("Morag"))
    event = make_tournament(club=club, name="Winter", game="lords-of-scotland", format="round-robin", by=None)
    cancel(tournament=event, by=None)
    page = hosts.visitor(morag)
    page.goto(f"/tournaments/{event.public_id}/desk/deadlines/")
    hosts.examine(page, "Deadlines")
    expect(page.locator("[data-plan]")).to_have_count(0)
    assert hosts.complaints == []


@pytest.mark.long
def test_previews_of_settings_and_of_a_new_record_follow_what_is_typed(hosts: Hosts) -> None:
    morag = account_of("Morag")
    club = glen_club(morag)
    page = hosts.visitor(morag)
    page.goto(f"/clubs/{club.slug}/settings/")
    page.get_by_role("textbox", name="Name").fill("Strath Games")
    expect(page.locator("[data-plan] h2")).to_have_text("Strath Games")
    page.goto(f"/clubs/{club.slug}/records/type/")
    page.get_by_label("King's Kilt").check()
    expect(page.locator("[data-plan] pre")).to_contain_text("Game: King's Kilt")
