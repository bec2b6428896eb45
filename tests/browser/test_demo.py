"""The demo fills its leaderboard while somebody looks at it."""

from collections.abc import Callable

import pytest
from django.core.management import call_command
from playwright.sync_api import expect

from tests.browser.conftest import Hosts
from tests.processes import Running

pytestmark = pytest.mark.browser

PROMISED = 30_000.0  # milliseconds until the leaderboard is filling


@pytest.mark.long
def test_the_leaderboard_fills(hosts: Hosts, celery_worker_process: Callable[..., Running]) -> None:
    call_command("demo", verbosity=0)
    page = hosts.visitor()
    page.goto("/leaderboards/lords-of-scotland-bots/")
    expect(page.get_by_text("No ratings yet")).to_be_visible()
    celery_worker_process(queues="ratings,mail")  # two workers, as `manage.py up` starts them
    celery_worker_process(queues="matches", processes=2)
    expect(page.locator("#leaderboard tbody tr").nth(1)).to_be_visible(timeout=PROMISED)
