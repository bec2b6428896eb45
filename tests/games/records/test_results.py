"""Results of records: of a game, a tournament's game, a report. A game counts once however often it is sent."""

from datetime import date
from typing import TypeAlias
from uuid import UUID, uuid4

import pytest
from django.urls import reverse

from games.records.candidate_games import CandidateGame, candidate_games
from games.records.errors import NotComplete
from games.records.models import SubmittedRecord
from games.records.services.drafts import begin_draft
from games.records.services.sending import Submission, send_record
from league.accounts.models import Account, Player
from league.clubs.models import Club
from league.results.drafts import ResultDraft, SeatResult, own_subject
from league.results.models import Report, Result
from league.results.services.ledger import pool_for
from league.results.services.reports import submit_report
from league.results.subjects import links_of
from league.tournaments.models import Leg
from league.tournaments.services.creation import make_tournament
from league.tournaments.services.entries import enter_players
from league.tournaments.services.lifecycle import start
from tests.concurrency import at_once, refusals
from tests.factories import account_of, browser_of, joins
from tests.games.records.factories import KILT, checked, played, sent, text, verdict_of
from tests.league.tournaments.factories import report_result

pytestmark = pytest.mark.django_db

Figures: TypeAlias = tuple[int, ...]


def a_leg(club: Club, *accounts: Account) -> Leg:
    """Return a game of an in-person tournament between these accounts."""
    event = make_tournament(club=club, name="Winter", game=KILT, format="round-robin", venue="paper", by=None)
    enter_players(tournament=event, players=[one.player for one in accounts], by=None)
    start(tournament=event, by=None)
    return Leg.objects.get()


def brought(club: Club, by: Account, table: list[Account], occasion: UUID | None) -> SubmittedRecord:
    draft = begin_draft(by=by.player, club=club, text=text())
    players = [one.player.pk for one in table]
    return send_record(
        by=by.player, submission=Submission(public_id=draft.public_id, players=players, occasion=occasion)
    )


@pytest.fixture
def eilidh(club: Club) -> Account:
    """A member, as Hamish is one, of Morag's club; neither keeps its books."""
    eilidh = account_of("Eilidh")
    joins(eilidh, club)
    return eilidh


def offered(club: Club, by: Account) -> list[CandidateGame]:
    return candidate_games(begin_draft(by=by.player, club=club, text=text()))


def reported(club: Club, by: Account, table: list[Account], points: Figures, places: Figures) -> Report:
    """What somebody says of a game of the club."""
    pool, key = pool_for(game=KILT, player_kind="person", club=club), uuid4()
    came_to = zip(table, points, places, strict=True)
    seats = tuple(SeatResult(one.player.pk, points, place) for one, points, place in came_to)
    draft = ResultDraft(own_subject(by.player, key), seats)
    return submit_report(draft=draft, pool=pool, club=club, key=key, by=by.player)


def outcome() -> tuple[Figures, Figures]:
    ended = played().outcome
    assert ended is not None
    return ended.points, ended.places


def test_a_leg_is_offered_to_those_who_play_it_and_decided_by_the_record(
    club: Club, morag: Account, hamish: Account
) -> None:
    leg = a_leg(club, hamish, morag)
    assert [one.subject for one in offered(club, hamish)] == [leg.subject]
    record = checked(brought(club, hamish, [morag, hamish], leg.subject))
    assert verdict_of(record)["not_reported"] == ""
    report = Report.objects.get()
    assert (report.subject, report.pool) == (leg.subject, leg.pairing.round.tournament.pool)


def test_a_record_agrees_with_what_another_reported_and_confirms_it(
    club: Club, hamish: Account, eilidh: Account
) -> None:
    report = reported(club, eilidh, [eilidh, hamish], *outcome())
    assert not Result.objects.exists()
    record = checked(brought(club, hamish, [eilidh, hamish], report.subject))
    result = Result.objects.get()
    assert (result.subject, result.evidence) == (report.subject, record.uuid)
    for page in (f"/results/{result.pool.slug}/{result.number}/", f"/reports/{report.public_id}/"):
        assert f'href="/records/{record.public_id}/"' in browser_of(hamish).get(page).content.decode()
    assert f"/results/{result.pool.slug}/" in browser_of().get(f"/records/{record.public_id}/").content.decode()


def test_a_record_is_linked_to_what_is_in_the_ledger_already(club: Club, morag: Account, eilidh: Account) -> None:
    """Morag keeps the club's books, so what she reports enters at once."""
    report = reported(club, morag, [eilidh, morag], *outcome())
    record = checked(brought(club, eilidh, [eilidh, morag], report.subject))
    report.refresh_from_db()
    assert (report.evidence, Result.objects.count()) == (record.uuid, 1)
    assert links_of([report.subject], eilidh)[report.subject][0].href == f"/records/{record.public_id}/"


def test_a_record_that_differs_opens_a_dispute(club: Club, hamish: Account, eilidh: Account) -> None:
    points, places = outcome()
    report = reported(club, eilidh, [eilidh, hamish], points[::-1], places[::-1])
    checked(brought(club, hamish, [eilidh, hamish], report.subject))
    assert set(Report.objects.values_list("status", flat=True)) == {"disputed"}
    assert not Result.objects.exists()


@pytest.mark.parametrize("agrees", [True, False])
def test_a_reported_game_is_chosen_beforehand_where_it_ended_as_the_record_does(
    club: Club, hamish: Account, eilidh: Account, agrees: bool
) -> None:
    points, places = outcome()
    turned = slice(None, None, 1 if agrees else -1)
    report = reported(club, eilidh, [eilidh, hamish], points[turned], places[turned])
    draft = begin_draft(by=hamish.player, club=club, text=text(("Eilidh", "Hamish")))
    page = browser_of(hamish).get(f"/records/{draft.public_id}/send/").content.decode()
    assert f'value="{report.subject}"' in page
    assert (f'value="{report.subject}" selected' in page) is agrees


def test_others_cannot_decide_a_game_by_theirs(club: Club, morag: Account, hamish: Account) -> None:
    leg = a_leg(club, hamish, morag)
    with pytest.raises(NotComplete, match="Choose again"):
        brought(club, hamish, [hamish, morag], uuid4())
    assert Leg.objects.get() == leg


def test_a_record_for_a_leg_begins_with_its_table(club: Club, morag: Account, hamish: Account) -> None:
    leg = a_leg(club, hamish, morag)
    address = f"{reverse('records:begin', args=[club.slug])}?leg={leg.pairing.public_id}.{leg.number}"
    page = browser_of(hamish).get(address).content.decode()
    assert page.count("selected") == 2 + 3
    browser_of(hamish).post(address, {"game": KILT, "seat-0": "Hamish", "seat-1": "Morag"})
    assert SubmittedRecord.objects.get().subject == leg.subject


def test_without_anything_that_waits_nothing_is_asked(club: Club, hamish: Account, table: list[Player]) -> None:
    sent(hamish.player, club, text(secret=b"before"), table)
    assert offered(club, hamish) == []


OTHERWISE = b"the other reads another card"  # as two do who write down one game, and read a card differently


def brings(by: Account, other: Account, club: Club, *, secret: bytes = OTHERWISE, **said: object) -> SubmittedRecord:
    """A record of a game of these two."""
    draft = begin_draft(by=by.player, club=club, text=text(secret=secret))
    players = [one.player.pk for one in sorted((by, other), key=lambda one: one.pk)]
    return send_record(by=by.player, submission=Submission(public_id=draft.public_id, players=players, **said))  # type: ignore[arg-type]  # named by each test


def offered_to(by: Account, club: Club) -> list[CandidateGame]:
    return candidate_games(begin_draft(by=by.player, club=club, text=text(secret=OTHERWISE)))


def subjects() -> set[UUID]:
    return set(Report.objects.values_list("subject", flat=True))


@pytest.mark.parametrize("check_first", [True, False])
def test_whoever_brings_a_game_that_another_brought_is_asked_whether_it_is_that_one(
    club: Club, hamish: Account, eilidh: Account, check_first: bool
) -> None:
    first = sent(hamish.player, club, text(), [hamish.player, eilidh.player])
    if check_first:
        checked(first)
    with pytest.raises(NotComplete, match=r"already have a game here .*or choose a separate game"):
        brings(eilidh, hamish, club)
    [same] = offered_to(eilidh, club)
    checked(first)
    checked(brings(eilidh, hamish, club, occasion=same.subject))
    assert len(subjects()) == 1


def test_two_games_of_one_evening_that_both_bring_both_count(club: Club, hamish: Account, eilidh: Account) -> None:
    checked(sent(hamish.player, club, text(), [hamish.player, eilidh.player]))
    checked(brings(eilidh, hamish, club, is_another=True))
    assert len(subjects()) == 2


def test_somebody_who_brings_two_games_of_an_evening_is_asked_nothing(
    club: Club, hamish: Account, eilidh: Account
) -> None:
    table = [hamish.player, eilidh.player]
    for evening in (b"the first", b"the second"):
        checked(sent(hamish.player, club, text(secret=evening), table))
    assert len(subjects()) == 2


@pytest.mark.parametrize("by_own_sheet", [True, False])
def test_a_record_after_a_sheet_is_asked_about(
    club: Club, hamish: Account, eilidh: Account, by_own_sheet: bool
) -> None:
    report = reported(club, hamish if by_own_sheet else eilidh, [hamish, eilidh], *outcome())
    with pytest.raises(NotComplete, match="reported by"):
        brings(hamish, eilidh, club)
    assert [one.subject for one in offered_to(hamish, club)] == [report.subject]


def test_a_sheet_that_says_the_same_while_the_record_is_checked_is_the_same_game(
    club: Club, hamish: Account, eilidh: Account
) -> None:
    record = sent(hamish.player, club, text(), [hamish.player, eilidh.player])
    report = reported(club, eilidh, [hamish, eilidh], *outcome())
    checked(record)
    result = Result.objects.get()
    assert (result.subject, result.evidence) == (report.subject, record.uuid)


def test_a_sheet_of_another_game_while_the_record_is_checked_is_another_game(
    club: Club, hamish: Account, eilidh: Account
) -> None:
    record = sent(hamish.player, club, text(), [hamish.player, eilidh.player])
    points, places = outcome()
    reported(club, eilidh, [hamish, eilidh], points[::-1], places[::-1])
    checked(record)
    assert len(subjects()) == 2
    assert set(Report.objects.values_list("status", flat=True)) == {"open"}


def test_the_record_of_a_leg_that_the_organiser_entered_is_linked_to_it(
    club: Club, hamish: Account, eilidh: Account
) -> None:
    leg = a_leg(club, hamish, eilidh)
    seats = [entry.entry.player for entry in leg.pairing.seats.order_by("seat")]
    points, places = (dict(zip([hamish.player, eilidh.player], said, strict=True)) for said in outcome())
    report_result(leg=leg, by=None, points=[points[one] for one in seats], places=[places[one] for one in seats])
    with pytest.raises(NotComplete, match="already have a game here"):
        brings(hamish, eilidh, club, secret=b"a rainy evening")
    [decided] = offered_to(hamish, club)
    record = checked(brings(hamish, eilidh, club, secret=b"a rainy evening", occasion=decided.subject))
    assert Result.objects.count() == 1
    assert Report.objects.get().evidence == record.uuid


def test_the_page_asks_and_takes_either_answer(club: Club, hamish: Account, eilidh: Account) -> None:
    reported(club, eilidh, [hamish, eilidh], *outcome())
    draft = begin_draft(by=hamish.player, club=club, text=text())
    browser, address = browser_of(hamish), f"/records/{draft.public_id}/send/"
    seats = {"seat-0": hamish.player.pk, "seat-1": eilidh.player.pk}
    page = browser.post(address, seats)
    assert "or choose a separate game" in page.content.decode()
    assert browser.post(address, seats | {"occasion": "another"}).status_code == 302


def test_a_game_of_last_month_is_not_taken_for_this_one(club: Club, hamish: Account, eilidh: Account) -> None:
    reported(club, eilidh, [hamish, eilidh], *outcome())
    Report.objects.update(played_at="2026-01-01T12:00Z")
    assert played().outcome is not None
    assert brings(hamish, eilidh, club).status == "queued"


@pytest.mark.django_db(transaction=True)
def test_two_who_bring_one_game_at_once_spelt_otherwise_make_one_game_and_one_question(
    club: Club, morag: Account, hamish: Account
) -> None:
    told = at_once(lambda: brings(hamish, morag, club, secret=b"one"), lambda: brings(morag, hamish, club))
    assert refusals(told) == [NotComplete]


def test_a_day_that_no_calendar_of_today_holds_is_refused(club: Club, hamish: Account, eilidh: Account) -> None:
    """West of where it was, the first day of all is none that can be shown."""
    with pytest.raises(NotComplete, match="too early"):
        brings(hamish, eilidh, club, played_on=date(1, 1, 1))
