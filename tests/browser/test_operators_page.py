"""A site admin reads the system status on a phone and on a desktop, and retries failed work."""

import pytest
from playwright.sync_api import expect

from games.matches.models import Match
from league.common.worker_heartbeat import WorkerInfo, record_scheduler_heartbeat, record_worker_heartbeat
from tests.browser.conftest import Hosts
from tests.browser.steps import fits
from tests.factories import operator
from tests.league.operations.scene import LOG, everybody_works, given_up

pytestmark = pytest.mark.browser

WIDTHS = (360, 800, 1400)


@pytest.mark.long
def test_an_operator_opens_the_log_and_tries_again(hosts: Hosts) -> None:
    everybody_works()
    match, other = given_up(2)
    page = hosts.visitor(operator())
    page.goto("/")
    page.get_by_role("link", name="2 jobs failed").click()
    hosts.examine(page, "System status")
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        assert fits(page), width
    page.goto("/operator?language=pt-br")
    expect(page.get_by_role("heading", level=1)).to_have_text("Status do sistema")
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        assert fits(page), width
    page.goto("/operator?language=en-gb")
    row = page.locator(f'[data-key="matches-{match.public_id}"]')
    row.get_by_text("Error log").click()
    expect(row.get_by_text(LOG.strip())).to_be_visible()
    row.get_by_role("button", name="Try again").click()
    expect(page.get_by_text("1 job is being retried.")).to_be_visible()
    expect(page.get_by_role("heading", name="Failed: Matches")).to_be_visible()
    assert dict(Match.objects.values_list("pk", "status")) == {match.pk: "queued", other.pk: "dead"}


@pytest.mark.long
def test_the_page_notices_what_nobody_announces_and_keeps_an_open_log(hosts: Hosts) -> None:
    everybody_works()
    given_up(1)
    page = hosts.visitor(operator())
    page.goto("/operator")
    page.get_by_text("Error log", exact=True).click()
    expect(page.get_by_text("newcomer@glen")).to_have_count(0)
    record_worker_heartbeat("newcomer@glen", WorkerInfo(("remote",), 4, 2))
    record_scheduler_heartbeat()
    expect(page.get_by_text("newcomer@glen")).to_be_visible()
    expect(page.get_by_text(LOG.strip())).to_be_visible()
