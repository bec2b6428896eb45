"""A moment to come has one time wherever it is read: pages and mails name the time zone, the club's pages agree."""

import re
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from icalendar import Calendar

from league.accounts.models import Account, ApiToken, OneTimeLink
from league.accounts.services.tokens import make_token
from league.clubs.services.joining import make_join_link
from league.results.models import Report
from league.tournaments.models import Round, Tournament
from league.tournaments.queries.clock import clock_of_round
from league.tournaments.services.creation import make_tournament
from league.tournaments.services.deadlines import Deadlines, pause_clock, set_deadlines, start_clock
from league.tournaments.services.entries import enter_players, set_phase
from league.tournaments.services.lifecycle import start
from tests.factories import browser_of
from tests.games.contests.factories import contest_of
from tests.league.results.factories import Evening, an_evening

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_url")]
AWAY = "America/Sao_Paulo"
AT_CLUB = "Europe/London"
BEGINS = datetime(2027, 7, 1, 18, 30, tzinfo=UTC)


@pytest.fixture
def evening() -> Evening:
    """An evening of a British club, at which everybody reads by the clock of São Paulo."""
    made = an_evening()
    Account.objects.update(time_zone=AWAY, email_confirmed_at=timezone.now())
    return made


def reader(evening: Evening, name: str = "hamish") -> Client:
    """The browser of somebody of the evening."""
    return browser_of(Account.objects.get(email=f"{name}@example.org"))


def page(browser: Client, path: str) -> str:
    """What a page says."""
    return str(browser.get(path, follow=True).content.decode())


def said(moment: datetime, zone: str, shape: str = "%H:%M %Z") -> str:
    """A moment as pages write it."""
    return moment.astimezone(ZoneInfo(zone)).strftime(shape).replace(" -0", " UTC\N{MINUS SIGN}")


@pytest.fixture
def cup(evening: Evening) -> Tournament:
    """A round robin for two that has not begun."""
    made = make_tournament(
        club=evening.club, name="Cup", game="lords-of-scotland", format="round-robin", venue="paper", by=None
    )
    Tournament.objects.filter(pk=made.pk).update(begins_at=BEGINS, round_minutes=50)
    enter_players(tournament=made, players=[evening.hamish, evening.ailsa], by=None)
    made.refresh_from_db()
    return made


@pytest.fixture
def playing(cup: Tournament) -> Round:
    """Its first round."""
    return Round.objects.select_related("tournament__club").get(tournament=start(tournament=cup, by=None), number=1)


def test_pages_and_the_mail_say_the_same_of_when_a_report_counts(evening: Evening) -> None:
    sheet = {"key": "5f0d4c52-0f2e-4a6e-9c43-4f2b7f7f2a11", "game": "lords-of-scotland"}
    for at, player in enumerate((evening.hamish, evening.ailsa), 1):
        sheet |= {f"player-{at}": player.public_id, f"points-{at}": str(50 - at)}
    answer = reader(evening).post(reverse("sheets:record", args=[evening.club.slug]), sheet, follow=True)
    report = Report.objects.get()
    assert report.confirms_itself_at is not None
    when = said(report.confirms_itself_at, AWAY)
    assert when in answer.content.decode()
    assert when in page(reader(evening, "ailsa"), reverse("reports:report", args=[report.public_id]))
    assert when in page(reader(evening, "ailsa"), "/")
    assert [when in message.body for message in mail.outbox if message.to == ["ailsa@example.org"]] == [True]


def test_the_start_of_a_tournament_names_its_time_zone(evening: Evening, cup: Tournament) -> None:
    there = said(BEGINS, AT_CLUB)
    assert there in page(reader(evening), reverse("tournaments:tournament", args=[cup.public_id, cup.slug]))
    assert there in page(browser_of(), f"/tournaments/{cup.public_id}/{cup.slug}/frame/")
    set_phase(tournament=cup, to="registration", by=None)
    assert said(BEGINS, AWAY) in page(reader(evening), "/")


def test_the_clock_of_a_round_ends_at_the_same_time_on_every_page(evening: Evening, playing: Round) -> None:
    clock = start_clock(tournament_round=playing, by=None)
    assert clock.ends_at is not None
    event = playing.tournament
    assert f"until {clock.until}" in page(
        reader(evening), reverse("tournaments:round", args=[event.public_id, event.slug, 1])
    )
    assert f"ends at {said(clock.ends_at, AT_CLUB)}" in page(reader(evening), "/")


def test_a_calendar_takes_the_end_for_sure_only_while_the_clock_runs(playing: Round) -> None:
    event = playing.tournament
    states = []
    for change in (None, start_clock, pause_clock):
        if change is not None:
            change(tournament_round=playing, by=None)
            playing.refresh_from_db()
            assert clock_of_round(event, playing).is_set
        read = Calendar.from_ical(
            browser_of().get(reverse("integrations:tournament-calendar", args=[event.public_id, event.slug])).content
        )
        states += [item["status"] for item in read.walk("VEVENT") if str(item["uid"]).startswith("round-")]
    assert states == ["TENTATIVE", "CONFIRMED", "TENTATIVE"]


def test_deadlines_stand_in_the_zone_in_which_the_organiser_sets_them(evening: Evening, playing: Round) -> None:
    event = playing.tournament
    day = timezone.localdate(timezone=ZoneInfo(AT_CLUB)) + timedelta(days=3)
    due = datetime(day.year, day.month, day.day, 23, 59, tzinfo=ZoneInfo("Pacific/Auckland"))
    evening.club.time_zone = "Pacific/Auckland"
    evening.club.save()
    set_deadlines(tournament=event, deadlines=Deadlines(due), by=None)
    shown = page(reader(evening, "morag"), reverse("tournaments:deadlines", args=[event.public_id]))
    assert said(due, "Pacific/Auckland") in shown
    assert f'name="day" value="{day.isoformat()}"' in shown


def test_links_and_tokens_say_to_the_minute_when_they_end(evening: Evening) -> None:
    link = make_join_link(club=evening.club)
    browser = reader(evening, "morag")
    for place in ("clubs:members", "clubs:join-link"):
        assert said(link.expires_at, AWAY) in page(browser, reverse(place, args=[evening.club.slug]))
    membership = evening.club.memberships.get(player=evening.fergus)
    browser.post(reverse("clubs:claim-link", args=[evening.club.slug, membership.public_id]))
    claim = OneTimeLink.objects.get()
    member = reverse("clubs:member", args=[evening.club.slug, membership.public_id])
    assert said(claim.expires_at, AWAY) in page(browser, member)


def test_a_token_ends_at_one_moment_on_its_page_and_in_the_api(evening: Evening) -> None:
    owner = Account.objects.get(email="hamish@example.org")
    secret = make_token(account=owner, name="Desk", scopes=["bots:write"], expires=timedelta(days=30))
    ended = datetime(2026, 3, 2, 1, 30, tzinfo=UTC)
    ApiToken.objects.update(expires_at=ended)
    assert "1 March 2026, 22:30 UTC\N{MINUS SIGN}3" in page(browser_of(owner), "/account/tokens/")
    refused = Client(headers={"Authorization": f"Bearer {secret}"}).get("/api/v1/bots/")
    assert "2 March 2026, 01:30 UTC" in refused.content.decode()


def test_a_contest_names_the_time_zone_of_its_close(evening: Evening) -> None:
    contest = contest_of(evening.club)
    shown = page(browser_of(), reverse("contests:contest", args=[contest.public_id]))
    assert re.search(r"\d\d:\d\d (GMT|BST|UTC)", shown)
    assert said(contest.closes_at, AWAY) in page(reader(evening), f"/contests/{contest.public_id}/")
