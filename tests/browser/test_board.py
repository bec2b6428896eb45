"""A result is typed inside its tile while another organiser works on the same round."""

import pytest
from playwright.sync_api import expect

from league.members.models import Account
from league.results.models import Result
from league.tournaments.models import Tournament
from league.tournaments.services.reporting import Outcome, report_results
from tests.browser.conftest import PHONE, Hosts
from tests.browser.steps import fits
from tests.browser.test_typed_is_kept import POINTS, a_round
from tests.cast import account_of
from tests.league.tournaments.playing import open_legs

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
    report_results(tournament=event, outcomes=[Outcome(other, [9, 8, 7, 6])], by=morag)
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
    page.goto(f"/tournaments/{event.public_id}/desk/")
    mine, *others = open_legs(event)
    page.locator(f"#table-{mine.pairing.table}").get_by_role("link").click()
    first = page.locator(f"[name=leg-{mine.pk}-0-points]")
    expect(first).to_be_focused()
    page.keyboard.type(POINTS[0])
    for leg in others:
        report_results(tournament=event, outcomes=[Outcome(leg, [9, 8, 7, 6])], by=morag)
    expect(page.locator(".tile.done")).to_have_count(len(others))
    page.wait_for_timeout(1500)  # so that the next word is followed at once
    with page.expect_response(page.url):
        report_results(tournament=event, outcomes=[Outcome(mine, [9, 8, 7, 6])], by=morag)
    assert open_legs(event)[0].pairing.round.number == 2
    page.wait_for_timeout(1500)
    expect(first).to_have_value(POINTS[0])
