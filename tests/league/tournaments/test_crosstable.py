"""The crosstable, a matrix or a column a round, on every way out; and the standings after each round."""

from __future__ import annotations

import csv
import io
import re

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.utils import translation

from games.ladder.templatetags.ladder import percent
from league.common.templatetags.design import signed
from league.competition.pairing_reasons import AGAIN
from league.competition.points import POINT
from league.competition.table_numbers import STAYS
from league.ratings.templatetags.ratings import exact_change, hundredths, millionths
from league.tournaments.format_text import points, rule_text, rule_text_at_table
from league.tournaments.models import Tournament
from league.tournaments.presenters import crosstable
from league.tournaments.presenters.crosstable import places_by_round
from league.tournaments.queries.entries import entrants_of
from league.tournaments.queries.standings_cache import sheet_of
from league.tournaments.services.lifecycle import cancel, end_early, start
from tests.league.tournaments.browser import address, text_of
from tests.league.tournaments.factories import Event, play_open_legs, play_out

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_url")]

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


def test_after_two_rounds_the_overview_shows_places_by_round(client: Client, event: Event) -> None:
    tournament = start(tournament=event(6, format="swiss", pace="round", format_options={"rounds": 3}), by=None)
    play_open_legs(tournament)
    assert places_by_round(sheet_of(tournament), entrants_of(tournament, AnonymousUser())) is None
    assert 'class="bump"' not in text_of(client.get(address(tournament, "tournament")))
    play_out(tournament)
    sheet = sheet_of(tournament)
    shown = places_by_round(sheet, entrants_of(tournament, AnonymousUser()))
    assert shown is not None
    assert [line.places[-1] for line in shown.lines] == [1, 2, 3, 4, 5, 6]
    assert shown.rounds == (1, 2, 3)
    assert 'class="bump"' in text_of(client.get(address(tournament, "tournament")))
    standings = text_of(client.get(address(tournament, "standings")))
    assert standings.count('class="strip"') == len(sheet.rows)
    assert 'class="bump"' in standings


def test_a_published_round_without_results_hides_no_bars(client: Client, event: Event) -> None:
    tournament = start(tournament=event(6, format="swiss", pace="round", format_options={"rounds": 3}), by=None)
    play_open_legs(tournament)
    assert sorted(sheet_of(tournament).rounds) == [1, 2]
    strips = re.findall('<svg class="strip".*?</svg>', text_of(client.get(address(tournament, "standings"))))
    assert len(strips) == 6
    assert all(strip.count("<path") == 1 for strip in strips)


def test_a_knockout_has_neither(client: Client, event: Event) -> None:
    tournament = start(tournament=event(4, format="single-elimination", tiebreaks=()), by=None)
    play_out(tournament)
    assert 'class="strip"' not in text_of(client.get(address(tournament, "standings")))
    assert 'class="bump"' not in text_of(client.get(address(tournament, "tournament")))


def test_decimals_have_a_comma_in_portuguese_only() -> None:
    with translation.override("pt-br"):
        assert points(8 * POINT + 600, decimals=True) == "8,83"
        assert rule_text("{least_points}", [("least_points", 3 * POINT + 7)]) == "3,01"
        assert (exact_change(11146), millionths(437015), hundredths(3841), signed(2.5)) == (
            "+11,146", "0,437015", "38,41", "+2,5",
        )  # fmt: skip
        assert percent(0.956) == "96%"
    with translation.override("en-gb"):
        assert points(8 * POINT + 600, decimals=True) == "8.83"
        assert (exact_change(11146), millionths(437015), percent(0.956)) == (
            "+11.146",
            "0.437015",
            "96\N{NO-BREAK SPACE}%",
        )


def test_a_reason_names_the_players_beside_the_numbers_of_their_seats() -> None:
    names = ["Ailsa", "Bruce", "Catriona"]
    assert (
        rule_text_at_table(STAYS, (("seat", 2), ("number", 1)), names)
        == "The player in seat 2 (Bruce) has fixed table 1."
    )
    met = rule_text_at_table(AGAIN, (("one", 1), ("other", 3), ("times", 2)), names)
    assert "seats 1 (Ailsa) and 3 (Catriona)" in met
    assert "Bruce" not in met  # 2 is how often they met
    assert "seat 4 " in rule_text_at_table(STAYS, (("seat", 4), ("number", 1)), names)
