"""A weekend event on a phone: proposed, tried out, filled by a list and by hand, ticked at the door, started."""

import pytest
from playwright.sync_api import Page, expect

from league.accounts.services.players import make_player
from league.clubs.services.members import admit, admit_by_name
from league.tournaments.services.creation import make_tournament
from league.tournaments.services.lifecycle import cancel
from tests.browser.conftest import DESKTOP, PHONE, Hosts
from tests.browser.steps import fits, opens, size_of, tab
from tests.factories import account_of, glen_club

pytestmark = pytest.mark.browser


@pytest.mark.long
@pytest.mark.timeout(120)
def test_an_organiser_gets_from_nothing_to_the_start_with_a_thumb(hosts: Hosts) -> None:
    morag = account_of("Morag")
    club = glen_club(morag)
    for name in ("Ailsa", "Bruce", "Catriona", "Dougal", "Eilidh", "Fergus"):
        admit(club=club, player=make_player(name=name))
    page = hosts.visitor(morag)
    page.set_viewport_size(PHONE)

    is_proposed(page, f"/clubs/{club.slug}/tournaments/new/")
    is_filled_by_hand_and_by_a_list(page)
    is_tried_out(page)
    are_ticked_at_the_door(page)
    starts_without_whoever_is_not_here(page)


def is_proposed(page: Page, wizard: str) -> None:
    page.goto(wizard)
    page.get_by_label("Lords of Scotland").check()
    page.get_by_label("Swiss: ").check()
    page.get_by_label("Number of players (approximate)").fill("8")
    page.get_by_label("Hours available").fill("4")
    said(page, "Continue")
    expect(page.get_by_text("With 8 players: 2 tables of 4.")).to_be_visible()
    page.get_by_role("textbox", name="Name").fill("Autumn weekend")
    said(page, "Create tournament")


def is_filled_by_hand_and_by_a_list(page: Page) -> None:
    for name in ("Ailsa", "Bruce", "Catriona", "Dougal", "Eilidh"):
        page.get_by_label(name, exact=True).check()
    said(page, "Enter players")
    page.get_by_role("link", name="Import players").click()
    page.get_by_label("Or paste the list").fill("Name;Guest\nFergus;\nUna Begg;yes\nBruse;\nTorquil;")
    said(page, "Preview list")
    expect(page.get_by_role("row", name="Una Begg")).to_contain_text("New player, entered as a guest")
    page.get_by_label("Who is Bruse?").select_option(label="Bruce")
    said(page, "Update preview")
    expect(page.get_by_role("row", name="Bruce")).to_be_visible()
    said(page, "Enter 3 players")
    expect(page.get_by_text("3 players were entered.")).to_be_visible()


def is_tried_out(page: Page) -> None:
    tab(page, "Manage")
    opens(page, "Test run")
    expect(page.get_by_text("8 players, 3 rounds.")).to_be_visible()
    assert fits(page)


def are_ticked_at_the_door(page: Page) -> None:
    tab(page, "Manage")
    said(page, "Open check-in")
    for name in ("Ailsa", "Bruce", "Catriona", "Dougal", "Eilidh", "Fergus", "Torquil"):
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


@pytest.mark.long
@pytest.mark.timeout(90)
def test_a_player_registers_on_the_events_page_and_moves_up_from_the_waiting_list(hosts: Hosts) -> None:
    morag, hamish, senga = account_of("Morag"), account_of("Hamish"), account_of("Senga")
    club = glen_club(morag)
    page = hosts.visitor(morag)
    page.goto(f"/clubs/{club.slug}/tournaments/new/?game=kings-kilt&kind=weekend&venue=paper")
    page.get_by_role("textbox", name="Name").fill("Open evening")
    page.get_by_text("Time and number of players").click()
    page.get_by_label("Maximum number of players").fill("2")
    said(page, "Create tournament")
    page.get_by_label("Morag", exact=True).check()
    said(page, "Enter players")
    tab(page, "Manage")
    said(page, "Open registration")
    tab(page, "Overview")

    first, second = hosts.visitor(hamish), hosts.visitor(senga)
    for visitor in (first, second):
        visitor.set_viewport_size(PHONE)
        visitor.goto(page.url)
        visitor.get_by_role("button", name="Enter tournament").click()
    expect(first.get_by_text("You are entered.", exact=False)).to_be_visible()
    expect(second.get_by_text("You are number 1 on the waiting list.")).to_be_visible()
    assert fits(second)
    first.get_by_role("button", name="Withdraw from tournament").click()
    expect(second.get_by_role("button", name="Withdraw from tournament")).to_be_visible()
    expect(second.get_by_text("You are number 1 on the waiting list.")).to_have_count(0)


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
