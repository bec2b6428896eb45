"""Players report their own games; a result entered by the organiser overrules the report."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from pytest_django import DjangoCaptureOnCommitCallbacks

from engine.core.game import places_by
from league.accounts.models import Account, Player
from league.clubs.models import Club
from league.common.live.topics import revisions_of
from league.results.drafts import ResultDraft, SeatResult
from league.results.errors import DecidedAlready, NotAtTheTable, RefusedReport, WrongTable
from league.results.models import Report, Result
from league.results.services.reports import confirm_report, dispute_report, submit_report
from league.results.services.resolutions import confirm_due, resolve_reports
from league.tournaments.errors import WrongMoment
from league.tournaments.models import Leg, Round, Tournament
from league.tournaments.queries.rounds import players_at
from league.tournaments.services.entries import enter_players, register, set_phase
from league.tournaments.services.lifecycle import advance, cancel, start
from league.tournaments.services.withdrawals import withdraw
from league.tournaments.views.tournament import LEADERS
from tests.factories import browser_of
from tests.league.ledger import a_pool
from tests.league.results.factories import now, time_passes
from tests.league.tournaments.browser import address, desk, text_of
from tests.league.tournaments.factories import Event, fresh, open_legs, report_result
from tests.league.tournaments.worlds import shared

pytestmark = [pytest.mark.slow, pytest.mark.django_db]


@shared
def match_of_bots(event: Event) -> Tournament:
    """Two bots play each other."""
    return start(tournament=event(2, venue="machine"), by=None)


@shared
def duel(event: Event) -> Tournament:
    """Hamish against Morag, two games."""
    tournament = event(0, format_options={"legs": 2})
    enter_players(tournament=tournament, players=list(Player.objects.filter(kind=Player.Kind.PERSON)), by=None)
    return start(tournament=tournament, by=None)


def first_leg(tournament: Tournament) -> Leg:
    return open_legs(tournament)[0]


def report_data(leg: Leg, *points: int, key: UUID | None = None, players: Sequence[int] = ()) -> dict[str, Any]:
    event = leg.pairing.round.tournament
    seats = tuple(map(SeatResult, players or players_at(leg), points, places_by(points)))
    return {"draft": ResultDraft(leg.subject, seats), "pool": event.pool, "club": event.club, "key": key or uuid4()}


def test_a_leg_reported_and_confirmed_moves_the_event_on(duel: Tournament, hamish: Account, morag: Account) -> None:
    for leg in open_legs(duel):
        report = submit_report(**report_data(leg, 30, 20), by=hamish.player)
        assert report.status == "open"
        confirm_report(report=report, by=morag.player)
        assert now(report) == "entered"
    advance(tournament_id=duel.pk)
    assert (fresh(duel).status, Result.objects.count()) == ("finished", 2)


def test_the_page_of_the_tournament_hears_of_a_report(
    duel: Tournament, hamish: Account, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    before = revisions_of([duel.topic])[duel.topic]
    with django_capture_on_commit_callbacks(execute=True):
        submit_report(**report_data(first_leg(duel), 30, 20), by=hamish.player)
    assert revisions_of([duel.topic])[duel.topic] == before + 1


def test_a_scorer_reports_a_leg_and_it_enters_at_once(duel: Tournament, morag: Account) -> None:
    report = submit_report(**report_data(first_leg(duel), 30, 20), by=morag.player)
    assert report.status == "entered"
    assert Result.objects.get().subject == report.subject


@pytest.mark.parametrize(
    ("typed", "status", "decision"),
    [([20, 30], "overruled", "Another result of this game was entered."), ([30, 20], "entered", "")],
    ids=["another result", "the same"],
)
def test_what_the_organiser_types_decides_a_report(
    duel: Tournament, hamish: Account, morag: Account, typed: list[int], status: str, decision: str
) -> None:
    leg = first_leg(duel)
    report = submit_report(**report_data(leg, 30, 20), by=hamish.player)
    report_result(leg=leg, points=typed, by=morag)
    assert (now(report), report.decided_by, report.decision) == (status, morag.player, decision)
    assert Result.objects.get().entered_by == morag.player


def test_it_refuses_a_report_of_a_leg_that_has_its_result(duel: Tournament, hamish: Account) -> None:
    leg = first_leg(duel)
    report_result(leg=leg, points=[30, 20], by=None)
    with pytest.raises(DecidedAlready):
        submit_report(**report_data(leg, 20, 30), by=hamish.player)


def test_it_refuses_whoever_sits_at_another_table(event: Event, hamish: Account) -> None:
    leg = first_leg(start(tournament=event(2), by=None))
    with pytest.raises(NotAtTheTable):
        submit_report(**report_data(leg, 30, 20), by=hamish.player)


def test_it_refuses_others_at_the_table_than_the_draw_says(duel: Tournament, hamish: Account, morag: Account) -> None:
    leg = first_leg(duel)
    turned = report_data(leg, 30, 20, players=players_at(leg)[::-1])
    with pytest.raises(WrongTable, match="with the players of the pairing"):
        submit_report(**turned, by=hamish.player)


def test_it_refuses_another_leaderboard_than_the_tournaments(duel: Tournament, hamish: Account) -> None:
    elsewhere = report_data(first_leg(duel), 30, 20) | {"pool": a_pool(club=duel.club, seats=2)}
    with pytest.raises(RefusedReport, match="another leaderboard"):
        submit_report(**elsewhere, by=hamish.player)


def test_it_refuses_a_report_of_a_round_that_is_not_published(duel: Tournament, hamish: Account) -> None:
    leg = first_leg(duel)
    duel.rounds.update(status=Round.Status.DRAFT)
    with pytest.raises(WrongMoment, match="not published"):
        submit_report(**report_data(leg, 30, 20), by=hamish.player)


def test_it_refuses_reports_of_an_event_on_the_machine(match_of_bots: Tournament, morag: Account) -> None:
    with pytest.raises(WrongMoment, match="bot matches"):
        submit_report(**report_data(first_leg(match_of_bots), 30, 20), by=morag.player)


def test_reports_of_an_event_called_off_do_not_enter_and_say_why(
    duel: Tournament, hamish: Account, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    report = submit_report(**report_data(first_leg(duel), 30, 20), by=hamish.player)
    cancel(tournament=duel, by=None)
    time_passes(report, hours=49)
    topic = f"report:{report.public_id}"
    before = revisions_of([topic])[topic]
    with django_capture_on_commit_callbacks(execute=True):
        confirm_due()
    assert (now(report), Result.objects.count()) == ("overruled", 0)
    assert "not running" in report.decision
    assert revisions_of([topic])[topic] > before


def test_of_an_event_called_off_nothing_counts_by_decision(duel: Tournament, hamish: Account, morag: Account) -> None:
    report = submit_report(**report_data(first_leg(duel), 30, 20), by=hamish.player)
    cancel(tournament=duel, by=None)
    with pytest.raises(WrongMoment, match="not running"):
        resolve_reports(subject=report.subject, by=morag, report=report, reason="I was there.")
    resolve_reports(subject=report.subject, by=morag, reason="The event was called off.")
    assert (now(report), Result.objects.count()) == ("overruled", 0)


def test_games_reported_before_somebody_left_stay(duel: Tournament, hamish: Account, morag: Account) -> None:
    report = submit_report(**report_data(first_leg(duel), 30, 20), by=hamish.player)
    withdraw(entry=duel.entries.get(player=morag.player), by=None)
    assert now(report) == "open"
    assert [row.how for row in Result.objects.all()] == ["forfeit"]
    time_passes(report, hours=49)
    confirm_due()
    advance(tournament_id=duel.pk)
    assert (now(report), fresh(duel).status) == ("entered", "finished")


def test_a_reported_table_keeps_its_seats_when_somebody_leaves(event: Event, hamish: Account, morag: Account) -> None:
    three = event(1, format="table-round-robin")
    enter_players(tournament=three, players=[hamish.player, morag.player], by=None)
    start(tournament=three, by=None)
    leg = first_leg(three)
    report = submit_report(**report_data(leg, 30, 20, 10), by=hamish.player)
    withdraw(entry=three.entries.get(player=morag.player), by=None)
    time_passes(report, hours=49)
    confirm_due()
    assert (now(report), len(players_at(leg))) == ("entered", 3)


@pytest.fixture
def reported(duel: Tournament, hamish: Account) -> Report:
    return submit_report(**report_data(first_leg(duel), 30, 20), by=hamish.player)


def round_page(tournament: Tournament, reader: Account | None) -> str:
    return text_of(browser_of(reader).get(address(tournament, "round", 1)))


def test_the_round_offers_only_its_players_to_report(duel: Tournament, hamish: Account, senga: Account) -> None:
    page = round_page(duel, hamish)
    assert f"/clubs/{duel.club.slug}/record-a-game/?leg={first_leg(duel).pairing.public_id}.1" in page
    assert "Report game 1" in page
    for reader in (senga, None):
        page = round_page(duel, reader)
        assert ("Table 1" in page, "record-a-game" in page) == (True, False)


def test_a_guest_reports_at_their_own_table_and_at_no_other(event: Event, hamish: Account, senga: Account) -> None:
    tournament = event(0)
    enter_players(tournament=tournament, players=[hamish.player], by=None)
    set_phase(tournament=tournament, to="registration", by=None)
    register(tournament=tournament, by=senga)
    leg = first_leg(start(tournament=tournament, by=None))
    Club.objects.filter(pk=tournament.club_id).update(shortens_names=True)
    Player.objects.filter(pk=hamish.player.pk).update(name="Hamish Drummond")
    door = f"/clubs/{tournament.club.slug}/record-a-game/"
    sheet = f"{door}?leg={leg.pairing.public_id}.1"
    guest = browser_of(senga)
    page = text_of(guest.get(sheet))
    assert "Hamish D." in page
    assert "Drummond" not in page
    filed = {"key": str(uuid4()), "day": "2026-01-01", "points-1": "20", "points-2": "30"}
    guest.post(sheet, filed)
    assert Report.objects.get().by == senga.player
    assert guest.get(door).status_code == 403
    outsider = Account.objects.create_user("iona@example.org")
    assert browser_of(outsider).get(sheet).status_code == 403


def test_the_round_tells_its_table_alone_for_whom_a_report_waits(
    duel: Tournament, hamish: Account, senga: Account, reported: Report
) -> None:
    page = round_page(duel, hamish)
    assert "waiting for confirmation by Morag, until" in page
    assert reverse("reports:report", args=[reported.public_id]) in page
    assert "Report game 2" in page
    assert f"{first_leg(duel).pairing.public_id}.1" not in page
    for reader in (senga, None):
        page = round_page(duel, reader)
        assert "waiting for confirmation" in page
        assert "confirmation by Morag" not in page
        assert reported.public_id not in page


def test_only_organisers_see_disputes(duel: Tournament, hamish: Account, morag: Account, reported: Report) -> None:
    dispute_report(report=reported, by=morag.player, reason="I had 40.")
    disputes = reverse("reports:of-club", args=[duel.club.slug])
    assert disputes in text_of(browser_of(morag).get(address(duel, "tournament")))
    assert disputes not in text_of(browser_of(hamish).get(address(duel, "tournament")))
    desk_page = text_of(browser_of(morag).get(desk(duel, "manage")))
    assert "Round 1, table 1" in desk_page  # before the results, or an evening
    assert reverse("reports:decide", args=[reported.public_id]) in desk_page
    assert "disputed: an organiser decides" in round_page(duel, hamish)
    assert "differently" not in round_page(duel, None)


def test_a_dispute_is_told_of_also_where_the_overview_does_not_show_its_table(event: Event, morag: Account) -> None:
    large = start(tournament=event(2 * LEADERS + 2), by=None)
    leg = [leg for leg in open_legs(large) if leg.pairing.round.number == 1][-1]
    first, second = (_with_account(pk) for pk in players_at(leg))
    dispute_report(report=submit_report(**report_data(leg, 30, 20), by=first), by=second, reason="I had 40.")

    page = text_of(browser_of(morag).get(address(large, "tournament")))
    assert f"Table {leg.pairing.table}" not in page
    assert reverse("reports:of-club", args=[large.club.slug]) in page


def test_a_round_asks_as_many_questions_for_many_reports_as_for_one(event: Event, morag: Account) -> None:
    evening = start(tournament=event(8), by=None)
    round_page(evening, morag)
    counts = []
    for leg in open_legs(evening)[:3]:
        submit_report(**report_data(leg, 30, 20), by=_with_account(players_at(leg)[0]))
        with CaptureQueriesContext(connection) as asked:
            round_page(evening, morag)
        counts.append(len(asked))
    assert len(set(counts)) == 1


def _with_account(player_id: int) -> Player:
    player = Player.objects.get(pk=player_id)
    player.account = Account.objects.create_user(f"{player.public_id}@example.org")
    player.save()
    return player
