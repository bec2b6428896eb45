"""Morag's daily report about her bots, on a page and in a mail."""

from datetime import date, timedelta

import pytest
from django.core import mail
from django.db import connection
from django.utils import timezone, translation

from games.bots.models import BuiltinBot, RemoteBot, UploadedBot, Version
from games.bots.services import ensure_builtin_bots, pause_bot, retire_bot
from games.ladder.daily_report import BotReport, daily_report_of, today_of
from games.ladder.errors import NoSuchDailyReport
from games.ladder.models import DailyReportMail, Ladder
from games.ladder.services import plan_blocks, send_daily_report, send_daily_reports
from games.matches.claims import Finish, claim_matches, finish_matches
from games.matches.models import Block, Match, SeatReport
from games.matches.run_match import play_match
from league.accounts.models import Account
from league.accounts.services.notifications import end_link
from league.ratings.services import fold_pool
from tests.engine.sandbox.programs import deciding
from tests.factories import browser_of
from tests.games.bots.factories import MATCH_TERMS, another, author, bare_bot, bot_by, match_of, passed
from tests.games.bots.remote.factories import remote_bot

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_url")]

MOST_QUERIES = 12  # of the page, whatever there is on it


@pytest.fixture
def morag() -> Account:
    return author()


@pytest.fixture
def version(morag: Account) -> Version:
    return passed(bot_by(morag))


def yesterday_of(account: Account) -> date:
    return today_of(account) - timedelta(days=1)


def told(account: Account) -> BotReport:
    (bot,) = daily_report_of(account, today_of(account)).bots
    return bot


def is_at_noon(account: Account) -> None:
    """Somebody lives where their morning has come, whatever the clock says here."""
    account.time_zone = f"Etc/GMT{timezone.now().hour - 12:+d}"
    account.save(update_fields=["time_zone"])


def nothing_is_kept_for(account: Account) -> None:
    """The database refuses every note that this account was written to."""
    table = connection.ops.quote_name(DailyReportMail._meta.db_table)
    with connection.cursor() as cursor:
        cursor.execute(f"ALTER TABLE {table} ADD CONSTRAINT refused CHECK (account_id <> %s)", [account.pk])


def all_that_was_yesterday() -> None:
    """The bots were added, and the matches finished, a day before."""
    yesterday = timezone.now() - timedelta(days=1)
    Match.objects.update(finished_at=yesterday)
    UploadedBot.objects.update(created_at=yesterday)


def a_day_on_the_ladder() -> None:
    """The blocks of uploaded bots that ladders begin are played, and rated; bots that search are away, being slow."""
    ensure_builtin_bots()
    BuiltinBot.objects.filter(playouts__gt=0).delete()
    plan_blocks()
    for match in Match.objects.filter(status="queued", needs_sandbox=True).order_by("pk"):
        (claim,) = claim_matches(ids=[match.pk], terms=MATCH_TERMS, has_sandbox=True)
        played = play_match(claim.setup, find=bare_bot)
        assert played is not None
        finish_matches(finishes=[Finish(claim, played)], terms=MATCH_TERMS)
    for ladder in Ladder.objects.all():
        fold_pool(pool_id=ladder.pool_id)


@pytest.mark.long
def test_it_tells_ratings_before_and_after_with_their_intervals(morag: Account, version: Version) -> None:
    a_day_on_the_ladder()
    bot = told(morag)
    assert bot.games == SeatReport.objects.count() > 0
    (rated, *_) = [one for one in bot.ladders if one.after]
    assert (rated.before, rated.entry.ladder.pool.game) == (None, "kings-kilt")
    assert all(worst.score < 0.5 for worst in bot.worst_deals)
    assert (
        not Match.objects.filter(public_id__in={worst.match for worst in bot.worst_deals}).exclude(rotation=0).exists()
    )
    Match.objects.update(finished_at=timezone.now() + timedelta(days=2))  # a day that the clocks change is longer
    assert told(morag).games == 0
    Block.objects.update(told_at=timezone.now())  # what was kept back belongs to the day on which it was told
    assert told(morag).games > 0
    Block.objects.update(told_at=None)
    page = browser_of(morag).get(f"/bots/daily-report/{today_of(morag)}/").content.decode()
    assert "The bot finished 0 matches." in page
    Match.objects.update(finished_at=timezone.now())
    Block.objects.update(finished_at=None)
    sealed = told(morag)
    assert (sealed.games > 0, sealed.worst_deals) == (True, [])


def test_faults_stand_by_their_causes_with_a_match_of_each(morag: Account, version: Version) -> None:
    match = match_of(version, kind="timeout")
    (failed,) = told(morag).faults
    report = f"/bots/{version.bot.public_id}/matches/{match.public_id}/"
    assert (failed.sentence, failed.times, failed.href) == ("It used up its time.", 1, report)
    page = browser_of(morag).get(f"/bots/daily-report/{today_of(morag)}/").content.decode()
    assert report in page
    assert "12 ms (limit 1,000 ms)" in page


def test_its_numbers_are_exact_however_much_another_bot_played(
    morag: Account, version: Version, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.ladder.daily_report.MOST_MATCHES", 1)
    match_of(version, kind="timeout")
    busy = passed(bot_by(morag, "Ptarmigan"))
    for _ in range(2):
        match_of(busy, kind="crash")
    bots = daily_report_of(morag, today_of(morag)).bots
    assert {bot.bot.pk: (bot.games, [fault.times for fault in bot.faults]) for bot in bots} == {
        version.bot.pk: (2, [1]),
        busy.bot.pk: (4, [2]),
    }
    assert {bot.slowest.slowest_ms for bot in bots if bot.slowest} == {12}
    page = browser_of(morag).get(f"/bots/daily-report/{today_of(morag)}/").content.decode()
    assert "The bot finished 4 matches." in page


def test_it_says_why_a_bot_is_not_played(morag: Account) -> None:
    version = bot_by(morag)
    assert "No worker" in told(morag).not_playing.text
    Version.objects.update(verdict="refused", reason="It crashed.")
    assert "Version 1 failed its check: It crashed." in told(morag).not_playing.text
    passed(version)
    assert "No worker" in told(morag).not_playing.text
    pause_bot(account=morag, bot=version.bot.public_id)
    bot = told(morag)
    assert ("paused" in bot.not_playing.text, bot.has_changes) == (True, False)  # its owner did it
    retire_bot(account=morag, bot=version.bot.public_id)
    assert not daily_report_of(morag, today_of(morag)).bots


def test_what_its_owner_paused_is_no_news_whatever_language_either_was_in(morag: Account, version: Version) -> None:
    far = remote_bot(morag)
    with translation.override("pt-br"):
        pause_bot(account=morag, bot=version.bot.public_id)
        pause_bot(account=morag, bot=far.public_id, kind=RemoteBot)
    bots = daily_report_of(morag, today_of(morag)).bots
    assert [(bot.not_playing.text, bot.has_changes) for bot in bots] == [
        ("The bot is paused. You paused this bot.", False)
    ] * 2
    with translation.override("pt-br"):
        assert "Você pausou este bot." in daily_report_of(morag, today_of(morag)).bots[0].not_playing.text


def test_a_mail_is_written_once_a_day_and_only_if_there_is_something(morag: Account, version: Version) -> None:
    hamish = author("Hamish")
    is_at_noon(morag)
    match_of(version, kind="crash")
    all_that_was_yesterday()
    assert [send_daily_report(account=morag) for _ in range(3)] == [True, False, False]
    assert send_daily_report(account=hamish) is False
    (sent,) = mail.outbox
    assert (sent.to, sent.subject) == ([morag.email], "Moothill: your bots yesterday")
    assert "Failed once: It crashed." in sent.body
    assert end_link(morag, "daily-report") in sent.body
    assert DailyReportMail.objects.count() == 2
    assert send_daily_reports() == 0


def test_one_whose_mail_fails_keeps_nobody_else_waiting(morag: Account, version: Version) -> None:
    match_of(version, kind="timeout")
    hamish = author("Hamish")
    match_of(passed(bot_by(hamish, "Curlew")), kind="crash")
    all_that_was_yesterday()
    for account in (morag, hamish):
        is_at_noon(account)
    nothing_is_kept_for(morag)
    mail.outbox.clear()
    assert send_daily_reports() == 1
    assert [message.to for message in mail.outbox] == [[hamish.email]]


def test_whoever_wants_none_is_written_none(morag: Account, version: Version) -> None:
    browser = browser_of(morag)
    browser.post("/bots/daily-report/mail/", {"wanted": "no"})
    is_at_noon(morag)
    assert not daily_report_of(morag, yesterday_of(morag)).has_mail
    assert send_daily_reports() == 0
    browser.post("/bots/daily-report/mail/", {"wanted": "yes"})
    assert daily_report_of(morag, yesterday_of(morag)).has_mail


def test_reports_begin_on_the_day_of_the_first_bot_and_end_today(morag: Account, version: Version) -> None:
    today, yesterday = today_of(morag), yesterday_of(morag)
    Account.objects.update(created_at=timezone.now() - timedelta(days=400))
    assert daily_report_of(morag).day == today  # there was no bot yesterday
    assert daily_report_of(morag).before is None
    UploadedBot.objects.update(created_at=timezone.now() - timedelta(days=3))
    bot_by(morag, "Ptarmigan")
    assert [len(daily_report_of(morag, day).bots) for day in (today, yesterday)] == [2, 1]
    assert (daily_report_of(morag).day, daily_report_of(morag).before) == (yesterday, today - timedelta(days=2))
    assert daily_report_of(morag, today - timedelta(days=3)).before is None
    for days in (-400, -4, 1):
        with pytest.raises(NoSuchDailyReport):
            daily_report_of(morag, today + timedelta(days=days))
    for written in ("2026-13-01", "0001-01-01", "9999-12-31", "yesterday"):
        assert browser_of(morag).get(f"/bots/daily-report/{written}/").status_code == 404


@pytest.mark.long
def test_the_page_asks_as_often_however_much_there_is(
    morag: Account, version: Version, django_assert_max_num_queries: object
) -> None:
    passed(another(version, deciding("pass")))
    passed(bot_by(morag, "Ptarmigan"))
    a_day_on_the_ladder()
    browser = browser_of(morag)
    with django_assert_max_num_queries(MOST_QUERIES):  # type: ignore[operator]  # a fixture of pytest-django
        assert browser.get(f"/bots/daily-report/{today_of(morag)}/").status_code == 200
