"""The home page of a visitor replays the end of a match, unless the reader wants no motion."""

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from games.matches.claims import finish_matches
from games.matches.models import Match
from games.matches.services import BlockOrder, all_rotations, create_block
from league.results.services.ledger import pool_for
from tests.browser.conftest import DESKTOP, PHONE, Hosts
from tests.browser.steps import fits
from tests.games.factories import TERMS, blocks, claim, ids_of, matches_of, played, seat_setups
from tests.games.matches.test_pages import done
from tests.league.results.factories import an_evening
from tests.league.tournaments.test_first_page import an_event, was_here_yesterday

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def moves_told(page: Page) -> str:
    return page.locator(".showcase-said").inner_text()


def test_the_last_moves_are_replayed_until_somebody_stops_them(hosts: Hosts) -> None:
    done(blocks()[0])
    page = hosts.visitor(reduced_motion="no-preference")
    page.goto("/")
    end = moves_told(page)
    expect(page.locator(".showcase-said")).not_to_have_text(end)
    hosts.examine(page, "Home")
    page.locator("[data-showcase] button").click()
    expect(page.locator("[data-showcase] button")).to_have_text("Play")


def test_nothing_moves_for_a_reader_who_wants_no_motion_until_they_ask(hosts: Hosts) -> None:
    done(blocks()[0])
    page = hosts.visitor(reduced_motion="reduce")
    page.goto("/")
    end = moves_told(page)
    button = page.locator("[data-showcase] button")
    expect(button).to_have_text("Play")
    assert moves_told(page) == end
    button.click()
    expect(page.locator(".showcase-said")).not_to_have_text(end)


def test_without_script_the_table_stands_at_its_end(hosts: Hosts) -> None:
    done(blocks()[0])
    page = hosts.visitor(java_script_enabled=False)
    page.goto("/")
    expect(page.locator(".showcase-table .stage")).to_be_visible()
    expect(page.locator("[data-showcase] button")).to_have_count(0)


def test_the_pages_of_a_game_are_read_aloud_and_fit(hosts: Hosts) -> None:
    page = hosts.visitor()
    for address, title in (
        ("/games/", "Games"),
        ("/games/highland-clans/", "Highland Clans"),
        ("/games/kings-kilt/rules/", "Rules of King"),
        ("/play/", "Play"),
        ("/play/lords-of-scotland/", "Play Lords"),
    ):
        page.goto(address)
        hosts.examine(page, title)


def test_the_next_game_of_a_player_is_read_aloud_and_fits(hosts: Hosts) -> None:
    evening = an_evening()
    hamish = evening.hamish.account
    assert hamish is not None
    was_here_yesterday(hamish)
    an_event(evening)
    an_event(evening, name="A cup with a long name, which is played all through the winter and the spring")
    for window in (DESKTOP, PHONE):
        page = hosts.visitor(hamish, window)
        page.goto("/")
        expect(page.locator(".next-game")).to_have_count(2)
        hosts.examine(page, "Home")
    page.set_viewport_size(DESKTOP)
    line = page.locator(".next-game").last
    assert right_edge(line.get_by_role("link", name="Report result")) == pytest.approx(right_edge(line), abs=1)


def right_edge(element: Locator) -> float:
    box = element.bounding_box()
    assert box is not None
    return box["x"] + box["width"]


def match_of(game: str, seats: int) -> Match:
    """A finished match whose record is open."""
    pool = pool_for(game=game, player_kind="bot")
    order = BlockOrder(game=game, rotations=all_rotations(seat_setups(*["wanderer"] * seats))[:1], pool=pool)
    block = create_block(order=order)
    finish_matches(finishes=played(claim(ids_of([block]))), terms=TERMS)
    return matches_of([block])[0]


def step(page: Page, number: int) -> Locator:
    """The counter at a step."""
    return page.locator(f"[data-step='{number}']")


def slider(page: Page) -> Locator:
    return page.get_by_role("slider", name="Step")


def test_a_match_is_watched_from_its_start_by_slider_keys_and_play(hosts: Hosts) -> None:
    page = hosts.visitor()
    page.goto(f"/matches/{match_of('lords-of-scotland', 3).public_id}/?step=0#watch")
    expect(step(page, 0)).to_be_attached()
    slider(page).press("ArrowRight")
    expect(step(page, 1)).to_be_attached()
    page.get_by_role("link", name="Next").click()
    expect(step(page, 2)).to_be_attached()
    expect(slider(page)).to_have_value("2")
    page.get_by_label("Speed").select_option("175")
    page.get_by_role("button", name="Play").click()
    page.wait_for_function("() => Number(document.querySelector('[data-step]').dataset.step) >= 5")
    expect(page.get_by_role("button", name="Pause")).to_be_focused()
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    slider(page).press("End")
    expect(page.locator("[data-step]")).to_have_attribute("data-step", slider(page).get_attribute("max") or "")
    page.reload()
    expect(page.locator("[data-step]")).to_have_attribute("data-step", slider(page).get_attribute("max") or "")


@pytest.mark.parametrize(("game", "seats"), [("kings-kilt", 4), ("highland-clans", 5)])
def test_every_game_has_a_plot_that_fits_a_phone(hosts: Hosts, game: str, seats: int) -> None:
    page = hosts.visitor(window=PHONE, has_touch=True)
    page.goto(f"/matches/{match_of(game, seats).public_id}/")
    expect(page.locator(".race-line")).to_have_count(seats)
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    assert fits(page)


OVERLAPPED = """() => [...document.querySelectorAll(".lords .cards")].flatMap((row) => {
  const cards = [...row.children].map((one) => one.querySelector(".card").getBoundingClientRect());
  const covers = (card, last) => card.left < last.right - 1 && card.top < last.bottom;
  return cards.filter((card, number) => number && covers(card, cards[number - 1]));
}).length"""


def test_a_replay_begins_high_and_shows_every_card_beside_its_plot(hosts: Hosts) -> None:
    page = hosts.visitor()
    page.goto(f"/matches/{match_of('lords-of-scotland', 3).public_id}/")
    windows: tuple[tuple[ViewportSize, int], ...] = (
        ({"width": 1400, "height": 900}, 260),
        ({"width": 800, "height": 900}, 320),
        (PHONE, 380),
    )
    for window, top in windows:
        page.set_viewport_size(window)
        table, plot = page.locator(".match-table").bounding_box(), page.locator(".race-form").bounding_box()
        assert table
        assert plot
        assert table["y"] <= top, window
        assert plot["x"] > table["x"] + table["width"] or window["width"] < 1024, "on wide pages it covers no card"
        assert plot["y"] + plot["height"] <= window["height"] + 1, window
        assert page.evaluate(OVERLAPPED) == 0, window
        assert fits(page)


def test_a_step_is_chosen_on_the_plot_without_script(hosts: Hosts) -> None:
    page = hosts.visitor(java_script_enabled=False)
    page.goto(f"/matches/{match_of('kings-kilt', 2).public_id}/?step=0")
    slider(page).press("ArrowRight")
    page.get_by_role("button", name="Show step").click()
    expect(step(page, 1)).to_be_attached()
    expect(page.get_by_role("button", name="Play")).to_be_hidden()
