"""Who sees a club, and how its founder makes somebody an organiser."""

import pytest
from playwright.sync_api import Page, expect

from league.accounts.models import Account
from league.accounts.services.accounts import register_account
from league.accounts.services.one_time_links import issue_owner_link
from tests.browser.conftest import PHONE, Hosts
from tests.browser.factories import event_at_tables
from tests.browser.steps import room, sign_in
from tests.factories import PASSWORD, account_of, glen_club

pytestmark = pytest.mark.browser

NOTHING = "Page not found"


def status_of(page: Page, address: str) -> int:
    """Open an address; returns what the site answered."""
    answer = page.goto(address)
    assert answer is not None
    return answer.status


def test_senga_sees_nothing_of_a_private_club(hosts: Hosts) -> None:
    morag = account_of("Morag")
    club = glen_club(morag, is_public=False, name="The Quiet Room")
    event = event_at_tables(club, "Ailsa", "Bruce")
    pages = [
        *(f"/clubs/{club.slug}/", f"/clubs/{club.slug}/members/", f"/clubs/{club.slug}/tournaments/new/"),
        *(f"/tournaments/{event.public_id}/{event.slug}/", f"/tournaments/{event.public_id}/desk/entries/"),
    ]
    own, senga = hosts.visitor(morag), hosts.visitor(account_of("Senga"))
    for address in pages:
        assert status_of(own, address) == 200
        assert status_of(senga, address) == 404
        expect(senga.get_by_role("heading", level=1)).to_have_text(NOTHING)
    for name in ("Clubs", "Tournaments", "Home"):
        room(senga, name)
        expect(senga.get_by_text("The Quiet Room")).to_have_count(0)
        expect(senga.get_by_text(event.name)).to_have_count(0)


def test_morag_follows_a_link_to_her_private_club_and_is_let_in(hosts: Hosts) -> None:
    morag = register_account(email="morag@example.org", password=PASSWORD, name="Morag")
    club = glen_club(morag, is_public=False, name="The Quiet Room")
    page = hosts.visitor()
    assert status_of(page, f"/clubs/{club.slug}/") == 404
    sign_in(page, "Morag")
    expect(page.get_by_role("heading", level=1)).to_have_text("The Quiet Room")


def test_whoever_opens_the_owners_link_first_owns_the_place(hosts: Hosts) -> None:
    link = f"/own/{issue_owner_link()}/"
    ishbel, senga = hosts.visitor(), hosts.visitor(account_of("Senga"))
    ishbel.goto(link)
    ishbel.get_by_role("textbox", name="Name").fill("Ishbel")
    ishbel.get_by_label("E-mail address").fill("ishbel@example.org")
    ishbel.get_by_label("Password").fill(PASSWORD)
    ishbel.get_by_label("Password").press("Enter")
    expect(ishbel.get_by_text("You are the site admin now.")).to_be_visible()
    assert Account.objects.get(is_superuser=True).email == "ishbel@example.org"

    assert status_of(senga, link) == 404
    expect(senga.get_by_text("manage.py ownerlink")).to_be_visible()
    assert not Account.objects.get(email="senga@example.org").is_staff


def test_morag_makes_hamish_an_organiser(hosts: Hosts) -> None:
    club = glen_club(account := account_of("Morag"), is_public=False)
    morag, hamish = hosts.visitor(account, window=PHONE), hosts.visitor(account_of("Hamish"))
    hamish.goto(f"/clubs/{club.slug}/")
    expect(hamish.get_by_role("heading", level=1)).to_have_text("Page not found")

    morag.goto(f"/clubs/{club.slug}/members/")
    morag.get_by_role("textbox", name="Name").fill("hamish@example.org")
    morag.get_by_role("button", name="Add member", exact=True).click()
    expect(morag.get_by_text("Invited: hamish@example.org.")).to_be_visible()
    hamish.goto(f"/invitations/{club.invitations.get().key}/")
    hamish.get_by_role("button", name=f"Join {club.name}").click()
    expect(hamish.get_by_text(f"You are now a member of {club.name}.")).to_be_visible()
    morag.reload()
    morag.get_by_role("link", name="Hamish", exact=True).click()
    morag.get_by_label("Role").select_option(label="organiser")
    morag.get_by_role("button", name="Save role").click()
    expect(morag.get_by_text("New role of Hamish at")).to_be_visible()

    hamish.reload()
    hamish.get_by_role("link", name="Create tournament").first.click()
    expect(hamish.get_by_role("heading", level=1)).to_have_text("Create tournament")
