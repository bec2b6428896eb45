"""Groups, then a double elimination: the bracket is read, a way followed, results typed up to the second final."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from league.accounts.models import Account
from league.clubs.services.members import admit_by_name
from league.tournaments.models import Tournament
from league.tournaments.services.creation import make_tournament
from league.tournaments.services.entries import enter_players
from league.tournaments.services.lifecycle import start
from tests.browser.conftest import PHONE, Hosts
from tests.browser.steps import presses, tab, to_the_desk, type_round
from tests.factories import account_of, glen_club
from tests.league.tournaments.browser import address
from tests.league.tournaments.factories import admitting, drafting, play_open_legs

pytestmark = pytest.mark.browser

EVENT = "Glen Orchy cup"
NAMES = ("Ailsa", "Bruce", "Catriona", "Dougal", "Eilidh", "Fergus", "Greer", "Hector")
STRENGTH = {name: 90 - 10 * at for at, name in enumerate(NAMES)}


@pytest.fixture
def morag() -> Account:
    """Morag, whose club has a cup of eight; the games of its two groups are played."""
    morag = account_of("Morag")
    club = glen_club(morag)
    cup = make_tournament(
        club=club,
        name=EVENT,
        game="lords-of-scotland",
        format="groups-knockout",
        format_options={"then": "double"},
        tiebreaks=(),
        by=morag,
    )
    players = [admit_by_name(club=club, name=name).player for name in NAMES]
    enter_players(tournament=cup, players=players, by=morag)
    start(tournament=cup, by=morag)
    for _ in range(3):
        play_open_legs(cup)
    return morag


@pytest.mark.long
def test_a_cup_is_played_to_its_winner(hosts: Hosts, morag: Account) -> None:
    page = hosts.visitor(morag, window=PHONE)
    page.goto("/tournaments/")
    page.get_by_role("link", name=EVENT).first.click()
    tab(page, "Bracket")
    reads_the_groups(page)
    the_round_in_view_is_marked(page)
    follows_a_way(hosts, page, "Bruce")
    types_results(page, STRENGTH)
    for _ in range(2):  # the next matches of both sides; the losers' final
        play_open_legs(Tournament.objects.get())
    types_results(page, STRENGTH | {"Bruce": 99})
    expect(page.get_by_role("region", name="Final")).to_contain_text("Grand final, second match")
    types_results(page, STRENGTH)
    tab(page, "Standings")
    expect(page.get_by_role("row", name="Ailsa")).to_contain_text("Winner")
    hosts.examine(page, "Standings")
    assert Tournament.objects.get().status == Tournament.Status.FINISHED


def reads_the_groups(page: Page) -> None:
    group = page.get_by_role("table", name="Group A")
    expect(group.get_by_role("row", name="Ailsa")).to_contain_text("qualified")
    expect(group.get_by_role("row", name="Hector")).not_to_contain_text("qualified")
    expect(page.get_by_role("region", name="Winners' bracket")).to_contain_text("Winner of match 1")


def the_round_in_view_is_marked(page: Page) -> None:
    rounds = page.locator(".bracket-rounds").first.get_by_role("link")
    assert rounds.count() > 1
    for link in (rounds.last, rounds.first):
        link.click()
        page.wait_for_function("link => link.matches(':target-current')", arg=link.element_handle())
        expect(link).to_have_css("color", BONE)


def follows_a_way(hosts: Hosts, page: Page, name: str) -> None:
    page.get_by_role("region", name="Winners' bracket").get_by_role("link", name=name).click()
    expect(page.locator(f"p:has(strong:text-is('{name}'))").first).to_be_visible()
    hosts.examine(page, "Bracket")
    page.get_by_role("link", name="Show whole bracket").click()


def types_results(page: Page, strength: dict[str, int]) -> None:
    """What is open, at the desk; then back to the bracket."""
    to_the_desk(page, EVENT)
    assert type_round(page, strength) > 0
    presses(page, "Send results")
    expect(page.get_by_text("entered.")).to_be_visible()
    to_the_desk(page, EVENT)
    tab(page, "Bracket")


BONE = "rgb(244, 242, 236)"
MILLIMETRE = 96 / 25.4
MARGINS = 2 * 10 * MILLIMETRE
PAPERS = {"A4": (210 * MILLIMETRE, 297 * MILLIMETRE), "Letter": (8.5 * 96, 11 * 96)}
DRAWINGS = """() => [...document.querySelectorAll(".on-paper .stage")].map(stage => {
  const names = [...stage.querySelectorAll(".bracket :is(li span, b, p)")]
  const letters = names.map(one => parseFloat(getComputedStyle(one).fontSize) * one.currentCSSZoom)
  const seats = [...stage.querySelectorAll(".bracket li li")].map(one => one.getBoundingClientRect().right)
  return {letters: Math.min(...letters), height: stage.offsetHeight, right: Math.max(...seats)}
})"""


@pytest.fixture
def cup() -> Tournament:
    club = glen_club(account_of("Morag"))
    event = drafting(club, admitting(club))(64, name="Cup of 64", format="single-elimination", tiebreaks=())
    start(tournament=event, by=None)
    play_open_legs(event)
    return event


@pytest.mark.long
def test_each_part_is_a_page_with_letters_of_seven_points(hosts: Hosts, cup: Tournament, tmp_path: Path) -> None:
    page = hosts.visitor()
    page.emulate_media(media="print")
    for paper, sides in PAPERS.items():
        width, height = (int(side - MARGINS) for side in sides)
        page.set_viewport_size(ViewportSize(width=width, height=height))
        page.goto(address(cup, "bracket") + "?paper=1")
        drawings = page.evaluate(DRAWINGS)
        page.screenshot(path=tmp_path / f"{paper}.png", full_page=True)
        assert len(drawings) == 3
        for drawn in drawings:
            assert 0.75 * drawn["letters"] >= 7, paper
            assert drawn["right"] <= width, paper
            assert drawn["height"] <= height, paper
        printed = page.pdf(format=paper, path=tmp_path / f"{paper}.pdf")
        assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 1 + len(drawings), paper
