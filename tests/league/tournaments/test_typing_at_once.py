"""Two scorers type the same table: both see both versions, and one of them chooses; nothing is overwritten."""

import re
from html import unescape

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from league.accounts.models import Account, Change
from league.clubs.models import Membership
from league.results.models import Result
from league.tournaments.models import Leg, Tournament
from league.tournaments.services.lifecycle import start
from league.tournaments.services.results import Outcome, stale_among
from tests.concurrency import at_once
from tests.factories import Role, browser_of
from tests.league.tournaments.browser import desk, text_of
from tests.league.tournaments.factories import Event, open_legs
from tests.league.tournaments.test_typing_in import points_of, sheet, typed

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("redis_url")]


@pytest.fixture
def tables(event: Event, hamish: Account) -> Tournament:
    """A round of three tables of four; Hamish is a scorer of the club, Morag organises."""
    made = event(12, format="table-round-robin", format_options={"largest": 4})
    Membership.objects.filter(player=hamish.player).update(role=Role.SCORER)
    return start(tournament=made, by=None)


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


def entered_by_the_scorer(as_scorer: Client, tables: Tournament, leg: Leg) -> dict[str, str]:
    """The scorer enters a table; returns what the page had seen before."""
    seen = sheet(as_scorer, tables)
    sends(as_scorer, tables, seen | typed(leg, 9, 8, 7, 6))
    return seen


def test_both_versions_stand_there_with_who_entered_it(as_morag: Client, as_scorer: Client, tables: Tournament) -> None:
    leg = open_legs(tables)[0]
    seen = entered_by_the_scorer(as_scorer, tables, leg)
    box = box_of(sends(as_morag, tables, seen | typed(leg, 1, 2, 3, 4)))
    assert "Hamish has already entered" in box
    assert figures(box) == ["9", "1", "8", "2", "7", "3", "6", "4"]
    assert points_of(leg) == [9, 8, 7, 6]


def test_to_leave_what_stands_is_one_tick(as_morag: Client, as_scorer: Client, tables: Tournament) -> None:
    leg, other, _third = open_legs(tables)
    seen = entered_by_the_scorer(as_scorer, tables, leg)
    sent = typed(leg, 1, 2, 3, 4)
    again = sends(as_morag, tables, seen | sent)
    kept = dict(re.findall(r'type="hidden" name="(leg-\d+-\d-points)" value="(\d+)"', again))
    assert kept == sent
    assert figures(box_of(sends(as_morag, tables, seen | kept | typed(other, 4, 3, 2, 1))))  # it asks until it knows
    assert sends(as_morag, tables, seen | kept | {f"leg-{leg.pk}-leave": "on"}) == ""
    assert (points_of(leg), points_of(other)) == ([9, 8, 7, 6], [4, 3, 2, 1])


def test_to_correct_it_leads_there_with_the_figures(as_morag: Client, as_scorer: Client, tables: Tournament) -> None:
    leg = open_legs(tables)[0]
    seen = entered_by_the_scorer(as_scorer, tables, leg)
    sent = typed(leg, 1, 2, 3, 4) | {f"leg-{leg.pk}-ending": "left", f"leg-{leg.pk}-2-left": "on"}
    box = box_of(sends(as_morag, tables, seen | sent))
    assert "a player left" in box
    (href,) = re.findall(r'href="([^"]+/correct/\?[^"]+)"', box)
    page = text_of(as_morag.get(href))
    given = dict(re.findall(r'name="(points-\d)" value="(\d+)"', page))
    assert given == {"points-0": "1", "points-1": "2", "points-2": "3", "points-3": "4"}
    assert re.search(r'name="ending" value="left"[^>]* checked', page)
    assert re.search(r'name="left-2"[^>]* checked', page)
    assert not re.search(r'name="left-1"[^>]* checked', page)
    assert points_of(leg) == [9, 8, 7, 6]


def test_scorers_are_sent_to_an_organiser(as_morag: Client, as_scorer: Client, tables: Tournament) -> None:
    leg = open_legs(tables)[0]
    seen = sheet(as_scorer, tables)
    sends(as_morag, tables, seen | typed(leg, 9, 8, 7, 6))
    box = box_of(sends(as_scorer, tables, seen | typed(leg, 1, 2, 3, 4)))
    assert "Ask an organiser to correct it." in box
    assert "/correct/" not in box


def test_the_same_figures_sent_twice_are_no_second_version(as_morag: Client, tables: Tournament) -> None:
    leg = open_legs(tables)[0]
    sent = sheet(as_morag, tables) | typed(leg, 9, 8, 7, 6)
    assert sends(as_morag, tables, sent) == sends(as_morag, tables, sent) == ""


def test_the_last_table_shows_both_versions_too(as_morag: Client, as_scorer: Client, tables: Tournament) -> None:
    seen = sheet(as_scorer, tables)
    figures_of_all = {name: one for leg in open_legs(tables) for name, one in typed(leg, 9, 8, 7, 6).items()}
    leg = open_legs(tables)[0]
    sends(as_scorer, tables, seen | figures_of_all)
    assert figures(box_of(sends(as_morag, tables, seen | typed(leg, 1, 2, 3, 4))))


def test_earlier_games_show_both_versions_too(as_morag: Client, as_scorer: Client, tables: Tournament) -> None:
    leg, other, _third = open_legs(tables)
    seen = entered_by_the_scorer(as_scorer, tables, leg)
    late = {"played_on": "2026-01-01"}
    page = sends(as_morag, tables, seen | late | typed(leg, 1, 2, 3, 4) | typed(other, 4, 3, 2, 1))
    assert figures(box_of(page))
    assert not Result.objects.filter(subject=other.subject).exists()


def test_of_two_scorers_at_once_one_is_asked(as_morag: Client, as_scorer: Client, tables: Tournament) -> None:
    leg, other, third = open_legs(tables)
    seen = sheet(as_morag, tables)
    pages = at_once(
        lambda: sends(as_morag, tables, seen | typed(leg, 9, 8, 7, 6) | typed(other, 4, 3, 2, 1)),
        lambda: sends(as_scorer, tables, seen | typed(leg, 1, 2, 3, 4) | typed(third, 5, 5, 5, 5)),
    )
    asked = [str(page) for page in pages if page]
    stands = points_of(leg)
    meant = [9, 8, 7, 6] if stands == [1, 2, 3, 4] else [1, 2, 3, 4]
    both = [str(one) for pair in zip(stands, meant, strict=True) for one in pair]
    assert [figures(box_of(page)) for page in asked] == [both]
    assert (points_of(other), points_of(third)) == ([4, 3, 2, 1], [5, 5, 5, 5])
    assert Result.objects.count() == 3


def test_the_log_says_who_typed_which_tables(as_scorer: Client, tables: Tournament) -> None:
    leg, other, _third = open_legs(tables)
    sends(as_scorer, tables, sheet(as_scorer, tables) | typed(leg, 9, 8, 7, 6) | typed(other, 4, 3, 2, 1))
    line = Change.objects.get(verb="results-typed")
    numbers = sorted(one.pairing.table for one in (leg, other))
    assert (str(line.by), line.facts) == ("Hamish", {"round": 1, "tables": ", ".join(map(str, numbers))})


def test_a_round_of_tables_is_asked_once(tables: Tournament, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    outcomes = [Outcome(leg, seen="0") for leg in open_legs(tables)]
    with django_assert_num_queries(2):
        assert stale_among(outcomes) == {}
