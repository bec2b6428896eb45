"""A club has more than one organiser: its founder invites the next by mail and gives the role."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, Hosts
from tests.cast import account_of, glen_club

pytestmark = pytest.mark.browser


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
