"""The quick score sheet on a phone: by one thumb, without a network, after a reload, and never twice."""

from datetime import UTC, date, datetime, time, timedelta
from time import monotonic

import pytest
from django.utils import timezone
from playwright.sync_api import Page, Route, expect

from league.accounts.models import Account
from league.results.models import Report, Result
from tests.browser.conftest import Hosts
from tests.browser.steps import fits
from tests.browser.tables import Evening, Thumb, evening, is_sent, on_a_phone, points_of, recorded, send
from tests.factories import browser_of

pytestmark = pytest.mark.browser

LORDS = "lords-of-scotland"
SECONDS = 30
ASKED = "Morag can confirm or dispute the result. It counts automatically on "


@pytest.fixture
def four() -> Evening:
    return evening(game=LORDS)


@pytest.fixture
def phone(hosts: Hosts, four: Evening) -> Page:
    page = on_a_phone(hosts, four.hamish)
    page.goto(four.address)
    return page


def signs_in(page: Page, account: Account) -> None:
    """Come back with a new session, as after the form; the next page is somebody's own."""
    fresh, site = browser_of(account).cookies["sessionid"].value, page.url.partition("/clubs/")[0]
    page.context.add_cookies([{"name": "sessionid", "value": fresh, "url": site}])


def write(page: Page, **points: int) -> None:
    for name, one in points.items():
        points_of(page, name).fill(str(one))


def reports() -> list[tuple[str, list[tuple[str, int, int]]]]:
    """What was reported beside the game of yesterday: the state, and name, points and place by seat."""
    rows = Report.objects.order_by("id").prefetch_related("seats__player")[1:]
    return [(row.status, [(seat.player.name, seat.points, seat.place) for seat in row.seats.all()]) for row in rows]


WRITTEN = {"Hamish": 41, "Morag": 47, "Ailsa": 30, "Bruce": 22}
REPORTED = [("Hamish", 41, 2), ("Morag", 47, 1), ("Ailsa", 30, 3), ("Bruce", 22, 4)]


def test_a_table_of_four_is_recorded_by_thirteen_taps_of_one_thumb(phone: Page) -> None:
    """Game and players of last time are filled in: a tap into each field, its two digits, and Send."""
    thumb, begun = Thumb(phone), monotonic()
    for name, points in WRITTEN.items():
        thumb.tap(points_of(phone, name))
        assert points_of(phone, name).get_attribute("inputmode") == "numeric"
        thumb.type(str(points))
    assert fits(phone)
    thumb.tap(send(phone))
    is_sent(phone, ASKED)
    assert thumb.taps == 13
    assert thumb.taps * 1.5 < SECONDS  # a tap and a half a second is slow
    assert monotonic() - begun < SECONDS
    assert reports() == [("open", REPORTED)]
    assert fits(phone)


def test_four_places_are_recorded_by_five_taps(phone: Page) -> None:
    thumb = Thumb(phone)
    thumb.tap(phone.get_by_role("button", name="Places", exact=True))
    for name in ("Morag", "Hamish", "Ailsa"):
        thumb.tap(phone.get_by_role("button", name=f"{name}: no place yet"))
    expect(phone.get_by_role("button", name="Bruce: place 4")).to_be_visible()
    thumb.tap(send(phone))
    is_sent(phone, ASKED)
    assert thumb.taps == 5
    assert [(name, place) for name, _, place in reports()[0][1]] == [
        ("Hamish", 2), ("Morag", 1), ("Ailsa", 3), ("Bruce", 4),
    ]  # fmt: skip


def test_two_may_share_a_place_that_was_tapped(phone: Page) -> None:
    phone.get_by_role("button", name="Places", exact=True).tap()
    for name in ("Morag", "Hamish", "Ailsa"):
        phone.get_by_role("button", name=f"{name}: no place yet").tap()
    phone.get_by_role("button", name="Ailsa: shared place").tap()
    send(phone).tap()
    is_sent(phone, ASKED)
    assert [place for _, _, place in reports()[0][1]] == [2, 1, 2, 4]


def test_equal_points_share_a_place_until_somebody_says_who_was_better(phone: Page) -> None:
    write(phone, Hamish=40, Morag=40, Ailsa=12, Bruce=3)
    expect(phone.locator(".sheet-placed:visible")).to_have_text(["1st", "1st", "3rd", "4th"])
    phone.locator("[data-sheet-ties] button", has_text="Morag").tap()
    expect(phone.locator(".sheet-placed:visible")).to_have_text(["2nd", "1st", "3rd", "4th"])
    send(phone).tap()
    is_sent(phone, ASKED)
    assert [place for _, _, place in reports()[0][1]] == [2, 1, 3, 4]


def test_others_are_seated_by_tapping_their_names_in_order(phone: Page) -> None:
    thumb = Thumb(phone)
    thumb.tap(phone.get_by_role("button", name="Change players"))
    thumb.tap(phone.get_by_role("button", name="Clear players"))
    for name in ("Bruce", "Hamish", "Ailsa"):
        thumb.tap(phone.get_by_role("button", name=name, exact=True))
    thumb.tap(phone.get_by_role("button", name="Remove Ailsa"))
    thumb.tap(phone.get_by_text("King's Kilt", exact=True))
    write(phone, Bruce=5, Hamish=7)
    thumb.tap(send(phone))
    is_sent(phone, "Nobody else at the table has an account")
    assert reports() == [("open", [("Bruce", 5, 2), ("Hamish", 7, 1)])]
    assert Report.objects.latest("id").pool.game == "kings-kilt"


def test_without_a_network_it_waits_and_goes_by_itself(phone: Page) -> None:
    write(phone, **WRITTEN)
    phone.context.set_offline(True)
    send(phone).tap()
    expect(phone.locator("[data-sheet-status]")).to_contain_text("Offline. The sheet is saved on this device")
    expect(phone.get_by_role("heading", name="Not sent yet")).to_be_visible()
    expect(phone.locator("[data-sheet-kept]")).to_contain_text(
        "Hamish 41 (2nd), Morag 47 (1st), Ailsa 30 (3rd), Bruce 22 (4th)"
    )
    assert fits(phone)
    assert reports() == []
    phone.context.set_offline(False)
    is_sent(phone, ASKED)
    expect(phone.get_by_role("heading", name="Not sent yet")).to_be_hidden()
    assert reports() == [("open", REPORTED)]


def test_what_waits_goes_at_the_next_opening(phone: Page) -> None:
    write(phone, **WRITTEN)
    phone.context.set_offline(True)
    send(phone).tap()
    expect(phone.get_by_role("heading", name="Not sent yet")).to_be_visible()
    phone.close()
    phone.context.set_offline(False)
    again = phone.context.new_page()
    again.goto(phone.url)
    is_sent(again, ASKED)
    assert reports() == [("open", REPORTED)]


def test_an_answer_that_is_lost_makes_no_second_report(phone: Page) -> None:
    lost: list[int] = []

    def lose_the_first(route: Route) -> None:
        if route.request.method != "POST" or lost:
            route.continue_()
            return
        lost.append(route.fetch().status)
        route.abort()

    phone.route("**/record-a-game/", lose_the_first)
    write(phone, **WRITTEN)
    send(phone).tap()
    expect(phone.get_by_role("heading", name="Not sent yet")).to_be_visible()
    assert lost == [200]
    phone.reload()
    is_sent(phone, ASKED)
    assert reports() == [("open", REPORTED)]


def test_a_double_tap_on_send_makes_one_report(phone: Page) -> None:
    write(phone, **WRITTEN)
    send(phone).dblclick()
    is_sent(phone, ASKED)
    phone.wait_for_load_state("networkidle")
    assert reports() == [("open", REPORTED)]


def test_a_reload_keeps_what_was_written(phone: Page) -> None:
    write(phone, Hamish=41, Morag=47)
    phone.get_by_text("Highland Clans", exact=True).tap()
    expect(phone.get_by_label("Highland Clans")).to_be_checked()
    expect(phone.locator("[data-sheet-status]")).to_have_text("Saved on this device.")
    phone.reload()
    expect(points_of(phone, "Morag")).to_have_value("47")
    expect(phone.get_by_label("Highland Clans")).to_be_checked()
    phone.get_by_role("button", name="New sheet").tap()
    expect(points_of(phone, "Morag")).to_have_value("")
    expect(phone.locator("[data-sheet-kept]")).to_contain_text("Not finished.")
    phone.get_by_role("button", name="Open", exact=True).tap()
    expect(points_of(phone, "Morag")).to_have_value("47")


def test_what_is_refused_comes_back_with_its_sentence(phone: Page) -> None:
    write(phone, Hamish=41, Morag=47, Ailsa=30)
    send(phone).tap()
    expect(phone.locator("[data-seat='4'] .fault")).to_contain_text("Bruce")
    expect(points_of(phone, "Hamish")).to_have_value("41")
    assert fits(phone)
    write(phone, Bruce=22)
    send(phone).tap()
    is_sent(phone, ASKED)
    assert reports() == [("open", REPORTED)]


def test_signed_out_it_waits_and_goes_after_the_sign_in(phone: Page, four: Evening) -> None:
    write(phone, **WRITTEN)
    phone.context.clear_cookies(name="sessionid")
    send(phone).tap()
    expect(phone.locator("[data-sheet-status]")).to_contain_text("You are signed out.")
    signs_in(phone, four.hamish)
    phone.reload()
    is_sent(phone, ASKED)
    assert reports() == [("open", REPORTED)]


def test_what_somebody_else_wrote_on_this_phone_is_not_shown(phone: Page, four: Evening) -> None:
    write(phone, **WRITTEN)
    expect(phone.locator("[data-sheet-status]")).to_have_text("Saved on this device.")
    phone.context.clear_cookies(name="sessionid")
    signs_in(phone, four.morag)
    phone.reload()
    expect(phone.get_by_role("link", name="Morag")).to_be_visible()
    expect(phone.get_by_role("heading", name="Not sent yet")).to_be_hidden()
    expect(points_of(phone, "Morag")).to_have_value("")


def test_a_game_that_somebody_reported_already_is_asked_about(hosts: Hosts, four: Evening) -> None:
    recorded(four.club, four.hamish.player, LORDS, "Hamish", "Morag")
    page = on_a_phone(hosts, four.morag)
    page.goto(four.address)
    write(page, Hamish=49, Morag=48)
    send(page).tap()
    expect(page.locator("[data-sheet-question]").get_by_role("heading")).to_be_focused()
    page.get_by_role("button", name="Same game").tap()
    is_sent(page, "The result counts")
    assert Result.objects.count() == 1


def test_an_organiser_sees_first_what_a_late_entry_changes(hosts: Hosts, four: Evening) -> None:
    page = on_a_phone(hosts, four.morag)
    page.goto(four.address)
    write(page, **WRITTEN)
    page.locator("[name=day]").fill("2026-01-05")
    send(page).tap()
    expect(page.get_by_role("heading", name="Changes")).to_be_visible()
    assert fits(page)
    assert not Result.objects.exists()
    page.get_by_role("button", name="Save result").tap()
    is_sent(page, "The result counts")
    assert Result.objects.get().played_at.date().isoformat() == "2026-01-05"


def test_a_page_left_open_overnight_records_the_new_day(hosts: Hosts, four: Evening) -> None:
    page = on_a_phone(hosts, four.hamish)
    page.clock.install(time=datetime.combine(timezone.localdate(), time(12), UTC))
    page.goto(four.address)
    before = page.locator("[name=day]").input_value()
    page.clock.fast_forward(24 * 60 * 60 * 1000)
    write(page, Hamish=41)
    after = page.locator("[name=day]").input_value()
    assert date.fromisoformat(after) == date.fromisoformat(before) + timedelta(days=1)


def test_it_is_filled_in_and_sent_by_keyboard_alone(hosts: Hosts, four: Evening) -> None:
    page = hosts.visitor(four.hamish)
    page.goto(four.address)
    points_of(page, "Hamish").focus()
    for points in WRITTEN.values():
        page.keyboard.type(str(points))
        page.keyboard.press("Enter")
    expect(send(page)).to_be_focused()
    page.keyboard.press("Enter")
    is_sent(page, ASKED)
    assert reports() == [("open", REPORTED)]


def test_what_is_written_before_the_scripts_have_come_stays(phone: Page) -> None:
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    phone.route("**/sheet-drafts*.js", hold)
    with phone.expect_request("**/sheet-drafts*.js"):
        phone.goto(phone.url, wait_until="commit")
    points_of(phone, "Hamish").fill("41")
    phone.get_by_label("King's Kilt").check()
    held.pop().continue_()
    expect(phone.get_by_text("Saved on this device.")).to_be_visible()
    expect(points_of(phone, "Hamish")).to_have_value("41")
    expect(phone.get_by_label("King's Kilt")).to_be_checked()
