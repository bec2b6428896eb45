"""Two players report a game on phones, and Morag resolves a dispute; results and ratings follow."""

from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from league.results.models import Result
from tests.browser.conftest import PHONE, Hosts
from tests.browser.steps import fits
from tests.league.results.factories import Evening, an_evening
from tests.processes import Running

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def evening() -> Evening:
    return an_evening()


def records(page: Page, evening: Evening, points: dict[str, str]) -> None:
    """Fill in the club's score sheet, and send it."""
    page.goto(f"/clubs/{evening.club.slug}/")
    page.get_by_role("link", name="Enter score sheet").click()
    page.get_by_text("Lords of Scotland", exact=True).click()
    for name in points:
        page.locator("#company").get_by_role("button", name=name).click()
    for name, figure in points.items():
        page.get_by_label(f"Score of {name}").fill(figure)
    page.locator("[data-sheet-send]").click()


def lies_under_the_thumb(page: Page, button: str) -> bool:
    """Whether the button is in the lower half of the screen, and large enough for a thumb."""
    box = page.get_by_role("button", name=button, exact=True).bounding_box()
    return box is not None and box["y"] > PHONE["height"] / 2 and box["height"] >= 44


@pytest.mark.long
def test_a_report_is_confirmed_by_the_other_and_rated(
    hosts: Hosts, evening: Evening, celery_worker_process: Callable[..., Running]
) -> None:
    celery_worker_process(queues="ratings")
    hamish = hosts.visitor(evening.hamish.account, window=PHONE)
    ailsa = hosts.visitor(evening.ailsa.account, window=PHONE)
    records(hamish, evening, {"Hamish": "50", "Ailsa": "40"})
    expect(hamish.get_by_text("Ailsa can confirm")).to_be_visible()
    hamish.goto("/reports/")
    hamish.locator(".pairings a").first.click()
    expect(hamish.get_by_text("Ailsa can confirm the result.")).to_be_visible()

    ailsa.goto(f"/clubs/{evening.club.slug}/")
    expect(ailsa.get_by_text("Confirm your game:")).to_be_visible()
    ailsa.locator("p", has_text="Confirm your game:").get_by_role("link").click()
    expect(ailsa.get_by_text("Please confirm or dispute")).to_be_visible()
    rated = ailsa.get_by_role("row", name="Hamish").filter(has_text="changes to")
    expect(rated).to_be_visible()  # the ratings before and after are on the page, without a click
    assert lies_under_the_thumb(ailsa, "Confirm result")
    assert fits(ailsa)
    ailsa.get_by_role("button", name="Confirm result").click()
    expect(ailsa.get_by_text("Thank you. The result counts now.")).to_be_visible()

    expect(hamish.get_by_text("The result counts.")).to_be_visible()
    assert fits(hamish)
    href = reverse("results:result", args=[evening.pool.slug, 1])
    hamish.locator(f"main a[href='{href}']").first.click()
    expect(hamish.get_by_role("heading", level=1)).to_contain_text("Result 1")
    hamish.goto(f"/leaderboards/{evening.pool.slug}/")
    expect(hamish.locator("tbody tr").first).to_contain_text("Hamish")
    expect(hamish.locator("tbody tr").nth(1)).to_contain_text("Ailsa")


@pytest.mark.long
def test_a_dispute_is_decided_by_the_organiser_who_saw_what_it_changes(
    hosts: Hosts, evening: Evening, celery_worker_process: Callable[..., Running]
) -> None:
    celery_worker_process(queues="ratings")
    report = evening.reported(evening.hamish, evening.ailsa)
    ailsa = hosts.visitor(evening.ailsa.account, window=PHONE)
    morag = hosts.visitor(evening.morag, window=PHONE)
    ailsa.goto(f"/reports/{report.public_id}/")
    ailsa.get_by_role("link", name="Dispute result").click()
    ailsa.get_by_role("link", name="Or enter the right result").click()
    ailsa.get_by_label("Score of Hamish").fill("50")
    ailsa.get_by_role("button", name="Report result").click()
    expect(ailsa.get_by_text("Enter the score of every player.")).to_be_visible()
    expect(ailsa.get_by_label("Score of Hamish")).to_have_value("50")
    ailsa.get_by_label("Score of Ailsa").fill("60")
    ailsa.get_by_role("button", name="Report result").click()
    expect(ailsa.locator(".report-state")).to_have_text("disputed")
    assert fits(ailsa)

    morag.goto(f"/clubs/{evening.club.slug}/")
    morag.get_by_role("link", name="One disputed game").click()
    morag.locator(".pairings a").first.click()
    morag.get_by_role("link", name="Resolve as organiser", exact=True).click()
    morag.get_by_label("Report of Ailsa").check()
    morag.get_by_role("button", name="Preview changes").click()
    expect(morag.get_by_text("Your decision: Report of Ailsa")).to_be_visible()
    expect(morag.get_by_role("heading", name="Ratings")).to_be_visible()
    assert fits(morag)
    morag.get_by_role("textbox", name="Reason").fill("The sheet says 60.")
    morag.get_by_role("button", name="Save decision").click()
    expect(morag.get_by_text("Decision saved.")).to_be_visible()

    expect(ailsa.get_by_text("Morag decided: this result counts.")).to_be_visible()
    expect(ailsa.get_by_text("The sheet says 60.")).to_be_visible()
    ailsa.goto(f"/reports/{report.public_id}/")
    expect(ailsa.get_by_text("Morag decided for another result.")).to_be_visible()
    ailsa.goto(f"/leaderboards/{evening.pool.slug}/")
    expect(ailsa.locator("tbody tr").first).to_contain_text("Ailsa")


@pytest.fixture
def confirmed_evening() -> Evening:
    """Hamish beat Ailsa, and she agrees."""
    evening = an_evening()
    evening.reported(evening.hamish, evening.ailsa)
    evening.reported(evening.hamish, evening.ailsa, by=evening.morag.player)
    return evening


def leads(page: Page, evening: Evening, name: str) -> None:
    """Look who is first on the leaderboard, until the workers have folded."""
    page.goto(f"/leaderboards/{evening.pool.slug}/")
    expect(page.locator("tbody tr").first).to_contain_text(name)


def result_page(evening: Evening) -> str:
    """Where the last game that entered is shown."""
    return f"/results/{evening.pool.slug}/{Result.objects.latest('number').number}/"


@pytest.mark.long
def test_a_correction_is_previewed_confirmed_and_told(
    hosts: Hosts, confirmed_evening: Evening, celery_worker_process: Callable[..., Running]
) -> None:
    evening = confirmed_evening
    evening = confirmed_evening
    celery_worker_process(queues="ratings")
    address = result_page(evening)
    morag = hosts.visitor(evening.morag, window=PHONE)
    morag.goto(address)
    morag.get_by_role("link", name="Correct result", exact=True).click()
    morag.get_by_label("Score of seat 1").fill("40")
    morag.get_by_label("Score of seat 2").fill("50")
    morag.get_by_role("textbox", name="Reason").fill("The sheet was read from the wrong side.")
    morag.get_by_role("button", name="Preview correction").click()
    expect(morag.get_by_text("Nothing is saved yet.")).to_be_visible()
    expect(morag.get_by_role("heading", name="Ratings")).to_be_visible()
    assert fits(morag)
    morag.get_by_role("button", name="Save correction").click()
    expect(morag.get_by_text("The sheet was read from the wrong side.")).to_be_visible()
    assert fits(morag)
    leads(morag, evening, "Ailsa")
