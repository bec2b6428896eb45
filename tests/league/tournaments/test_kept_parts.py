"""Cached parts of tournament pages: fragments for visitors, and tables that players share except for their own rows."""

from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from uuid import uuid4

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.template.loader import render_to_string
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from league.accounts.models import Account
from league.clubs.models import Club
from league.common import cached_responses
from league.common.cached_responses import MOMENT
from league.results.models import Report
from league.tournaments.models import Entry, Tournament
from league.tournaments.presenters.standings import Standings
from league.tournaments.queries.entries import entrants_of
from league.tournaments.queries.standings_cache import sheet_of
from league.tournaments.services.deadlines import start_clock
from league.tournaments.templatetags.cached_parts import cached_standings
from tests.factories import browser_of
from tests.league.tournaments.browser import address, text_of

FRAGMENT = {"HX-Request": "true"}


class Time:
    """The clock of the cache; it changes only when a test sets it."""

    def __init__(self) -> None:
        self.now = datetime(2026, 11, 27, 20, 0, tzinfo=UTC)

    def passes(self, **span: float) -> None:
        """Move it on."""
        self.now += timedelta(**span)


@pytest.fixture(autouse=True)
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    time = Time()
    instead = SimpleNamespace(now=lambda: time.now, get_current_timezone_name=timezone.get_current_timezone_name)
    monkeypatch.setattr(cached_responses, "timezone", instead)
    return time


def renamed(tournament: Tournament) -> str:
    """Give a player another name, which no revision counts; return the name."""
    player = Entry.objects.filter(tournament=tournament).earliest("number").player
    player.name = "Somebody Else Altogether"
    player.save(update_fields=["name"])
    return player.name


def test_visitors_share_a_fragment_until_a_change_is_told(client: Client, running: Tournament, time: Time) -> None:
    here = address(running, "standings")
    page, part = text_of(client.get(here)), text_of(client.get(here, headers=FRAGMENT))
    assert part in page
    name = renamed(running)
    with CaptureQueriesContext(connection) as asked:
        assert text_of(Client().get(here, headers=FRAGMENT)) == part
    assert len(asked) == 1  # whether the tournament exists for visitors
    assert name in text_of(client.get(here))  # a page that is opened is never old
    time.passes(seconds=MOMENT.total_seconds())  # so long `/events` waits before it announces
    assert name in text_of(client.get(here, headers=FRAGMENT))


def test_a_browser_that_has_the_fragment_is_not_sent_it_again(client: Client, running: Tournament) -> None:
    here = address(running, "round", 1)
    etag = client.get(here, headers=FRAGMENT).headers["ETag"]
    again = client.get(here, headers={"If-None-Match": etag} | FRAGMENT)
    assert (again.status_code, again.headers["ETag"]) == (304, etag)
    assert client.get(here, headers={"If-None-Match": etag}).status_code == 200


def test_a_browser_is_sent_what_nobody_announced(client: Client, running: Tournament, time: Time) -> None:
    here = address(running, "standings")
    etag = client.get(here, headers=FRAGMENT).headers["ETag"]
    name = renamed(running)
    time.passes(seconds=MOMENT.total_seconds())
    assert name in text_of(client.get(here, headers={"If-None-Match": etag} | FRAGMENT))


def test_no_fragment_with_a_clock_is_kept(client: Client, running: Tournament) -> None:
    Tournament.objects.filter(pk=running.pk).update(round_minutes=50)
    start_clock(tournament_round=running.rounds.filter(status="published").earliest("number"), by=None)
    answer = client.get(address(running, "standings"), headers=FRAGMENT)
    assert "data-clock-now" in text_of(answer)
    assert "ETag" not in answer.headers


@pytest.mark.parametrize(
    ("headers", "query"), [({"HX-History-Restore-Request": "true"}, {}), ({}, {"x": "1"}), ({}, {"player": "x"})]
)
def test_only_what_live_pages_fetch_is_kept(
    client: Client, running: Tournament, headers: dict[str, str], query: dict[str, str]
) -> None:
    assert "ETag" not in client.get(address(running, "round", 1), query, headers=FRAGMENT | headers).headers


def test_the_first_report_of_a_club_is_shown_once_it_is_told(client: Client, running: Tournament, time: Time) -> None:
    here = address(running, "round", 1)
    etag = client.get(here, headers=FRAGMENT).headers["ETag"]
    Report.objects.create(
        subject=uuid4(),
        pool=running.pool,
        club=running.club,
        by=Entry.objects.filter(tournament=running).earliest("number").player,
        key=uuid4(),
        played_at=timezone.now(),
    )
    time.passes(seconds=MOMENT.total_seconds())
    assert client.get(here, headers=FRAGMENT).headers["ETag"] != etag


def test_members_get_no_visitors_fragment(client: Client, as_hamish: Client, running: Tournament, time: Time) -> None:
    here = address(running, "round", 1)
    client.get(here, headers=FRAGMENT)
    assert "ETag" not in as_hamish.get(here, headers=FRAGMENT).headers
    name = renamed(running)
    time.passes(seconds=MOMENT.total_seconds())
    assert name in text_of(as_hamish.get(here, headers=FRAGMENT))


@pytest.mark.parametrize(("tab", "more"), [("standings", []), ("round", [1]), ("round", [2])])
def test_members_share_a_tab_but_for_their_own_lines(running: Tournament, tab: str, more: list[int]) -> None:
    here, marks = address(running, tab, *more), 0
    for entry in Entry.objects.filter(tournament=running).order_by("number")[:4]:
        entry.player.account = Account.objects.create_user(f"entry-{entry.number}@players.example")
        entry.player.save(update_fields=["account"])
        reader = browser_of(entry.player.account)
        shared, alone = (
            text_of(reader.get(here + query, headers=FRAGMENT)).replace(query or " ", "") for query in ("", "?x=1")
        )
        assert "".join(shared.split()) == "".join(alone.split())
        marks += shared.count('class="you"')
    assert marks in {3, 4}  # one of the five may have a bye


def test_kept_parts_hide_once_it_is_private(client: Client, running: Tournament, club: Club, hamish: Account) -> None:
    here = address(running, "standings")
    assert client.get(here, headers=FRAGMENT).status_code == 200
    Club.objects.filter(pk=club.pk).update(is_public=False)
    assert client.get(here, headers=FRAGMENT).status_code == 404


def test_fragments_in_two_languages_are_kept_apart(client: Client, running: Tournament) -> None:
    here = address(running, "standings")
    english = text_of(client.get(here, headers=FRAGMENT))
    assert text_of(client.get(here, headers=FRAGMENT | {"Accept-Language": "pt-BR"})) != english


@pytest.mark.parametrize("shown", [None, 1])
def test_a_player_sees_the_standings_of_all_with_their_own_line(running: Tournament, shown: int | None) -> None:
    sheet = sheet_of(running)
    last = sheet.rows[-1].entry
    player = Entry.objects.get(tournament=running, number=last).player
    player.account = Account.objects.create_user("ailsa.own@players.example")
    player.save(update_fields=["account"])
    for reader in (AnonymousUser(), player.account):
        standings = Standings(running, sheet, entrants_of(running, reader), shown)
        alone = render_to_string("tournaments/_standings_ledger.html", {"standings": standings})
        assert "".join(cached_standings(standings).split()) == "".join(alone.split())
        assert ('class="you"' in alone) == reader.is_authenticated
