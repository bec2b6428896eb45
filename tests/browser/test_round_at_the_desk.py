"""A round at the desk, on a phone: drawn by a worker, changed with a rule broken, undone, published, repaired."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from league.accounts.models import Account
from league.competition.violations import FORBIDDEN
from league.tournaments.models import Tournament
from league.tournaments.services.forbidden_pairs import forbid_pair
from league.tournaments.services.lifecycle import start
from tests.browser.conftest import PHONE, Hosts
from tests.browser.steps import fits
from tests.factories import account_of, glen_club
from tests.league.tournaments.factories import admitting, drafting
from tests.league.tournaments.rounds import TABLES_OF_FOUR, laid
from tests.processes import Running

pytestmark = pytest.mark.browser

TOO_SMALL = """() => [...document.querySelectorAll(".laid-tap, #tab .button")].filter((spot) => {
  const box = spot.getBoundingClientRect();
  return box.height && box.height < 43.9;
}).map((spot) => spot.textContent.trim())"""


@pytest.fixture
def morag() -> Account:
    return account_of("Morag")


@pytest.fixture
def swiss(morag: Account) -> Tournament:
    """Twelve players at tables of four; Ailsa and Bruce are kept apart."""
    club = glen_club(morag)
    event = drafting(club, admitting(club))(12, **TABLES_OF_FOUR, name="Weekend of tables")
    forbid_pair(tournament=event, entries=list(event.entries.filter(number__lte=2)), by=None)
    return start(tournament=event, by=None)


@pytest.mark.long
@pytest.mark.parametrize("script", [True, False], ids=["with script", "without script"])
def test_from_drawn_to_repaired(
    hosts: Hosts, morag: Account, swiss: Tournament, celery_worker_process: Callable[..., Running], script: bool
) -> None:
    page = hosts.visitor(morag, window=PHONE, java_script_enabled=script)
    page.goto(f"/tournaments/{swiss.public_id}/desk/rounds/1/")
    expect(page.get_by_text("waiting")).to_be_visible()
    celery_worker_process(queues="ratings")
    swiss.drawings.get().refresh_from_db()
    _send_again(swiss)
    _wait_for_the_draft(page, script)
    fine(page, script)

    where = {entry: table for table, seats in laid(swiss).items() for entry in seats}
    page.get_by_role("link", name="Ailsa").click()
    expect(page.get_by_text("Move Ailsa to")).to_be_visible()
    fine(page, script)
    page.get_by_role("button", name=f"Move to table {where[2]}").click()
    expect(page.get_by_text(FORBIDDEN.format(players="Bruce and Ailsa")).first).to_be_visible()
    page.get_by_role("button", name="Undo change").click()
    expect(page.get_by_text(FORBIDDEN.format(players="Bruce and Ailsa"))).to_have_count(0)

    visitor = hosts.visitor(window=PHONE)
    visitor.goto(f"/tournaments/{swiss.public_id}/{swiss.slug}/rounds/")
    expect(visitor.get_by_text("Table 1", exact=True)).to_have_count(0)
    page.get_by_role("button", name="Publish round 1").click()
    expect(page.get_by_text("Round 1 is published.").first).to_be_visible()
    expect(visitor.get_by_text("Table 1", exact=True)).to_be_visible()

    expect(page.get_by_role("link", name="Enter results")).to_be_visible()
    missing = laid(swiss)[1][:2]
    page.get_by_role("link", name="Absent or late players").click()
    for entry in missing:
        page.locator(f"input[name=absent][value='{entry}']").check()
    fine(page, script)
    page.get_by_role("button", name="Preview changes").click()
    expect(page.get_by_text("2 tables change; all others stay as they are.")).to_be_visible()
    fine(page, script)
    page.get_by_role("button", name="Publish version 2").click()
    expect(page.get_by_text(re.compile("Version 2, "))).to_be_visible()
    assert sorted(len(seats) for seats in laid(swiss).values()) == [3, 3, 4]


def fine(page: Page, script: bool) -> None:
    """It is there with all that its forms send, and fits a phone and a finger."""
    page.wait_for_load_state()
    if script:
        assert fits(page)
        assert page.evaluate(TOO_SMALL) == []


def _send_again(swiss: Tournament) -> None:
    """The sweep's work, for no beat runs here."""
    from league.tournaments.services.round_drawing import wake_drawing

    wake_drawing(swiss.drawings.get().pk)


def _wait_for_the_draft(page: Page, script: bool) -> None:
    """With script the page brings itself up to date; without it somebody looks again."""
    publish = page.get_by_role("button", name="Publish round 1")
    while not script and not publish.is_visible():
        with page.expect_navigation():  # the page that has come, not the one that is leaving
            page.get_by_role("link", name="Refresh").click()
    expect(publish).to_be_visible()
