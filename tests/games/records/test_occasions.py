"""A record decides a single game, a game of a tournament, or a result that somebody has reported."""

from typing import TypeAlias
from uuid import UUID, uuid4

import pytest
from django.urls import reverse

from games.records.candidate_games import CandidateGame, candidate_games
from games.records.errors import NotComplete
from games.records.models import SubmittedRecord
from games.records.services import Sending, begin_draft, send_record
from league.accounts.models import Account
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
from tests.factories import account_of, browser_of, joins
from tests.games.records.brought import KILT, checked, glen, played, sent, text, verdict_of

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
    return send_record(by=by.player, sending=Sending(public_id=draft.public_id, players=players, occasion=occasion))


@pytest.fixture
def eilidh() -> Account:
    """A member, as Hamish is one, of Morag's club."""
    club, _morag, _hamish = glen()
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


def test_a_leg_is_offered_to_those_who_play_it_and_decided_by_the_record() -> None:
    club, morag, hamish = glen()
    leg = a_leg(club, hamish, morag)
    assert [one.subject for one in offered(club, hamish)] == [leg.subject]
    record = checked(brought(club, hamish, [morag, hamish], leg.subject))
    assert verdict_of(record)["not_reported"] == ""
    report = Report.objects.get()
    assert (report.subject, report.pool) == (leg.subject, leg.pairing.round.tournament.pool)


def test_a_record_agrees_with_what_another_reported_and_confirms_it(eilidh: Account) -> None:
    club, hamish = eilidh.player.memberships.get().club, Account.objects.get(email="hamish@example.org")
    report = reported(club, eilidh, [eilidh, hamish], *outcome())
    assert not Result.objects.exists()
    record = checked(brought(club, hamish, [eilidh, hamish], report.subject))
    result = Result.objects.get()
    assert (result.subject, result.evidence) == (report.subject, record.uuid)
    for page in (f"/results/{result.pool.slug}/{result.number}/", f"/reports/{report.public_id}/"):
        assert f'href="/records/{record.public_id}/"' in browser_of(hamish).get(page).content.decode()
    assert f"/results/{result.pool.slug}/" in browser_of().get(f"/records/{record.public_id}/").content.decode()


def test_a_record_is_linked_to_what_is_in_the_ledger_already(eilidh: Account) -> None:
    """Morag keeps the club's books, so what she reports enters at once."""
    club, morag = eilidh.player.memberships.get().club, Account.objects.get(email="morag@example.org")
    report = reported(club, morag, [eilidh, morag], *outcome())
    record = checked(brought(club, eilidh, [eilidh, morag], report.subject))
    report.refresh_from_db()
    assert (report.evidence, Result.objects.count()) == (record.uuid, 1)
    assert links_of([report.subject], eilidh)[report.subject][0].href == f"/records/{record.public_id}/"


def test_a_record_that_differs_opens_a_dispute(eilidh: Account) -> None:
    club, hamish = eilidh.player.memberships.get().club, Account.objects.get(email="hamish@example.org")
    points, places = outcome()
    report = reported(club, eilidh, [eilidh, hamish], points[::-1], places[::-1])
    checked(brought(club, hamish, [eilidh, hamish], report.subject))
    assert set(Report.objects.values_list("status", flat=True)) == {"disputed"}
    assert not Result.objects.exists()


@pytest.mark.parametrize("agrees", [True, False])
def test_a_reported_game_is_chosen_beforehand_where_it_ended_as_the_record_does(eilidh: Account, agrees: bool) -> None:
    club, hamish = eilidh.player.memberships.get().club, Account.objects.get(email="hamish@example.org")
    points, places = outcome()
    turned = slice(None, None, 1 if agrees else -1)
    report = reported(club, eilidh, [eilidh, hamish], points[turned], places[turned])
    draft = begin_draft(by=hamish.player, club=club, text=text(("Eilidh", "Hamish")))
    page = browser_of(hamish).get(f"/records/{draft.public_id}/send/").content.decode()
    assert f'value="{report.subject}"' in page
    assert (f'value="{report.subject}" selected' in page) is agrees


def test_others_cannot_decide_a_game_by_theirs() -> None:
    club, morag, hamish = glen()
    leg = a_leg(club, hamish, morag)
    with pytest.raises(NotComplete, match="Choose again"):
        brought(club, hamish, [hamish, morag], uuid4())
    assert Leg.objects.get() == leg


def test_a_record_for_a_leg_begins_with_its_table() -> None:
    club, morag, hamish = glen()
    leg = a_leg(club, hamish, morag)
    address = f"{reverse('records:begin', args=[club.slug])}?leg={leg.pairing.public_id}.{leg.number}"
    page = browser_of(hamish).get(address).content.decode()
    assert page.count("selected") == 2 + 3
    browser_of(hamish).post(address, {"game": KILT, "seat-0": "Hamish", "seat-1": "Morag"})
    assert SubmittedRecord.objects.get().subject == leg.subject


def test_without_anything_that_waits_nothing_is_asked() -> None:
    club, morag, hamish = glen()
    sent(hamish.player, club, text(secret=b"before"), [morag.player, hamish.player])
    assert offered(club, hamish) == []
