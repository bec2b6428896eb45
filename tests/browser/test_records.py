"""A record is typed at the table on a phone, sent, checked by a real worker, and its result confirmed."""

import re
from collections.abc import Callable
from functools import partial

import pytest
from playwright.sync_api import Page, Route, expect

from games.records.models import SubmittedRecord
from league.accounts.models import Account
from league.results.models import Report, Result
from tests.browser.conftest import PHONE, Hosts
from tests.browser.steps import fits
from tests.games.records.factories import glen, text
from tests.processes import Running

pytestmark = pytest.mark.browser

CHOSEN = """words => {
  const text = document.activeElement;
  return text.value?.slice(text.selectionStart, text.selectionEnd) === words;
}"""


def write_on(page: Page, words: str) -> None:
    """Type at the end of the text, as far as the pages can tell."""
    area = page.get_by_label("Record")
    area.fill(area.input_value() + words)


def tap(page: Page, words: str) -> None:
    """Tap what may be written next."""
    page.get_by_role("button", name=words, exact=True).tap()


def ends_with(page: Page, words: str) -> None:
    """Wait until the text ends so."""
    expect(page.get_by_label("Record")).to_have_value(re.compile(rf"{re.escape(words)}\s*$"))


def begin(page: Page) -> None:
    """Begin a record of King's Kilt between Morag and Hamish, from the page of their club."""
    page.goto("/clubs/glen-orchy-games/")
    page.get_by_role("link", name="Type game record").tap()
    page.get_by_label("King's Kilt").check()
    expect(page.get_by_label("Seat 4")).to_be_visible()
    expect(page.get_by_label("Seat 5")).to_be_hidden()
    page.get_by_label("Seat 1").select_option("Morag")
    page.get_by_label("Seat 2").select_option("Hamish")
    page.get_by_role("button", name="Start typing").tap()
    expect(page.get_by_text("Next: family.")).to_be_visible()


@pytest.fixture
def phone(hosts: Hosts) -> Page:
    """The phone on which Hamish has begun a record."""
    _club, _morag, hamish = glen()
    page = hosts.visitor(hamish, PHONE, has_touch=True)
    begin(page)
    return page


def kept_text() -> str:
    return SubmittedRecord.objects.get().text


@pytest.mark.long
def test_a_game_typed_on_a_phone_becomes_a_result(hosts: Hosts, celery_worker_process: Callable[..., Running]) -> None:
    _club, morag, hamish = glen()
    celery_worker_process()
    phone = hosts.visitor(hamish, PHONE, has_touch=True)
    begin(phone)
    type_the_game(phone)
    send(phone)
    expect(phone.get_by_text("Verified: all 112 events were replayed")).to_be_visible(timeout=60_000)
    assert fits(phone)
    confirm(hosts, morag)
    assert Result.objects.get().evidence == SubmittedRecord.objects.get().uuid


def type_the_game(phone: Page) -> None:
    """The first cards by taps, the rest as it is."""
    body = text().split("\n\n", 1)[1]
    for clan in body.split("\n")[0].removeprefix("Family: ").split(", "):
        tap(phone, f"family {clan}")
        expect(phone.get_by_role("button", name=f"family {clan}", exact=True)).to_have_count(0)
        ends_with(phone, clan)
    expect(phone.get_by_text("Next: family.")).to_be_visible()
    moves, _ending = body.split("\n\n", 1)
    write_on(phone, moves.partition("\n")[2].join(["\n", ""]))
    expect(phone.get_by_text("The game is finished.")).to_be_visible()
    assert fits(phone)
    phone.get_by_role("button", name="Points: ").tap()
    expect(phone.get_by_role("button", name="Points: ")).to_have_count(0)
    assert "Places: " in kept_text()


def send(phone: Page) -> None:
    phone.get_by_role("button", name="Send record").tap()
    expect(phone.get_by_label("Morag")).to_be_visible()
    assert fits(phone)
    phone.get_by_role("button", name="Send record for checking").tap()


def confirm(hosts: Hosts, account: Account) -> None:
    page = hosts.visitor(account)
    page.goto(f"/reports/{Report.objects.get().public_id}/")
    page.get_by_role("button", name="Confirm result").click()
    expect(page.get_by_text("counts now").first).to_be_visible()


def test_a_lost_connection_costs_no_word(phone: Page) -> None:
    phone.context.set_offline(True)
    write_on(phone, "Family: Bruce, Wallace")
    expect(phone.get_by_text("No connection.")).to_be_visible()
    phone.context.set_offline(False)
    expect(phone.get_by_text("Saved.")).to_be_visible()
    assert kept_text().endswith("Family: Bruce, Wallace")


def answers_late(phone: Page, route: Route) -> None:
    answer = route.fetch()
    write_on(phone, "Wallace")
    phone.get_by_role("button", name="Check").click()
    route.fulfill(response=answer)


def loses_its_answer(phone: Page, route: Route) -> None:
    route.fetch()  # the server has the text, but the answer is lost
    write_on(phone, "Wallace")
    route.abort()


@pytest.mark.long
@pytest.mark.parametrize("house", [answers_late, loses_its_answer])
def test_what_is_typed_meanwhile_is_kept_too_where_the_house(house: Callable[[Page, Route], None], phone: Page) -> None:
    phone.route(phone.url, partial(house, phone), times=1)
    write_on(phone, "Family: Bruce, ")
    expect(phone.get_by_text("Saved.")).to_be_visible()
    ends_with(phone, "Family: Bruce, Wallace")
    assert kept_text().endswith("Family: Bruce, Wallace")


def test_the_first_bad_line_is_named_and_can_be_gone_to(phone: Page) -> None:
    write_on(phone, "Family: Bruce, Wallace\nFamily: Campbell")
    expect(phone.get_by_text("There is no clan “Campbell”")).to_be_visible()
    phone.get_by_role("button", name="Go to line").tap()
    phone.wait_for_function(CHOSEN, arg="Family: Campbell")


def test_what_is_typed_before_the_script_has_come_is_read_too(phone: Page) -> None:
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    phone.route("**/notate*.js", hold)
    with phone.expect_request("**/notate*.js"):
        phone.goto(phone.url, wait_until="commit")
    write_on(phone, "Family: Bruce, Wallace\nFamily: Campbell")
    held.pop().continue_()
    expect(phone.get_by_text("There is no clan “Campbell”")).to_be_visible()
    assert kept_text().endswith("Family: Campbell")
