"""Unanswered reports confirm themselves when their time is over; those that cannot enter are left to organisers."""

from datetime import timedelta
from uuid import uuid4

import pytest
from celery.schedules import schedule
from django.conf import LazySettings
from django.db import transaction
from django.utils import translation
from django.utils.translation import gettext

from league.accounts.models import Player
from league.clubs.models import Club
from league.results import states, tasks
from league.results.drafts import ResultDraft, seats_of
from league.results.models import Report, Result
from league.results.reports.presenters import next_steps
from league.results.services.ledger import enter_results
from league.results.services.reports import confirm_report
from league.results.services.resolutions import confirm_due, enter_over_reports
from tests.league.results.factories import Evening, ledger, now, time_passes

pytestmark = pytest.mark.django_db


@pytest.fixture
def report(evening: Evening) -> Report:
    return evening.reported(evening.hamish, evening.fergus)


def test_a_report_waits_its_time_and_enters_once_as_it_was_typed(evening: Evening, report: Report) -> None:
    time_passes(report, hours=47.9)
    assert (confirm_due(), now(report), ledger()) == (0, "open", [])
    time_passes(report, hours=0.2)
    assert (confirm_due(), now(report), confirm_due()) == (1, "entered", 0)
    assert (Result.objects.get().entered_by, Result.objects.get().played_at) == (evening.hamish, report.played_at)


def test_the_hours_are_the_clubs(evening: Evening) -> None:
    Club.objects.update(confirm_hours=2)
    evening.club.refresh_from_db()
    report = evening.reported(evening.hamish, evening.fergus)
    assert report.confirms_itself_at is not None
    assert timedelta(hours=2) <= report.confirms_itself_at - report.created_at < timedelta(hours=2, seconds=5)


def test_one_that_the_ledger_refuses_is_left_to_the_organisers_and_the_others_enter(evening: Evening) -> None:
    first = evening.reported(evening.hamish, evening.fergus)
    second = evening.reported(evening.ailsa, evening.fergus)
    time_passes(first, hours=50)
    time_passes(second, hours=49)
    Player.objects.filter(pk=evening.fergus.pk).update(merged_into=evening.hamish)
    assert (confirm_due(), now(first), now(second)) == (1, "disputed", "entered")
    assert "same player" in first.decision


def test_a_game_that_entered_otherwise_closes_its_reports_with_the_next_sweep(evening: Evening, report: Report) -> None:
    other = ResultDraft(report.subject, seats_of(report)[::-1], how="arbiter")
    with transaction.atomic():
        enter_results(pool=evening.pool, entries=[other])
    assert (confirm_due(), now(report), len(ledger())) == (1, "overruled", 1)


def test_what_an_organiser_enters_over_a_report_closes_it_at_once(evening: Evening, report: Report) -> None:
    same, unreported = ResultDraft(report.subject, seats_of(report)), ResultDraft(uuid4(), seats_of(report))
    enter_over_reports(pool=evening.pool, entries=[same, unreported], by=evening.morag)
    assert (now(report), report.decided_by, len(ledger())) == ("entered", evening.morag.player, 2)


def test_another_result_of_an_organiser_overrules_the_report_and_says_so(evening: Evening, report: Report) -> None:
    other = ResultDraft(report.subject, seats_of(report)[::-1], how="arbiter")
    enter_over_reports(pool=evening.pool, entries=[other], by=evening.morag)
    assert (now(report), report.decision) == ("overruled", "Another result of this game was entered.")


def test_why_it_was_overruled_is_kept_in_english_and_read_in_the_language_of_the_reader(
    evening: Evening, report: Report
) -> None:
    other = ResultDraft(report.subject, seats_of(report)[::-1], how="arbiter")
    with translation.override("pt-br"):
        enter_over_reports(pool=evening.pool, entries=[other], by=evening.morag)
    report.refresh_from_db()
    assert report.decision == states.ANOTHER
    assert states.ANOTHER in next_steps(report, evening.morag)
    with translation.override("pt-br"):
        assert gettext(states.ANOTHER) in next_steps(report, evening.morag)
        assert gettext(states.ANOTHER) != states.ANOTHER


def test_who_confirms_after_it_entered_by_itself_changes_nothing(evening: Evening) -> None:
    report = evening.reported(evening.hamish, evening.ailsa)
    time_passes(report, hours=49)
    confirm_due()
    assert confirm_report(report=report, by=evening.ailsa).status == "entered"
    assert len(ledger()) == 1


def test_a_worker_settles_what_is_due_every_minute(report: Report, settings: LazySettings) -> None:
    time_passes(report, hours=49)
    tasks.settle()
    assert now(report) == "entered"
    entry = settings.CELERY_BEAT_SCHEDULE["league.results.settle"]
    assert (entry["task"], entry["schedule"]) == (tasks.settle.name, schedule(timedelta(minutes=1)))
