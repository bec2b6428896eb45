"""The crosstable, a matrix or a column a round: on the page, on paper, in files and the API."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable

import pytest
from django.test import Client

from league.tournaments.models import Tournament
from league.tournaments.presenters import crosstable
from league.tournaments.services.ending import end_early
from league.tournaments.services.lifecycle import cancel, start
from tests.league.tournaments.doors import address, text_of
from tests.league.tournaments.playing import play_open_legs, play_out

pytestmark = pytest.mark.django_db

Event = Callable[..., Tournament]
FREE = str(crosstable.FREE)


def swiss(event: Event, players: int, **choices: object) -> Tournament:
    """Two rounds, the first of them decided."""
    tournament = start(tournament=event(players, pace="round", **choices), by=None)
    play_open_legs(tournament)
    return tournament


def squares(client: Client, tournament: Tournament, page: str = "crosstable") -> list[list[str]]:
    """The text of every square, row by row."""
    rows = re.findall(r"<tr data-key.*?</tr>", text_of(client.get(address(tournament, page))), re.DOTALL)
    cells = [re.findall(r'<td class="cell.*?</td>', row, re.DOTALL) for row in rows]
    return [[" ".join(re.sub(r"<[^>]+>", " ", cell).split()) for cell in row] for row in cells]


def of_file(client: Client, tournament: Tournament) -> list[list[str]]:
    answer = client.get(f"/tournaments/{tournament.public_id}/{tournament.slug}/crosstable.csv")
    rows = list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig"))))
    return [row[4:] for row in rows[1:]]


def test_a_swiss_of_two_names_opponent_seat_and_result_in_round_columns(client: Client, event: Event) -> None:
    tournament = swiss(event, 5, format="swiss", format_options={"rounds": 3})
    shown = squares(client, tournament)
    assert {len(row) for row in shown} == {2}
    first = [row[0] for row in shown]
    assert sum(bool(re.fullmatch(r"\d[wb]1", square)) for square in first) == 2
    assert sum(bool(re.fullmatch(r"\d[wb]0", square)) for square in first) == 2
    assert sum(square.startswith(f"{FREE} 1") for square in first) == 1
    open_ones = [row[1] for row in shown if re.fullmatch(r"\d[wb]", row[1])]
    assert len(open_ones) == 4
    for row, texts in zip(shown, of_file(client, tournament), strict=True):
        assert all(f"{square} ".startswith(f"{text} ") for square, text in zip(row, texts, strict=True))


def test_both_sides_of_a_game_name_one_another(client: Client, event: Event) -> None:
    shown = squares(client, swiss(event, 6, format="swiss", format_options={"rounds": 3}))
    for at, row in enumerate(shown, start=1):
        number, seat = re.match(r"(\d+)([wb])", row[0]).groups()  # type: ignore[union-attr]
        back = shown[int(number) - 1][0]
        assert back.startswith(f"{at}{'b' if seat == 'w' else 'w'}")


def test_tables_name_the_place_and_the_opponents(client: Client, event: Event) -> None:
    tournament = swiss(event, 12, format="table-swiss", format_options={"table_size": 4})
    shown = squares(client, tournament)
    assert all(re.fullmatch(r"[1-4] \d+ \d+ \d+", row[0]) for row in shown)
    assert all(re.fullmatch(r"\d+ \d+ \d+", row[1]) for row in shown)
    assert sorted(row[0][0] for row in shown) == sorted("1234" * 3)
    assert all(re.fullmatch(r"[1-4]: \d+ \d+ \d+", row[0]) for row in of_file(client, tournament))


def test_rounds_to_come_are_shown_only_while_it_runs(client: Client, event: Event) -> None:
    for over in (end_early, cancel):
        tournament = swiss(event, 6, format="swiss", format_options={"rounds": 5}, name=over.__name__)
        assert 'class="ahead' in text_of(client.get(address(tournament, "crosstable")))
        over(tournament=tournament, by=None)
        assert 'class="ahead' not in text_of(client.get(address(tournament, "crosstable")))


def test_only_a_round_robin_has_a_matrix(client: Client, event: Event) -> None:
    tournament = start(tournament=event(5), by=None)
    play_out(tournament)
    assert {len(row) for row in squares(client, tournament)} == {5}
    assert {len(row) for row in of_file(client, tournament)} == {5}


def test_the_api_has_everybodys_rounds(client: Client, event: Event) -> None:
    tournament = swiss(event, 5, format="swiss", format_options={"rounds": 3})
    rows = client.get(f"/api/v1/tournaments/{tournament.public_id}/crosstable/").json()["results"]
    played = [row["rounds"][0] for row in rows]
    assert sorted(str(one["points"]) for one in played) == ["0", "0", "1", "1", "1"]
    assert sorted(len(one["opponents"]) for one in played) == [0, 1, 1, 1, 1]
    assert {one["points"] for row in rows for one in row["rounds"][1:]} == {None}


def test_a_bye_is_paid_on_the_page_when_its_round_is_over(client: Client, event: Event) -> None:
    tournament = swiss(event, 5, format="swiss", format_options={"rounds": 3})
    assert [row[1] for row in squares(client, tournament) if row[1].startswith(FREE)] == [FREE]
    play_open_legs(tournament)
    (paid,) = [row[1] for row in squares(client, tournament) if row[1].startswith(FREE)]
    assert paid.startswith(f"{FREE} 1")


@pytest.mark.parametrize("players", [5, 12])
def test_the_print_has_every_round(client: Client, event: Event, players: int) -> None:
    tournament = swiss(event, players, format="swiss", format_options={"rounds": 3})
    page = text_of(client.get(address(tournament, "print-crosstable")))
    assert page.count('<td class="cell') == 2 * players


def test_a_finished_cup_names_its_winner_on_every_tab(client: Client, event: Event) -> None:
    tournament = start(tournament=event(4, format="single-elimination", tiebreaks=()), by=None)
    play_out(tournament)
    for tab in ("tournament", "bracket", "rounds", "all-rounds", "standings"):
        page = text_of(client.get(address(tournament, tab)))
        winner = re.search(r'<p class="winners">.*?</p>', page, re.DOTALL)
        assert winner, tab
        assert "Ailsa" in winner[0]
