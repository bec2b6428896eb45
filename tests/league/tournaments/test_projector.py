"""The big screen: seats, open tables, the standings, and the round that they belong to."""

import pytest
from django.contrib.auth.models import AnonymousUser

from league.tournaments.models import Round, Tournament
from league.tournaments.presenters.big_screen import Screen, ScreenPage, screen_of
from league.tournaments.queries.entries import entrants_of
from league.tournaments.queries.standings_cache import sheet_of
from league.tournaments.services.lifecycle import start
from league.tournaments.services.results import report_result
from tests.factories import browser_of
from tests.league.assertions import queries_of
from tests.league.tournaments.browser import address, text_of
from tests.league.tournaments.factories import Event, fresh, open_legs, play_out

pytestmark = [pytest.mark.slow, pytest.mark.django_db]


def wall(event: Tournament) -> Screen:
    """What hangs there for a visitor."""
    return screen_of(fresh(event), sheet_of(event), entrants_of(event, AnonymousUser()))


def leaves(hung: Screen, kind: str) -> list[ScreenPage]:
    """Those of one kind."""
    return [leaf for leaf in hung.leaves if leaf.kind == kind]


def test_everybody_finds_their_table_by_name(hall: Tournament) -> None:
    (leaf,) = leaves(wall(hall), "seats")
    names = [row.name for row in leaf.rows]
    assert names == sorted(names)
    assert sorted((row.table, row.seat) for row in leaf.rows) == [
        (table, seat) for table in (1, 2) for seat in (1, 2, 3)
    ]


def test_where_little_hangs_the_letters_are_large(hall: Tournament) -> None:
    assert all(leaf.letters == "large" for leaf in wall(hall).leaves)
    assert "wall-leaf of-tables large" in text_of(browser_of().get(address(hall, "projector")))


def test_it_says_which_tables_still_play(hall: Tournament) -> None:
    assert wall(hall).playing == (1, 2)
    report_result(leg=open_legs(hall)[0], points=[3, 2, 1], by=None)
    assert wall(hall).playing == (2,)
    assert 'Table still playing: <strong class="num">2</strong>' in text_of(
        browser_of().get(address(hall, "projector"))
    )


def test_it_says_round_version_and_since_when(hall: Tournament) -> None:
    Round.objects.filter(tournament=hall).update(version=3)
    page = text_of(browser_of().get(address(hall, "projector")))
    assert "Round 1" in page
    assert "version 3" in page
    assert wall(hall).since is not None


def test_thirty_tables_fill_leaves_of_a_screen_each_and_nobody_is_left_out(event: Event) -> None:
    large = start(tournament=event(120, format="table-round-robin"), by=None)
    hung = wall(large)
    tables = [table for leaf in leaves(hung, "tables") for table in leaf.rows]
    assert len(tables) == hung.tables
    assert sum(len(table.names) for table in tables) == 120
    assert len([row for leaf in leaves(hung, "seats") for row in leaf.rows]) == 120
    assert max(len(leaf.rows) for leaf in leaves(hung, "seats")) <= 48
    assert max(len(leaf.rows) for leaf in leaves(hung, "tables")) <= 12
    assert all(leaf.letters == "usual" for leaf in hung.leaves)


def test_before_the_first_round_it_says_so_and_after_the_last_it_has_standings(event: Event, hall: Tournament) -> None:
    assert "has not been published yet" in text_of(browser_of().get(address(event(4), "projector")))
    play_out(hall)
    assert {leaf.kind for leaf in wall(hall).leaves} == {"standings"}


def test_it_asks_the_same_number_of_questions_for_many_tables(event: Event) -> None:
    counts = []
    for entries in (6, 24):
        tables = start(tournament=event(entries, format="table-round-robin"), by=None)
        counts.append(queries_of(browser_of(), address(tables, "projector")))
    assert counts[0] == counts[1]
