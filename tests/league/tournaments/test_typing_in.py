"""Scorers type a round in: each table is taken on its own, nothing is overwritten, early endings are settled."""

import re
from html import unescape
from uuid import uuid4

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from league.accounts.models import Account, Change
from league.clubs.models import Membership
from league.results.drafts import ResultDraft, SeatResult
from league.results.models import Report, Result
from league.results.services.corrections import withdraw_result
from league.results.services.reports import submit_report
from league.tournaments.models import Leg, Tournament
from league.tournaments.queries.rounds import players_at
from league.tournaments.services.lifecycle import start
from league.tournaments.services.results import Outcome, stale_results_of
from tests.factories import Role, browser_of
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


def test_early_endings_follow_the_rules_of_the_event(as_morag: Client, tables: Tournament) -> None:
    Tournament.objects.filter(pk=tables.pk).update(
        endings={"time": "completed-rounds-unrated", "abandoned": "played-again"}
    )
    left, time, abandoned = open_legs(tables)
    sent = typed(left, 30, 8, 7, 6) | {f"leg-{left.pk}-ending": "left"}
    sent |= typed(time, 9, 8, 7, 6) | {f"leg-{time.pk}-ending": "time"}
    sent |= {f"leg-{abandoned.pk}-ending": "abandoned"}
    page = sends(as_morag, tables, sheet(as_morag, tables) | sent)
    assert "Mark the player who left." in page
    assert "require a replay" in page
    result = Result.objects.get()
    assert (result.subject, result.ending, result.is_rated) == (time.subject, "time", False)


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


@pytest.fixture
def scored(tables: Tournament, hamish: Account) -> Tournament:
    """The same tables; Hamish is a scorer of the club, Morag organises."""
    Membership.objects.filter(player=hamish.player).update(role=Role.SCORER)
    return tables


@pytest.fixture
def as_scorer(hamish: Account) -> Client:
    return browser_of(hamish)


def sends(client: Client, event: Tournament, sent: dict[str, str]) -> str:
    """What the sheet says after it was sent; nothing where it leads on to the round."""
    return text_of(client.post(desk(event, "results", 1), sent))


def box_of(page: str) -> str:
    """The table with two versions."""
    (box,) = re.findall(r"<fieldset[^>]*data-clash.*?</fieldset>", page, re.DOTALL)
    return unescape(str(box))


def figures(box: str) -> list[str]:
    return re.findall(r'<td class="num">(\d+)', box)


def entered_by_the_scorer(as_scorer: Client, scored: Tournament, leg: Leg) -> dict[str, str]:
    """The scorer enters a table; returns what the page had seen before."""
    seen = sheet(as_scorer, scored)
    sends(as_scorer, scored, seen | typed(leg, 9, 8, 7, 6))
    return seen


def test_to_leave_what_stands_is_one_tick(as_morag: Client, as_scorer: Client, scored: Tournament) -> None:
    leg, other, _third = open_legs(scored)
    seen = entered_by_the_scorer(as_scorer, scored, leg)
    sent = typed(leg, 1, 2, 3, 4)
    again = sends(as_morag, scored, seen | sent)
    kept = dict(re.findall(r'type="hidden" name="(leg-\d+-\d-points)" value="(\d+)"', again))
    assert kept == sent
    assert figures(box_of(sends(as_morag, scored, seen | kept | typed(other, 4, 3, 2, 1))))  # it asks until it knows
    assert sends(as_morag, scored, seen | kept | {f"leg-{leg.pk}-leave": "on"}) == ""
    assert (points_of(leg), points_of(other)) == ([9, 8, 7, 6], [4, 3, 2, 1])


def test_both_versions_stand_there_and_lead_to_a_correction(
    as_morag: Client, as_scorer: Client, scored: Tournament
) -> None:
    leg = open_legs(scored)[0]
    seen = entered_by_the_scorer(as_scorer, scored, leg)
    sent = typed(leg, 1, 2, 3, 4) | {f"leg-{leg.pk}-ending": "left", f"leg-{leg.pk}-2-left": "on"}
    box = box_of(sends(as_morag, scored, seen | sent))
    assert "Hamish has already entered" in box
    assert figures(box) == ["9", "1", "8", "2", "7", "3", "6", "4"]
    assert "a player left" in box
    (href,) = re.findall(r'href="([^"]+/correct/\?[^"]+)"', box)
    page = text_of(as_morag.get(href))
    given = dict(re.findall(r'name="(points-\d)" value="(\d+)"', page))
    assert given == {"points-0": "1", "points-1": "2", "points-2": "3", "points-3": "4"}
    assert re.search(r'name="ending" value="left"[^>]* checked', page)
    assert re.search(r'name="left-2"[^>]* checked', page)
    assert not re.search(r'name="left-1"[^>]* checked', page)
    assert points_of(leg) == [9, 8, 7, 6]


def test_scorers_are_sent_to_an_organiser(as_morag: Client, as_scorer: Client, scored: Tournament) -> None:
    leg = open_legs(scored)[0]
    seen = sheet(as_scorer, scored)
    sends(as_morag, scored, seen | typed(leg, 9, 8, 7, 6))
    box = box_of(sends(as_scorer, scored, seen | typed(leg, 1, 2, 3, 4)))
    assert "Ask an organiser to correct it." in box
    assert "/correct/" not in box


def test_only_other_figures_are_a_second_version_also_after_the_last_table(
    as_morag: Client, scored: Tournament
) -> None:
    first, *others = open_legs(scored)
    sent = sheet(as_morag, scored) | typed(first, 9, 8, 7, 6)
    for leg in others:
        sent |= typed(leg, 9, 8, 7, 6)
    assert sends(as_morag, scored, sent) == sends(as_morag, scored, sent) == ""
    assert figures(box_of(sends(as_morag, scored, sent | typed(first, 1, 2, 3, 4))))


def test_earlier_games_show_both_versions_too(as_morag: Client, as_scorer: Client, scored: Tournament) -> None:
    leg, other, _third = open_legs(scored)
    seen = entered_by_the_scorer(as_scorer, scored, leg)
    late = {"played_on": "2026-01-01"}
    page = sends(as_morag, scored, seen | late | typed(leg, 1, 2, 3, 4) | typed(other, 4, 3, 2, 1))
    assert figures(box_of(page))
    assert not Result.objects.filter(subject=other.subject).exists()


def test_the_log_says_who_typed_which_tables(as_scorer: Client, scored: Tournament) -> None:
    leg, other, _third = open_legs(scored)
    sends(as_scorer, scored, sheet(as_scorer, scored) | typed(leg, 9, 8, 7, 6) | typed(other, 4, 3, 2, 1))
    line = Change.objects.get(verb="results-typed")
    numbers = sorted(one.pairing.table for one in (leg, other))
    assert (str(line.by), line.facts) == ("Hamish", {"round": 1, "tables": ", ".join(map(str, numbers))})


def test_a_round_of_tables_is_asked_once(scored: Tournament, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    outcomes = [Outcome(leg, seen="0") for leg in open_legs(scored)]
    with django_assert_num_queries(2):
        assert stale_results_of(outcomes) == {}
