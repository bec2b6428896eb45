"""A season in two divisions: made, started with deadlines, played, and followed by the next."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Locator, Page, ViewportSize, expect

from league.accounts.models import Account
from league.clubs.models import Club
from league.clubs.services.members import admit_by_name
from league.seasons.models import Division
from league.tournaments.services.lifecycle import advance
from tests.browser.conftest import DESKTOP, PHONE, Hosts
from tests.browser.steps import enter, presses, tab
from tests.factories import account_of, glen_club
from tests.league.seasons.factories import begun, played
from tests.league.tournaments.factories import admitting, play_out

pytestmark = pytest.mark.browser

LEAGUE = "Glen league"
PLACES = {"Premier": ("Ailsa", "Bruce", "Catriona"), "First": ("Dougal", "Eilidh", "Fergus")}


@pytest.fixture
def morag() -> Account:
    """Morag, whose club has seven members."""
    morag = account_of("Morag")
    club = glen_club(morag)
    for names in PLACES.values():
        for name in names:
            admit_by_name(club=club, name=name)
    admit_by_name(club=club, name="Greer")
    return morag


@pytest.mark.long
def test_a_league_plays_a_season_and_goes_on_to_the_next(hosts: Hosts, morag: Account) -> None:
    page = hosts.visitor(morag)
    makes_a_league(page)
    for division, names in PLACES.items():
        page.get_by_role("heading", name=division).locator("xpath=../..").get_by_role(
            "link", name="Enter players"
        ).click()
        enter(page, *names)
        page.get_by_role("link", name=f"{LEAGUE} 2026").click()
    starts_it(page)
    play(page)
    expect(row(page, "Catriona")).to_contain_text("relegated")
    expect(row(page, "Dougal")).to_contain_text("promoted")
    hosts.examine(page, LEAGUE)
    page.get_by_role("link", name="Next season").click()
    hosts.examine(page, "Next season")
    brings_newcomers(page)
    assert [played_in(page, division) for division in PLACES] == [
        ["Ailsa", "Bruce", "Dougal"],
        ["Catriona", "Eilidh", "Greer"],
    ]


@pytest.mark.parametrize(("window", "below"), [(PHONE, True), (DESKTOP, False)], ids=["phone", "desktop"])
def test_on_a_phone_what_a_fold_says_stands_below_its_title(
    hosts: Hosts, morag: Account, window: ViewportSize, below: bool
) -> None:
    club = Club.objects.get()
    season = played(begun(club, admitting(club)))
    page = hosts.visitor(morag, window=window)
    page.goto(reverse("seasons:next-season", args=[season.league.public_id]))
    title, said = page.locator(".fold > summary").evaluate(TITLE_AND_WORDS)
    middle = (title["top"] + title["bottom"]) / 2
    assert (said["top"] > middle, said["left"] == title["left"]) == (below, below)


TITLE_AND_WORDS = """summary => {
  const title = document.createRange();
  title.selectNodeContents(summary.firstChild);
  return [title, summary.querySelector(".soft")].map((one) => one.getBoundingClientRect().toJSON());
}"""


def makes_a_league(page: Page) -> None:
    page.goto("/clubs/glen-orchy-games/")
    page.get_by_role("link", name="Create league").click()
    page.get_by_label("Lords of Scotland").check()
    page.get_by_text("Choose another format").click()
    page.get_by_role("group", name="Format").get_by_label("Round robin: ").check()
    presses(page, "Continue")
    page.get_by_label("League name").fill(LEAGUE)
    page.get_by_label("First season").fill("2026")
    page.get_by_label("Divisions").fill("\n".join(PLACES))
    page.get_by_label("Promotion and relegation").fill("1")
    presses(page, "Create league")
    expect(page.get_by_role("heading", level=1)).to_have_text(f"{LEAGUE} 2026")


def starts_it(page: Page) -> None:
    page.get_by_role("link", name="Start season").click()
    page.get_by_label("Deadline of round 1").fill((timezone.localdate() + timedelta(days=7)).isoformat())
    presses(page, "Start season")
    expect(page.get_by_text("2026 has started.")).to_be_visible()
    page.get_by_role("link", name="Premier").click()
    tab(page, "Rounds")
    expect(page.locator(".due").first).to_be_visible()
    page.get_by_role("link", name=f"{LEAGUE} 2026").click()


def play(page: Page) -> None:
    """All games of both divisions, while the page is open: it brings itself up to date."""
    for division in Division.objects.select_related("tournament").order_by("level"):
        play_out(division.tournament)
        advance(tournament_id=division.tournament_id)
    expect(page.get_by_text("This season is finished.")).to_be_visible()


def brings_newcomers(page: Page) -> None:
    """One comes who has not played, one who has does not go on."""
    expect(page.get_by_label("Season name")).to_have_value("2027")
    page.get_by_label("Next division of Fergus").or_(page.get_by_label("Fergus")).first.select_option("not playing")
    page.get_by_text("New players (lowest division)").first.click()
    page.get_by_label("Greer").check()
    presses(page, "Create next season")
    expect(page.get_by_role("heading", level=1)).to_have_text(f"{LEAGUE} 2027")


def row(page: Page, name: str) -> Locator:
    return page.get_by_role("row", name=name).first  # of the standings, which stand above the rounds


def played_in(page: Page, division: str) -> list[str]:
    page.wait_for_load_state()
    return sorted(page.get_by_role("table", name=division).locator(".who-name").all_inner_texts())
