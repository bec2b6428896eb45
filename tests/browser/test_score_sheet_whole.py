"""Each game's own sheet below the quick one: filled by tapping cards, without script, by keyboard, read aloud."""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Request, Route, expect

from league.results.models import Report
from league.tournaments.services.lifecycle import start
from tests.browser.conftest import PHONE, Hosts
from tests.browser.factories import event_at_tables
from tests.browser.steps import fits
from tests.browser.tables import Evening, Thumb, evening, is_sent, on_a_phone, points_of, recorded, send

pytestmark = pytest.mark.browser

EXAMINATION = Path(__file__).with_name("examination.js").read_text(encoding="utf-8")
LORDS, KILT, CLANS = "lords-of-scotland", "kings-kilt", "highland-clans"


@pytest.fixture
def club() -> Evening:
    return evening()


def opened(hosts: Hosts, club: Evening, game: str, *names: str) -> Page:
    """Hamish's phone, with the sheet of that game unfolded for these."""
    recorded(club.club, club.hamish.player, game, *names)
    page = on_a_phone(hosts, club.hamish)
    page.goto(club.address)
    page.locator("[data-sheet-whole] > summary").tap()
    return page


def serves_every_reader(page: Page) -> None:
    """Read the sheet with its first hand open, at three widths; leave it as it was, on a phone."""
    expect(page.locator("[data-sheet-inside] [data-game]")).to_be_visible()
    hand = page.locator(".sheet-hand button")
    if hand.count():
        hand.first.click()
    assert page.evaluate(EXAMINATION) == []
    for width in (800, 1400, 360):
        page.set_viewport_size({"width": width, "height": 900})
        assert fits(page)
    page.set_viewport_size(PHONE)
    page.keyboard.press("Escape")


def stored() -> Report:
    return Report.objects.latest("id")


def kept() -> dict[str, Any]:
    """The sheet as it is kept with its report."""
    sheet = stored().sheet
    assert isinstance(sheet, dict)
    return sheet


def claim(page: Page, who: str, *cards: str, number: int = 1) -> None:
    """Tap the Supporters somebody claimed in a round."""
    thumb = Thumb(page)
    hand = page.get_by_role("group", name=f"{who}, Round {number}")
    thumb.tap(hand.get_by_role("button").last)
    for card in cards:
        clan, strength = card.split()
        thumb.tap(page.get_by_role("button", name=clan, exact=True))
        thumb.tap(page.get_by_role("button", name=strength, exact=True))
    if len(cards) == 1:
        page.get_by_role("button", name="Done").tap()
    expect(hand.get_by_role("img")).to_have_count(len(cards))


@pytest.mark.long
def test_supporters_are_tapped_round_by_round_and_the_points_follow(hosts: Hosts, club: Evening) -> None:
    page = opened(hosts, club, LORDS, "Hamish", "Morag")
    serves_every_reader(page)
    claim(page, "Hamish", "Scott 12", "Wemyss 12")
    expect(page.locator(".sheet-sum")).to_contain_text("24")
    page.get_by_role("button", name="Add round").tap()
    claim(page, "Morag", "Forsyth 12", number=2)
    claim(page, "Hamish", "Cochrane 11", number=2)
    page.reload()  # the evening goes on after a lock screen
    page.get_by_role("button", name="Add round").tap()
    claim(page, "Hamish", "Scott 11", "MakGill 11", number=3)
    expect(page.locator(".sheet-sum caption")).to_contain_text(
        "Hamish claims the throne with 57 strength after round 3."
    )
    expect(points_of(page, "Morag")).to_have_value("12")
    assert fits(page)
    send(page).tap()
    is_sent(page, "Morag can confirm")
    assert [(seat.points, seat.place) for seat in stored().seats.all()] == [(57, 1), (12, 2)]
    assert kept()["values"]["round-2.seat-2"] == [94]


def test_a_supporter_that_was_claimed_cannot_be_tapped_again(hosts: Hosts, club: Evening) -> None:
    page = opened(hosts, club, LORDS, "Hamish", "Morag")
    claim(page, "Hamish", "Scott 12")
    page.get_by_role("group", name="Morag, Round 1").get_by_role("button").tap()
    page.get_by_role("button", name="Scott", exact=True).tap()
    expect(page.get_by_role("button", name="12", exact=True)).to_be_disabled()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="12", exact=True)).to_be_hidden()
    page.get_by_role("button", name="Hamish, Round 1: Scott 12").tap()
    expect(page.get_by_role("group", name="Hamish, Round 1").get_by_role("img")).to_have_count(0)


def test_the_pyramid_and_the_families_are_tapped_from_the_king_down(hosts: Hosts, club: Evening) -> None:
    page = opened(hosts, club, KILT, "Hamish", "Morag")
    serves_every_reader(page)
    thumb = Thumb(page)
    thumb.tap(page.get_by_role("button", name="King f1: +"))
    pyramid = ["Bruce", "Douglas", "Hamilton", "Bruce", "MacLeod", "Stewart"]
    for clan in [*pyramid, "Bruce", "Douglas", "Wallace", "Hamilton", "MacLeod", "MacBeth"]:
        thumb.tap(page.locator(".sheet-cloths").get_by_role("button", name=clan))
    assert thumb.taps == 13
    expect(page.locator(".sheet-sum caption")).to_contain_text("A Bruce is King, and Hamish wins with 6 points.")
    expect(points_of(page, "Morag")).to_have_value("3")
    assert fits(page)
    send(page).tap()
    is_sent(page, "Morag can confirm")
    assert [(seat.points, seat.place) for seat in stored().seats.all()] == [(6, 1), (3, 2)]


def test_the_question_about_a_reported_game_stays_while_the_sheet_is_added_up(hosts: Hosts, club: Evening) -> None:
    recorded(club.club, club.hamish.player, KILT, "Hamish", "Morag")
    page = on_a_phone(hosts, club.morag)
    page.goto(club.address)
    page.locator("[data-sheet-whole] > summary").tap()
    page.get_by_role("button", name="King f1: +").tap()
    pyramid = ["Bruce", "Douglas", "Hamilton", "Bruce", "MacLeod", "Stewart"]
    for clan in [*pyramid, "Bruce", "Douglas", "Wallace", "Hamilton", "MacLeod", "MacBeth"]:
        page.locator(".sheet-cloths").get_by_role("button", name=clan).tap()
    expect(points_of(page, "Hamish")).not_to_have_value("")
    page.locator(".sheet-sum").evaluate("sum => (sum.id = 'before')")
    send(page).tap()
    expect(page.locator("#before")).to_have_count(0)  # added up once more, after the question has come
    expect(page.locator("[data-sheet-question]")).to_be_visible()
    page.locator("button[name=another]").tap()
    expect(page.locator("[data-sheet-sent] a")).to_be_visible()


def test_a_family_that_nobody_can_hold_is_said_at_its_place(hosts: Hosts, club: Evening) -> None:
    page = opened(hosts, club, KILT, "Hamish", "Morag")
    page.get_by_role("button", name="Hamish: +").first.tap()
    for clan in ("Bruce", "Bruce"):
        page.locator(".sheet-cloths").get_by_role("button", name=clan).tap()
    fault = page.locator("[data-sheet-at='sheet.family.seat-1']")
    expect(fault).to_contain_text(re.compile("Hamish.*Bruce"))


@pytest.mark.long
def test_the_track_is_filled_in_by_its_sources(hosts: Hosts, club: Evening) -> None:
    page = opened(hosts, club, CLANS, "Hamish", "Morag", "Ailsa")
    serves_every_reader(page)
    for number in (1, 2, 3):
        for who, points in (("Hamish", ("3", "4", "3")), ("Morag", ("2", "1", "1")), ("Ailsa", ("0", "1", "0"))):
            for source, one in zip(("Monks and abbeys", "Cattle", "Pipers and castles"), points, strict=True):
                page.get_by_label(f"{source}, Round {number}, {who}").fill(one)
        page.locator(f"[name='sheet.round-{number}.rest']").check()
        if number < 3:
            page.get_by_role("button", name="Add round").tap()
    expect(page.locator(".sheet-sum")).to_contain_text("32")
    page.locator("[name='sheet.ending']").select_option(index=1)
    page.locator("[name='sheet.tile']").select_option("41")
    expect(page.locator("[data-sheet-at='sheet.tile']")).to_contain_text(re.compile(r"41.*32"))
    page.locator("[name='sheet.tile']").select_option("32")
    expect(page.locator(".sheet-sum caption")).to_contain_text("Estate 32 is turned up after round 3. Hamish wins")
    assert fits(page)
    send(page).tap()
    is_sent(page, "Morag can confirm")
    assert [seat.points for seat in stored().seats.all()] == [32, 14, 5]


def test_a_sum_that_comes_late_does_not_stand_in_place_of_a_later_one(hosts: Hosts, club: Evening) -> None:
    page = opened(hosts, club, CLANS, "Hamish", "Morag", "Ailsa")
    cattle, total = page.get_by_label("Cattle, Round 1, Hamish"), page.locator(".sheet-sum tbody tr").first

    cattle.fill("3")
    page.locator("[name='sheet.round-1.rest']").check()
    expect(total).to_contain_text("5")
    late: list[Request] = []

    def answer_late(route: Route) -> None:
        late.append(route.request)
        answer = route.fetch()
        cattle.fill("5")
        expect(total).to_contain_text("7")
        route.fulfill(response=answer)

    page.route("**/reckon/", answer_late, times=1)
    with page.expect_event("requestfinished", lambda asked: asked in late):
        cattle.fill("4")
    page.wait_for_load_state("networkidle")
    expect(total).to_contain_text("7")


@pytest.mark.long
@pytest.mark.parametrize("game", [LORDS, KILT, CLANS])
def test_without_script_the_whole_sheet_is_a_form(hosts: Hosts, club: Evening, game: str) -> None:
    names = ("Hamish", "Morag", "Ailsa") if game == CLANS else ("Hamish", "Morag")
    recorded(club.club, club.hamish.player, game, *names)
    page = hosts.visitor(club.hamish, java_script_enabled=False)
    page.goto(club.address)
    assert fits(page)
    page.locator("[data-sheet-whole] > summary").click()
    field = page.locator("[name^='sheet.']:visible").first
    if game == KILT:
        field.select_option("Stewart")
    else:
        page.locator("input[name^='sheet.round-1']:visible").first.fill("Scott 12" if game == LORDS else "3")
    page.locator("button[name=look]").click()
    expect(page.locator(".sheet-sum tbody")).to_contain_text("Hamish")
    if game != KILT:
        expect(page.get_by_text("Round 2", exact=True).first).to_be_visible()
    page.get_by_label("Score of Hamish").fill("40")
    page.locator("[data-sheet-send]").click()
    expect(page.locator(".sheet-seat.faulty .fault")).to_contain_text("Morag")
    for name, points in zip(names[1:], ("30", "20"), strict=False):
        page.get_by_label(f"Score of {name}").fill(points)
    page.locator("[data-sheet-send]").click()
    page.wait_for_url("**/reports/**")
    assert kept()["game"] == game


def test_somebody_with_a_keyboard_taps_cards_too(hosts: Hosts, club: Evening) -> None:
    recorded(club.club, club.hamish.player, LORDS, "Hamish", "Morag")
    page = hosts.visitor(club.hamish)
    page.goto(club.address)
    page.get_by_role("button", name="Hamish, Round 1: +").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Scott", exact=True)).to_be_focused()
    page.keyboard.press("Space")
    page.get_by_role("button", name="12", exact=True).focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Hamish, Round 1: Scott 12")).to_be_visible()
    expect(page.get_by_role("button", name="Scott", exact=True)).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Hamish, Round 1: +")).to_be_focused()


def test_a_leg_of_a_tournament_has_its_sheet_with_the_table_set(hosts: Hosts, club: Evening) -> None:
    event = event_at_tables(club.club, "Catriona", "Dougal")
    start(tournament=event, by=None)
    leg = event.rounds.get(number=1).pairings.get().legs.get()
    page = on_a_phone(hosts, club.morag)
    page.goto(f"{club.address}?leg={leg.pairing.public_id}.{leg.number}")
    assert page.get_by_label("Lords of Scotland").count() == 0
    for name, points in (("Catriona", "44"), ("Dougal", "31")):
        points_of(page, name).fill(points)
    send(page).tap()
    is_sent(page, "The result counts")
    assert stored().subject == leg.subject
