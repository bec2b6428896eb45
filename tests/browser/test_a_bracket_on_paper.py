"""A large bracket in print: every part fits a page of A4 and of Letter, in readable type."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import ViewportSize

from league.tournaments.models import Tournament
from league.tournaments.services.lifecycle import start
from tests.browser.conftest import Hosts
from tests.cast import account_of, glen_club
from tests.league.tournaments.cast import admitting, drafting
from tests.league.tournaments.doors import address
from tests.league.tournaments.playing import play_open_legs

pytestmark = pytest.mark.browser

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
@pytest.mark.parametrize("paper", PAPERS)
def test_each_part_is_a_page_with_letters_of_seven_points(
    hosts: Hosts, cup: Tournament, paper: str, tmp_path: Path
) -> None:
    width, height = (int(side - MARGINS) for side in PAPERS[paper])
    page = hosts.visitor(window=ViewportSize(width=width, height=height))
    page.goto(address(cup, "bracket") + "?paper=1")
    page.emulate_media(media="print")
    drawings = page.evaluate(DRAWINGS)
    page.screenshot(path=tmp_path / "paper.png", full_page=True)
    assert len(drawings) == 3
    for drawn in drawings:
        assert 0.75 * drawn["letters"] >= 7
        assert drawn["right"] <= width
        assert drawn["height"] <= height
    printed = page.pdf(format=paper, path=tmp_path / "paper.pdf")
    assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 1 + len(drawings)
