"""A replay is watched: by the slider on the plot, by play and pause, by keys, and without script."""

import pytest
from playwright.sync_api import Locator, Page, expect

from games.matches.claims import finish_matches
from games.matches.models import Match
from games.matches.services import BlockOrder, all_rotations, create_block
from league.results.services.ledger import pool_for
from tests.browser.conftest import PHONE, Hosts
from tests.browser.steps import fits
from tests.games.tables import TERMS, chairs, claim, ids_of, matches_of, played

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def match_of(game: str, seats: int) -> Match:
    """A finished match whose record is open."""
    pool = pool_for(game=game, player_kind="bot")
    order = BlockOrder(game=game, rotations=all_rotations(chairs(*["wanderer"] * seats))[:1], pool=pool)
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


def test_a_step_is_chosen_on_the_plot_without_script(hosts: Hosts) -> None:
    page = hosts.visitor(java_script_enabled=False)
    page.goto(f"/matches/{match_of('kings-kilt', 2).public_id}/?step=0")
    slider(page).press("ArrowRight")
    page.get_by_role("button", name="Show step").click()
    expect(step(page, 1)).to_be_attached()
    expect(page.get_by_role("button", name="Play")).to_be_hidden()
