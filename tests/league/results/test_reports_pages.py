"""The pages of reports: their readers, their contents, and the effect of their buttons."""

import re
from collections.abc import Callable
from uuid import uuid4

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils.translation import gettext, override

from engine.core import registry
from engine.core.options import settle_options
from engine.core.score_sheets import Setup, from_texts, to_json
from engine.games.highland_clans.phases import TILE_REACHED
from engine.games.highland_clans.score_sheet import ENDINGS
from league.results.models import Report, Result
from league.results.reports.presenters import sheet_parts
from league.results.services.reports import dispute_report
from tests.factories import Role, account_of, browser_of, glen_club, joins
from tests.league.assertions import decide_after_preview, queries_of
from tests.league.results.factories import Evening, ledger, now

pytestmark = [pytest.mark.slow, pytest.mark.django_db]
IS_PRIVATE = True  # the club of the evening
PAGES = ("report", "changes", "dispute", "report-differently")
BUTTONS = ("confirm", "dispute", "withdraw", "report-differently", "decide")


@pytest.fixture
def report(evening: Evening) -> Report:
    """Hamish says that he won against Ailsa and Fergus."""
    return evening.reported(evening.hamish, evening.ailsa, evening.fergus)


def at(report: Report, door: str = "report") -> str:
    return reverse(f"reports:{door}", args=[report.public_id])


def text(client: Client, address: str, **question: str) -> str:
    answer = client.get(address, question)
    assert isinstance(answer, HttpResponse)
    assert answer.status_code == 200, answer.status_code
    return answer.content.decode()


def of(evening: Evening, name: str) -> Client:
    """The browser of somebody of the evening."""
    player = {"hamish": evening.hamish, "ailsa": evening.ailsa}[name]
    return browser_of(player.account)


def test_the_owner_of_another_club_passes_no_door(evening: Evening, report: Report) -> None:
    glen_club(other := account_of("Catriona"), name="Lochside Cards")
    browser = browser_of(other)
    assert [browser.get(at(report, door)).status_code for door in (*PAGES, "decide")] == [404] * 5
    sent = {"reason": "Because.", "choice": "none"}
    assert [browser.post(at(report, door), sent).status_code for door in BUTTONS] == [404] * 5
    assert (now(report), ledger()) == ("open", [])


def test_a_scorer_is_not_offered_to_decide(evening: Evening, report: Report) -> None:
    joins(bruce := account_of("Bruce"), evening.club, Role.SCORER)
    page = text(browser_of(bruce), at(report))
    assert ("Reported by Hamish" in page, "Decide" in page) == (True, False)


def test_the_page_says_who_is_awaited_and_until_when(evening: Evening, report: Report) -> None:
    page = text(of(evening, "hamish"), at(report))
    assert "Please confirm or dispute" in text(of(evening, "ailsa"), at(report))
    assert "Ailsa can confirm the result. It counts automatically on" in page
    assert "Confirm result" not in page
    assert "Withdraw report" in page


def test_the_page_says_when_nobody_at_the_table_can_ever_answer(evening: Evening) -> None:
    report = evening.reported(evening.hamish, evening.fergus)
    assert "Nobody else at the table has an account" in text(of(evening, "hamish"), at(report))


def test_somebody_at_the_table_confirms_with_one_button(evening: Evening, report: Report) -> None:
    ailsa = of(evening, "ailsa")
    assert "Confirm result" in text(ailsa, at(report))
    answer = ailsa.post(at(report, "confirm"), follow=True)
    assert "Thank you. The result counts now." in answer.content.decode()
    assert (now(report), len(ledger())) == ("entered", 1)


def test_whoever_objects_gives_a_reason_and_everybody_concerned_reads_it(evening: Evening, report: Report) -> None:
    ailsa = of(evening, "ailsa")
    assert "This field is required" in ailsa.post(at(report, "dispute"), {"reason": ""}).content.decode()
    ailsa.post(at(report, "dispute"), {"reason": "I had <60>."})
    assert now(report) == "disputed"
    page = text(of(evening, "hamish"), at(report))
    assert "I had &lt;60&gt;." in page
    assert "organiser of Glen Orchy Games decides" in page
    assert "your dispute is withdrawn" not in page
    assert "your dispute is withdrawn" in text(of(evening, "ailsa"), at(report))


def test_whoever_reported_takes_it_back_with_one_button(evening: Evening, report: Report) -> None:
    answer = of(evening, "hamish").post(at(report, "withdraw"))
    assert (answer.status_code, now(report)) == (302, "taken-back")
    assert "withdrew this report" in text(of(evening, "ailsa"), at(report))


def test_somebody_at_the_table_types_what_it_really_came_to(evening: Evening, report: Report) -> None:
    sheet = {"points-0": "50", "points-1": "60", "points-2": "30", "key": str(uuid4())}
    ailsa = of(evening, "ailsa")
    for _ in range(2):
        ailsa.post(at(report, "report-differently"), sheet)
    assert (now(report), Report.objects.count()) == ("disputed", 2)
    other = Report.objects.get(by=evening.ailsa)
    assert [(seat.player.name, seat.place) for seat in other.seats.all()] == [
        ("Hamish", 2),
        ("Ailsa", 1),
        ("Fergus", 3),
    ]
    assert "Other reports" in text(of(evening, "hamish"), at(report))


def test_a_sheet_with_a_gap_is_given_back_as_it_was_typed(evening: Evening, report: Report) -> None:
    answer = of(evening, "ailsa").post(at(report, "report-differently"), {"points-0": "57", "key": str(uuid4())})
    page = answer.content.decode()
    assert "Enter the score of every player." in page
    assert 'value="57"' in page
    assert Report.objects.count() == 1


@pytest.fixture
def disputed(evening: Evening, report: Report) -> Report:
    return dispute_report(report=report, by=evening.ailsa, reason="I had 60.")


def test_organisers_who_did_not_play_are_offered_the_decision_alone(evening: Evening, disputed: Report) -> None:
    page = text(browser_of(evening.morag), at(disputed))
    assert "Resolve" in page
    assert "Confirm result" not in page


def test_the_organiser_sees_what_it_changes_before_deciding(evening: Evening, disputed: Report) -> None:
    morag = browser_of(evening.morag)
    assert "I had 60." in text(morag, at(disputed, "decide"))
    page = text(morag, at(disputed, "decide"), choice=disputed.public_id)
    assert "Changes" in page
    assert "<strong>Report of Hamish</strong>" in page
    assert ledger() == []


def test_reports_of_a_dispute_name_the_players_in_the_order_of_the_fields(evening: Evening) -> None:
    reported = evening.reported(evening.hamish, evening.ailsa, evening.fergus, points=[20, 60, 40])
    dispute_report(report=reported, by=evening.ailsa, reason="I had 60.")
    said, fields = text(browser_of(evening.morag), at(reported, "decide")).split('name="choice"', 1)
    of_a_name = re.compile(r'class="who-name">(\w+)<')
    assert of_a_name.findall(said)[:3] == of_a_name.findall(fields)[:3] == ["Hamish", "Ailsa", "Fergus"]


def test_the_organiser_decides_for_a_report(evening: Evening, disputed: Report) -> None:
    morag = browser_of(evening.morag)
    refused = morag.post(at(disputed, "decide"), {"choice": disputed.public_id, "reason": ""})
    assert "This field is required" in refused.content.decode()
    decide_after_preview(morag, at(disputed, "decide"), {"choice": disputed.public_id}, "I was there.")
    assert (now(disputed), len(ledger())) == ("entered", 1)
    page = text(of(evening, "ailsa"), at(disputed))
    assert "Morag decided: this result counts." in page
    assert "I was there." in page


def test_the_organiser_types_another_result(evening: Evening, disputed: Report) -> None:
    typed = {"choice": "typed", "points-0": "50", "points-1": "60", "points-2": "30"}
    morag = browser_of(evening.morag)
    page = text(morag, at(disputed, "decide"), **typed)
    assert "Changes" in page
    assert "1. Ailsa 60, 2. Hamish 50, 3. Fergus 30" in page
    decide_after_preview(morag, at(disputed, "decide"), typed, "Ailsa had 60.")
    assert now(disputed) == "overruled"
    assert ledger() == [(evening.ailsa.pk, evening.hamish.pk, evening.fergus.pk)]
    assert Result.objects.get().played_at == disputed.played_at


def test_figures_are_asked_for_only_where_they_are_typed(evening: Evening, disputed: Report) -> None:
    morag = browser_of(evening.morag)
    assert "Enter the score of every player" in text(morag, at(disputed, "decide"), choice="typed")
    decide_after_preview(morag, at(disputed, "decide"), {"choice": "none"}, "There was no such game.")
    assert (now(disputed), ledger()) == ("overruled", [])
    assert "Morag decided for another result." in text(of(evening, "ailsa"), at(disputed))


def test_ones_own_list_has_what_waits_for_ones_word_and_the_rest(evening: Evening, report: Report) -> None:
    ailsa = text(of(evening, "ailsa"), reverse("reports:mine"))
    assert ailsa.count(f'href="{at(report)}"') == 1
    assert reverse("reports:confirm", args=[report.public_id]) in ailsa
    hamish = text(of(evening, "hamish"), reverse("reports:mine"))
    assert "no games to confirm" in hamish
    assert hamish.count(at(report)) == 1
    stranger = text(browser_of(account_of("Senga")), reverse("reports:mine"))
    assert at(report) not in stranger
    assert "No reported results yet" in stranger


def test_the_clubs_list_shows_its_reports(evening: Evening, report: Report) -> None:
    assert at(report) in text(browser_of(evening.morag), reverse("reports:of-club", args=[evening.club.slug]))


def test_disputes_stand_first_in_the_clubs_list(evening: Evening, disputed: Report) -> None:
    later = evening.reported(evening.ailsa, evening.hamish)
    page = text(browser_of(evening.morag), reverse("reports:of-club", args=[evening.club.slug]))
    assert page.index(at(disputed)) < page.index(at(later))


def test_the_clubs_list_offers_what_its_reader_may_do(evening: Evening, report: Report) -> None:
    page = text(browser_of(evening.morag), reverse("reports:of-club", args=[evening.club.slug]))
    assert reverse("reports:confirm", args=[report.public_id]) in page
    assert reverse("reports:decide", args=[report.public_id]) in page


def test_many_reports_cost_no_more_queries(evening: Evening) -> None:
    pages: dict[str, tuple[Callable[[], Client], int]] = {
        reverse("reports:mine"): (lambda: of(evening, "ailsa"), 13),
        reverse("reports:of-club", args=[evening.club.slug]): (lambda: browser_of(evening.morag), 11),
    }
    for more in (1, 12):
        for _ in range(more):
            evening.reported(evening.hamish, evening.ailsa, evening.fergus)
            evening.reported(evening.ailsa, evening.hamish)
        for address, (browser, questions) in pages.items():
            client = browser()
            assert queries_of(client, address) == questions


def test_the_home_page_confirms_a_waiting_report(evening: Evening, report: Report) -> None:
    browser = of(evening, "ailsa")
    page = text(browser, reverse("matches:home"))
    assert f'action="{at(report, "confirm")}"' in page
    assert f'href="{at(report, "dispute")}"' in page
    assert at(report, "confirm") not in text(of(evening, "hamish"), reverse("matches:home"))
    browser.post(at(report, "confirm"))
    assert at(report, "confirm") not in text(browser, reverse("matches:home"))


def test_many_waiting_reports_cost_the_home_page_no_more_queries(evening: Evening) -> None:
    asked = []
    for more in (1, 8):
        for _ in range(more):
            evening.reported(evening.hamish, evening.ailsa, evening.fergus)
        browser = of(evening, "ailsa")
        browser.get(reverse("matches:home"))
        asked.append(queries_of(browser, reverse("matches:home")))
    assert asked[0] == asked[1]


def test_one_report_asks_as_many_questions_for_many_others_as_for_one(evening: Evening, report: Report) -> None:
    joins(catriona := account_of("Catriona"), evening.club)
    first = evening.reported(evening.hamish, evening.ailsa, catriona.player)
    for by in (evening.ailsa, catriona.player):
        others = [player for player in (evening.hamish, evening.ailsa, catriona.player) if player != by]
        evening.reported(by, *others, subject=first.subject)
        client = of(evening, "hamish")
        assert queries_of(client, at(first)) == 14


def test_a_page_that_follows_along_gets_the_part_that_changes(evening: Evening, report: Report) -> None:
    answer = of(evening, "hamish").get(at(report), headers={"HX-Request": "true"})
    assert "<html" not in answer.content.decode()
    assert "HX-Request" in answer["Vary"]


def filled(evening: Evening, game: str, written: dict[str, str]) -> Report:
    sheet, _ = from_texts(game, Setup(3, settle_options(registry.game(game), {})), written)
    stored = to_json(sheet)
    return evening.reported(evening.hamish, evening.ailsa, evening.fergus, sheet=stored)


def test_the_filled_sheet_is_read_with_names_and_words(evening: Evening) -> None:
    written = {"round-1.seat-1": "Scott 12, MakGill 12", "round-1.seat-2": "Wemyss 12", "round-1.rest": "1"}
    page = text(of(evening, "ailsa"), at(filled(evening, "lords-of-scotland", written)))
    assert "Round 1" in page
    assert "<dt>Hamish: Supporters claimed</dt><dd>Scott 12, MakGill 12</dd>" in page
    assert page.count("<dd>yes</dd>") == 1


def test_the_filled_sheet_is_read_in_the_language_of_the_page(evening: Evening) -> None:
    report = filled(evening, "highland-clans", {"round-1.rest": "1", "ending": str(TILE_REACHED)})
    with override("pt-br"):
        paper = sheet_parts(report)
        words = [gettext(text) for text in ("End of the game", "How the game ended", ENDINGS[TILE_REACHED])]
    (ending,) = paper[-1].entries
    assert [part.title for part in paper] == ["Rodada 1", words[0]]
    assert [ending.label, ending.value] == words[1:]


def test_a_sheet_of_a_version_to_come_is_kept_and_spoken_of(evening: Evening) -> None:
    sheet = {"game": "lords-of-scotland", "version": 999, "seats": 2, "options": {}, "values": {}}
    report = evening.reported(evening.hamish, evening.ailsa, sheet=sheet)
    assert "score sheet has an old format" in text(of(evening, "ailsa"), at(report))
