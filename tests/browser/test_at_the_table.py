"""Results reported on phones, at a table and by the sheet of a club; and the page on the projector."""

import re
from collections.abc import Callable
from itertools import pairwise

import pytest
from django.urls import reverse
from playwright.sync_api import Page, ViewportSize, expect

from league.accounts.models import Account
from league.clubs.models import Club
from league.results.models import Report
from league.tournaments.models import Leg, TableLink, Tournament
from league.tournaments.services.creation import make_tournament
from league.tournaments.services.deadlines import start_clock
from league.tournaments.services.entries import enter_players
from league.tournaments.services.lifecycle import start
from tests.browser.conftest import PHONE, Hosts
from tests.browser.steps import fits
from tests.browser.tables import Thumb
from tests.factories import account_of, glen_club
from tests.league.results.factories import Evening, an_evening
from tests.league.tournaments.factories import admitting, report_result
from tests.league.tournaments.phones import laid, ledger_of, names_at
from tests.processes import Running

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LONG = "Ailsa MacDonald-Featherstonehaugh of Inverarnan and Ardlui, the younger"
HALLS: tuple[ViewportSize, ...] = ({"width": 1920, "height": 1080}, {"width": 1280, "height": 720})


@pytest.fixture
def morag() -> Account:
    return account_of("Morag")


def an_event(club: Club, entries: int) -> Tournament:
    """Return a tournament of so many players with its first round published."""
    event = make_tournament(
        club=club, game="lords-of-scotland", format="table-round-robin", name="The winter tables", by=None
    )
    players = admitting(club)(entries)
    players[0].name = LONG
    players[0].save()
    enter_players(tournament=event, players=players, by=None)
    return start(tournament=event, by=None)


def phone_at(hosts: Hosts, link: TableLink, seat: int) -> Thumb:
    """A phone whose owner opened the link and tapped their name."""
    page = hosts.visitor(window=PHONE, has_touch=True)
    page.goto(f"/t/{link.key}/")
    thumb = Thumb(page)
    thumb.tap(page.get_by_role("button", name=names_at(link.pairing)[seat]))
    expect(page.get_by_text("You are")).to_be_visible()
    return thumb


def reports(thumb: Thumb, link: TableLink, *points: int) -> None:
    """Type the points in the order of the seats, and send."""
    for name, one in zip(names_at(link.pairing), points, strict=True):
        thumb.tap(thumb.page.get_by_label(f"Score of {name}"))
        thumb.type(str(one))
    assert fits(thumb.page)
    thumb.tap(thumb.page.get_by_role("button", name="Report result"))
    expect(thumb.page.get_by_role("heading", name="Your report")).to_be_visible()


@pytest.mark.long
def test_one_phone_reports_another_confirms_and_all_three_show_the_result(hosts: Hosts, morag: Account) -> None:
    first = laid(an_event(glen_club(morag), 6))[0]
    one, two, three = (phone_at(hosts, first, seat) for seat in range(3))
    reports(one, first, 30, 20, 10)
    expect(one.page.get_by_text("1 more player must confirm.")).to_be_visible()
    expect(two.page.get_by_role("button", name="Confirm result")).to_be_visible()
    expect(two.page.get_by_role("button", name="Report result")).to_be_hidden()
    assert fits(two.page)
    two.tap(two.page.get_by_role("button", name="Confirm result"))
    for phone in (one, two, three):
        expect(phone.page.get_by_role("heading", name="Result")).to_be_visible()
    assert ledger_of(first.pairing) == [[30, 20, 10]]


def test_places_are_told_by_tapping_names(hosts: Hosts, morag: Account) -> None:
    link = laid(an_event(glen_club(morag), 6))[0]
    phone = phone_at(hosts, link, 0)
    phone.tap(phone.page.get_by_role("button", name="Places"))
    for seat in (2, 0):
        phone.tap(phone.page.get_by_role("button", name=f"{names_at(link.pairing)[seat]}: no place yet"))
    phone.tap(phone.page.get_by_role("button", name="Report result"))
    expect(phone.page.get_by_role("heading", name="Your report")).to_be_visible()
    assert [seat.place for seat in Report.objects.get().seats.all()] == [2, 3, 1]


def test_without_a_script_a_phone_reports_all_the_same(hosts: Hosts, morag: Account) -> None:
    link = laid(an_event(glen_club(morag), 6))[0]
    page = hosts.visitor(window=PHONE, java_script_enabled=False)
    page.goto(f"/t/{link.key}/")
    page.get_by_role("button", name=names_at(link.pairing)[1]).click()
    for name, one in zip(names_at(link.pairing), (30, 20, 10), strict=True):
        page.get_by_label(f"Score of {name}").fill(str(one))
    page.get_by_role("button", name="Report result").click()
    expect(page.get_by_role("heading", name="Your report")).to_be_visible()


@pytest.mark.long
@pytest.mark.parametrize("players", [40, 32, 24, 20], ids=["many", "eight tables", "six tables", "twenty names"])
def test_the_wall_is_read_from_the_end_of_the_hall(hosts: Hosts, morag: Account, players: int) -> None:
    event = an_event(glen_club(morag), players)
    decide_a_table(event)
    start_clock(tournament_round=event.rounds.get(number=1), by=None, minutes=50)
    walls = [hosts.visitor(window=hall) for hall in HALLS]
    for page in walls:
        page.goto(f"/tournaments/{event.public_id}/{event.slug}/projector/")
        expect(page.locator("[data-clock-figures]")).to_have_text(re.compile(r"^(50:00|49:\d\d)$"))
        page.keyboard.press("Space")  # from now on the leaves turn by the arrows alone
    for page, hall in zip(walls, HALLS, strict=True):
        seen = [leaf_on(page, hall)]
        while (leaf := turned(page, hall)) not in seen:
            seen.append(leaf)
        assert {name.partition("-")[0] for name in seen} == {"tables", "seats", "standings"}
        assert all(one != other for one, other in pairwise(seen))


def decide_a_table(event: Tournament) -> None:
    """One result of the first round: from then on there are standings."""
    leg = Leg.objects.filter(pairing__round__tournament=event, pairing__round__number=1, pairing__bye="").earliest("pk")
    report_result(leg=leg, places=[*range(1, leg.pairing.seats.count() + 1)], by=None)


def turned(page: Page, hall: ViewportSize) -> str:
    """The next leaf, by keyboard."""
    page.keyboard.press("ArrowRight")
    return leaf_on(page, hall)


def leaf_on(page: Page, hall: ViewportSize) -> str:
    """The name of the leaf that is shown, alone, whole, and in large letters."""
    shown = page.locator("[data-leaf]:visible")
    expect(shown).to_have_count(1)
    foot = page.locator(".wall-foot").bounding_box()
    assert foot is not None
    assert foot["y"] + foot["height"] <= hall["height"]
    lowest = shown.evaluate(
        "leaf => Math.max(...[...leaf.querySelectorAll('li')].map(li => li.getBoundingClientRect().bottom))"
    )
    assert lowest <= foot["y"] + 1
    letters = shown.locator("li li, .wall-name").first.evaluate("one => parseFloat(getComputedStyle(one).fontSize)")
    assert letters >= hall["height"] / 30
    assert fits(page)
    return str(shown.get_attribute("data-leaf-name"))


def test_space_holds_the_wall(hosts: Hosts, morag: Account) -> None:
    event = an_event(glen_club(morag), 6)
    page = hosts.visitor(window=HALLS[0])
    page.goto(f"/tournaments/{event.public_id}/{event.slug}/projector/")
    page.keyboard.press("Space")
    expect(page.locator("[data-wall-hold]")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Space")
    expect(page.locator("[data-wall-hold]")).to_have_attribute("aria-pressed", "false")


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
