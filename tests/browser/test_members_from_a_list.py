"""A secretary adds the club's members from a list without script, and reads the preview on any screen."""

import os

import pytest
from playwright.sync_api import expect

from league.accounts.services.accounts import register_account
from league.clubs.services.clubs import found_club
from league.clubs.services.members import admit_by_name
from tests.browser.conftest import Hosts
from tests.browser.steps import sign_in
from tests.factories import PASSWORD

pytestmark = pytest.mark.browser
LIST = "Nome;E-mail;Convidado\nJoão Conceição;joao@example.org;\nOld Angos;;\nUna Begg;una@;\nTor;;sim\nOld Angus;;\n"


@pytest.mark.long
@pytest.mark.parametrize("width", [360, 1400])
def test_a_list_is_previewed_edited_and_added(hosts: Hosts, width: int) -> None:
    page = hosts.visitor(java_script_enabled=False)
    page.set_viewport_size({"width": width, "height": 900})
    morag = register_account(email="morag@example.org", password=PASSWORD, name="Morag")
    club = found_club(name="Glen Orchy Games", by=morag.player)
    angus = admit_by_name(club=club, name="Old Angus").player
    page.goto("/")
    sign_in(page, "Morag")
    page.goto(f"/clubs/{club.slug}/members/")
    page.get_by_role("link", name="Add members from a list").click()
    page.locator("textarea[name=text]").fill(LIST)
    page.get_by_role("button", name="Preview list").click()
    expect(page.locator("tr.refused")).to_contain_text("una@")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    if folder := os.environ.get("SHOTS"):
        page.screenshot(path=f"{folder}/preview-{width}.png", full_page=True)
    page.get_by_role("button", name="Edit list").click()
    expect(page.locator("textarea[name=text]")).to_have_value(LIST)
    page.locator("textarea[name=text]").fill(LIST.replace("una@", "una@example.org"))
    page.get_by_role("button", name="Preview list").click()
    page.locator("select[name=line-3]").select_option(angus.public_id)
    page.locator("button[name=confirmed]").click()
    expect(page.locator(".people").get_by_role("listitem").filter(has_text="Una Begg")).to_be_visible()
    assert club.memberships.count() == 4
    assert club.invitations.count() == 2
    if folder:
        page.screenshot(path=f"{folder}/members-{width}.png", full_page=True)
