"""Visitors of the real site, each in a separate browser; console errors fail the test.

pytest imports this before Django is set up, so modules that need Django are imported inside functions.
"""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Response, ViewportSize, expect

from tests.browser.axe import read_by_axe, targets_by_axe

if TYPE_CHECKING:
    from league.accounts.models import Account

PHONE: ViewportSize = {"width": 360, "height": 780}
DESKTOP: ViewportSize = {"width": 1400, "height": 900}
PATIENCE = 15_000.0  # milliseconds; the machine of a test may be busy
expect.set_options(timeout=PATIENCE)


class Hosts:
    """Opens browsers on the site of the test, and hears what they complain of."""

    def __init__(self, browser: Browser, choices: dict[str, Any], site: str) -> None:
        self.site = site
        self.complaints: list[str] = []
        self._browser = browser
        self._choices = choices
        self._contexts: list[BrowserContext] = []

    def visitor(self, account: "Account | None" = None, window: ViewportSize = DESKTOP, **choices: Any) -> Page:
        """A page in a new browser, signed in unless `account` is missing; addresses may begin with a slash."""
        context = self._browser.new_context(**self._choices | choices, viewport=window, base_url=self.site)
        context.set_default_timeout(PATIENCE)
        context.on("console", self._hear)
        context.on("weberror", lambda error: self.complaints.append(str(error.error)))
        context.on("response", self._look_at)
        self._contexts.append(context)
        if account is not None:
            context.add_cookies([{"name": "sessionid", "value": _session_of(account), "url": self.site}])
        return context.new_page()

    def examine(self, page: Page, title: str) -> None:
        """Wait until a page whose title begins so is there, measure it, and read it with axe; faults are complaints.

        It is measured in the window of a phone and in that of a desktop, whichever of them the visitor has.
        """
        expect(page).to_have_title(re.compile(f"^{re.escape(title)}"))
        page.wait_for_load_state()
        self._measure(page)
        self.complaints += [f"{page.url}: {fault}" for fault in read_by_axe(page)]
        own = page.viewport_size or DESKTOP
        page.set_viewport_size(PHONE if own["width"] > PHONE["width"] else DESKTOP)
        self._measure(page)
        self.complaints += [f"{page.url}: {fault}" for fault in targets_by_axe(page)]
        page.set_viewport_size(own)

    def close(self) -> None:
        """Close every browser."""
        for context in self._contexts:
            context.close()

    def _measure(self, page: Page) -> None:
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            self.complaints.append(f"{page.url} is wider than its window of {page.evaluate('innerWidth')} pixels.")

    def _hear(self, message: ConsoleMessage) -> None:
        """Keep errors and warnings, but not that a preloaded font was unused for seconds: a busy machine draws late."""
        is_kept = message.type in {"error", "warning"} and "was preloaded using link preload" not in message.text
        if is_kept and not message.text.startswith("Failed to load resource"):
            self.complaints.append(f"{message.text} ({message.location['url']})")

    def _look_at(self, response: Response) -> None:
        """Nothing comes from elsewhere, and what a page is made of is there; a page itself may be missing."""
        if not response.url.startswith((self.site, "data:")):
            self.complaints.append(f"{response.url} is not of this site.")
        if response.status >= 400 and response.request.resource_type != "document":
            self.complaints.append(f"{response.url} answers {response.status}.")


@pytest.fixture
def hosts(browser: Browser, browser_context_args: dict[str, Any], live_site: str) -> Iterator[Hosts]:
    """Opens browsers for people of a test. When the test ends, no browser may have reported an error."""
    opened = Hosts(browser, browser_context_args, live_site)
    yield opened
    opened.close()
    assert opened.complaints == []


def _session_of(account: "Account") -> str:
    from tests.factories import browser_of

    return browser_of(account).cookies["sessionid"].value
