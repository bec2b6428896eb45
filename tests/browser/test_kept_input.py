"""The browser keeps a scorer's input until it is sent: reload, navigation, expired session, other sign-in."""

from dataclasses import dataclass

import pytest
from django.urls import reverse
from playwright.sync_api import Dialog, Locator, Page, expect

from league.accounts.models import Account
from league.accounts.services.accounts import register_account
from league.accounts.services.players import make_player
from league.clubs.models import Club
from league.clubs.services.members import admit
from league.results.models import Result
from league.tournaments.models import Leg, Tournament
from league.tournaments.services.creation import make_tournament
from league.tournaments.services.entries import enter_players
from league.tournaments.services.lifecycle import start
from tests.browser.conftest import DESKTOP, PHONE, Hosts
from tests.browser.steps import fits
from tests.factories import PASSWORD, glen_club
from tests.league.tournaments.factories import admitting, open_legs

pytestmark = pytest.mark.browser

POINTS = ("41", "33", "27", "19")


def a_round(morag: Account, tables: int = 3) -> Tournament:
    """The first round of so many tables of four, published."""
    club = glen_club(morag)
    event = make_tournament(
        club=club,
        name="Weekend",
        game="lords-of-scotland",
        format="table-swiss",
        format_options={"table_size": 4},
        pace="round",
        by=None,
    )
    enter_players(tournament=event, players=admitting(club)(4 * tables), by=None)
    return start(tournament=event, by=None)


@pytest.fixture
def morag() -> Account:
    return register_account(email="morag@example.org", password=PASSWORD, name="Morag")


@pytest.fixture
def event(morag: Account) -> Tournament:
    return a_round(morag)


@pytest.fixture
def page(hosts: Hosts, morag: Account, event: Tournament) -> Page:
    """The sheet of the round, with two tables typed."""
    opened = hosts.visitor(morag)
    opened.goto(sheet(event))
    type_two(opened, event)
    return opened


def sheet(event: Tournament) -> str:
    return f"/tournaments/{event.public_id}/desk/results/1/"


def type_two(page: Page, event: Tournament) -> None:
    """The points of the first table and the first two of the second."""
    one, two, _three = open_legs(event)
    for at, figure in enumerate(POINTS):
        page.locator(f"[name=leg-{one.pk}-{at}-points]").fill(figure)
    page.locator(f"[name=leg-{two.pk}-0-points]").fill("12")
    page.locator(f"[name=leg-{two.pk}-1-points]").fill("11")


def is_typed(page: Page, event: Tournament) -> None:
    """Wait until the sheet holds them."""
    one, two, _three = open_legs(event)
    expect(page.locator(f"[name=leg-{one.pk}-3-points]")).to_have_value("19")
    expect(page.locator(f"[name=leg-{two.pk}-1-points]")).to_have_value("11")


def signs_in(page: Page) -> None:
    page.get_by_label("E-mail address").fill("morag@example.org")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_label("Password").press("Enter")


def send(page: Page) -> None:
    page.keyboard.press("Control+Enter")


def second_is_missing(page: Page, event: Tournament) -> None:
    """Wait for what the site says of the two tables: the first is taken, the second is not complete."""
    _one, two, _three = (leg.pk for leg in all_legs(event))
    expect(page.locator(".result.faulty")).to_have_count(1)
    expect(page.locator(f"[name=leg-{two}-1-points]")).to_have_value("11")
    assert Result.objects.count() == 1


def all_legs(event: Tournament) -> list[Leg]:
    """The games of the round, table by table."""
    return list(Leg.objects.filter(pairing__round__tournament=event).order_by("pairing__table"))


def test_reload_and_navigation_keep_it(page: Page, event: Tournament) -> None:
    page.reload()
    is_typed(page, event)
    page.goto("/tournaments/")
    page.goto(sheet(event))
    is_typed(page, event)
    expect(page.locator("[data-kept-note]")).to_be_visible()
    assert fits(page)
    page.set_viewport_size(PHONE)
    assert fits(page)
    page.locator("[data-kept-discard]").click()
    page.reload()
    expect(page.locator("[data-kept-note]")).to_be_hidden()
    expect(page.locator("input[name$=-points]").first).to_have_value("")


def test_an_expired_session_keeps_it(page: Page, event: Tournament) -> None:
    page.context.clear_cookies(name="sessionid")
    send(page)
    expect(page.get_by_label("Password")).to_be_visible()
    page.goto("/sign-in/")
    signs_in(page)
    expect(page.get_by_role("button", name="Sign out")).to_be_visible()
    page.goto(sheet(event))
    is_typed(page, event)
    page.context.clear_cookies(name="sessionid")
    send(page)
    signs_in(page)
    page.locator("main form button").click()
    second_is_missing(page, event)


def test_a_second_sign_in_in_another_tab_keeps_it(page: Page, event: Tournament) -> None:
    other = page.context.new_page()
    other.goto("/")
    other.get_by_role("button", name="Sign out").click()
    other.goto("/sign-in/")
    signs_in(other)
    expect(other.get_by_role("button", name="Sign out")).to_be_visible()
    send(page)
    expect(page.locator("main form button")).to_be_visible()
    page.locator("main form button").click()
    second_is_missing(page, event)


def test_only_tables_with_input_are_sent_and_what_was_taken_is_not_filled_in_again(
    page: Page, event: Tournament
) -> None:
    _one, two, three = open_legs(event)
    with page.expect_response("**/desk/results/1/") as answered:
        send(page)
    assert f"leg-{three.pk}-" not in str(answered.value.request.post_data)
    second_is_missing(page, event)
    page.goto(sheet(event))
    expect(page.locator(f"[name=leg-{two.pk}-1-points]")).to_have_value("11")
    for at, figure in enumerate(POINTS):
        page.locator(f"[name=leg-{two.pk}-{at}-points]").fill(figure)
    with page.expect_navigation(wait_until="load"):  # a user who leaves earlier has not seen that it was saved
        send(page)
    expect(page.locator("form.results")).to_have_count(0)
    page.goto(sheet(event))
    expect(page.locator(f"[name=leg-{three.pk}-0-points]")).to_have_value("")
    expect(page.locator("[data-kept-note]")).to_be_hidden()


def test_a_browser_that_cannot_keep_it_asks_before_the_page_is_left(
    hosts: Hosts, morag: Account, event: Tournament
) -> None:
    page = hosts.visitor(morag)
    page.add_init_script("Storage.prototype.setItem = () => { throw new Error('full') }")
    page.goto(sheet(event))
    page.locator("input[name$=-points]").first.click()
    page.keyboard.type("41")
    asked: list[str] = []

    def accept(dialog: Dialog) -> None:
        asked.append(dialog.type)
        dialog.accept()

    page.on("dialog", accept)
    page.goto("/tournaments/")
    expect(page).to_have_url(f"{hosts.site}/tournaments/")
    assert asked == ["beforeunload"]


@pytest.mark.long
def test_a_round_of_250_tables_is_sent(hosts: Hosts, morag: Account) -> None:
    made = a_round(morag, 250)
    page = hosts.visitor(morag)
    page.set_default_timeout(120_000)
    page.goto(sheet(made), timeout=120_000)
    page.evaluate(
        """() => {
          document.querySelectorAll("input[name$=-points]").forEach((field, at) => (field.value = 40 - (at % 4)));
          document.forms[document.forms.length - 1].dispatchEvent(new Event("input", { bubbles: true }));
        }"""
    )
    with page.expect_navigation(timeout=120_000):
        send(page)
    expect(page.get_by_text("250 results were entered.")).to_be_visible()
    assert Result.objects.count() == 250


@dataclass(frozen=True)
class Place:
    """A form: where it is, the name of a field, and what is typed there."""

    address: str
    field: str
    typed: str


@pytest.fixture
def club(morag: Account) -> Club:
    return glen_club(morag)


@pytest.fixture
def draft(club: Club) -> Tournament:
    return make_tournament(club=club, name="Weekend", game="lords-of-scotland", format="round-robin", by=None)


def wizard(club: Club, format_: str = "table-swiss") -> str:
    asked = f"?game=lords-of-scotland&kind=weekend&venue=paper&players=12&format={format_}"
    return reverse("tournaments:new", args=[club.slug]) + asked


@pytest.fixture
def places(club: Club, draft: Tournament) -> list[Place]:
    ailsa = make_player(name="Ailsa")
    admit(club=club, player=ailsa)
    return [
        Place(reverse("clubs:settings", args=[club.slug]), "name", "Glen and Strath"),
        Place(reverse("tournaments:settings", args=[draft.public_id]), "summary", "In the hall."),
        Place(wizard(club), "name", "Winter Cup"),
        Place(reverse("clubs:edit-player", args=[club.slug, ailsa.public_id]), "name", "Ailsa Craig"),
    ]


def box(page: Page, place: Place) -> Locator:
    return page.locator(f"form[data-keep] [name={place.field}]")


@pytest.mark.long
def test_what_is_typed_survives_another_page_and_is_gone_once_it_is_sent(
    hosts: Hosts, morag: Account, places: list[Place]
) -> None:
    page = hosts.visitor(morag)
    for place in places:
        page.set_viewport_size(DESKTOP)
        survives_until_it_is_sent(page, place)


def survives_until_it_is_sent(page: Page, place: Place) -> None:
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
    page.locator("summary", has_text="Format").last.click()
    page.locator("[name=format-rounds]").fill("7")
    page.goto(wizard(club, "swiss"))
    expect(page.locator("[name=name]")).to_have_value("")
    page.goto(wizard(club))
    expect(page.locator("[name=format-rounds]")).to_have_value("7")
