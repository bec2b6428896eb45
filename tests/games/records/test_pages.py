"""The pages of records, as somebody with a browser sees them."""

import re
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import escape
from pytest_django import DjangoAssertNumQueries

from engine.notation import from_json, from_text
from games.records.models import SubmittedRecord
from games.records.services.drafts import begin_draft, create_batch
from games.records.services.limits import CHECKS, UPLOADS
from league.accounts.models import Account, Player
from league.clubs.models import Club
from league.results.drafts import ResultDraft, SeatResult
from league.results.services.ledger import enter_results, pool_for
from tests.factories import browser_of, operator
from tests.games.records.factories import KILT, checked, document, sent, text

pytestmark = [pytest.mark.slow, pytest.mark.django_db]

Status = SubmittedRecord.Status
AS_FRAGMENT = {"HX-Request": "true"}


def address(record: SubmittedRecord, page: str = "record") -> str:
    return reverse(f"records:{page}", args=[record.public_id])


def pasted(browser: Client, club: Club, written: str) -> str:
    """Paste a text, and return the address where one sees what was found in it."""
    answer = browser.post(reverse("records:upload", args=[club.slug]), {"text": written})
    assert answer.status_code == 302, answer.content.decode()
    return str(answer["Location"])


def a_draft(browser: Client, club: Club, account: Account) -> SubmittedRecord:
    answer = browser.post(
        reverse("records:begin", args=[club.slug]), {"game": KILT, "seat-0": "Morag", "seat-1": "Hamish"}
    )
    assert answer.status_code == 302, answer.content.decode()
    return SubmittedRecord.objects.get(by=account.player)


def faulty(club: Club, morag: Account, hamish: Account) -> SubmittedRecord:
    """A record that Hamish sent, with a move in line 18 that the rules do not allow."""
    lines = text().split("\n")
    lines[17] = "Morag: pass"
    return checked(sent(hamish.player, club, "\n".join(lines), [morag.player, hamish.player]))


def chosen(record: SubmittedRecord, *accounts: Account) -> dict[str, str]:
    """What a form of the preview sends for one record."""
    seats = {f"{record.public_id}-seat-{seat}": str(one.player.pk) for seat, one in enumerate(accounts)}
    return {f"{record.public_id}-chosen": "on", **seats}


def test_the_first_lines_are_shown_before_a_draft_begins(club: Club, hamish: Account) -> None:
    browser, begin = browser_of(hamish), reverse("records:begin", args=[club.slug])
    assert "Game: " not in browser.get(begin).content.decode()
    typed = {"game": KILT, "seat-0": "Morag", "seat-1": "Nobody of the club"}
    shown = browser.post(begin, typed, headers=AS_FRAGMENT).content.decode()
    assert "Game: King&#x27;s Kilt\n" in shown
    assert "Seats: Morag\n" in shown
    crowded = {"game": KILT} | {f"seat-{seat}": "Morag" for seat in range(5)}
    assert "at most 4 players" in browser.post(begin, crowded, headers=AS_FRAGMENT).content.decode()
    assert not SubmittedRecord.objects.exists()


def test_the_game_that_the_club_played_last_is_chosen_already(club: Club, morag: Account, hamish: Account) -> None:
    pool = pool_for(game=KILT, player_kind="person", club=club)
    seats = (SeatResult(morag.player.pk, 9, 1), SeatResult(hamish.player.pk, 7, 2))
    enter_results(pool=pool, entries=[ResultDraft(uuid4(), seats)], by=None)
    page = browser_of(hamish).get(reverse("records:begin", args=[club.slug])).content.decode()
    assert re.search(rf'value="{KILT}"[^>]* checked', page)


def test_what_is_pasted_is_shown_before_it_is_sent(club: Club, morag: Account, hamish: Account) -> None:
    browser = browser_of(hamish)
    preview = pasted(browser, club, text())
    page = browser.get(preview).content.decode()
    assert "King&#x27;s Kilt" in page
    assert "Send this record" in page
    record = SubmittedRecord.objects.get()
    assert record.status == Status.DRAFT
    answer = browser.post(preview, chosen(record, morag, hamish))
    assert answer.status_code == 302, answer.content.decode()
    record.refresh_from_db()
    assert record.status == Status.QUEUED


def test_players_are_guessed_by_name_and_asked_for_where_that_is_unsure(
    club: Club, morag: Account, hamish: Account
) -> None:
    browser = browser_of(hamish)
    page = browser.get(pasted(browser, club, text(("morag", "H.")))).content.decode()
    assert f'<option value="{morag.player.pk}" selected>' in page
    assert f'<option value="{hamish.player.pk}" selected>' not in page
    assert page.count("Which player?") == 2


def test_what_cannot_be_sent_stays_with_the_reason_and_the_rest_goes(
    club: Club, morag: Account, hamish: Account
) -> None:
    browser = browser_of(hamish)
    preview = pasted(browser, club, text() + text(secret=b"another"))
    first, second = SubmittedRecord.objects.order_by("pk")
    answer = browser.post(preview, chosen(first, morag, hamish) | chosen(second, hamish, hamish))
    assert "has two seats" in answer.content.decode()
    assert set(SubmittedRecord.objects.values_list("pk", "status")) == {(first.pk, "queued"), (second.pk, "draft")}


def test_a_verified_record_can_be_stepped_through_and_taken_home(
    club: Club, morag: Account, hamish: Account, table: list[Player]
) -> None:
    record = checked(sent(hamish.player, club, text(), table))
    page = browser_of().get(address(record)).content.decode()
    assert "Verified: all " in page
    assert "?step=1" in page
    assert browser_of().get(address(record), {"step": 3}, headers=AS_FRAGMENT).status_code == 200
    assert browser_of().get(address(record), {"step": 999}).status_code == 404
    in_words = browser_of().get(address(record, "record-text")).content.decode()
    assert from_text(in_words) == from_json(browser_of().get(address(record, "record-json")).content.decode())
    assert browser_of(hamish).get(address(record, "as-sent")).content.decode() == text()
    assert browser_of(morag).get(address(record, "as-sent")).status_code == 302


def test_a_refused_record_shows_line_reason_and_position_to_its_recorder_alone(
    club: Club, morag: Account, hamish: Account
) -> None:
    record = faulty(club, morag, hamish)
    page = browser_of(hamish).get(address(record)).content.decode()
    assert 'class="bad" value="18"' in page
    assert "Line 18" in page
    assert 'data-at="slot-a1"' in page
    for other in (morag, operator(), None):
        assert browser_of(other).get(address(record)).status_code == 404


def test_a_refused_record_is_mended_in_the_page_and_sent_again(club: Club, morag: Account, hamish: Account) -> None:
    record, browser = faulty(club, morag, hamish), browser_of(hamish)
    assert "Correct game record" in browser.get(address(record, "write")).content.decode()
    answer = browser.post(address(record, "write"), {"text": text(), "revision": "0", "send": "1"})
    assert answer["Location"] == address(record, "send")
    seats = {"seat-0": morag.player.pk, "seat-1": hamish.player.pk}
    assert browser.post(address(record, "send"), seats)["Location"] == address(record)
    assert checked(record).status == Status.VERIFIED


def test_typing_says_whose_turn_it_is_and_what_may_follow(club: Club, hamish: Account) -> None:
    browser = browser_of(hamish)
    draft = a_draft(browser, club, hamish)
    page = browser.get(address(draft, "write")).content.decode()
    assert "Next: family." in page
    typed = {"text": f"{draft.text}Family: Bruce, Wallace", "revision": 0}
    fragment = browser.post(address(draft, "write"), typed, headers=AS_FRAGMENT).content.decode()
    assert "<html" not in fragment
    assert "family Douglas" in fragment
    draft.refresh_from_db()
    assert draft.text.endswith("Family: Bruce, Wallace")


def test_without_script_a_tap_adds_to_the_text_too(club: Club, hamish: Account) -> None:
    browser = browser_of(hamish)
    draft = a_draft(browser, club, hamish)
    browser.post(address(draft, "write"), {"text": draft.text, "revision": 0, "add": "Family: Bruce"})
    draft.refresh_from_db()
    assert draft.text.endswith("\n\nFamily: Bruce")


def test_a_window_that_is_behind_is_told_so_and_keeps_its_own_text_on_the_page(club: Club, hamish: Account) -> None:
    browser = browser_of(hamish)
    draft = a_draft(browser, club, hamish)
    browser.post(address(draft, "write"), {"text": "the newer text", "revision": 0})
    answer = browser.post(address(draft, "write"), {"text": "the older text", "revision": 0})
    assert answer.status_code == 409
    assert "the older text</textarea>" in answer.content.decode()
    draft.refresh_from_db()
    assert draft.text == "the newer text"


def test_what_nobody_saw_is_drawn_as_backs(club: Club, hamish: Account) -> None:
    """A way to fill it was found, which is nobody's business: it would show cards that were never there."""
    hidden = re.sub(r"(?m)^(Family|Third|Influence): .*$", r"\1: ?, ?", "\n".join(text().split("\n")[:20]))
    draft = begin_draft(by=hamish.player, club=club, text=hidden)
    page = browser_of(hamish).get(address(draft, "write")).content.decode()
    assert "are incomplete" in page
    assert "kilt-sum" not in page
    known = begin_draft(by=hamish.player, club=club, text="\n".join(text().split("\n")[:20]))
    assert "kilt-sum" in browser_of(hamish).get(address(known, "write")).content.decode()


def test_who_checks_far_more_than_anybody_types_is_asked_to_wait(club: Club, hamish: Account, redis_url: str) -> None:
    browser = browser_of(hamish)
    draft = a_draft(browser, club, hamish)
    answers = [
        browser.post(address(draft, "write"), {"text": f"text {number}", "revision": number}, headers=AS_FRAGMENT)
        for number in range(CHECKS.most + 1)
    ]
    assert b"Too many requests" not in answers[-2].content
    assert b"Too many requests" in answers[-1].content


def test_who_uploads_far_too_often_is_asked_to_wait_as_long_as_it_takes(
    club: Club, hamish: Account, redis_url: str
) -> None:
    for _ in range(UPLOADS.most):
        UPLOADS.check(hamish.player)
    answer = browser_of(hamish).post(reverse("records:upload", args=[club.slug]), {"text": text()})
    assert escape(str(UPLOADS.refusal) % {"most": UPLOADS.most}) in answer.content.decode()
    assert str(CHECKS.refusal) not in answer.content.decode()
    assert not SubmittedRecord.objects.exists()


def test_lists_ask_as_much_for_many_records_as_for_few(
    club: Club, hamish: Account, table: list[Player], django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    checked(sent(hamish.player, club, text(), table))
    browser, pages = browser_of(hamish), {reverse("records:mine"): 11, reverse("records:club", args=[club.slug]): 9}
    for page, count in pages.items():
        with django_assert_num_queries(count):
            browser.get(page)
    for number in range(6):
        checked(sent(hamish.player, club, document(secret=bytes([number])), table))
        begin_draft(by=hamish.player, club=club, text=text())
    for page, count in pages.items():
        with django_assert_num_queries(count):
            browser.get(page)


def test_a_page_asks_as_much_for_a_long_record_as_for_a_short_one(
    club: Club, hamish: Account, table: list[Player], django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for game in (KILT, "lords-of-scotland"):
        record = checked(sent(hamish.player, club, text(game=game), table))
        with django_assert_num_queries(7):
            browser_of().get(address(record))


def test_a_preview_asks_as_much_for_many_records_as_for_few(
    club: Club, hamish: Account, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    browser = browser_of(hamish)
    for texts in ([text()], [text(secret=bytes([number])) for number in range(8)]):
        batch = create_batch(by=hamish.player, club=club, texts=texts)
        with django_assert_num_queries(12):
            browser.get(reverse("records:batch", args=[batch]))


def test_the_same_game_sent_again_leads_to_the_one_that_is_there(
    club: Club, morag: Account, hamish: Account, table: list[Player]
) -> None:
    first = checked(sent(hamish.player, club, text(), table))
    again = begin_draft(by=morag.player, club=club, text=document())
    seats = {"seat-0": morag.player.pk, "seat-1": hamish.player.pk}
    assert browser_of(morag).post(address(again, "send"), seats)["Location"] == address(first)


def test_a_record_in_json_is_read_too_and_offers_no_words(club: Club, hamish: Account) -> None:
    draft = begin_draft(by=hamish.player, club=club, text=document())
    page = browser_of(hamish).get(address(draft, "write")).content.decode()
    assert "The game is finished." in page
    assert 'class="offer"' not in page


def test_operators_see_what_was_given_up_and_no_draft(club: Club, hamish: Account, table: list[Player]) -> None:
    begin_draft(by=hamish.player, club=club, text="a secret draft")
    given_up = sent(hamish.player, club, text(), table)
    SubmittedRecord.objects.filter(pk=given_up.pk).update(status=Status.DEAD, attempt_log="its worker was lost")
    browser = browser_of(operator())
    listed = browser.get(reverse("admin:records_submittedrecord_changelist")).content.decode()
    assert listed.count('name="_selected_action"') == 1
    one = browser.get(reverse("admin:records_submittedrecord_change", args=[given_up.pk])).content.decode()
    assert "its worker was lost" in one
    assert "Family: " not in one
    chosen = {"action": "queue_again", "_selected_action": [given_up.pk]}
    browser.post(reverse("admin:records_submittedrecord_changelist"), chosen)
    given_up.refresh_from_db()
    assert given_up.status == Status.QUEUED
