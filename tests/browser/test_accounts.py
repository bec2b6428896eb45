"""Accounts in a browser: a private club asks for the sign-in, and sign-up begins with the browser's time zone."""

import pytest
from playwright.sync_api import expect

from league.accounts.services.accounts import register_account
from tests.browser.conftest import Hosts
from tests.browser.steps import sign_in
from tests.factories import PASSWORD, glen_club

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_morag_follows_a_link_to_her_private_club_and_is_let_in(hosts: Hosts) -> None:
    morag = register_account(email="morag@example.org", password=PASSWORD, name="Morag")
    club = glen_club(morag, is_public=False, name="The Quiet Room")
    page = hosts.visitor()
    answer = page.goto(f"/clubs/{club.slug}/")
    assert answer is not None
    assert answer.status == 404
    sign_in(page, "Morag")
    expect(page.get_by_role("heading", level=1)).to_have_text("The Quiet Room")


@pytest.mark.parametrize("zone", ["Asia/Tokyo", "Asia/Kolkata", "America/Argentina/Buenos_Aires"])
def test_sign_up_begins_with_the_time_zone_of_the_browser(hosts: Hosts, zone: str) -> None:
    """Also where the browser uses an old name."""
    page = hosts.visitor(timezone_id=zone)
    page.goto("/sign-up/")
    expect(page.locator("select[name=time_zone]")).to_have_value(zone)
