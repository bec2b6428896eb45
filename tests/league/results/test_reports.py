"""A player's report waits for another player of the table; a scorer's report enters at once."""

from dataclasses import replace
from datetime import timedelta
from uuid import uuid4

import pytest
from django.core.mail import EmailMessage
from django.utils import timezone

from league.accounts.models import Player
from league.accounts.services.players import make_player
from league.clubs.models import Club, Membership
from league.results.errors import (
    DecidedAlready,
    NotAtTheTable,
    RefusedReport,
    RefusedResult,
    SentOtherwise,
    WrongPlaces,
    WrongPlayer,
    WrongTime,
)
from league.results.models import Report, Result
from league.results.services.reports import confirm_report, submit_report, withdraw_report
from league.results.states import CONFIRM, DISPUTE, REJECT, REOPEN, Transition
from tests.factories import account_of
from tests.league.ledger import a_pool, bots
from tests.league.results.factories import Evening, ledger, now

pytestmark = [pytest.mark.slow, pytest.mark.django_db]


def test_somebody_else_at_the_table_confirms_it_and_it_enters_as_it_was_said(evening: Evening) -> None:
    when = timezone.now() - timedelta(days=8)
    report = evening.reported(evening.hamish, evening.ailsa, played_at=when)
    confirm_report(report=report, by=evening.ailsa)
    assert now(report) == "entered"
    (row,) = Result.objects.all()
    assert (row.subject, row.played_at, row.entered_by) == (report.subject, when, evening.hamish)
    assert [(seat.player, seat.points, seat.place) for seat in row.seats.all()] == [
        (evening.hamish, 50, 1),
        (evening.ailsa, 40, 2),
    ]


def test_confirming_twice_changes_nothing(evening: Evening) -> None:
    report = evening.reported(evening.hamish, evening.ailsa, evening.fergus)
    confirm_report(report=report, by=evening.ailsa)
    confirm_report(report=report, by=evening.ailsa)
    assert (now(report), len(ledger()), report.answers.count()) == ("entered", 1, 1)


def test_a_key_does_not_serve_for_another_game(evening: Evening) -> None:
    key = uuid4()
    evening.reported(evening.hamish, evening.ailsa, key=key)
    with pytest.raises(SentOtherwise):
        evening.reported(evening.hamish, evening.ailsa, points=(10, 20), key=key)
    assert Report.objects.count() == 1


def test_the_key_of_somebody_else_is_no_obstacle(evening: Evening) -> None:
    key = uuid4()
    evening.reported(evening.hamish, evening.ailsa, key=key)
    evening.reported(evening.ailsa, evening.hamish, key=key)
    assert Report.objects.values("subject").distinct().count() == 2


def test_a_second_report_that_says_the_same_confirms_the_first_in_whatever_order_they_sit(evening: Evening) -> None:
    first = evening.reported(evening.hamish, evening.ailsa)
    second = evening.report_data(evening.ailsa, evening.hamish, points=(40, 50), subject=first.subject)
    assert submit_report(**second, by=evening.ailsa) == first
    assert (now(first), len(ledger())) == ("entered", 1)
    assert submit_report(**second, by=evening.ailsa) == first
    assert (Report.objects.count(), len(ledger())) == (1, 1)


def test_ones_own_second_report_takes_the_place_of_the_first(evening: Evening) -> None:
    first = evening.reported(evening.hamish, evening.ailsa)
    second = evening.reported(evening.hamish, evening.ailsa, points=(51, 40), subject=first.subject)
    assert (now(first), now(second), ledger()) == ("taken-back", "open", [])


def test_a_scorer_reports_any_game_and_it_enters_at_once(evening: Evening) -> None:
    report = evening.reported(evening.hamish, evening.fergus, by=evening.morag.player)
    assert report.status == "entered"
    assert Result.objects.get().entered_by == evening.morag.player


def test_where_the_club_confirms_nothing_a_report_enters_at_once(evening: Evening) -> None:
    Club.objects.update(confirms_results=False)
    evening.club.refresh_from_db()
    assert evening.reported(evening.hamish, evening.fergus).status == "entered"


def test_it_refuses_whoever_did_not_play_and_does_not_score_and_players_without_an_account(evening: Evening) -> None:
    for by in (evening.ailsa, evening.fergus):
        with pytest.raises(NotAtTheTable):
            evening.reported(evening.hamish, evening.fergus, by=by)


def test_it_refuses_what_the_ledger_would_refuse(evening: Evening) -> None:
    (bot,) = bots(1)
    Membership.objects.create(club=evening.club, player=bot)
    with pytest.raises(WrongPlayer):
        evening.reported(evening.hamish, bot)
    with pytest.raises(WrongTime):
        evening.reported(evening.hamish, evening.ailsa, played_at=timezone.now() + timedelta(days=1))
    for how in ("arbiter", "withdrawn"):
        with pytest.raises((RefusedReport, RefusedResult)):
            evening.reported(evening.hamish, evening.ailsa, how=how)
    data = evening.report_data(evening.hamish, evening.ailsa)
    data["draft"] = replace(
        data["draft"], seats=tuple(seat._replace(place=3 - seat.place) for seat in data["draft"].seats)
    )
    with pytest.raises(WrongPlaces):
        submit_report(**data, by=evening.hamish)


def test_it_refuses_a_table_with_somebody_who_is_not_of_the_club_and_names_them(evening: Evening) -> None:
    senga = account_of("Senga").player
    with pytest.raises(WrongPlayer, match="Not members of Glen Orchy Games: Senga"):
        evening.reported(evening.hamish, senga)
    assert Report.objects.count() == 0


def test_a_member_who_was_merged_into_another_name_still_belongs_to_the_club(evening: Evening) -> None:
    old = make_player(name="Hamish the Younger")
    Membership.objects.filter(player=evening.fergus).update(player=old)
    Player.objects.filter(pk=old.pk).update(merged_into=evening.fergus)
    assert evening.reported(evening.hamish, evening.fergus).status == "open"


@pytest.mark.parametrize("elsewhere", ["site", "another club"])
def test_it_refuses_a_leaderboard_that_is_not_the_clubs(evening: Evening, elsewhere: str) -> None:
    other = None if elsewhere == "site" else Club.objects.create(name="Lochside", slug="lochside")
    with pytest.raises(RefusedReport, match="own leaderboards"):
        evening.reported(evening.hamish, evening.ailsa, pool=a_pool(club=other, seats=2))


def test_a_verified_record_counts_on_the_leaderboard_of_the_site_too(evening: Evening) -> None:
    report = evening.reported(evening.hamish, evening.ailsa, pool=a_pool(), evidence=uuid4())
    assert report.status == "open"


def test_a_forfeit_can_be_reported_and_is_not_rated(evening: Evening) -> None:
    report = evening.reported(evening.hamish, evening.ailsa, how="forfeit")
    confirm_report(report=report, by=evening.ailsa)
    assert (Result.objects.get().how, Result.objects.get().is_rated) == ("forfeit", False)


def test_neither_reporters_nor_members_who_were_not_at_the_table_confirm(evening: Evening) -> None:
    report = evening.reported(evening.hamish, evening.fergus)
    for by in (evening.hamish, evening.ailsa):
        with pytest.raises(NotAtTheTable):
            confirm_report(report=report, by=by)
    assert now(report) == "open"


def test_a_scorer_of_the_club_confirms_for_players_without_an_account(evening: Evening) -> None:
    report = evening.reported(evening.hamish, evening.fergus)
    confirm_report(report=report, by=evening.morag.player)
    assert now(report) == "entered"


def test_a_report_is_taken_back_by_whoever_made_it_and_by_nobody_else(evening: Evening) -> None:
    report = evening.reported(evening.hamish, evening.ailsa)
    with pytest.raises(NotAtTheTable):
        withdraw_report(report=report, by=evening.ailsa)
    withdraw_report(report=report, by=evening.hamish)
    withdraw_report(report=report, by=evening.hamish)
    assert (now(report), ledger()) == ("taken-back", [])
    with pytest.raises(DecidedAlready):
        confirm_report(report=report, by=evening.ailsa)


@pytest.mark.parametrize("transition", [CONFIRM, DISPUTE, REOPEN, REJECT])
def test_a_withdrawn_report_changes_its_state_no_more(evening: Evening, transition: Transition) -> None:
    report = evening.reported(evening.hamish, evening.ailsa)
    withdraw_report(report=report, by=evening.hamish)
    transition.apply([report])
    assert now(report) == "taken-back"


def test_what_is_in_the_ledger_is_not_taken_back(evening: Evening) -> None:
    report = evening.reported(evening.hamish, evening.ailsa, by=evening.morag.player)
    with pytest.raises(DecidedAlready, match="correct the result"):
        withdraw_report(report=report, by=evening.morag.player)


def test_a_game_that_has_its_result_is_not_reported_again(evening: Evening) -> None:
    first = evening.reported(evening.hamish, evening.ailsa, by=evening.morag.player)
    with pytest.raises(DecidedAlready, match="ask an organiser"):
        evening.reported(evening.ailsa, evening.hamish, subject=first.subject)
    assert len(ledger()) == 1


def test_those_who_can_confirm_are_asked_by_mail_once(evening: Evening, mailoutbox: list[EmailMessage]) -> None:
    data = evening.report_data(evening.hamish, evening.ailsa, evening.fergus)
    submit_report(**data, by=evening.hamish)
    report = submit_report(**data, by=evening.hamish)
    (mail,) = mailoutbox
    assert mail.to == ["ailsa@example.org"]
    assert f"/reports/{report.public_id}/" in mail.body
    assert "Hamish reported a game at Glen Orchy Games" in mail.body
    assert "1st  Hamish, 50" in mail.body
    assert "If nobody answers" in mail.body


def test_nobody_is_written_to_about_what_enters_at_once(evening: Evening, mailoutbox: list[EmailMessage]) -> None:
    evening.reported(evening.hamish, evening.ailsa, by=evening.morag.player)
    assert mailoutbox == []


def test_who_is_contradicted_is_told_by_mail_as_well(evening: Evening, mailoutbox: list[EmailMessage]) -> None:
    first = evening.reported(evening.hamish, evening.ailsa)
    evening.reported(evening.ailsa, evening.hamish, subject=first.subject)
    assert [mail.to for mail in mailoutbox] == [["ailsa@example.org"], ["hamish@example.org"]]
    assert "Another player reported a different result" in mailoutbox[1].body
