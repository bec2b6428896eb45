"""Calendars, and pages in a frame of another site."""

from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.utils import timezone
from icalendar import Calendar, Event
from pytest_django import DjangoAssertNumQueries

from league.accounts.models import Account
from league.clubs.models import Club, Membership
from league.clubs.services.clubs import make_view_only_link, revoke_view_only_link
from league.conf.logs import without_keys
from league.integrations.calendar_keys import make_calendar
from league.integrations.calendars import Item, State, as_ics
from league.integrations.models import CalendarKey
from league.integrations.views import MOST_ROWS
from league.tournaments.models import Tournament
from league.tournaments.services.creation import make_tournament
from league.tournaments.services.entries import enter_players
from league.tournaments.services.lifecycle import cancel, start
from tests.factories import account_of, browser_of, joins

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_url")]

BEGINS = datetime(2027, 7, 1, 18, 30, tzinfo=UTC)  # in summer time


@pytest.fixture
def event(club: Club, morag: Account) -> Tournament:
    """Morag against Hamish, in rounds of an hour and a half."""
    joins(hamish := account_of("Hamish"), club)
    made = make_tournament(
        club=club, name="Cup; of, “Kings” " + "é" * 40, game="lords-of-scotland", format="round-robin", by=None
    )
    Tournament.objects.filter(pk=made.pk).update(begins_at=BEGINS, round_minutes=90)
    made.refresh_from_db()
    enter_players(tournament=made, players=[morag.player, hamish.player], by=None)
    return made


def read(browser: Client, path: str) -> dict[str, Event]:
    """The items of a calendar by the begin of their uids."""
    body = browser.get(path).content
    assert all(len(line) <= 75 for line in body.split(b"\r\n"))
    calendar = Calendar.from_ical(body)
    assert len(list(calendar.walk("VTIMEZONE"))) >= 1
    return {str(item["uid"]).partition("-")[0]: item for item in calendar.walk("VEVENT")}


def test_an_event_stands_there_by_its_clubs_clock_and_says_how_often_it_moved(event: Tournament) -> None:
    path = f"/tournaments/{event.public_id}/{event.slug}/calendar.ics"
    browser = browser_of()
    before = read(browser, path)["event"]
    assert before["dtstart"].dt == BEGINS
    assert b"DTSTART:20270701T183000Z" in browser.get(path).content
    assert (before["summary"], before["sequence"], before["status"]) == (event.name, 0, "TENTATIVE")
    Tournament.objects.filter(pk=event.pk).update(begins_at=BEGINS + timedelta(days=7))
    moved = read(browser, path)["event"]
    assert (moved["uid"], moved["sequence"]) == (before["uid"], 1)
    assert moved["dtstamp"].dt == moved["last-modified"].dt
    known = browser.get(path)
    assert browser.get(path, headers={"If-None-Match": known["ETag"]}).status_code == 304
    cancel(tournament=event, by=None)
    called_off = read(browser, path)["event"]
    assert (called_off["status"], called_off["sequence"]) == ("CANCELLED", 2)


def test_a_player_reads_own_games_by_a_key_that_can_be_ended(event: Tournament, morag: Account) -> None:
    start(tournament=event, by=None)
    hers = browser_of(morag)
    assert "No calendar link yet" in hers.get("/account/calendar/").content.decode()
    hers.post("/account/calendar/make/")
    key = morag.calendar_key.key
    path = f"/calendars/{key}/games.ics"
    assert path in hers.get("/account/calendar/").content.decode()
    assert key not in without_keys(None, "", f"GET {path}")
    items = read(browser_of(), path)
    assert set(items) == {"event", "game"}
    assert items["game"]["summary"].endswith("table 1")
    assert {"Morag", "Hamish"} == set(str(items["game"]["description"]).split(", "))
    assert items["game"]["dtend"].dt - items["game"]["dtstart"].dt == timedelta(minutes=90)
    answer = browser_of().get(path)
    assert (answer["X-Robots-Tag"], answer["Referrer-Policy"]) == ("noindex, nofollow", "no-referrer")
    hers.post("/account/calendar/make/")
    assert browser_of().get(path).status_code == 404
    hers.post("/account/calendar/end/")
    assert not CalendarKey.objects.exists()


def test_private_clubs_are_read_by_members_and_by_links(club: Club, event: Tournament, morag: Account) -> None:
    club.is_public = False
    club.save()
    path = f"/clubs/{club.slug}/calendar.ics"
    assert [browser_of(one).get(path).status_code for one in (None, account_of("Senga"), morag)] == [404, 404, 200]
    hamish = Account.objects.get(email="hamish@example.org")
    by_key = f"/calendars/{make_calendar(account=hamish)}/clubs/{club.slug}.ics"
    assert set(read(browser_of(), by_key)) == {"event"}
    Membership.objects.filter(player=hamish.player).delete()
    assert browser_of().get(by_key).status_code == 404
    link = make_view_only_link(club=club, label="Notice board")
    by_link = f"/calendars/{link.key}/clubs/{club.slug}.ics"
    assert set(read(browser_of(), by_link)) == {"event"}
    assert browser_of().get(f"/calendars/{link.key}/events/{event.public_id}.ics").status_code == 200
    assert browser_of().get(f"/calendars/{link.key}/games.ics").status_code == 404
    revoke_view_only_link(link=link)
    assert browser_of().get(by_link).status_code == 404


def test_a_calendar_asks_as_often_however_much_is_in_it(
    club: Club, event: Tournament, morag: Account, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    path = f"/calendars/{make_calendar(account=morag)}/games.ics"
    start(tournament=event, by=None)
    read(browser_of(), path)
    with django_assert_max_num_queries(10):
        read(browser_of(), path)


@pytest.mark.parametrize(
    "moment",
    [
        datetime(2027, 3, 28, 0, 59, tzinfo=UTC),  # clocks in Europe go forward at 01:00
        datetime(2027, 3, 28, 1, 0, tzinfo=UTC),
        datetime(2027, 10, 31, 0, 30, tzinfo=UTC),  # 01:30 in London, for the first time
        datetime(2027, 10, 31, 1, 30, tzinfo=UTC),  # and for the second
    ],
)
def test_moments_are_written_in_utc_across_changes_of_the_clocks(moment: datetime) -> None:
    """A calendar program that knows no time zone, or reads it otherwise, cannot be wrong by an hour."""
    ends = moment + timedelta(minutes=90)
    item = Item(name="round-1", title="Round 1", begins=moment, ends=ends, path="/", is_moment=True)
    body = as_ics("A club", "Europe/London", [item], {item.uid: State(0, timezone.now())})
    assert f"DTSTART:{moment:%Y%m%dT%H%M%SZ}".encode() in body
    assert f"DTEND:{ends:%Y%m%dT%H%M%SZ}".encode() in body
    (read_back,) = Calendar.from_ical(body).walk("VEVENT")
    assert read_back["transp"] == "TRANSPARENT"


@pytest.fixture
def framed(club: Club, morag: Account) -> Tournament:
    joins(hamish := account_of("Hamish"), club)
    name = 'The "Glen" & <b>Orchy</b>'
    made = make_tournament(club=club, name=name, game="lords-of-scotland", format="round-robin", by=None)
    enter_players(tournament=made, players=[morag.player, hamish.player], by=None)
    return made


def address(framed: Tournament, query: str = "") -> str:
    """Return the address of the frame."""
    return f"/tournaments/{framed.public_id}/{framed.slug}/frame/{query}"


def test_any_page_may_show_it_and_it_does_nothing_there(framed: Tournament, morag: Account) -> None:
    begun = start(tournament=framed, by=None)
    for browser in (Client(), browser_of(morag)):
        answer = browser.get(address(begun, "?language=pt-br&theme=dark"))
        page = answer.content.decode()
        assert "frame-ancestors *" in answer["Content-Security-Policy"]
        assert "script-src 'none'" in answer["Content-Security-Policy"]
        assert "X-Frame-Options" not in answer
        assert not answer.cookies
        assert not any(tag in page for tag in ("<script", "<form", "<b>Orchy"))
        assert '<meta name="color-scheme" content="dark">' in page
        assert "Hamish" in page
    assert "frame-ancestors 'none'" in Client().get("/")["Content-Security-Policy"]


def test_it_shows_the_first_so_many_and_says_how_many_are_left(framed: Tournament) -> None:
    assert "2 players entered" in Client().get(address(framed)).content.decode()
    begun = start(tournament=framed, by=None)
    assert "One more player" in Client().get(address(begun, "?rows=1")).content.decode()
    for rows in ("0", "-1", "x", "9" * 400, "²"):
        assert Client().get(address(begun, f"?rows={rows}")).status_code == 200
    assert MOST_ROWS == 100
    assert Client().get(address(begun).replace(begun.slug, "old-name")).status_code == 302


def test_of_a_private_club_there_is_none_for_anybody(club: Club, framed: Tournament, morag: Account) -> None:
    start(tournament=framed, by=None)
    club.is_public = False
    club.save()
    assert browser_of(morag).get(address(framed)).status_code == 404
    standings = f"/tournaments/{framed.public_id}/{framed.slug}/standings/"
    assert "Embed in your website" not in browser_of(morag).get(standings).content.decode()
    club.is_public = True
    club.save()
    page = browser_of(morag).get(standings).content.decode()
    assert "title=&quot;The &amp;quot;Glen&amp;quot; &amp;amp; &amp;lt;b&amp;gt;" in page
