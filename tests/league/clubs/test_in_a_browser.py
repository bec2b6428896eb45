"""Links of a club are copied in a browser, and the docs of the API open there."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import ConsoleMessage, Page, expect

from league.accounts.models import Account
from league.clubs.models import Invitation
from league.clubs.services.invitations import invite
from league.clubs.services.joining import make_join_link
from tests.factories import PASSWORD, account_of, glen_club

pytestmark = [pytest.mark.slow, pytest.mark.browser]


@pytest.fixture
def phone(page: Page) -> Iterator[Page]:
    """A browser of a phone's width, whose console stays empty: the content security policy blocks nothing of ours."""
    complaints: list[str] = []

    def note(message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            complaints.append(f"{message.text} ({page.url})")

    page.on("console", note)
    page.set_viewport_size({"width": 360, "height": 740})
    yield page
    assert complaints == []


def test_the_api_explains_itself_under_the_content_security_policy(phone: Page, live_site: str) -> None:
    phone.goto(f"{live_site}/api/v1/docs")
    operation = phone.locator(".opblock").first
    operation.click()
    expect(operation.get_by_role("heading", name="Responses")).to_be_visible()


@pytest.fixture
def morag() -> Account:
    morag = account_of("Morag")
    morag.set_password(PASSWORD)
    morag.save()
    return morag


def sign_in(page: Page, address: str) -> None:
    page.goto(address)
    page.get_by_label("E-mail address").fill("morag@example.org")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()


@pytest.mark.long
def test_an_organiser_copies_the_join_link(page: Page, live_site: str, morag: Account) -> None:
    link = make_join_link(club=glen_club(morag))
    sign_in(page, f"{live_site}/sign-in/?next=/clubs/glen-orchy-games/join-link/")
    field = page.locator("#join-address")
    expect(field).to_have_attribute("readonly", "")
    expect(field).to_have_value(f"{live_site}/join/{link.key}/")
    page.get_by_role("button", name="Copy link").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()


@pytest.mark.long
def test_an_organiser_copies_an_invitation_with_a_digit_first(page: Page, live_site: str, morag: Account) -> None:
    invite(club=glen_club(morag), email="una@example.org", by=morag)
    Invitation.objects.update(public_id="5hj5wkhf5jmw")
    sign_in(page, f"{live_site}/sign-in/?next=/clubs/glen-orchy-games/members/")
    page.get_by_role("button", name="Copy link").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
