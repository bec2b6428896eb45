"""By when rounds are to be played: planned, moved, put off, reminded of, overdue."""

import re
from datetime import date, datetime, timedelta
from typing import Any
from uuid import uuid4
from zoneinfo import ZoneInfo

import pytest
from django.core import mail
from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from structlog.testing import capture_logs

from league.accounts.models import Account, Player
from league.accounts.services.notifications import choose_notices
from league.clubs.models import Club
from league.common.timezones import with_zone
from league.integrations.calendar_items import items_of_tournament
from league.results.drafts import ResultDraft, SeatResult
from league.results.services.reports import submit_report
from league.tournaments.errors import DeadlineRefused, WrongMoment
from league.tournaments.models import Pairing, Round, TableLink, Tournament
from league.tournaments.queries.history import history_of
from league.tournaments.queries.rounds import overdue_tables, players_at
from league.tournaments.services.creation import make_tournament
from league.tournaments.services.deadlines import Deadlines, deadline_of, end_of, move_deadline, set_deadlines
from league.tournaments.services.entries import enter_players
from league.tournaments.services.lifecycle import advance, start
from league.tournaments.services.notifications import remind
from league.tournaments.services.pairing_changes import unpublish_round
from league.tournaments.services.table_links import make_links
from league.tournaments.transfer.exporting import export_file
from league.tournaments.transfer.importing import import_file
from league.tournaments.transfer.matching import read_file
from tests.factories import account_of, browser_of, joins
from tests.league.tournaments.factories import fresh, open_legs, play_open_legs, report_result
from tests.league.tournaments.rounds import drawn, published, seen
from tests.league.tournaments.worlds import shared

pytestmark = [pytest.mark.slow, pytest.mark.django_db]

ZONE = "Europe/London"


@shared
def players(club: Club) -> list[Account]:
    """Morag, Hamish, Una and Fergus, who get mails."""
    for name in ("Una", "Fergus"):
        joins(account_of(name), club)
    Account.objects.update(email_confirmed_at=timezone.now())
    accounts = Account.objects.select_related("player").order_by("pk")
    return list(accounts)


def today() -> date:
    """Where the club is: for an hour of summer nights it is another day elsewhere."""
    return timezone.localdate(timezone=ZoneInfo(ZONE))


def in_days(days: int) -> datetime:
    return end_of(today() + timedelta(days=days), ZONE)


def event_of(
    club: Club, players: list[Account], deadlines: Deadlines, pace: str = Tournament.Pace.ALL, **facts: Any
) -> Tournament:
    """Return a started round robin, by default with all rounds published."""
    event = make_tournament(
        club=club, name="Winter", game="lords-of-scotland", format="round-robin", pace=pace, by=None, **facts
    )
    enter_players(tournament=event, players=[account.player for account in players], by=None)
    set_deadlines(tournament=event, deadlines=deadlines, by=None)
    return start(tournament=event, by=None)


def due_of(event: Tournament) -> list[datetime | None]:
    return list(event.rounds.order_by("number").values_list("due_at", flat=True))


def make_overdue(event: Tournament) -> None:
    """The deadline of its first round passes."""
    Round.objects.filter(tournament=event, number=1).update(due_at=timezone.now() - timedelta(minutes=1))


def test_every_round_has_its_deadline_from_the_plan(club: Club, players: list[Account]) -> None:
    event = event_of(club, players, Deadlines(in_days(7), every_days=14))
    assert due_of(event) == [in_days(7), in_days(21), in_days(35)]
    set_deadlines(tournament=event, deadlines=Deadlines(in_days(8), every_days=1), by=None)
    assert due_of(event) == [in_days(8), in_days(9), in_days(10)]
    set_deadlines(tournament=event, deadlines=Deadlines(None), by=None)
    assert due_of(event) == [None] * 3


def test_a_round_that_is_published_later_takes_its_own_from_the_plan(club: Club, players: list[Account]) -> None:
    event = event_of(club, players, Deadlines(in_days(7)), pace=Tournament.Pace.ROUND)
    assert due_of(event) == [in_days(7)]
    play_open_legs(event)
    advance(tournament_id=event.pk)
    assert due_of(event) == [in_days(7), in_days(14)]


def test_a_deadline_stays_at_its_time_of_day_when_the_clocks_change() -> None:
    event = Tournament(club=Club(time_zone=ZONE), first_due_at=end_of(date(2027, 3, 24), ZONE), due_every_days=7)
    second = deadline_of(event, 2)
    assert second is not None
    assert second.astimezone(ZoneInfo(ZONE)) == datetime(2027, 3, 31, 23, 59, tzinfo=ZoneInfo(ZONE))
    assert second.timestamp() - end_of(date(2027, 3, 24), ZONE).timestamp() == 7 * 86_400 - 3_600


def test_what_makes_no_sense_is_refused(club: Club, players: list[Account]) -> None:
    event = event_of(club, players, Deadlines(in_days(7)))
    for deadlines, field in (
        (Deadlines(timezone.now() - timedelta(hours=1)), "first"),
        (Deadlines(None, every_days=0), "every_days"),
        (Deadlines(None, every_days=91), "every_days"),
        (Deadlines(None, reminder_days=91), "reminder_days"),
    ):
        with pytest.raises(DeadlineRefused) as refusal:
            set_deadlines(tournament=event, deadlines=deadlines, by=None)
        assert refusal.value.field == field
    with pytest.raises(DeadlineRefused):
        move_deadline(tournament=event, number=1, due_at=timezone.now(), by=None)
    for number, table in ((9, None), (1, 9)):
        with pytest.raises(WrongMoment):
            move_deadline(tournament=event, number=number, table=table, due_at=in_days(3), by=None)
    set_deadlines(tournament=event, deadlines=Deadlines(None), by=None)
    with pytest.raises(DeadlineRefused, match="Winter has no deadlines"):
        move_deadline(tournament=event, number=1, due_at=in_days(2), by=None)
    bots = make_tournament(club=club, name="Bots", game="kings-kilt", format="round-robin", venue="machine", by=None)
    with pytest.raises(DeadlineRefused, match="have no deadlines"):
        set_deadlines(tournament=bots, deadlines=Deadlines(in_days(1)), by=None)


def test_no_round_goes_on_the_board_overdue(club: Club, players: list[Account]) -> None:
    event = event_of(club, players, Deadlines(in_days(7)), pace=Tournament.Pace.ROUND)
    Tournament.objects.filter(pk=event.pk).update(first_due_at=in_days(-10))
    move_deadline(tournament=event, number=1, due_at=in_days(1), by=None)
    play_open_legs(event)
    advance(tournament_id=event.pk)
    assert due_of(event) == [in_days(1), in_days(7)]


def test_a_plan_moves_no_round_into_the_past_and_ends_with_its_delays(club: Club, players: list[Account]) -> None:
    event = event_of(club, players, Deadlines(in_days(20), every_days=30))
    passed = in_days(-20)
    Tournament.objects.filter(pk=event.pk).update(first_due_at=passed)
    move_deadline(tournament=event, number=1, due_at=in_days(2), by=None)
    set_deadlines(tournament=event, deadlines=Deadlines(passed, every_days=30, reminder_days=1), by=None)
    assert due_of(event) == [in_days(2), in_days(50), in_days(80)]
    set_deadlines(tournament=event, deadlines=Deadlines(passed, every_days=15), by=None)
    assert due_of(event) == [in_days(2), in_days(50), in_days(10)]
    move_deadline(tournament=event, number=1, table=1, due_at=in_days(9), by=None)
    set_deadlines(tournament=event, deadlines=Deadlines(None), by=None)
    assert due_of(event) == [None] * 3
    assert not Pairing.objects.filter(round__tournament=event).exclude(due_at=None).exists()


def test_everybody_is_reminded_once_of_a_game_without_a_result(club: Club, players: list[Account]) -> None:
    event = event_of(club, players, Deadlines(in_days(2), every_days=30, reminder_days=4))
    first = open_legs(event)[0]
    sitting = set(first.pairing.seats.values_list("entry__player__account__email", flat=True))
    assert remind() == 4
    assert remind() == 0
    move_deadline(tournament=event, number=1, table=first.pairing.table, due_at=in_days(1), by=None)
    assert remind() == 2
    written = mail.outbox[-2:]
    move_deadline(tournament=event, number=2, table=1, due_at=in_days(1), by=None)
    assert remind() == 2
    assert {one.to[0] for one in written} == sitting
    assert all("in Winter, deadline" in one.body and "Round 1, table 1" in one.body for one in written)


def test_where_one_event_cannot_be_told_the_players_of_the_others_are(club: Club, players: list[Account]) -> None:
    broken = event_of(club, players, Deadlines(in_days(2), every_days=30, reminder_days=4))
    event_of(club, players, Deadlines(in_days(2), every_days=30, reminder_days=4))
    Tournament.objects.filter(pk=broken.pk).update(public_id="")  # no address can be made of it
    with capture_logs() as told:
        assert remind() == 4
    assert [one["event"] for one in told if one["log_level"] == "error"] == ["a reminder failed"]
    Tournament.objects.filter(pk=broken.pk).update(public_id=broken.public_id)
    assert remind() == 4


def test_nobody_is_reminded_after_playing_by_choice_or_too_early(club: Club, players: list[Account]) -> None:
    event = event_of(club, players, Deadlines(in_days(2), every_days=30, reminder_days=4))
    play_open_legs(event)
    assert remind() == 0
    other = event_of(club, players, Deadlines(in_days(9), every_days=30))
    assert remind() == 0
    set_deadlines(tournament=other, deadlines=Deadlines(in_days(9), reminder_days=0), by=None)
    assert remind() == 0
    choose_notices(account=players[1], wanted={"deadline": False})
    set_deadlines(tournament=other, deadlines=Deadlines(in_days(9), every_days=30, reminder_days=12), by=None)
    assert remind() == 3


def test_nobody_is_reminded_of_a_game_that_somebody_reported(club: Club, players: list[Account]) -> None:
    event = event_of(club, players, Deadlines(in_days(2), every_days=30, reminder_days=4))
    organiser = players[0].player.pk
    leg = next(one for one in open_legs(event) if organiser not in players_at(one))  # whose word counts at once
    seats = tuple(map(SeatResult, players_at(leg), (9, 4), (1, 2)))
    reporter = Player.objects.get(pk=players_at(leg)[0])
    submit_report(draft=ResultDraft(leg.subject, seats), pool=event.pool, club=club, key=uuid4(), by=reporter)
    assert remind() == 2
    make_overdue(event)
    assert sorted(one.is_reported for one in overdue_tables(event)) == [False, True]


def test_the_rest_of_a_begun_table_is_entered_on_the_sheet(club: Club, players: list[Account], morag: Account) -> None:
    event = event_of(club, players, Deadlines(in_days(2)), format_options={"legs": 2})
    leg = open_legs(event)[0]
    report_result(leg=leg, points=[9, 4], by=None)
    make_overdue(event)
    assert [(one.is_reported, one.is_begun) for one in overdue_tables(event)] == [(False, True), (False, False)]
    page = browser_of(morag).get(reverse("tournaments:deadlines", args=[event.public_id])).content.decode()
    work = page.partition('<nav class="tools')[0]
    assert work.count(reverse("tournaments:results", args=[event.public_id, 1])) == 1
    assert "View report" not in page


def test_overdue_tables_lie_on_the_desk_until_decided(club: Club, players: list[Account], morag: Account) -> None:
    event = event_of(club, players, Deadlines(in_days(2)))
    assert overdue_tables(event) == []
    make_overdue(event)
    first, second = overdue_tables(event)
    assert [(one.round, one.table, one.is_reported) for one in (first, second)] == [(1, 1, False), (1, 2, False)]
    browser = browser_of(morag)
    assert "2 tables are overdue" in browser.get(reverse("tournaments:manage", args=[event.public_id])).content.decode()
    page = reverse("tournaments:deadlines", args=[event.public_id])
    winner, away = first.rulings()[0]
    assert f"{winner.name} wins by forfeit" in browser.get(page).content.decode()
    sent = {"seen": first.seen, "table": 1, "away": away, "back": "deadlines"}
    ruled = browser.post(reverse("tournaments:forfeit-table", args=[event.public_id, 1]), sent, follow=True)
    assert ruled.redirect_chain[-1][0] == page
    move = reverse("tournaments:move-deadline", args=[event.public_id, 1])
    day = today() + timedelta(days=7)
    browser.post(move, {"day": day.isoformat(), "table": 2})
    assert overdue_tables(event) == []
    assert Pairing.objects.get(round__tournament=event, round__number=1, table=2).due_at == in_days(7)


def test_players_read_by_when_they_are_to_play(club: Club, players: list[Account]) -> None:
    event = event_of(club, players, Deadlines(in_days(2)))
    move_deadline(tournament=event, number=1, table=1, due_at=in_days(5), by=None)
    page = browser_of().get(reverse("tournaments:round", args=[event.public_id, event.slug, 1])).content.decode()
    assert 'class="due"' in page
    assert page.count("New deadline") == 1
    printed = browser_of().get(reverse("tournaments:print-pairings", args=[event.public_id, event.slug, 1]))
    assert len(re.findall("deadline: ", printed.content.decode().lower())) == 2
    make_links(tournament_round=event.rounds.get(number=1), by=None)
    link = TableLink.objects.get(pairing__round__tournament=event, table=1)
    assert 'class="soft due"' in browser_of().get(f"/t/{link.key}/").content.decode()
    assert "data-due" in browser_of(players[1]).get("/").content.decode()
    players[1].time_zone = "Pacific/Auckland"
    players[1].save()
    round_page = reverse("tournaments:round", args=[event.public_id, event.slug, 1])
    assert browser_of(players[1]).get(round_page).content.decode().count(", 23:59") == 0

    told = browser_of().get(f"/api/v1/tournaments/{event.public_id}/rounds/1/").json()
    assert datetime.fromisoformat(told["due_at"]) == in_days(2)
    assert [bool(one["due_at"]) for one in told["pairings"]] == [True, False]
    assert [one.begins for one in items_of_tournament(event) if one.is_moment].count(in_days(2)) == 1


def test_a_deadline_is_never_shown_without_its_time_zone(club: Club, players: list[Account]) -> None:
    """Pages and mails use the reader's zone, the table link the club's; so each names the zone."""
    event = event_of(club, players, Deadlines(in_days(2)))
    players[1].time_zone = "America/Sao_Paulo"
    players[1].save()
    due = in_days(2)
    away, here = (with_zone(due.astimezone(ZoneInfo(zone)), "H:i T") for zone in ("America/Sao_Paulo", ZONE))
    round_page = reverse("tournaments:round", args=[event.public_id, event.slug, 1])
    assert away in browser_of(players[1]).get(round_page).content.decode()
    assert away in browser_of(players[1]).get("/").content.decode()
    assert remind() > 0
    sent = {message.to[0]: message.body for message in mail.outbox}
    assert away in sent[players[1].email]
    make_links(tournament_round=event.rounds.get(number=1), by=None)
    link = TableLink.objects.filter(pairing__round__tournament=event).first()
    assert link is not None
    assert here in browser_of().get(f"/t/{link.key}/").content.decode()


def test_the_page_says_which_deadlines_are_past(club: Club, players: list[Account], morag: Account) -> None:
    event = event_of(club, players, Deadlines(in_days(7), every_days=7))
    Tournament.objects.filter(pk=event.pk).update(first_due_at=in_days(-10))
    page = browser_of(morag).get(reverse("tournaments:deadlines", args=[event.public_id])).content.decode()
    assert re.findall(r"</strong>( <span)?", page.partition("Deadlines</caption>")[2].partition("</table>")[0]) == [
        " <span",
        " <span",
        "",
    ]


def test_the_organiser_plans_deadlines_on_a_page(club: Club, players: list[Account], morag: Account) -> None:
    event = event_of(club, players, Deadlines(None))
    page = reverse("tournaments:deadlines", args=[event.public_id])
    day = (today() + timedelta(days=3)).isoformat()
    browser_of(morag).post(page, {"first": day, "every_days": "5", "reminder_days": "1"})
    assert due_of(event) == [in_days(3), in_days(8), in_days(13)]
    refused = browser_of(morag).post(page, {"first": "2020-01-01", "every_days": "5", "reminder_days": "1"})
    assert "in the past" in refused.content.decode()
    assert (fresh(event).due_every_days, event.reminder_days) == (5, 1)


def test_the_page_asks_for_a_first_day_only_where_nothing_is_wrong(
    club: Club, players: list[Account], morag: Account
) -> None:
    event = event_of(club, players, Deadlines(in_days(3)))
    page = reverse("tournaments:deadlines", args=[event.public_id])
    browser, day = browser_of(morag), (today() + timedelta(days=3)).isoformat()
    for first, every_days, asks in (("", "5", True), (day, "5", False), (day, "0", False)):
        sent = {"first": first, "every_days": every_days, "reminder_days": "1"}
        answer = browser.post(page, sent, headers={"HX-Request": "true"}).content.decode()
        assert ("<table" not in answer) == asks, (first, every_days)
        assert ("<svg" in answer) == (every_days == "5" and bool(first)), (first, every_days)
    sent = {"first": "2099-12-31", "every_days": "7", "reminder_days": "3"}
    before = due_of(event)
    assert "more than five years away" in browser.post(page, sent).content.decode()
    move = reverse("tournaments:move-deadline", args=[event.public_id, 1])
    assert browser.post(move, {"day": "2099-12-31"}).status_code == 400
    assert due_of(event) == before


def test_a_round_that_was_taken_off_the_board_follows_the_plan_too(club: Club, players: list[Account]) -> None:
    event = event_of(club, players, Deadlines(in_days(7)), pace=Tournament.Pace.DESK)
    drawn(event)
    published(event)
    move_deadline(tournament=event, number=1, due_at=in_days(5), by=None)
    unpublish_round(tournament=event, number=1, seen=seen(event), by=None)
    set_deadlines(tournament=event, deadlines=Deadlines(None), by=None)
    published(event)
    assert due_of(event) == [None]


def test_the_page_proposes_days_in_the_clubs_time_zone(club: Club, players: list[Account], morag: Account) -> None:
    event = event_of(club, players, Deadlines(in_days(7)))
    morag.time_zone = "Pacific/Auckland"
    morag.save()
    page = browser_of(morag).get(reverse("tournaments:deadlines", args=[event.public_id])).content.decode()
    days = re.findall(r'name="day" value="([^"]+)"', page)
    assert days == [(today() + timedelta(days=ahead)).isoformat() for ahead in (7, 14, 21)]


def test_deadlines_go_along_in_the_file_of_an_event(club: Club, players: list[Account]) -> None:
    with transaction.atomic():  # elsewhere: nothing of it is here afterwards
        event = event_of(club, players, Deadlines(in_days(7), every_days=5, reminder_days=1))
        move_deadline(tournament=event, number=1, table=2, due_at=in_days(9), by=None)
        held = read_file(export_file(fresh(event)))
        transaction.set_rollback(True)
    moved = import_file(document=held, club=club, by=None)
    assert (moved.first_due_at, moved.due_every_days, moved.reminder_days) == (in_days(7), 5, 1)
    history = history_of(moved.pk)
    assert history.due == {1: in_days(7), 2: in_days(12), 3: in_days(17)}
    assert history.put_off == {(1, 2): in_days(9)}
