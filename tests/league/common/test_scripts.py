"""The scripts of the pages in a real browser: pages renew themselves, arrow keys step, paper is remembered."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.template.loader import render_to_string
from django.test import RequestFactory
from playwright.sync_api import Page, Route, expect

from league.common.views import SampleFilter
from league.conf.settings import ROOT

pytestmark = [pytest.mark.slow, pytest.mark.browser]

SCRIPTS = ROOT / "league/common/static/moothill/js"
SITE = "http://moothill.test"
HEAD = '<!doctype html><html lang="en"><head><meta charset="utf-8">{}</head>'
LEADERS = """
<table><tbody id="leaders" data-live-topic="pool:a pool:b" data-live-href="/leaders">
  <tr data-key="morag"><td>Morag</td><td>1500</td></tr>
  <tr data-key="hamish"><td>Hamish</td><td>1490</td></tr>
  <tr data-key="senga"><td>Senga</td><td>1200</td></tr>
</tbody></table>
<p id="announcement" aria-live="polite" data-changed="Changed." data-lost="Lost."></p>
"""
OVERTAKEN = """
<tr data-key="hamish"><td>Hamish</td><td>1512</td></tr>
<tr data-key="morag"><td>Morag</td><td>1500</td></tr>
<tr data-key="senga"><td>Senga</td><td>1200</td></tr>
"""


SILENCE = ("text/event-stream", "")


class Site:
    """A site of a few answers, and a note of what was asked of it."""

    def __init__(self, page: Page) -> None:
        self.answers: dict[str, tuple[str, str]] = {}
        self.asked: list[str] = []
        self.marks: list[str | None] = []
        self.busy = 0  # how often yet the leaders are to be asked for later
        for script in SCRIPTS.glob("*.js"):
            self.answers[f"/{script.name}"] = ("text/javascript", Path(script).read_text(encoding="utf-8"))
        page.route(f"{SITE}/**", self.answer)

    def answer(self, route: Route) -> None:
        """Answer from what is there, or say that it is not."""
        path = route.request.url.removeprefix(SITE).partition("?")[0]
        self.asked.append(path)
        if path == "/leaders":
            self.marks.append(route.request.headers.get("hx-request"))
            if self.busy:
                self.busy -= 1
                route.fulfill(status=503, headers={"Retry-After": "5"})
                return
        if self.answers.get(path) == SILENCE:
            return
        kind, body = self.answers.get(path, ("", ""))
        route.fulfill(status=200 if kind else 404, content_type=kind, body=body)


@pytest.fixture
def site(page: Page) -> Iterator[Site]:
    answers = Site(page)
    yield answers
    page.close()


def events(*messages: dict[str, object]) -> tuple[str, str]:
    """Return a stream that says `messages` and ends."""
    return "text/event-stream", "".join(f"data: {json.dumps(message)}\n\n" for message in messages)


def live_page(site: Site, before: str = LEADERS, after: str = OVERTAKEN) -> None:
    """Put a part on the site that listens, and what becomes of it."""
    script = '<script src="/live.js" defer></script>'
    site.answers["/"] = ("text/html", f'{HEAD.format(script)}<body data-live-token="t">{before}</body>')
    site.answers["/leaders"] = ("text/html", after)


def live_part(inside: str) -> str:
    return f'<div data-live-topic="pool:a" data-live-href="/leaders">{inside}</div>'


def test_a_row_that_overtook_another_moves_and_is_marked(page: Page, site: Site) -> None:
    live_page(site)
    site.answers["/events"] = events({"topic": "pool:b", "revision": 7})
    page.goto(f"{SITE}/")
    expect(page.locator("tr").first).to_contain_text("1512")
    expect(page.locator("tr.moved-up")).to_have_attribute("data-key", "hamish")
    expect(page.locator("tr[data-key=senga]")).not_to_have_class("changed")
    expect(page.locator("#announcement")).not_to_be_empty()
    assert site.marks[0] == "true"


def test_a_list_that_is_pushed_down_as_a_whole_has_not_moved(page: Page, site: Site) -> None:
    rows = '<table><tr data-key="morag"><td>Morag</td></tr><tr data-key="hamish"><td>Hamish</td></tr></table>'
    live_page(site, live_part(rows), f"<p>The winner is Morag.</p>{rows}")
    site.answers["/events"] = events({"topic": "pool:a", "revision": 1})
    page.goto(f"{SITE}/")
    expect(page.get_by_text("The winner is Morag.")).to_be_visible()
    expect(page.locator(".moved-up, .moved-down, .changed")).to_have_count(0)


def test_what_somebody_opened_stays_open(page: Page, site: Site) -> None:
    opening = '<table><tr data-key="morag"><td><details><summary>{}</summary>5 + 3</details></td></tr></table>'
    live_page(site, live_part(opening.format("8")), opening.format("9"))
    page.goto(f"{SITE}/")
    page.locator("summary").click()
    site.answers["/events"] = events({"topic": "pool:a", "revision": 1})
    expect(page.locator("summary")).to_have_text("9")
    expect(page.get_by_text("5 + 3")).to_be_visible()


def page_with_a_button(site: Site) -> None:
    """Add a button to the site that is rendered again at each announcement."""
    button = '<form action="/published"><button>Publish it</button></form>'
    live_page(site, live_part(button), f"<p>It is drawn.</p>{button}")
    site.answers["/published"] = ("text/html", "It is published.")


def test_a_button_stays_under_the_finger_that_presses_it(page: Page, site: Site) -> None:
    page_with_a_button(site)
    page.goto(f"{SITE}/")
    page.get_by_role("button").hover()
    page.mouse.down()
    with page.expect_response("**/leaders"):
        site.answers["/events"] = events({"topic": "pool:a", "revision": 1})
    page.mouse.up()
    expect(page.get_by_text("It is published.")).to_be_visible()


def test_a_button_that_has_the_focus_keeps_it(page: Page, site: Site) -> None:
    page_with_a_button(site)
    page.goto(f"{SITE}/")
    page.get_by_role("button").focus()
    site.answers["/events"] = events({"topic": "pool:a", "revision": 1})
    expect(page.get_by_text("It is drawn.")).to_be_visible()
    expect(page.get_by_role("button")).to_be_focused()


def test_many_announcements_of_a_second_cost_two_fetches(page: Page, site: Site) -> None:
    live_page(site)
    site.answers["/events"] = events(*({"topic": "pool:a", "revision": number} for number in range(20)))
    page.goto(f"{SITE}/")
    expect(page.locator("tr").first).to_contain_text("1512")
    assert site.asked.count("/leaders") <= 2


def retry_sandbox(page: Page) -> None:
    """Come back to the page from another one, so that it asks for all that it shows."""
    with page.expect_response("**/leaders"):
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


def test_a_site_that_is_too_busy_is_asked_again_after_the_time_it_names(page: Page, site: Site) -> None:
    live_page(site)
    site.busy, site.answers["/events"] = 2, SILENCE
    page.clock.install()
    page.goto(f"{SITE}/")
    retry_sandbox(page)
    page.clock.run_for(4_900)
    assert site.asked.count("/leaders") == 1
    for _try in range(2):
        with page.expect_response("**/leaders"):
            page.clock.run_for(10_000)
    expect(page.locator("tr").first).to_contain_text("1512")


def test_a_site_that_stays_too_busy_is_left_alone_until_something_is_said(page: Page, site: Site) -> None:
    live_page(site)
    site.busy, site.answers["/events"] = 5, SILENCE
    page.clock.install()
    page.goto(f"{SITE}/")
    retry_sandbox(page)
    for _try in range(4):
        with page.expect_response("**/leaders"):
            page.clock.run_for(10_000)
    page.clock.run_for(100_000)
    assert site.asked.count("/leaders") == 5
    retry_sandbox(page)
    expect(page.locator("tr").first).to_contain_text("1512")


def test_a_page_whose_stream_is_refused_asks_by_itself(page: Page, site: Site) -> None:
    live_page(site)
    page.goto(f"{SITE}/")
    expect(page.locator("tr").first).to_contain_text("1512")
    assert site.asked.count("/events") > 1


def test_another_topic_is_not_followed(page: Page, site: Site) -> None:
    live_page(site)
    site.answers["/events"] = events({"topic": "pool:c", "revision": 1})
    page.goto(f"{SITE}/")
    expect(page.locator("#announcement")).to_have_text("Lost.")
    assert "/leaders" not in site.asked


def test_arrow_keys_follow_the_links_of_a_record(page: Page, site: Site) -> None:
    script = '<script src="/stepper.js" defer></script>'
    stepper = '<nav data-stepper><a rel="prev" href="/1">Back</a><a rel="next" href="/3">On</a></nav><input>'
    site.answers |= {f"/{step}": ("text/html", f"{HEAD.format(script)}<body>{stepper}</body>") for step in (1, 2, 3)}
    page.goto(f"{SITE}/2")
    page.keyboard.press("ArrowRight")
    page.wait_for_url(f"{SITE}/3")
    page.locator("input").press("ArrowLeft")  # in a field it moves the caret
    expect(page).to_have_url(f"{SITE}/3")
    page.locator("input").blur()
    page.keyboard.press("ArrowLeft")
    page.wait_for_url(f"{SITE}/1")


def test_a_filter_renews_its_table_while_somebody_types(page: Page, site: Site) -> None:
    request = RequestFactory().get("/")
    words = {"form": SampleFilter(), "target": "leaders", "request": request}
    config = '<meta name="htmx-config" content=\'{"includeIndicatorStyles": false, "allowEval": false}\'>'
    head = HEAD.format(f'{config}<script src="/htmx.js" defer></script>')
    site.answers["/htmx.js"] = ("text/javascript", Path(str(finders.find("django_htmx/htmx-2.min.js"))).read_text())
    filled = render_to_string("shared/_filter.html", words)
    site.answers["/"] = ("text/html", f'{head}<body>{filled}<p id="leaders">All.</p></body>')
    page.goto(f"{SITE}/")
    page.get_by_text("Find or filter").click()  # folded without the site's styles, as on a phone
    page.get_by_label("Name").wait_for()
    site.answers["/"] = ("text/html", '<p id="leaders">Morag alone.</p>')
    page.get_by_label("Name").press_sequentially("Mor")
    expect(page.locator("#leaders")).to_have_text("Morag alone.")
    expect(page).to_have_url(f"{SITE}/?q=Mor&game=&pool=&club=")
    expect(page.get_by_label("Name")).to_be_focused()


def test_the_chosen_paper_is_remembered(page: Page, site: Site) -> None:
    choice = '<span data-theme-choice hidden><button value="">device</button><button value="dark">dark</button></span>'
    head = HEAD.format('<meta name="color-scheme" content="light dark"><script src=/theme.js></script>')
    site.answers["/"] = ("text/html", f"{head}<body>{choice}</body>")
    page.goto(f"{SITE}/")
    page.get_by_role("button", name="dark").click()
    page.reload()
    expect(page.locator("meta[name=color-scheme]")).to_have_attribute("content", "dark")
    expect(page.get_by_role("button", name="dark")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="device").click()
    expect(page.locator("meta[name=color-scheme]")).to_have_attribute("content", "light dark")
