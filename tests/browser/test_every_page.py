"""Every page of the site, found by following links: with a screen reader, by keyboard, and at three widths."""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urldefrag, urlsplit

import pytest
from django.urls import URLPattern, URLResolver, get_resolver, resolve, reverse
from playwright.sync_api import Page, expect

from league.accounts.models import Account
from league.accounts.services.tokens import make_token
from league.clubs.models import Club
from league.clubs.services.members import admit, admit_by_name
from league.clubs.services.merging import merge_at
from league.seasons.models import Division
from league.seasons.services import start_season
from league.tournaments.models import TableLink, Tournament
from league.tournaments.queries.entries import eligible_players
from league.tournaments.services.entries import enter_players, set_phase
from league.tournaments.services.lifecycle import advance, start
from league.tournaments.services.table_links import make_links
from tests.browser.conftest import Hosts
from tests.browser.factories import (
    bots_uploaded,
    cheap_bots,
    contest_told,
    event_at_tables,
    event_of_bots,
    finished_event,
    games_begun,
    games_reported,
    records_brought,
    seasons,
)
from tests.browser.steps import fits
from tests.factories import account_of, glen_club
from tests.games.contests.factories import contest_of
from tests.league.seasons.factories import league_of
from tests.league.tournaments.factories import play_out
from tests.permissions.table import TABLE

pytestmark = pytest.mark.browser

EXAMINATION = Path(__file__).with_name("examination.js").read_text(encoding="utf-8")
WIDTHS = (360, 800, 1400)
ENOUGH = 2  # pages of a kind that a member opens; the others are drawn by the same templates
ROOMS = [
    "common",
    "accounts",
    "clubs",
    "ratings",
    "tournaments",
    "matches",
    "play",
    "records",
    "reviews",
    "reports",
    "bots",
    "ladder",
    "contests",
    "daily-report",
    "integrations",
    "operations",
    "seasons",
]
BY_POST = {row.route for row in TABLE} - {row.route for row in TABLE if row.method == "GET"}
NO_PAGES = BY_POST | {"accounts:admin-sign-in", "accounts:admin-password"}  # they link to the forms of the site
NO_PAGES |= {"tournaments:manage-rounds", "tournaments:short-url"}  # they redirect to a round or the tournament
NO_PAGES |= {"tournaments:withdraw-entry"}
NO_PAGES |= {"records:send"}  # a page that a button leads to, once the text is kept; see test_records
NO_PAGES |= {f"operations:{page}" for page in ("system-status", "failed-jobs", "metrics")}  # see test_operators_page
NOT_FOR_READING = {"matches:record-text", "matches:record-json"}  # records for programs
NOT_FOR_READING |= {"records:record-text", "records:record-json", "records:as-sent"}
NOT_FOR_READING |= {
    "bots:check-match-record",
    "bots:source",
    "bots:source-zip",
    "bots:example",
    "bots:wheel",
    "bots:engine-zip",
}
NOT_FOR_READING |= {"bots:test-match-record", "bots:test-records"}
NOT_FOR_READING |= {
    "accounts:export-data",
    "tournaments:export-file",
    "tournaments:export-table",
    "tournaments:trf-report",
}  # files
NOT_FOR_READING |= {"clubs:preview", "tournaments:preview", "matches:preview"}  # pictures for messengers
NOT_FOR_READING |= {"ratings:player-preview", "ratings:leaderboard-preview"}
NOT_FOR_READING |= {"reviews:match", "reviews:record"}  # parts of the pages of matches and records
NOT_FOR_READING |= {"matches:last-moves"}  # which the script of the home page shows
NOT_FOR_READING |= {"integrations:club-calendar", "integrations:tournament-calendar"}  # for calendar programs
NOT_FOR_READING |= {
    f"integrations:{name}" for name in ("player-calendar", "club-calendar-by-key", "tournament-calendar-by-key")
}
NOT_FOR_READING |= {"integrations:embed"}  # a part of somebody else's page, without a head of ours
FOR_VISITORS = {"accounts:sign-in", "accounts:sign-up", "accounts:password-reset"}
NO_LINK_LEADS_TO = ("/", "/password-reset/written/", "/account/deleted/", "/health", "/design/")
BY_MAIL = {
    "accounts:open-admin-link",
    "accounts:become-admin",
    "accounts:confirm-email",
    "accounts:password-reset-set",
}  # no page links there
BY_MAIL |= {"accounts:unsubscribe"}
BY_MAIL |= {
    "clubs:open-invitation",
    "clubs:invitation",
    "clubs:answer-invitation",
    "clubs:open-join-link",
    "clubs:join",
}
BY_MAIL |= {  # handed over
    "accounts:confirm-new-email",
    "accounts:open-claim-link",
    "accounts:claim-player",
    "clubs:open-view-only-link",
}


@pytest.fixture
def morag() -> Account:
    """Morag, whose club has tournaments in every state, and a member with a name that nobody can pronounce."""
    morag = account_of("Morag")
    club = glen_club(morag)
    for bot in cheap_bots():
        admit(club=club, player=bot)
    finished_event(club)
    event_of_bots(club, "Waiting for a worker")
    long = "Ailsa MacDonald-Featherstonehaugh of Inverarnan and Ardlui, the younger"
    event_at_tables(club, "Bruce", "Catriona", name="Draft")
    set_phase(tournament=event_at_tables(club, "Una", "Torquil", name="At the door"), to="check-in", by=None)
    winter = start(tournament=event_at_tables(club, long, "Dougal", "Eilidh", name="A very long winter" * 4), by=None)
    make_links(tournament_round=winter.rounds.get(number=1), by=None)
    cup = event_at_tables(club, "Wallace", "Xanthe", "Yvaine", "Zander", name="Cup", format="double-elimination")
    start(tournament=cup, by=None)
    seasons(club)
    leagues(club)
    games_begun(morag)
    records_brought(morag, club)
    games_reported(morag, club)
    bots_uploaded(morag)
    contest_of(club)
    contest_told(club, morag)
    twice = [admit_by_name(club=club, name=name).player for name in ("Iain Orr", "Ian Orr")]
    merge_at(club=club, former=twice[0], standing=twice[1], by=morag)
    hook = club.webhooks.create(address="https://hooks.example.org/services/club-room?key=of-glen-orchy")
    hook.deliveries.create(event="ping", status="dropped", fault="not-listed", attempts=8)
    make_token(account=morag, name="Laptop", scopes=["bots:write"], expires=None)
    return morag


@pytest.mark.timeout(360)
@pytest.mark.long
def test_every_page_serves_a_visitor_and_a_member(hosts: Hosts, morag: Account) -> None:
    seen = kinds_read(hosts.visitor(), [], enough=1)
    assert seen >= FOR_VISITORS, f"No link leads to {FOR_VISITORS - seen}."
    seen = kinds_read(hosts.visitor(morag), desks_in_every_state())
    missing = set(kinds()) - seen - FOR_VISITORS - NO_PAGES - NOT_FOR_READING - BY_MAIL
    assert not missing, f"No link leads to {missing}."


def kinds_read(page: Page, desks: list[str], enough: int = ENOUGH) -> set[str]:
    """The kinds of all pages that the reader finds, none of which is at fault."""
    seen: set[str] = set()
    faults: list[str] = []
    for kind in pages_from(page, [*NO_LINK_LEADS_TO, *evenings(), *brackets(), *tables_with_links(), *desks], enough):
        seen.add(kind)
        faults += [f"{page.url}: {fault}" for fault in examined(page)]
    assert not faults, "\n".join(faults)
    return seen


def brackets() -> list[str]:
    """The tab of an event that has a bracket."""
    cups = Tournament.objects.filter(format="double-elimination")
    return [f"/tournaments/{one.public_id}/{one.slug}/bracket/" for one in cups]


def leagues(club: Club) -> None:
    """A league whose season is played, and one that has not started."""
    for name in ("Played", "To come"):
        league = league_of(club, name=name)
        events = [one.tournament for one in Division.objects.filter(season__league=league)]
        for event in events:
            enter_players(tournament=event, players=list(eligible_players(event)[:4]), by=None)
        if name == "Played":
            start_season(season=league.seasons.get(), by=None)
            for event in events:
                play_out(event)
                advance(tournament_id=event.pk)


def evenings() -> list[str]:
    """Where the evenings of the seasons are listed: a desk or two of the others are opened before theirs."""
    seasons_there = Tournament.objects.filter(format="club-evenings")
    return [f"/tournaments/{one.public_id}/{one.slug}/evenings/" for one in seasons_there]


def tables_with_links() -> list[str]:
    """The pages that the printed links of a round lead to."""
    return [reverse("tournaments:table", args=[link.key]) for link in TableLink.objects.all()]


def desks_in_every_state() -> list[str]:
    """The desk of one event of each state: what a desk leads to differs by it."""
    by_status = {one.status: one for one in Tournament.objects.order_by("format", "pk")}
    assert set(by_status) >= {"draft", "check-in", "running", "finished"}
    return [reverse("tournaments:manage", args=[one.public_id]) for one in by_status.values()]


def examined(page: Page) -> Iterator[str]:
    """What is wrong with a page."""
    yield from page.evaluate(EXAMINATION)
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        if not fits(page):
            yield f"It is wider than {width} pixels."


def pages_from(page: Page, addresses: list[str], enough: int) -> Iterator[str]:
    """Open these pages, follow their links breadth first, and give each page's kind while it is open."""
    known, opened = list(addresses), Counter[str]()
    for at, address in enumerate(known):  # grows as pages are read
        kind = kind_of(address)
        if (at >= len(addresses) and opened[kind] >= enough) or kind in NOT_FOR_READING:
            continue
        opened[kind] += 1
        answer = page.goto(address)
        assert answer is not None
        assert answer.status == 200, f"{address} answers {answer.status}."
        yield kind
        links = page.locator("a[href]").evaluate_all("links => links.map((link) => link.getAttribute('href'))")
        known += [one for one in dict.fromkeys(path_of(link) for link in links) if one and one not in known]


def path_of(link: str) -> str:
    """The path of a link to a page of the rooms; nothing for others. Sorted and paged tables count once."""
    path = urlsplit(urldefrag(link).url).path
    return path if path.startswith("/") and not re.match(r"/(api|admin|static)/", path) else ""


def kind_of(address: str) -> str:
    """The name of the view that answers."""
    return str(resolve(address).view_name)


def kinds() -> Iterator[str]:
    """The names of all views of the rooms."""
    for room in get_resolver().url_patterns:
        if isinstance(room, URLResolver) and room.app_name in ROOMS:
            yield from (f"{room.app_name}:{view.name}" for view in room.url_patterns if isinstance(view, URLPattern))


def test_the_keyboard_reaches_the_page_first_and_then_everything_in_order(hosts: Hosts) -> None:
    page = hosts.visitor()
    page.goto("/")
    page.keyboard.press("Tab")
    skip = page.get_by_role("link", name="Skip to content")
    expect(skip).to_be_focused()
    expect(skip).to_be_in_viewport()
    page.keyboard.press("Tab")
    for name in (
        "Moothill",
        "Home",
        "Play",
        "Games",
        "Leaderboards",
        "Tournaments",
        "Clubs",
        "Bots",
        "Sign in",
        "Sign up",
    ):
        expect(page.locator(":focus")).to_have_text(name)
        assert page.locator(":focus").evaluate("link => getComputedStyle(link).outlineStyle") != "none", name
        page.keyboard.press("Tab")
    page.goto("/")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()
