"""A result is typed inside its tile while another organiser works on the same round."""

import pytest
from playwright.sync_api import Page, expect

from league.accounts.models import Account
from league.results.models import Result
from league.tournaments.models import Leg, Tournament
from league.tournaments.services.results import Outcome, enter_typed_results
from tests.browser.conftest import PHONE, Hosts
from tests.browser.steps import fits
from tests.browser.test_kept_input import POINTS, a_round
from tests.factories import PASSWORD, account_of
from tests.league.tournaments.factories import open_legs

pytestmark = pytest.mark.browser


@pytest.fixture
def morag() -> Account:
    return account_of("Morag")


@pytest.fixture
def event(morag: Account) -> Tournament:
    return a_round(morag)


@pytest.mark.long
def test_what_is_typed_in_a_tile_stays_while_the_round_goes_on(hosts: Hosts, morag: Account, event: Tournament) -> None:
    page = hosts.visitor(morag, window=PHONE)
    page.goto(f"/tournaments/{event.public_id}/desk/")
    mine, other, _third = open_legs(event)
    page.locator(f"#table-{mine.pairing.table}").get_by_role("link").click()
    first = page.locator(f"[name=leg-{mine.pk}-0-points]")
    expect(first).to_be_focused()
    page.keyboard.type(POINTS[0])
    enter_typed_results(tournament=event, outcomes=[Outcome(other, [9, 8, 7, 6])], by=morag)
    expect(page.locator(f"#table-{other.pairing.table}.done")).to_be_visible()
    expect(first).to_be_focused()
    expect(first).to_have_value(POINTS[0])
    for at, figure in enumerate(POINTS):
        page.locator(f"[name=leg-{mine.pk}-{at}-points]").fill(figure)
    assert fits(page)
    page.get_by_role("button", name="Send result").click()
    expect(page.locator(f"#table-{mine.pairing.table}.done")).to_be_visible()
    expect(page.locator(".tally strong")).to_have_text("2")
    assert Result.objects.count() == 2


def test_what_is_typed_in_a_tile_stays_when_the_page_would_go_on_to_the_next_round(
    hosts: Hosts, morag: Account, event: Tournament
) -> None:
    page = hosts.visitor(morag)
    page.clock.install()
    page.goto(f"/tournaments/{event.public_id}/desk/")
    mine, *others = open_legs(event)
    page.locator(f"#table-{mine.pairing.table}").get_by_role("link").click()
    first = page.locator(f"[name=leg-{mine.pk}-0-points]")
    expect(first).to_be_focused()
    page.keyboard.type(POINTS[0])
    for leg in others:
        enter_typed_results(tournament=event, outcomes=[Outcome(leg, [9, 8, 7, 6])], by=morag)
    expect(page.locator(".tile.done")).to_have_count(len(others))
    page.clock.fast_forward(1500)  # so that the next word is followed at once
    with page.expect_response(page.url) as answered:
        enter_typed_results(tournament=event, outcomes=[Outcome(mine, [9, 8, 7, 6])], by=morag)
    assert open_legs(event)[0].pairing.round.number == 2
    answered.value.finished()
    page.clock.fast_forward(1500)
    expect(first).to_have_value(POINTS[0])


def all_typed(page: Page, event: Tournament) -> Leg:
    """The first table of the round, its points typed in its tile."""
    page.goto(f"/tournaments/{event.public_id}/desk/")
    leg = open_legs(event)[0]
    page.locator(f"#table-{leg.pairing.table}").get_by_role("link").click()
    for at, figure in enumerate(POINTS):
        page.locator(f"[name=leg-{leg.pk}-{at}-points]").fill(figure)
    return leg


def test_what_is_typed_in_a_tile_survives_an_ended_session(hosts: Hosts, morag: Account, event: Tournament) -> None:
    morag.set_password(PASSWORD)
    morag.save()
    page = hosts.visitor(morag)
    leg = all_typed(page, event)
    page.context.clear_cookies(name="sessionid")
    page.get_by_role("button", name="Send result").click()
    page.get_by_label("E-mail address").fill(morag.email)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_label("Password").press("Enter")
    page.locator("main form button").click()
    expect(page.locator(f"#table-{leg.pairing.table}.done")).to_be_visible()
    assert Result.objects.get().subject == leg.subject


def test_a_tile_says_that_it_got_no_answer(hosts: Hosts, morag: Account, event: Tournament) -> None:
    page = hosts.visitor(morag)
    leg = all_typed(page, event)
    expect(page.locator(".tile").get_by_role("alert")).to_have_count(0)
    page.context.set_offline(True)
    page.get_by_role("button", name="Send result").click()
    expect(page.locator(".tile").get_by_role("alert")).to_be_visible()
    expect(page.locator(f"[name=leg-{leg.pk}-3-points]")).to_have_value(POINTS[3])
    hosts.complaints.clear()  # the browser's own, of the lost connection
    page.context.set_offline(False)
    page.get_by_role("button", name="Send result").click()
    expect(page.locator(f"#table-{leg.pairing.table}.done")).to_be_visible()
