"""The whole way of a bot in a real browser, with real workers: the guide, the upload, the verdict, the ladder."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from games.bots.models import BuiltinBot
from games.bots.services import ensure_builtin_bots
from games.ladder.services import plan_blocks
from league.conf.settings import ROOT
from tests.browser.conftest import Hosts
from tests.browser.steps import fits, room
from tests.engine.sandbox.programs import tiers_here
from tests.games.bots.factories import author
from tests.processes import Running

pytestmark = pytest.mark.browser

HERALD = ROOT / "docs" / "bots" / "herald.py"
LADDER = "Lords of Scotland, bots, tables of 2"
WORK = 40_000.0  # milliseconds for workers to start, and to check a short bot or play a few of its matches


@pytest.mark.long
@pytest.mark.skipif(not tiers_here(), reason="No sandbox works on this machine.")
def test_morags_bot_is_uploaded_checked_and_plays_on_its_ladders(
    hosts: Hosts, celery_worker_process: Callable[..., Running]
) -> None:
    ensure_builtin_bots()
    BuiltinBot.objects.exclude(strategy__in=("steward", "wanderer")).delete()  # those that take time to think
    page = hosts.visitor(author("Morag"))
    finds_the_way_from_the_bots(page)
    uploads(page, "Herald of the moor")
    expect(page.get_by_text("No worker for uploaded bots is running.")).to_be_visible()
    assert fits(page)

    page.evaluate("window.neverLeft = true")
    celery_worker_process(queues="bots,programs,ratings,mail")
    expect(page.get_by_text("This is the active version.")).to_be_visible(timeout=WORK)
    expect(page.get_by_role("table", name="Matches of the check").locator("tbody tr")).to_have_count(4)
    expect(page.get_by_text("The bot joins the ladders of its games within seconds.")).to_be_visible()
    plan_blocks()  # as the clock has it done
    ladders = page.get_by_role("table", name="Ladders")
    expect(ladders.get_by_role("link", name=LADDER)).to_be_visible()
    assert page.evaluate("window.neverLeft"), "The page was loaded anew instead of bringing itself up to date."
    assert fits(page)

    ladders.get_by_role("link", name=LADDER).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Herald of the moor")
    shows_a_deal_played_on(page)


def finds_the_way_from_the_bots(page: Page) -> None:
    """From the first page to where files are sent, by links alone."""
    page.goto("/")
    room(page, "Bots")
    page.get_by_role("link", name="Bot guide", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Bot guide")
    assert fits(page)
    page.get_by_role("link", name="My bots", exact=True).click()
    page.get_by_role("link", name="Upload bot").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Upload bot")


def uploads(page: Page, name: str) -> None:
    """Send the short bot of the guide; ends where its verdict is awaited."""
    page.get_by_role("textbox", name="Name").fill(name)
    page.get_by_label("Lords of Scotland").check()
    page.get_by_label("Bot file").set_input_files(HERALD)
    page.get_by_role("button", name="Upload bot").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Version 1")


def shows_a_deal_played_on(page: Page) -> None:
    """The ladder has the bot with a rating, and the deal that it played can be opened."""
    page.get_by_role("link", name=LADDER).click()
    own = page.get_by_role("row").filter(has_text="Herald of the moor")
    expect(own).to_contain_text("placement, 2 of 12 deals", timeout=WORK)
    expect(own.locator("td").first).to_contain_text("±", timeout=WORK)
    assert fits(page)
    deal = page.get_by_role("link", name="Deal 1", exact=True)
    expect(page.get_by_role("listitem").filter(has=deal)).not_to_contain_text("hidden", timeout=WORK)
    deal.click()
    expect(page.get_by_role("navigation", name="Game record steps")).to_be_visible()
    expect(page.get_by_role("link", name="Herald of the moor").first).to_be_visible()
    assert fits(page)
