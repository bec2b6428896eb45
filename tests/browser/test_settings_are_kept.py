"""The browser keeps an organiser's input in settings and wizards until it is sent."""

from dataclasses import dataclass

import pytest
from django.urls import reverse
from playwright.sync_api import Locator, Page, expect

from league.accounts.models import Account
from league.accounts.services.accounts import register_account
from league.accounts.services.players import make_player
from league.clubs.models import Club
from league.clubs.services.members import admit
from league.tournaments.models import Tournament
from league.tournaments.services.creation import make_tournament
from tests.browser.conftest import PHONE, Hosts
from tests.browser.steps import fits
from tests.cast import PASSWORD, glen_club

pytestmark = pytest.mark.browser


@dataclass(frozen=True)
class Place:
    """A form: where it is, the name of a field, and what is typed there."""

    address: str
    field: str
    typed: str


@pytest.fixture
def morag() -> Account:
    return register_account(email="morag@example.org", password=PASSWORD, name="Morag")


@pytest.fixture
def club(morag: Account) -> Club:
    return glen_club(morag)


@pytest.fixture
def event(club: Club) -> Tournament:
    return make_tournament(club=club, name="Weekend", game="lords-of-scotland", format="round-robin", by=None)


def wizard(club: Club, format_: str = "table-swiss") -> str:
    asked = f"?game=lords-of-scotland&kind=weekend&venue=paper&players=12&format={format_}"
    return reverse("tournaments:new", args=[club.slug]) + asked


@pytest.fixture
def places(club: Club, event: Tournament) -> dict[str, Place]:
    ailsa = make_player(name="Ailsa")
    admit(club=club, player=ailsa)
    return {
        "club": Place(reverse("clubs:settings", args=[club.slug]), "name", "Glen and Strath"),
        "tournament": Place(reverse("tournaments:settings", args=[event.public_id]), "summary", "In the hall."),
        "wizard": Place(wizard(club), "name", "Winter Cup"),
        "player": Place(reverse("clubs:edit-player", args=[club.slug, ailsa.public_id]), "name", "Ailsa Craig"),
    }


def box(page: Page, place: Place) -> Locator:
    return page.locator(f"form[data-keep] [name={place.field}]")


@pytest.mark.long
@pytest.mark.parametrize("name", ["club", "tournament", "wizard", "player"])
def test_what_is_typed_survives_another_page_and_is_gone_once_it_is_sent(
    hosts: Hosts, morag: Account, places: dict[str, Place], name: str
) -> None:
    place, page = places[name], hosts.visitor(morag)
    page.goto(place.address)
    before = box(page, place).input_value()
    box(page, place).fill(place.typed)
    page.goto("/tournaments/")
    page.goto(place.address)
    expect(box(page, place)).to_have_value(place.typed)
    expect(page.locator("[data-kept-note]")).to_be_visible()
    assert fits(page)
    page.set_viewport_size(PHONE)
    assert fits(page)
    page.locator("[data-kept-discard]").click()
    expect(box(page, place)).to_have_value(before)
    box(page, place).fill(place.typed)
    with page.expect_navigation():
        page.locator("form[data-keep] button:not([type=button])").click()
    page.goto(place.address)
    expect(page.locator("[data-kept-note]")).to_be_hidden()


def test_the_wizard_keeps_each_format_apart(hosts: Hosts, morag: Account, club: Club) -> None:
    page = hosts.visitor(morag)
    page.goto(wizard(club))
    page.locator("[name=name]").fill("Winter Cup")
    page.locator("[name=format-rounds]").fill("7")
    page.goto(wizard(club, "swiss"))
    expect(page.locator("[name=name]")).to_have_value("")
    page.goto(wizard(club))
    expect(page.locator("[name=format-rounds]")).to_have_value("7")
