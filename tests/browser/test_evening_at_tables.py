"""People play at tables, the organiser types what came of it on a phone, and everybody sees the standings."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, Hosts
from tests.browser.steps import admit, draft, enter, fits, found_club, start, tab
from tests.factories import account_of
from tests.processes import Running

pytestmark = pytest.mark.browser

STRENGTH = {"Ailsa": "50", "Bruce": "40", "Catriona": "30"}


@pytest.mark.long
def test_morag_types_results_and_hamish_watches_the_standings(
    hosts: Hosts, celery_worker_process: Callable[..., Running]
) -> None:
    celery_worker_process(queues="ratings")
    morag, hamish = hosts.visitor(account_of("Morag"), window=PHONE), hosts.visitor(account_of("Hamish"))
    morag.goto("/")
    found_club(morag, "Glen Orchy Games")
    admit(morag, *STRENGTH)
    draft(morag, "Thursday", who="People")
    enter(morag, *STRENGTH)
    start(morag)
    overview = morag.url
    hamish.goto(overview)
    tab(hamish, "Standings")
    hamish.evaluate("window.neverLeft = true")

    for number in (1, 2, 3):
        morag.goto(overview)
        expect(morag.locator(".progress")).to_contain_text(f"Round {number} of 3")
        type_result(morag)
        expect(hamish.locator(".progress")).to_contain_text(f"{number} of {min(number + 1, 3)}")
    expect(hamish.locator(".progress .state.done")).to_be_visible()
    assert standings(hamish) == [("1", "Ailsa", "2"), ("2", "Bruce", "1"), ("3", "Catriona", "0")]
    assert hamish.evaluate("window.neverLeft")
    morag.goto(overview)
    expect(morag.locator(".winners")).to_have_text("Winner: Ailsa.")
    assert fits(morag)


def type_result(page: Page) -> None:
    """Fill in the sheet of the round, and send it with Enter; half a result is refused first, and kept."""
    page.get_by_role("link", name="Enter results").first.click()
    expect(page.locator(".result .who-name")).to_have_count(2)
    names = page.locator(".result .who-name").all_inner_texts()
    first, second = (page.get_by_label(f"Score of {name}") for name in names)
    first.fill(STRENGTH[names[0]])
    first.press("Enter")
    expect(page.get_by_text("Enter the score of each player at this table.")).to_be_visible()
    assert fits(page)
    expect(first).to_have_value(STRENGTH[names[0]])
    second.fill(STRENGTH[names[1]])
    second.press("Enter")
    expect(page.get_by_text("1 result was entered.")).to_be_visible()


def standings(page: Page) -> list[tuple[str, str, str]]:
    """Place, name and points of everybody, in order."""
    rows = page.locator(".standings tbody tr").all()
    return [
        (row.locator(".place").inner_text(), row.locator(".who-name").inner_text(), row.locator("td.main").inner_text())
        for row in rows
    ]
