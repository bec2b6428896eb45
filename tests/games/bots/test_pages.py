"""The pages on which Morag keeps her bots; to everybody else they are not there."""

import re
import sys
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from django.utils.html import escape
from django.utils.translation import gettext
from pytest_django import Settings

from engine.sandbox.limits import KB, MB, Limits
from games.bots.jobs import TERMS
from games.bots.models import UploadedBot, Version
from games.bots.presenters import MATCHES_A_PAGE
from games.bots.queries import own_bot
from games.bots.uploads import LARGEST_SOURCE
from games.bots.version_checks import claim_version
from games.ladder.models import Ladder, LadderBlock
from games.matches.models import Block, Match, SeatReport
from games.matches.pruning import LOGS_KEPT, prune_logs
from league.accounts.models import Account
from league.accounts.services.players import make_demo_account
from league.common.worker_heartbeat import record_worker_heartbeat
from league.ratings.services import fold_pool
from league.results.drafts import ResultDraft, SeatResult
from league.results.services.ledger import enter_results, pool_for
from tests.engine.sandbox.programs import WANDERING, deciding
from tests.factories import browser_of
from tests.games.bots.factories import (
    GAME,
    a_sandbox_holds_at,
    another,
    author,
    bot_by,
    checked_bare,
    match_of,
    nothing_holds_at,
    passed,
    undecided,
)

pytestmark = [pytest.mark.slow, pytest.mark.django_db, pytest.mark.usefixtures("redis_url")]

MOST_QUERIES = 7  # of any of the pages, whatever there is on it
MOST_OF_MATCHES = 11  # of the list of matches, which says who played and what for


def text(browser: Client, address: str) -> str:
    answer = browser.get(address)
    assert answer.status_code == 200
    return answer.content.decode()


def test_a_file_becomes_a_bot_that_waits(browser: Client) -> None:
    file = SimpleUploadedFile("../../etc/passwd\n.py", WANDERING)
    sent = browser.post("/bots/new/", {"name": "Grouse", "games": [GAME], "file": file}, follow=True)
    bot = UploadedBot.objects.get()
    assert sent.redirect_chain[-1][0] == f"/bots/{bot.public_id}/versions/1/"
    assert "No worker for uploaded bots" in sent.content.decode()
    assert "Grouse" in text(browser, "/bots/")
    assert Version.objects.get().source.encode() == WANDERING


def test_a_check_whose_worker_died_reads_interrupted(browser: Client, morag: Account) -> None:
    version = bot_by(morag)
    a_sandbox_holds_at("bots@glen")
    claim_version(version_id=version.pk, terms=TERMS)
    Version.objects.update(worker="bots@glen")
    address = f"/bots/{version.bot.public_id}/versions/1/"
    assert gettext("Interrupted") in text(browser, address)
    record_worker_heartbeat("bots@glen")
    assert gettext("Interrupted") not in text(browser, address)
    assert gettext("Checking") in text(browser, f"/bots/{version.bot.public_id}/")


def test_where_no_sandbox_holds_the_page_says_so_before_and_refuses_what_is_sent(browser: Client) -> None:
    nothing_holds_at("bots@glen")
    assert text(browser, "/bots/new/").count("no working sandbox") == 1
    sent = browser.post("/bots/new/", {"name": "Grouse", "games": [GAME], "source": WANDERING.decode()})
    page = sent.content.decode()
    assert page.count("no working sandbox") == 1
    assert "create a remote bot" in page
    assert "rng.choice(legal)" in page  # the input is not lost
    assert not UploadedBot.objects.exists()


def test_lesson_7_no_page_and_no_address_compiles_or_parses_a_file(browser: Client) -> None:
    seen: list[object] = []
    sys.addaudithook(lambda name, given: seen.append(given) if name == "compile" and "odd one" in str(given) else None)
    sources = [f"'odd one {number}'\ndef choose(view, legal, budget, rng): return legal[0]\n" for number in range(4)]
    browser.post("/bots/new/", {"name": "Grouse", "games": [GAME], "source": sources[0]})
    bot = UploadedBot.objects.get().public_id
    file = SimpleUploadedFile("bot.py", sources[1].encode())
    browser.post(f"/bots/{bot}/upload/", {"games": [GAME], "file": file})
    whole = {"games": [GAME], "source": sources[2]}
    browser.post("/api/v1/bots/", whole | {"name": "Ptarmigan"}, content_type="application/json")
    browser.post(f"/api/v1/bots/{bot}/versions/", whole | {"source": sources[3]}, content_type="application/json")
    for page in ("/bots/", f"/bots/{bot}/", f"/bots/{bot}/versions/1/", f"/bots/{bot}/versions/1/bot.py"):
        text(browser, page)
    assert sorted(Version.objects.values_list("source", flat=True)) == sources
    assert seen == []
    compile(sources[0], "odd", "exec")
    assert len(seen) == 1


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"name": "Grouse", "games": [GAME], "file": SimpleUploadedFile("a.py", b"\xff")}, "not UTF-8 text"),
        ({"name": "Grouse", "games": [GAME], "file": SimpleUploadedFile("a.py", b"")}, "The file is empty"),
    ],
)
def test_what_is_wrong_stands_beside_its_field(browser: Client, fields: dict[str, object], says: str) -> None:
    answer = browser.post("/bots/new/", fields)
    assert answer.status_code == 200
    assert says in answer.content.decode()
    assert not UploadedBot.objects.exists()


def test_all_that_is_wrong_is_said_at_once(browser: Client) -> None:
    page = browser.post("/bots/new/", {"name": "ab"}).content.decode()
    for says in ("The name has 2 characters", "Choose at least one game", "Choose a file"):
        assert says in page


def test_the_active_version_of_a_paused_bot_is_paused_too(browser: Client, morag: Account) -> None:
    version = checked_bare(bot_by(morag))
    page = f"/bots/{version.bot.public_id}/"
    assert text(browser, page).count("Active") == 2  # the bot and its version
    browser.post(f"{page}pause/")
    assert "Active" not in text(browser, page)


def test_its_owner_reads_why_it_failed_and_what_it_wrote(browser: Client, morag: Account) -> None:
    version = checked_bare(bot_by(morag, source=deciding("print('<script>lost</script>')\nreturn (99,)")))
    page = text(browser, f"/bots/{version.bot.public_id}/versions/1/")
    assert "It chose an illegal move." in page
    assert "&lt;script&gt;lost" in page
    trial = text(browser, f"/bots/{version.bot.public_id}/versions/1/{GAME}/1/")
    assert "Grouse" in trial
    assert escape(version.reason) in trial
    assert "&lt;script&gt;lost" in trial
    record = browser.get(f"/bots/{version.bot.public_id}/versions/1/{GAME}/1/record.txt")
    assert record.content.decode().startswith("Moothill record 1")


def test_the_file_is_kept_as_it_was_sent_and_never_shown_as_a_page(browser: Client, morag: Account) -> None:
    version = bot_by(morag, source=b"<script>alert(1)</script>\r\n")
    answer = browser.get(f"/bots/{version.bot.public_id}/versions/1/bot.py")
    assert answer.content == b"<script>alert(1)</script>\r\n"
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    assert answer["Content-Disposition"] == 'attachment; filename="grouse-1.py"'


def test_an_older_version_can_play_again(browser: Client, morag: Account) -> None:
    first = checked_bare(bot_by(morag))
    second = checked_bare(another(first, deciding("pass")))
    bot = f"/bots/{first.bot.public_id}"
    assert "Active: version 2" in text(browser, f"{bot}/")
    browser.post(f"{bot}/versions/1/activate/")
    assert "Active: version 1" in text(browser, f"{bot}/")
    known = browser.post(f"{bot}/upload/", {"games": [GAME], "source": second.source}, follow=True)
    assert "as version 2. It is now active again." in known.content.decode()


def test_its_owner_has_a_version_checked_again_whose_check_was_not_decided(browser: Client, morag: Account) -> None:
    version = undecided(bot_by(morag))
    page = f"/bots/{version.bot.public_id}/versions/1/"
    assert "Repeat check" in text(browser, page)
    asked = browser.post(f"{page}check/", follow=True).content.decode()
    assert "Version 1 queued" in asked
    assert "Repeat check" not in asked


def test_a_check_that_left_matches_out_says_so(browser: Client, morag: Account) -> None:
    version = checked_bare(bot_by(morag))
    page = f"/bots/{version.bot.public_id}/versions/1/"
    assert "were not played" not in text(browser, page)
    version.trials.filter(number__gt=1).delete()
    assert "3 of 4 matches were not played" in text(browser, page)


def test_a_bot_is_paused_named_and_retired(browser: Client, morag: Account) -> None:
    bot = bot_by(morag).bot.public_id
    assert "You paused this bot." in browser.post(f"/bots/{bot}/pause/", follow=True).content.decode()
    browser.post(f"/bots/{bot}/resume/")
    browser.post(f"/bots/{bot}/name/", {"name": "Ptarmigan"})
    browser.post(f"/bots/{bot}/retire/")
    kept = own_bot(bot, morag)
    assert (kept.player.name, kept.paused_at, kept.is_in_play) == ("Ptarmigan", None, False)
    assert "Retired" in text(browser, "/bots/")
    assert browser.post(f"/bots/{bot}/resume/").status_code == 409


def test_its_owner_reads_what_it_did_in_matches_once_the_deal_is_open(browser: Client, morag: Account) -> None:
    version = checked_bare(bot_by(morag))
    bot = f"/bots/{version.bot.public_id}/matches/"
    assert "data-key" not in text(browser, bot)
    match = match_of(version, kind="timeout", log="I saw the deck")
    SeatReport.objects.update(detail="Move 7 took 1,003 ms.")
    ladder = Ladder.objects.create(pool=pool_for(game=GAME, player_kind="bot", seats=2))
    LadderBlock.objects.create(block=match.block, ladder=ladder, turn=1, players=[])
    listed = text(browser, bot)
    assert "It used up its time." in listed
    assert f"/ladders/{ladder.pool.slug}/" in listed
    opponent = match.seats.exclude(player=version.bot.player).get().player
    assert opponent is not None
    assert f"/players/{opponent.public_id}/" in listed
    assert "1 of 2" in listed
    assert "I saw the deck" in text(browser, f"{bot}{match.public_id}/")
    assert "Move 7 took 1,003 ms." in text(browser, f"{bot}{match.public_id}/")
    assert f'href="/matches/{match.public_id}/#review"' in text(browser, f"{bot}{match.public_id}/")
    told = f"/api/v1{bot}{match.public_id}/"
    assert browser.get(told).json()["detail"] == "Move 7 took 1,003 ms."
    assert len(browser.get(told).json()["luck"]) == 64
    Block.objects.update(finished_at=None)
    assert "I saw the deck" not in text(browser, f"{bot}{match.public_id}/")
    assert (browser.get(told).json()["luck"], browser.get(told).json()["log"]) == ("", "")


def test_logs_are_kept_for_a_while_and_its_figures_for_good(morag: Account) -> None:
    version = bot_by(morag)
    old, *_others = [match_of(version, kind="crash" if number == 1 else "", log="so") for number in range(4)]
    Match.objects.filter(pk=old.pk).update(finished_at=timezone.now() - LOGS_KEPT)
    assert [prune_logs(), prune_logs()] == [1, 0]
    reports = SeatReport.objects.order_by("match")
    assert [report.log for report in reports] == ["", "so", "so", "so"]
    assert prune_logs(most_of_a_bot=1) == 1  # of the two that went well the older one; that which failed stays
    assert [report.log for report in reports.all()] == ["", "so", "", "so"]
    assert {report.slowest_ms for report in reports} == {12}


def test_the_list_of_bots_shows_ratings_ranks_and_the_latest_fault(
    browser: Client, morag: Account, django_assert_num_queries: Any
) -> None:
    version = checked_bare(bot_by(morag))
    assert "faults" not in text(browser, "/bots/")
    pool = pool_for(game="lords-of-scotland", player_kind="bot", seats=2)
    Match.objects.filter(pk=match_of(version, kind="crash").pk).update(finished_at=timezone.now() - timedelta(days=8))
    latest = match_of(version, kind="timeout")
    other = latest.seats.exclude(player=version.bot.player).get().player
    assert other is not None
    seats = (SeatResult(version.bot.player_id, 9, 1), SeatResult(other.pk, 7, 2))
    enter_results(pool=pool, entries=[ResultDraft(uuid4(), seats)], by=None)
    fold_pool(pool_id=pool.pk)
    page = text(browser, "/bots/")
    assert f"/ladders/{pool.slug}/" in page
    assert "1 of 2" in page
    assert "It used up its time." in page
    assert f"/bots/{version.bot.public_id}/matches/{latest.public_id}/" in page
    assert page.count("/matches/") == 1  # of the fault that is longer ago nothing is said
    own_page = text(browser, f"/bots/{version.bot.public_id}/")
    assert f"/ladders/{pool.slug}/" in own_page
    assert "1 of 2" in own_page
    with CaptureQueriesContext(connection) as few:
        text(browser, "/bots/")
    for number in range(3):
        match_of(bot_by(morag, f"Bot number {number}"), kind="crash")
    with django_assert_num_queries(len(few)):
        text(browser, "/bots/")


def test_the_page_of_a_bot_has_the_command_that_plays_against_it_at_home(browser: Client, morag: Account) -> None:
    version = bot_by(morag, games=("highland-clans",))
    page = f"/bots/{version.bot.public_id}/"
    assert "--seats me" not in text(browser, page)
    passed(version)
    assert "play highland-clans --seats me,./grouse-1.py,wanderer</pre>" in text(browser, page)
    assert text(browser, page).count(f"{page}versions/1/bot.py") == 1


def test_a_long_list_of_matches_has_pages(browser: Client, morag: Account) -> None:
    bot = bot_by(morag).bot
    for _ in range(MATCHES_A_PAGE // 2 + 1):
        match = match_of(bot.versions.get(), kind="crash")
        SeatReport.objects.create(
            match=match.block.matches.get(rotation=1), seat=1, decisions=7, slowest_ms=9, spent_ms=50
        )
    pages = [text(browser, f"/bots/{bot.public_id}/matches/?page={number}") for number in (1, 2, 3)]
    assert [page.count("data-key=") for page in pages] == [MATCHES_A_PAGE, 2, 2]  # the last for a number too high


def test_pages_ask_as_often_however_much_there_is(
    browser: Client, morag: Account, django_assert_max_num_queries: object
) -> None:
    first = checked_bare(bot_by(morag, games=("kings-kilt", "lords-of-scotland")))
    for number in range(3):
        bot_by(morag, f"Bot number {number}")
        another(first, deciding(f"x = {number}"))
    bot = f"/bots/{first.bot.public_id}/"
    match_of(first)
    for page in ("/bots/", bot, f"{bot}matches/", f"{bot}versions/1/", f"{bot}versions/1/{GAME}/1/"):
        most = MOST_OF_MATCHES if page.endswith("matches/") else MOST_QUERIES
        with django_assert_max_num_queries(most):  # type: ignore[operator]  # the fixture's class is private
            text(browser, page)


def test_a_visitor_finds_the_guide_the_ladders_and_the_way_in() -> None:
    page = text(Client(), "/bots/")
    for way in ("/bots/guide/", "/bots/guide/elsewhere/", "/ladders/", "/contests/", "/sign-in/?next=/bots/"):
        assert f'href="{way}"' in page


def test_the_page_that_uploads_a_bot_tells_its_limits() -> None:
    page = text(browser_of(author()), "/bots/new/")
    for limit in (f"{Limits().memory // MB} MB", f"{LARGEST_SOURCE // KB} KB"):
        assert f"<dd>{limit}</dd>" in page


@pytest.mark.parametrize("address", ["/bots/new/", "/bots/remote/new/"])
def test_a_demo_account_sees_the_way_to_an_account_instead_of_the_form(settings: Settings, address: str) -> None:
    settings.DEMO = True
    browser = browser_of(make_demo_account(role="player", name="Somebody"))
    page = text(browser, address)
    assert 'id="bot-form"' not in page
    way = re.search(r'action="(/sign-out/[^"]*)"[^>]*class="panel"', page)
    assert way is not None
    assert browser.post(way[1])["Location"] == "/sign-up/"
    assert 'id="bot-form"' in text(browser_of(author()), address)
