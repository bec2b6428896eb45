"""A table fits a phone, and a finger finds every place of it."""

import pytest
from django.contrib.staticfiles.finders import find
from django.template.loader import render_to_string
from playwright.sync_api import Page, Route

from engine.core.game import Event, View
from games.matches.boards import templates_of
from tests.browser.steps import fits
from tests.games.matches.boards import at_random, every, positions, table

pytestmark = pytest.mark.browser

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
