"""Players, pairings, results and standings for spreadsheets and programs."""

import csv
import io
from collections.abc import Callable

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st
from pytest_django import DjangoAssertNumQueries

from league.accounts.services.players import rename_player
from league.tournaments.models import Tournament
from league.tournaments.presenters.exports import KINDS, harmless
from league.tournaments.services.lifecycle import start
from tests.league.tournaments.playing import play_out

pytestmark = pytest.mark.django_db


@pytest.fixture
def played(event: Callable[..., Tournament]) -> Tournament:
    tournament = event(3)
    start(tournament=tournament, by=None)
    play_out(tournament)
    return tournament


def read(browser: Client, tournament: Tournament, name: str) -> list[dict[str, str]]:
    answer = browser.get(f"/tournaments/{tournament.public_id}/{tournament.slug}/{name}")
    assert answer.status_code == 200
    return list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"))))


def test_standings_as_csv_say_what_the_page_says(played: Tournament, client: Client) -> None:
    rows = read(client, played, "standings.csv")
    assert [(row["Place"], row["Player"], row["Points"]) for row in rows] == [
        ("1", "Ailsa", "2"),
        ("2", "Bruce", "1"),
        ("3", "Catriona", "0"),
    ]


def test_nobody_has_a_place_before_a_game_is_decided(event: Callable[..., Tournament], client: Client) -> None:
    begun = start(tournament=event(3), by=None)
    assert {row["Place"] for row in read(client, begun, "standings.csv")} == {""}
    listed = client.get(f"/api/v1/tournaments/{begun.public_id}/standings/").json()["results"]
    assert {row["place"] for row in listed} == {0}


def test_results_as_csv_have_a_line_a_seat(played: Tournament, client: Client) -> None:
    rows = read(client, played, "results.csv")
    assert len(rows) == 6
    told = {(row["Round"], row["Player"]): (row["Table"], row["Points"], row["Place"]) for row in rows}
    assert {table for table, _points, _place in told.values()} == {"1"}
    assert sorted(told[one] for one in told if one[1] == "Ailsa") == [("1", "10", "1"), ("1", "10", "1")]


def test_json_calls_its_columns_the_same_in_every_language(played: Tournament, client: Client) -> None:
    address = f"/tournaments/{played.public_id}/{played.slug}/pairings.json"
    rows = client.get(address, headers={"Accept-Language": "pt-BR"}).json()
    assert set(rows[0]) == {"round", "table", "seat", "player", "bye"}


def test_a_name_that_looks_like_a_formula_is_made_harmless(played: Tournament, client: Client) -> None:
    rename_player(player=played.entries.get(number=1).player, name="=HYPERLINK(1)")
    assert "'=HYPERLINK(1)" in {row["Player"] for row in read(client, played, "players.csv")}


@given(st.text() | st.integers() | st.floats(allow_nan=False))
def test_no_cell_begins_a_formula(cell: str | float) -> None:
    made = harmless(cell)
    assert not isinstance(made, str) or not made.strip().startswith(("=", "+", "-", "@"))


@pytest.mark.parametrize("kind", KINDS)
def test_every_table_stands_before_the_first_round_and_asks_few_questions(
    event: Callable[..., Tournament], client: Client, kind: str, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    tournament = event(3)
    with django_assert_max_num_queries(12):
        assert client.get(f"/tournaments/{tournament.public_id}/{tournament.slug}/{kind}.csv").status_code == 200


def test_there_is_no_table_of_another_kind(played: Tournament, client: Client) -> None:
    assert client.get(f"/tournaments/{played.public_id}/{played.slug}/secrets.csv").status_code == 404
