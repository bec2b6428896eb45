"""A weekend at tables, from founding the club to the winner: who comes late, stays away, leaves, and a correction."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Hosts
from tests.browser.steps import found_club, join, opens, presses, tab, to_the_desk, type_round
from tests.processes import Running

pytestmark = pytest.mark.browser

EVENT = "Autumn weekend"
STRENGTH = {
    "Ailsa": 90,
    "Bruce": 80,
    "Catriona": 70,
    "Dougal": 60,
    "Eilidh": 50,
    "Fergus": 40,
    "Greer": 30,
    "Torquil": 20,
}
LATE = "Una Begg"


@pytest.mark.long
def test_an_organiser_brings_a_weekend_to_its_winner(
    hosts: Hosts, celery_worker_process: Callable[..., Running]
) -> None:
    celery_worker_process(queues="ratings")
    page = hosts.visitor()
    page.goto("/")
    join(page, "Morag")
    found_club(page, "Glen Orchy Games")
    makes_an_event(page)
    enters_a_list(hosts, page)
    presses(page, "Start tournament")
    expect(page.locator(".progress .state.live")).to_be_visible()

    publishes(hosts, page, 1)
    enters_a_guest(hosts, page, LATE)
    missing = repairs(hosts, page)
    types_results(page)
    gone = next(name for name in reversed(STRENGTH) if name != missing)
    leaves(hosts, page, gone)
    publishes(hosts, page, 2)
    expect(page.locator(".laid")).to_contain_text(LATE)
    expect(page.locator(".laid")).to_contain_text(missing)
    expect(page.locator(".laid")).not_to_contain_text(gone)
    types_results(page)

    corrects(hosts, page)
    publishes(hosts, page, 3)
    types_results(page)
    has_a_winner(hosts, page)


def makes_an_event(page: Page) -> None:
    """A Swiss of tables in the wizard; ends where its players were entered."""
    page.get_by_label("Breadcrumb").get_by_role("link").first.click()
    page.get_by_role("link", name="Create tournament").first.click()
    page.get_by_label("Lords of Scotland").check()
    page.get_by_label("Swiss: ").check()
    page.get_by_label("Players (approximate)").fill(str(len(STRENGTH)))
    page.get_by_label("Number of rounds, if decided").fill("3")
    presses(page, "Continue")
    expect(page.get_by_text("With 8 players: 2 tables of 4.")).to_be_visible()
    page.get_by_role("textbox", name="Name").fill(EVENT)
    presses(page, "Create tournament")
    expect(page.get_by_text("was created as a draft")).to_be_visible()


def enters_a_list(hosts: Hosts, page: Page) -> None:
    """Everybody from a list, which is looked at first."""
    opens(page, "Import players")
    page.get_by_label("Or paste the list").fill("\n".join(("Name", *STRENGTH)))
    presses(page, "Preview list")
    expect(page.get_by_text("The list enters 8 players.")).to_be_visible()
    hosts.examine(page, "Import players")
    presses(page, "Enter 8 players")
    expect(page.get_by_text("8 players were entered.")).to_be_visible()


def publishes(hosts: Hosts, page: Page, number: int) -> None:
    """Look at the round that a worker drew, and publish it."""
    to_the_desk(page, EVENT)
    next_step = page.locator(".next-step")
    if number > 1:
        next_step.get_by_role("button", name=f"Pair round {number}").click()
    else:
        next_step.get_by_role("link", name=re.compile("round 1")).click()
    expect(page.get_by_role("button", name=f"Publish round {number}")).to_be_visible()
    page.get_by_text("Pairing reasons").first.click()
    if number == 1:
        hosts.examine(page, "Round ")
    presses(page, f"Publish round {number}")
    expect(page.get_by_text(f"Round {number} is published.").first).to_be_visible()


def enters_a_guest(hosts: Hosts, page: Page, name: str) -> None:
    """Somebody who comes late, and plays from the next round."""
    to_the_desk(page, EVENT)
    opens(page, "Entries")
    page.get_by_role("textbox", name="Name").fill(name)
    presses(page, "Add guest")
    expect(page.get_by_text(f"{name} was entered.")).to_be_visible()
    expect(page.get_by_role("listitem").filter(has_text=name)).to_contain_text("from round 2")
    hosts.examine(page, "Entries")


def repairs(hosts: Hosts, page: Page) -> str:
    """Mark the last player of table 1 absent; only that table changes. Return the player's name."""
    to_the_desk(page, EVENT)
    opens(page, "Pairings")
    hosts.examine(page, "Round 1")
    names = [name for name in page.locator("#laid-1 .laid-seat a").all_inner_texts() if name != "Ailsa"]
    page.get_by_role("link", name="Absent or late players").click()
    page.get_by_label(names[-1]).first.check()
    hosts.examine(page, "Absent or late players of round 1")
    presses(page, "Preview changes")
    expect(page.get_by_text("1 table changes; all others stay as they are.")).to_be_visible()
    hosts.examine(page, "Absent or late players of round 1")
    presses(page, "Publish version 2")
    expect(page.get_by_text(re.compile("Version 2, "))).to_be_visible()
    expect(page.locator("#laid-1")).not_to_contain_text(names[-1])
    return names[-1]


def types_results(page: Page) -> None:
    """A round at the desk."""
    to_the_desk(page, EVENT)
    assert type_round(page, STRENGTH | {LATE: 10}) == 2
    presses(page, "Send results")
    expect(page.get_by_text("2 results were entered.")).to_be_visible()


def leaves(hosts: Hosts, page: Page, name: str) -> None:
    """Somebody goes home."""
    to_the_desk(page, EVENT)
    opens(page, "Entries")
    page.get_by_role("link", name=name).click()
    page.get_by_role("link", name="Withdraw").click()
    hosts.examine(page, name)
    presses(page, f"Withdraw {name}")
    expect(page.get_by_role("listitem").filter(has_text=name)).to_contain_text("withdrawn from round 2")


def corrects(hosts: Hosts, page: Page) -> None:
    """Correct table 2 of round 1: the last player of the sheet becomes the first. A preview shows the changes."""
    tab(page, "Rounds")
    page.get_by_role("navigation", name="Rounds").get_by_role("link", name="1").click()
    page.locator("#table-2").get_by_role("link", name="Result").click()
    hosts.examine(page, "Result ")
    page.get_by_role("link", name="Correct result", exact=True).click()
    points = page.get_by_label(re.compile(r"Score of seat \d"))
    expect(points).to_have_count(4)
    figures = sorted(int(field.input_value()) for field in points.all())
    for field in points.all():
        field.fill(str(figures[0] + figures[-1] - int(field.input_value())))
    page.get_by_role("textbox", name="Reason").fill("The sheet was read upside down.")
    hosts.examine(page, "Correct result")
    presses(page, "Preview correction")
    expect(page.get_by_text("Nothing is saved yet.")).to_be_visible()
    expect(page.get_by_role("heading", name=EVENT)).to_be_visible()
    hosts.examine(page, "Preview of changes")
    presses(page, "Save correction")
    expect(page.get_by_text("The sheet was read upside down.")).to_be_visible()


def has_a_winner(hosts: Hosts, page: Page) -> None:
    """The overview names the first player of the standings, and the standings list all players."""
    to_the_desk(page, EVENT)
    tab(page, "Overview")
    expect(page.locator(".winners")).to_contain_text("Winner:")
    winner = page.locator(".winners strong").inner_text()
    hosts.examine(page, EVENT)
    tab(page, "Standings")
    expect(page.locator(".standings tbody tr")).to_have_count(9)
    expect(page.locator(".standings tbody .who-name").first).to_have_text(winner)
    hosts.examine(page, "Standings")
    tab(page, "Crosstable")
    hosts.examine(page, "Crosstable")
