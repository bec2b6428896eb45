"""The younger games on a phone: whole games by taps, several cards in any order, and the own cards in sight."""

import pytest
from django.contrib.staticfiles.finders import find
from django.template.loader import render_to_string
from playwright.sync_api import Locator, Page, Route, ViewportSize, expect

from engine.core.game import Event, View
from engine.games.highland_clans.events import EXCHANGE
from games.matches.boards import templates_of
from games.play.models import PracticeGame
from tests.browser.conftest import Hosts
from tests.browser.steps import fits
from tests.browser.test_play import answers, is_asked, is_over, play_out, question, wait_for_answer
from tests.games.matches.drawings import at_random, every, positions, table

pytestmark = pytest.mark.browser

SMALL: ViewportSize = {"width": 360, "height": 740}
OWN = "#practice-game .own :is([data-at^=hand], [data-at^=drawn], [data-at^=family], [data-at^=influence])"
OUT_OF_SIGHT = """cards => cards.filter((card) => {
  const floor = document.querySelector("#practice-game .ask").getBoundingClientRect().top;
  const box = card.getBoundingClientRect();
  return box.top < 0 || box.bottom > floor + 1;
}).map((card) => card.dataset.at)"""

FOCUSED = "() => document.activeElement.closest('#practice-game [data-at]')?.dataset.at"


@pytest.fixture
def phone(hosts: Hosts) -> Page:
    """A visitor with a small phone that is tapped."""
    return hosts.visitor(window=SMALL, has_touch=True)


def sit_down(page: Page, game: str) -> None:
    """To a table of the game with its usual company."""
    page.goto(f"/play/{game}/")
    page.get_by_role("button", name="Start game").click()
    page.locator("#practice-game.pointing").wait_for()


def offered(page: Page) -> Locator:
    return page.locator("[data-ask] button[name=move]:visible")


def tap_a_move(page: Page) -> None:
    """Tap one lit place after the other, the last of them, until its move is offered or made."""
    before = answers(page)
    while is_asked(page, before):
        lit, is_chosen = (
            page.locator("#practice-game .lit:not(.instead)"),
            page.locator("#practice-game .taken").count(),
        )
        if (is_chosen and offered(page).count()) or not lit.count():
            offered(page).first.tap()
            return
        lit.last.tap()


def submit(page: Page, number: int) -> None:
    """Make a move of the list, wherever it is folded."""
    before = answers(page)
    page.locator("button[name=move]").nth(number).evaluate("button => button.form.requestSubmit(button)")
    wait_for_answer(page, before)


@pytest.mark.long
@pytest.mark.parametrize("game", ["kings-kilt", "highland-clans"])
def test_a_visitor_plays_a_whole_game_by_taps(phone: Page, game: str) -> None:
    sit_down(phone, game)
    shows_own_cards_and_question(phone)
    play_out(phone, tap_a_move)
    expect(phone.locator("#ended")).to_be_visible()
    assert fits(phone)
    assert PracticeGame.objects.get().status == PracticeGame.Status.OVER


def press_a_move(page: Page) -> None:
    """To another lit place by an arrow and Enter to take it, until a move can be made by its number."""
    before = answers(page)
    page.locator("#practice-game.pointing, #practice-game:not(:has([data-places]))").wait_for()
    for arrow in ("ArrowDown", "ArrowRight", "ArrowUp", "ArrowLeft") * 10:
        if page.locator("[data-ask] button[data-number='1']:visible").count():
            page.keyboard.press("1")
            return
        here = page.evaluate(FOCUSED)
        page.keyboard.press(arrow)
        if page.evaluate(FOCUSED) == here:
            continue  # nothing is lit that way, and Enter would put back what is taken
        page.keyboard.press("Enter")
        if not is_asked(page, before):
            return
    pytest.fail(f"No move was found by arrows. {page.locator('.ask').inner_text()}")


@pytest.mark.long
def test_somebody_plays_a_whole_game_of_kings_kilt_by_keyboard_alone(hosts: Hosts) -> None:
    page = hosts.visitor()
    sit_down(page, "kings-kilt")
    play_out(page, press_a_move)
    expect(page.locator("#ended")).to_be_focused()


def shows_own_cards_and_question(phone: Page) -> None:
    """All of one's cards are above the question, which is at the bottom of the window."""
    bar = phone.locator(".ask").bounding_box()
    assert bar
    assert bar["y"] + bar["height"] <= SMALL["height"] + 1
    assert phone.locator("#practice-game .own").count() == 1
    assert phone.locator(OWN).count() >= 4
    assert phone.locator(OWN).evaluate_all(OUT_OF_SIGHT) == []


def exchange_of_two(page: Page) -> tuple[int, int]:
    """Play on until two different cards can be exchanged; their values."""
    for _ in range(60):
        paths = page.locator("button[name=move]").evaluate_all("all => all.map((one) => one.dataset.places ?? '')")
        if "exchange" in question(page).inner_text():
            for path in paths:
                cards = [card.split("-")[1] for card in path.removesuffix(" deck").split("+") if "hand" in card]
                if len(cards) == len(set(cards)) == 2:
                    return int(cards[0]), int(cards[1])
        submit(page, 0)
        assert not is_over(page)
    pytest.fail("No two cards could be exchanged.")


def test_several_cards_are_chosen_in_any_order_and_taken_back_or_found_in_a_folded_list(phone: Page) -> None:
    sit_down(phone, "highland-clans")
    low, high = exchange_of_two(phone)
    finds_moves_in_a_folded_list(phone)
    before = answers(phone)
    phone.locator(f"#practice-game [data-like=hand-{high}]").last.tap()
    phone.locator(f"#practice-game [data-like=hand-{low}]").last.tap()
    expect(phone.locator("#practice-game .taken")).to_have_count(2)
    expect(phone.locator(".ask-hint")).to_contain_text("Selected")
    expect(offered(phone)).to_have_text([f"Exchange {low} and {high}"])
    phone.locator("#practice-game .taken").first.tap()
    expect(offered(phone)).to_have_text([f"Exchange {high}"])
    phone.locator(f"#practice-game [data-like=hand-{low}]").last.tap()
    assert answers(phone) == before
    phone.locator("#practice-game [data-at=deck]").tap()
    wait_for_answer(phone, before)
    assert PracticeGame.objects.get().events[int(before)] == [EXCHANGE, low, high]


def finds_moves_in_a_folded_list(phone: Page) -> None:
    """Open the long list of moves in words, and close it by a reload."""
    phone.get_by_role("button", name="Possible moves").tap()
    heading = phone.locator("details.ask-group:visible > summary, .ask-group:visible > h3").first
    expect(heading).to_be_visible()
    assert fits(phone)
    bar = phone.locator(".ask").bounding_box()
    assert bar
    assert bar["height"] <= 0.4 * SMALL["height"] + 1
    wide = offered(phone).evaluate_all("all => all.filter((one) => one.getBoundingClientRect().height > 70).length")
    assert wide == 0
    phone.reload()
    phone.locator("#practice-game.pointing").wait_for()


FINGER = 44  # pixels either way
PHONES = (360, 390)
STATIC = "http://house.example/static/"
SHEETS = "".join(f"<link rel='stylesheet' href='{STATIC}moothill/{name}.css'>" for name in ("base", "pages", "games"))
TABLES = [("kings-kilt", 2), ("kings-kilt", 4), ("highland-clans", 3), ("highland-clans", 5)]
TOO_SMALL = """least => [...document.querySelectorAll("[data-at]")].filter((spot) => {
  const box = spot.getBoundingClientRect();
  return Math.min(box.width, box.height) < least - 0.1;
}).map((spot) => spot.dataset.at)"""
CUT_OFF = """() => [...document.querySelectorAll(".game-table :is(li, p, h3, h4, td):not(.unseen)")].filter(
  (words) => words.scrollWidth > words.clientWidth + 1
).map((words) => words.textContent.trim())"""


@pytest.mark.long
@pytest.mark.parametrize(("slug", "seats"), TABLES)
def test_a_table_fits_a_phone_and_a_finger_its_places(page: Page, slug: str, seats: int) -> None:
    page.route(f"{STATIC}**", hand_out)
    for state, event in every(60, positions(slug, seats, 3, at_random)):
        show(page, slug, state.view(seats - 1), event)
        for width in PHONES:
            page.set_viewport_size({"width": width, "height": 780})
            assert fits(page), f"wider than {width} pixels"
            assert page.evaluate(TOO_SMALL, FINGER) == []
            assert page.evaluate(CUT_OFF) == []


def hand_out(route: Route) -> None:
    """What the style names, as the web server has it."""
    found = find(route.request.url.removeprefix(STATIC))
    assert isinstance(found, str), route.request.url
    route.fulfill(path=found, headers={"Access-Control-Allow-Origin": "*"})


def show(page: Page, slug: str, position: View, event: Event) -> None:
    """Show the table on a page of its own, with the site's style sheets and fonts."""
    drawn = render_to_string(templates_of(slug), {"table": table(slug, position, event)})
    page.set_content(f"{SHEETS}<main class='sheet'>{drawn}</main>")
    page.evaluate("document.fonts.ready")
