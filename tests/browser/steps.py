"""Steps of people in their browsers, one function each; every step ends when its page is loaded."""

import re
from collections.abc import Mapping

from playwright.sync_api import Locator, Page, expect

from tests.factories import PASSWORD


def fits(page: Page) -> bool:
    """Return whether the page fits without horizontal scrolling, after its fonts loaded: fallback fonts are wider."""
    page.wait_for_load_state()
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def size_of(what: Locator) -> tuple[float, float]:
    """How wide and how high something is, in pixels; a fragment that is swapped just then is waited for."""
    for _ in range(20):
        expect(what).to_be_visible()
        if box := what.bounding_box():
            return box["width"], box["height"]
    raise AssertionError(f"{what} does not stay on the page.")


def room(page: Page, name: str) -> None:
    """Open a section of the site from the main menu."""
    page.get_by_role("navigation", name="Main menu").get_by_role("link", name=name).click()
    expect(page.locator(".masthead [aria-current]")).to_contain_text(name)


def tab(page: Page, name: str) -> None:
    """Open one of the views of a tournament."""
    views = page.get_by_role("navigation", name="Pages of the tournament")
    views.get_by_role("link", name=name).click()
    expect(views.locator("[aria-current]")).to_have_text(name)


def stands_at(steps: Locator, number: int) -> None:
    """Wait until the steps of a record are at that number, which “170 of 170” is not for 0."""
    expect(steps).to_contain_text(re.compile(rf"\b{number} of"))


def join(page: Page, name: str) -> None:
    """Sign up, from whatever page this is."""
    page.get_by_role("link", name="Sign up", exact=True).click()
    page.get_by_role("textbox", name="Name").fill(name)
    page.get_by_label("E-mail address").fill(f"{name.lower()}@example.org")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_label("Password").press("Enter")
    expect(page.get_by_role("button", name="Sign out")).to_be_visible()


def sign_out(page: Page) -> None:
    """Sign out."""
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("link", name="Sign up", exact=True)).to_be_visible()


def sign_in(page: Page, name: str) -> None:
    """Sign in by the form, with Enter."""
    page.get_by_role("link", name="Sign in").first.click()
    page.get_by_label("E-mail address").fill(f"{name.lower()}@example.org")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_label("Password").press("Enter")
    expect(page.get_by_role("button", name="Sign out")).to_be_visible()


def found_club(page: Page, name: str) -> None:
    """Found a club; ends where its players are admitted."""
    room(page, "Clubs")
    page.get_by_role("link", name="Create club").click()
    page.get_by_role("textbox", name="Name").fill(name)
    page.get_by_role("button", name="Create club").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Members")


def admit(page: Page, *names: str) -> None:
    """Admit people without an account."""
    for name in names:
        page.get_by_role("textbox", name="Name").fill(name)
        page.get_by_role("button", name="Add member", exact=True).click()
        expect(page.get_by_role("link", name=name, exact=True)).to_be_visible()


def admit_bots(page: Page, *names: str) -> None:
    """Add built-in bots."""
    for name in names:
        page.get_by_label(name, exact=True).check()
    page.get_by_role("button", name="Add bots").click()
    expect(page.locator(".note.success")).to_be_visible()


def draft(page: Page, name: str, *, who: str, meetings: int = 1) -> None:
    """Make a round robin of Lords of Scotland; `who` are "Bots" or "People". Ends where its players were entered."""
    page.get_by_label("Breadcrumb").get_by_role("link").first.click()
    page.get_by_role("link", name="Create tournament").first.click()
    page.get_by_label("Lords of Scotland").check()
    page.get_by_text("Choose another format").click()
    page.get_by_role("group", name="Format").get_by_label("Round robin: ").check()
    page.get_by_label({"Bots": "Bot matches: ", "People": "In person: "}[who]).check()
    page.get_by_role("button", name="Continue").click()
    page.get_by_role("textbox", name="Name").fill(name)
    page.locator("details:has([name=format-cycles]) > summary").click()
    page.get_by_label("Meetings per opponent").select_option(str(meetings))
    page.get_by_role("button", name="Create tournament").click()
    expect(page.get_by_text("was created as a draft")).to_be_visible()


def presses(page: Page, button: str) -> None:
    """Press the button of that name."""
    page.get_by_role("button", name=button, exact=True).click()


def to_the_desk(page: Page, event: str) -> None:
    """Open the organiser's page of a tournament, from the list of tournaments."""
    room(page, "Tournaments")
    page.get_by_role("link", name=event).first.click()
    tab(page, "Manage")


def type_round(page: Page, strength: Mapping[str, int]) -> int:
    """Type a round's results at the desk: at every table the stronger have more points. How many tables there were."""
    page.get_by_role("link", name="Enter results").first.click()
    expect(page.get_by_role("heading", name="Results of round")).to_be_visible()
    expect(page.get_by_role("button", name="Send results")).to_be_visible()  # it is below the last table
    tables = page.locator("fieldset.result").all()
    for row in page.locator("fieldset.result tbody tr").all():
        row.locator("input[name$=-points]").fill(str(strength[row.locator(".who-name").inner_text()]))
    return len(tables)


def enter(page: Page, *names: str) -> None:
    """Enter these players."""
    for name in names:
        page.get_by_label(name, exact=True).check()
    page.get_by_role("button", name="Enter players").click()
    expect(page.get_by_text(f"{len(names)} players were entered.")).to_be_visible()


def start(page: Page) -> None:
    """Start the tournament; ends on its overview."""
    page.get_by_role("button", name="Start tournament").click()
    expect(page.locator(".progress .state.live")).to_be_visible()


def opens(page: Page, name: str) -> None:
    """Open a page for organisers; on a phone their list is folded."""
    pages = page.get_by_role("navigation", name="Pages for organisers")
    link = pages.get_by_role("link", name=name, exact=True)
    if not link.is_visible():
        pages.locator("summary").click()
    link.click()
