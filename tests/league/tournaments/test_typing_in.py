"""Scorers type a round in: each table is taken on its own, nothing is overwritten, early endings are settled."""

import re
from uuid import uuid4

import pytest
from django.test import Client

from league.accounts.models import Account
from league.results.drafts import ResultDraft, SeatResult
from league.results.models import Report, Result
from league.results.services.corrections import withdraw_result
from league.results.services.reports import submit_report
from league.tournaments.models import Leg, Tournament
from league.tournaments.services.lifecycle import start
from league.tournaments.services.results import players_at
from tests.league.tournaments.browser import desk, text_of
from tests.league.tournaments.factories import Event, fresh, open_legs, report_result

pytestmark = [pytest.mark.slow, pytest.mark.django_db, pytest.mark.usefixtures("redis_url")]


def sheet(client: Client, event: Tournament) -> dict[str, str]:
    """Return the expected version of each game on the round's results page."""
    page = text_of(client.get(desk(event, "results", 1)))
    return dict(re.findall(r'name="(leg-\d+-seen)" value="([^"]*)"', page))


def typed(leg: Leg, *points: int | str) -> dict[str, str]:
    return {f"leg-{leg.pk}-{seat}-points": str(one) for seat, one in enumerate(points)}


def points_of(leg: Leg) -> list[int]:
    counts = Result.objects.get(subject=leg.subject, superseded_by=None)
    return list(counts.seats.values_list("points", flat=True))


def test_what_is_sound_is_taken_and_the_rest_comes_back(as_morag: Client, tables: Tournament) -> None:
    one, two, _three = open_legs(tables)
    sent = sheet(as_morag, tables) | typed(one, 9, 8, 7, 6) | typed(two, 5, 4)
    page = text_of(as_morag.post(desk(tables, "results", 1), sent))
    assert "1 result was entered." in page
    assert "Enter the score of each player at this table." in page
    assert f'name="leg-{two.pk}-0-points" value="5"' in page
    assert points_of(one) == [9, 8, 7, 6]
    assert not Result.objects.filter(subject=two.subject).exists()


def test_the_page_of_one_table_lists_no_open_neighbour_as_finished(as_morag: Client, tables: Tournament) -> None:
    one, two, three = open_legs(tables)
    report_result(leg=two, points=[4, 3, 2, 1], by=None)
    withdraw_result(result=Result.objects.get(), reason="It was another table.", by=None)
    report_result(leg=three, points=[4, 3, 2, 1], by=None)
    assert shown(as_morag, tables, one) == {f"leg-{one.pk}"}
    assert shown(as_morag, tables, two) == set()
    assert shown(as_morag, tables, three) == {f"table-{three.pairing.table}"}
    assert shown(as_morag, tables) == {f"leg-{one.pk}", f"table-{three.pairing.table}"}


def shown(client: Client, event: Tournament, leg: Leg | None = None) -> set[str]:
    """Return the games to be entered and the finished tables on a page of results."""
    page = text_of(client.get(desk(event, "results", 1), {"table": leg.pairing.table} if leg else {}))
    return set(re.findall(r'name="(leg-\d+)-seen"', page)) | set(re.findall(r'id="(table-\d+)"', page))


def reported(leg: Leg, by: Account, *points: int) -> Report:
    event = leg.pairing.round.tournament
    seats = tuple(
        SeatResult(player, own, 1 + sum(other > own for other in points))
        for player, own in zip(players_at(leg), points, strict=True)
    )
    draft = ResultDraft(leg.subject, seats)
    return submit_report(draft=draft, pool=event.pool, club=event.club, key=uuid4(), by=by.player)


@pytest.fixture
def hamish_plays(hamish: Account, event: Event) -> tuple[Tournament, Leg]:
    """A table at which Hamish sits."""
    made = event(3, format="table-round-robin", format_options={"largest": 4})
    from league.tournaments.services.entries import enter_players

    enter_players(tournament=made, players=[hamish.player], by=None)
    start(tournament=made, by=None)
    return made, open_legs(made)[0]


def test_reports_are_not_overwritten(as_morag: Client, hamish: Account, hamish_plays: tuple[Tournament, Leg]) -> None:
    event, leg = hamish_plays
    seen = sheet(as_morag, event)
    report = reported(leg, hamish, 9, 8, 7, 6)
    page = text_of(as_morag.post(desk(event, "results", 1), seen | typed(leg, 1, 2, 3, 4)))
    assert "Another person has entered a result" in page
    assert "Reported by Hamish" in page
    assert not Result.objects.filter(subject=leg.subject).exists()
    again = dict(re.findall(r'name="(leg-\d+-seen)" value="([^"]*)"', page))
    as_morag.post(desk(event, "results", 1), again | typed(leg, 1, 2, 3, 4))
    assert (points_of(leg), fresh(report).status) == ([1, 2, 3, 4], Report.Status.OVERRULED)


def test_the_sheet_confirms_reports(as_morag: Client, hamish: Account, hamish_plays: tuple[Tournament, Leg]) -> None:
    event, leg = hamish_plays
    report = reported(leg, hamish, 9, 8, 7, 6)
    assert "Reported by Hamish" in text_of(as_morag.get(desk(event, "results", 1)))
    as_morag.post(desk(event, "results", 1), sheet(as_morag, event) | {f"leg-{leg.pk}-confirm": "on"})
    assert (points_of(leg), fresh(report).status) == ([9, 8, 7, 6], Report.Status.ENTERED)


def test_who_left_must_be_named(as_morag: Client, tables: Tournament) -> None:
    leg = open_legs(tables)[0]
    sent = sheet(as_morag, tables) | typed(leg, 30, 8, 7, 6) | {f"leg-{leg.pk}-ending": "left"}
    assert "Mark the player who left." in text_of(as_morag.post(desk(tables, "results", 1), sent))
    assert not Result.objects.filter(subject=leg.subject).exists()


def test_time_called_counts_by_the_rule_that_the_event_chose(as_morag: Client, tables: Tournament) -> None:
    Tournament.objects.filter(pk=tables.pk).update(endings={"time": "completed-rounds-unrated"})
    leg = open_legs(tables)[0]
    sent = sheet(as_morag, tables) | typed(leg, 9, 8, 7, 6) | {f"leg-{leg.pk}-ending": "time"}
    as_morag.post(desk(tables, "results", 1), sent)
    result = Result.objects.get(subject=leg.subject)
    assert (result.ending, result.is_rated) == ("time", False)


def test_what_is_played_again_stays_open_and_says_so(as_morag: Client, tables: Tournament) -> None:
    Tournament.objects.filter(pk=tables.pk).update(endings={"abandoned": "played-again"})
    leg = open_legs(tables)[0]
    sent = sheet(as_morag, tables) | {f"leg-{leg.pk}-ending": "abandoned"}
    assert "require a replay" in text_of(as_morag.post(desk(tables, "results", 1), sent))
    assert not Result.objects.filter(subject=leg.subject).exists()


@pytest.mark.long
def test_a_round_of_100_tables_is_sent_without_script(as_morag: Client, event: Event) -> None:
    made = start(tournament=event(400, format="table-swiss", format_options={"table_size": 4}, pace="round"), by=None)
    legs = open_legs(made)
    page = as_morag.get(desk(made, "results", 1)).content.decode()
    names = re.findall(r'<(?:input|select)[^>]* name="(leg-[^"]+)"', page)
    sent = dict.fromkeys((name for name in names if not name.endswith(("-left", "-away"))), "") | sheet(as_morag, made)
    sent |= {"csrfmiddlewaretoken": "", "by-game": "yes", "played_on": ""}
    assert len(sent) > 1000
    for leg in legs:
        sent |= typed(leg, 9, 8, 7, 6)
    assert as_morag.post(desk(made, "results", 1), sent).status_code == 302
    assert Result.objects.count() == len(legs) == 100


def test_a_page_that_sends_only_what_was_typed_may_send_nothing(as_morag: Client, tables: Tournament) -> None:
    page = as_morag.post(desk(tables, "results", 1), {"by-game": "yes"})
    assert page.status_code == 200
    assert 'role="alert"' in text_of(page)
    one, *_rest = open_legs(tables)
    answer = as_morag.post(desk(tables, "results", 1), {"by-game": "yes"} | typed(one, 9, 8, 7, 6))
    assert answer.status_code == 302
    assert points_of(one) == [9, 8, 7, 6]
