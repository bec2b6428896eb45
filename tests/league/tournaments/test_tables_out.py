"""Players, pairings, results and standings for spreadsheets and programs; tournament reports (TRF16)."""

import csv
import io

import pytest
from django.test import Client
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from league.competition.trf import players_of
from league.tournaments.models import Tournament
from league.tournaments.presenters.exports import KINDS, escape_formula
from league.tournaments.services.lifecycle import start
from tests.league.assertions import queries_of
from tests.league.tournaments.browser import desk
from tests.league.tournaments.factories import Event, play_open_legs, play_out
from tests.league.tournaments.worlds import shared

pytestmark = pytest.mark.django_db


@shared
def played(event: Event) -> Tournament:
    tournament = start(tournament=event(3), by=None)
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


def test_nobody_has_a_place_before_a_game_is_decided(event: Event, client: Client) -> None:
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


@given(st.text() | st.integers() | st.floats(allow_nan=False))
def test_no_cell_begins_a_formula(cell: str | float) -> None:
    made = escape_formula(cell)
    assert not isinstance(made, str) or not made.strip().startswith(("=", "+", "-", "@"))


@pytest.mark.parametrize("kind", KINDS)
def test_every_table_stands_before_the_first_round_in_few_queries(event: Event, client: Client, kind: str) -> None:
    tournament = event(3)
    assert queries_of(client, f"/tournaments/{tournament.public_id}/{tournament.slug}/{kind}.csv") <= 12


def test_there_is_no_table_of_another_kind(played: Tournament, client: Client) -> None:
    assert client.get(f"/tournaments/{played.public_id}/{played.slug}/secrets.csv").status_code == 404


def report(browser: Client, tournament: Tournament) -> str:
    answer = browser.get(reverse("tournaments:trf-report", args=[tournament.public_id, tournament.slug]))
    assert answer.status_code == 200
    assert answer["Content-Disposition"] == f'attachment; filename="{tournament.slug}.trf"'
    return answer.content.decode()


@pytest.mark.parametrize("format_", ["swiss", "round-robin"])
def test_the_report_has_every_result_so_far(event: Event, client: Client, format_: str) -> None:
    begun = start(tournament=event(4, format=format_, pace="round"), by=None)
    assert " 1\n" not in report(client, begun)
    play_open_legs(begun)
    lines = [line for line in report(client, begun).splitlines() if line.startswith("001")]
    assert sorted(line[98] for line in lines) == ["0", "0", "1", "1"]
    assert [int(line[4:8]) for line in lines] == [1, 2, 3, 4]


def test_a_page_of_standings_offers_the_report_where_there_is_one(event: Event, client: Client) -> None:
    for format_, offered in (("swiss", True), ("table-swiss", False)):
        begun = start(tournament=event(4, format=format_, pace="round"), by=None)
        page = client.get(reverse("tournaments:standings", args=[begun.public_id, begun.slug]))
        there = reverse("tournaments:trf-report", args=[begun.public_id, begun.slug])
        assert (there in page.content.decode()) == offered
        assert client.get(there).status_code == (200 if offered else 404)


def test_the_players_of_a_report_enter_by_their_starting_numbers(event: Event, as_morag: Client) -> None:
    sent = (
        "012 Open\n"
        "001    2      Ramsay, Allan                     1450\n"
        "001    1 m    Burns, Robert                     2100 SCO\n"
    )
    draft = event(0)
    page = as_morag.post(desk(draft, "import-players"), {"text": sent}).content.decode()
    fingerprint = page.partition('name="fingerprint" value="')[2].partition('"')[0]
    as_morag.post(desk(draft, "import-players"), {"text": sent, "confirmed": "1", "fingerprint": fingerprint})
    names = draft.entries.order_by("number").values_list("player__name", flat=True)
    assert list(names) == ["Robert Burns", "Allan Ramsay"]


def test_a_report_of_ours_is_read_again(event: Event, client: Client) -> None:
    begun = start(tournament=event(3, format="swiss"), by=None)
    read = [(one.number, one.name) for one in players_of(report(client, begun))]
    assert read == list(begun.entries.order_by("number").values_list("number", "player__name"))


def test_a_report_without_names_is_refused_and_kept(event: Event, as_morag: Client) -> None:
    draft = event(0)
    page = as_morag.post(desk(draft, "import-players"), {"text": "001    1 m\n"}).content.decode()
    assert 'aria-invalid="true"' in page
    assert "001    1 m\n</textarea>" in page
    assert not draft.entries.exists()
