"""A season of club evenings, from founding the club to its champion: tables, phones at them, a dispute, who counts."""

import re
from collections.abc import Callable
from datetime import date, timedelta

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import PHONE, Hosts
from tests.browser.steps import admit, found_club, join, opens, presses, tab, to_the_desk, type_round
from tests.processes import Running

pytestmark = pytest.mark.browser

SEASON = "Winter evenings"
STRENGTH = {"Ailsa": 70, "Bruce": 60, "Catriona": 50, "Dougal": 40, "Eilidh": 30, "Fergus": 20, "Una Begg": 10}


@pytest.mark.long
def test_a_club_plays_a_season_and_has_a_champion(hosts: Hosts, celery_worker_process: Callable[..., Running]) -> None:
    celery_worker_process(queues="ratings")
    page = hosts.visitor(window=PHONE)
    page.goto("/")
    join(page, "Morag")
    found_club(page, "Glen Orchy Games")
    hosts.examine(page, "Members of")
    admit(page, *(name for name in STRENGTH if name != "Una Begg"))
    makes_a_season(hosts, page)

    opens_an_evening(page, days_ago=14)
    comes(page, "Ailsa", "Bruce", "Catriona", "Dougal", "Eilidh", "Fergus")
    brings_a_guest(page, "Una Begg")
    hosts.examine(page, "Club night")
    gets_tables(page, "Publish pairings now")
    hosts.examine(page, "Round 1")
    first, second = links_of_the_tables(hosts, page)
    reports_and_confirms(hosts, first)
    reports_and_disputes(hosts, second)
    decides(hosts, page)

    to_the_evening(page)
    ticks(page, "Fergus", is_here=False)
    gets_tables(page, "Publish pairings now")
    types_results(hosts, page)
    closes_the_evening(hosts, page)
    for days_ago, one in ((7, "Bruce"), (0, "Catriona")):
        opens_an_evening(page, days_ago=days_ago)
        comes(page, "Ailsa", one, "Dougal", "Eilidh")
        gets_tables(page, "Publish pairings now")
        types_results(hosts, page)
        closes_the_evening(hosts, page)

    ends_the_season(hosts, page)


def makes_a_season(hosts: Hosts, page: Page) -> None:
    """A season in the wizard whose best two evenings count; ends where its first evening is opened."""
    page.get_by_label("Breadcrumb").get_by_role("link").first.click()
    hosts.examine(page, "Glen Orchy Games")
    page.get_by_role("link", name="Create tournament").first.click()
    hosts.examine(page, "Create tournament")
    page.get_by_label("Lords of Scotland").check()
    page.get_by_label("Season of club nights: ").check()
    page.get_by_label("Players (approximate)").fill("7")
    presses(page, "Continue")
    page.get_by_role("textbox", name="Name").fill(SEASON)
    page.locator("[name=format-best_of]").fill("2")
    hosts.examine(page, "Create tournament")
    presses(page, "Create tournament")
    expect(page.get_by_text(f"{SEASON} was created.")).to_be_visible()


def opens_an_evening(page: Page, *, days_ago: int) -> None:
    """Open an evening; those of past weeks are written down today."""
    if page.get_by_role("button", name="Start club night").count() == 0:
        to_the_desk(page, SEASON)
        page.locator(".next-step").get_by_role("link", name="Start club night").click()
    day = page.get_by_label("Day")
    day.fill((date.fromisoformat(day.input_value()) - timedelta(days=days_ago)).isoformat())
    of_last_night = page.get_by_role("checkbox", checked=True)
    of_last_night.evaluate_all("boxes => { for (const box of boxes) box.checked = false; }")
    presses(page, "Start club night")
    expect(page.locator(".door-count")).to_contain_text("0 present")


def to_the_evening(page: Page) -> None:
    """Go on with the evening from the desk."""
    to_the_desk(page, SEASON)
    page.locator(".next-step").get_by_role("link", name="Current club night").click()


def at_the_door(page: Page, name: str) -> Locator:
    """Somebody's line at the door."""
    return page.locator(".at-the-door").get_by_role("button", name=name)


def ticks(page: Page, name: str, *, is_here: bool = True) -> None:
    """Tap somebody's line."""
    at_the_door(page, name).click()
    expect(at_the_door(page, name)).to_have_attribute("aria-pressed", "true" if is_here else "false")


def comes(page: Page, *names: str) -> None:
    """Tick those who are here."""
    for name in names:
        ticks(page, name)
    expect(page.locator(".door-count")).to_contain_text(f"{len(names)} present")


def brings_a_guest(page: Page, name: str) -> None:
    """Somebody whom the club does not know yet."""
    page.get_by_role("link", name="Add another player").click()
    page.get_by_role("textbox", name="Name").fill(name)
    presses(page, "Add guest")
    expect(page.get_by_text(f"{name} is present.")).to_be_visible()


def gets_tables(page: Page, button: str) -> None:
    """Pair the players who are present and publish the round at once."""
    presses(page, button)
    expect(page.get_by_text(re.compile(r"Round \d was published\."))).to_be_visible()


def links_of_the_tables(hosts: Hosts, page: Page) -> list[str]:
    """Where the codes that lie on the tables lead."""
    to_the_desk(page, SEASON)
    hosts.examine(page, "Manage")
    opens(page, "Table links")
    presses(page, "Create links for 2 tables")
    expect(page.locator(".table-links .key a")).to_have_count(2)
    expect(page.locator(".table-link-code svg")).to_have_count(0)  # phones cannot open a loopback address
    hosts.examine(page, "Table links of round 1")
    return [str(link.get_attribute("href")) for link in page.locator(".table-links .key a").all()]


def names_at_the_table(phone: Page) -> list[str]:
    """Who sits there, first seat first, as the page asks who one is."""
    return phone.locator(".at-table-who .who-name").all_inner_texts()


def phone_of(hosts: Hosts, link: str, seat: int) -> tuple[Page, list[str]]:
    """A phone without an account whose owner opened the link and tapped their name; and who sits there."""
    phone = hosts.visitor(window=PHONE, has_touch=True)
    phone.goto(link)
    names = names_at_the_table(phone)
    phone.get_by_role("button", name=names[seat]).tap()
    expect(phone.get_by_text("You are")).to_be_visible()
    return phone, names


def reports(hosts: Hosts, link: str) -> Page:
    """The player in the first seat reports the result: the stronger the player, the more points."""
    phone, names = phone_of(hosts, link, 0)
    for name in names:
        phone.get_by_label(f"Score of {name}").fill(str(STRENGTH[name]))
    hosts.examine(phone, "Table ")
    phone.get_by_role("button", name="Report result").tap()
    expect(phone.get_by_text("1 more player must confirm.")).to_be_visible()
    return phone


def reports_and_confirms(hosts: Hosts, link: str) -> None:
    """One phone reports, another confirms, and both read the result."""
    first = reports(hosts, link)
    second, _ = phone_of(hosts, link, 1)
    hosts.examine(second, "Table ")
    second.get_by_role("button", name="Confirm result").tap()
    for phone in (first, second):
        expect(phone.get_by_role("heading", name="Result")).to_be_visible()
    hosts.examine(second, "Table ")


def reports_and_disputes(hosts: Hosts, link: str) -> None:
    """One phone reports, another says that it is not right."""
    first = reports(hosts, link)
    second, _ = phone_of(hosts, link, 1)
    second.locator("summary", has_text="Dispute result").tap()
    second.get_by_label("What is wrong?").fill("I had five more.")
    second.get_by_role("button", name="Dispute result").tap()
    for phone in (first, second):
        expect(phone.locator("[data-disputed]")).to_be_visible()
    hosts.examine(second, "Table ")


def decides(hosts: Hosts, page: Page) -> None:
    """The organiser, told on the event's page, finds the report right."""
    to_the_desk(page, SEASON)
    tab(page, "Overview")
    hosts.examine(page, SEASON)
    page.get_by_role("link", name=re.compile("disputed result")).click()
    hosts.examine(page, "Reported results")
    page.locator(".pairings a").first.click()
    page.get_by_role("link", name="Resolve as organiser", exact=True).click()
    expect(page.get_by_text("I had five more.")).to_be_visible()
    page.get_by_label("Report of ").first.check()
    hosts.examine(page, "Resolve")
    presses(page, "Preview changes")
    page.get_by_role("textbox", name="Reason").fill("I looked at the cards.")
    hosts.examine(page, "Resolve")
    presses(page, "Save decision")
    expect(page.get_by_text("Decision saved.")).to_be_visible()


def types_results(hosts: Hosts, page: Page) -> None:
    """At the desk: at every table the stronger have more points."""
    to_the_evening(page)
    tables = type_round(page, STRENGTH)
    hosts.examine(page, "Results of round")
    presses(page, "Send results")
    expect(page.get_by_text(re.compile(rf"{tables} results? (was|were) entered\."))).to_be_visible()


def closes_the_evening(hosts: Hosts, page: Page) -> None:
    """Nothing is open, so nothing is asked."""
    to_the_evening(page)
    page.get_by_role("link", name="End club night").click()
    expect(page.get_by_text("Every game of this club night has a result.")).to_be_visible()
    presses(page, "End club night")
    expect(page.get_by_text("The club night has ended.")).to_be_visible()


def ends_the_season(hosts: Hosts, page: Page) -> None:
    """Three evenings are played, two count; Ailsa won every game and is named."""
    tab(page, "Club nights")
    hosts.examine(page, "Club nights")
    page.get_by_role("link", name="End season").click()
    hosts.examine(page, "End season")
    presses(page, "End season")
    expect(page.get_by_text(f"{SEASON} is finished.")).to_be_visible()

    first = page.locator(".standings tbody tr").first
    expect(first.locator(".who-name")).to_have_text("Ailsa")
    expect(first.locator(".strip path")).to_have_count(3)
    expect(first.locator(".strip path", has_text="dropped")).to_have_count(1)
    hosts.examine(page, "Standings")
    first.locator("td.main a").click()
    expect(page.locator(".season tbody s")).to_have_count(1)
    hosts.examine(page, "Ailsa")

    strangers = hosts.visitor(window=PHONE)
    strangers.goto(page.url)
    tab(strangers, "Overview")
    expect(strangers.locator(".winners")).to_have_text("Winner: Ailsa.")
    hosts.examine(strangers, SEASON)
