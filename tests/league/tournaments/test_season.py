"""The pages of a season of club nights: points of each night, dropped nights, and players below the line."""

import re
from collections.abc import Sequence

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.utils import timezone

from league.competition.early_endings import ending_rule
from league.competition.format import Round
from league.competition.season_scoring import GUEST, TOO_FEW
from league.tournaments.format_text import ENDINGS
from league.tournaments.models import Entry, Evening, Presence, Tournament
from league.tournaments.presenters.crosstable import places_by_round
from league.tournaments.presenters.overview import rules_of
from league.tournaments.presenters.standings import Standings
from league.tournaments.queries.entries import entrants_of
from league.tournaments.queries.history import history_of, next_of
from league.tournaments.queries.standings_cache import sheet_of
from league.tournaments.services.lifecycle import advance, start
from league.tournaments.services.publishing import publish_round, save_draft_round
from tests.league.tournaments.browser import address, text_of
from tests.league.tournaments.factories import Event, fresh, play_open_legs
from tests.league.tournaments.worlds import shared

pytestmark = [pytest.mark.slow, pytest.mark.django_db, pytest.mark.usefixtures("redis_url")]

SELDOM = TOO_FEW.format(came=1, needed=2)


def evening(event: Tournament, number: int, here: Sequence[int]) -> None:
    """An evening at which these play one round."""
    opened = Evening.objects.create(tournament=event, number=number, day=timezone.localdate())
    entries = Entry.objects.filter(tournament=event, number__in=here)
    Presence.objects.bulk_create(Presence(evening=opened, entry=entry) for entry in entries)
    drawn = next_of(event, history_of(event.pk))
    assert isinstance(drawn, Round)
    publish_round(tournament_round=save_draft_round(event, drawn))
    play_open_legs(event)
    Evening.objects.filter(pk=opened.pk).update(closed_at=timezone.now())
    advance(tournament_id=event.pk)
    event.refresh_from_db()


@shared
def season(event: Event) -> Tournament:
    """Three evenings of six, of whom the fifth came once and the sixth is a guest; the best two count."""
    options = {"table_size": 3, "smallest": 3, "largest": 5, "best_of": 2, "attendance": 2}
    tournament = event(6, format="club-evenings", pace="desk", format_options=options)
    Entry.objects.filter(tournament=tournament, number=6).update(is_guest=True)
    start(tournament=tournament, by=None)
    for number, here in enumerate(((1, 2, 3, 4, 5, 6), (1, 2, 3, 4, 6), (1, 2, 3)), start=1):
        evening(tournament, number, here)
    return tournament


def test_the_standings_grey_out_what_is_dropped_and_have_a_line(client: Client, season: Tournament) -> None:
    page = text_of(client.get(address(season, "standings")))
    bars = re.findall(r"<path ([^>]*)><title>([^<]*)</title>", page)
    assert len(bars) == 6 + 5 + 3
    assert re.search('aria-label="[^,"]+, \N{EN DASH}, \N{EN DASH}"', page)  # the fifth came once
    dropped = [words for ink, words in bars if "--rule" in ink]
    assert len(dropped) == 3  # of the three who came every time
    assert all("1 game, dropped" in words for words in dropped)
    line = page.index('class="cut"')
    assert line < page.index(SELDOM)  # who came too seldom
    assert line < page.index("guest")
    assert page.count('<td class="place">\N{EN DASH}</td>') == 2
    crosstable = text_of(client.get(address(season, "crosstable")))
    assert crosstable.partition('class="cut"')[2].count("<tr data-key") == 2


def test_the_printed_standings_have_the_points_of_every_night(client: Client, season: Tournament) -> None:
    page = text_of(client.get(address(season, "print-standings")))
    nights = re.findall(r'<td class="evenings">([^<]*)</td>', page)
    assert [len(row.split()) for row in nights] == [3] * 6
    assert sum(row.count("(") for row in nights) == 3  # dropped by the three who came every time
    assert sum(row.count("\N{EN DASH}") for row in nights) == 3 * 6 - (6 + 5 + 3)


def test_places_by_club_night_count_as_the_season_does(client: Client, season: Tournament) -> None:
    shown = places_by_round(sheet_of(season), entrants_of(season, AnonymousUser()))
    assert shown is not None
    assert shown.by_night
    assert shown.rounds == (1, 2, 3)
    ranked = [row for row in sheet_of(season).rows if row.is_ranked]
    by_points = sorted(ranked, key=lambda row: -row.points)  # of the best two, as in the standings
    names = {number: one.name for number, one in entrants_of(season, AnonymousUser()).items()}
    assert [line.name for line in shown.lines] == [names[row.entry] for row in by_points]
    for tab in ("tournament", "standings"):
        assert 'class="bump"' in text_of(client.get(address(season, tab)))


def test_the_reckoning_opens_the_sum_of_the_evenings(client: Client, season: Tournament) -> None:
    page = text_of(client.get(address(season, "place-calculation", 1)))
    assert "The best 2 club nights count. 1 is dropped." in page
    assert "Season points" in page
    below = text_of(client.get(address(season, "place-calculation", 5)))
    assert SELDOM in below


def test_programs_are_told_the_same(client: Client, season: Tournament) -> None:
    rows = {
        row["entry"]: row for row in client.get(f"/api/v1/tournaments/{season.public_id}/standings/").json()["results"]
    }
    assert [one["counts"] for one in rows[1]["evenings"]].count(False) == 1
    assert sum(one["units"] for one in rows[1]["evenings"] if one["counts"]) == rows[1]["units"]
    assert (rows[5]["place"], rows[5]["unranked"]) == (0, SELDOM)
    assert (rows[6]["place"], rows[6]["unranked"]) == (0, GUEST)


def test_an_average_says_by_what_it_is_divided(client: Client, event: Event) -> None:
    tournament = event(4, format="club-evenings", pace="desk", format_options={"counting": "average per game"})
    start(tournament=tournament, by=None)
    evening(tournament, 1, (1, 2, 3, 4))
    evening(tournament, 2, (1, 2, 3, 4))
    page = text_of(client.get(address(tournament, "place-calculation", 1)))
    assert "All points, divided by the number of games." in page
    assert "Number of games" in page


def test_it_is_over_once_the_number_of_its_evenings_is_agreed(season: Tournament) -> None:
    season.format_options["evenings"] = 3
    season.results_seen = 0
    season.save()
    advance(tournament_id=season.pk)
    assert fresh(season).status == Tournament.Status.FINISHED


def test_the_event_says_what_a_game_comes_to_that_ends_early(client: Client, season: Tournament) -> None:
    season.endings = {"time": "completed-rounds-unrated"}
    season.save()
    told = {rule.title: f"{rule.name}: {rule.words}" for rule in rules_of(season)}
    assert set(told) >= set(map(str, ENDINGS.values()))
    for kind, slug in (("time", "completed-rounds-unrated"), ("left", ""), ("abandoned", "")):
        rule = ending_rule(season.game, kind, slug)
        assert told[str(ENDINGS[kind])] == f"{rule.name}: {' '.join(rule.sentences)}"
    assert told["Club nights"].startswith("until the organiser ends the season")
    assert "When a player leaves a game" in text_of(client.get(address(season, "tournament")))


def numbers_of(page: str) -> list[str]:
    """The points in the standings, from the first line on."""
    return re.findall(r'<td class="num main"><a [^>]*>([^<]*)</a>', page)


@pytest.mark.parametrize(("seed", "format_of_all"), [(0, r"\d+\.\d\d"), (8, r"\d|\d?[¼½¾⅓⅔⅙⅚]")])
def test_a_column_has_one_format_of_numbers(client: Client, event: Event, seed: int, format_of_all: str) -> None:
    options = {"table_size": 4, "smallest": 3, "largest": 5}
    tournament = event(9, format="club-evenings", pace="desk", format_options=options)
    Tournament.objects.filter(pk=tournament.pk).update(seed=seed)
    tournament.refresh_from_db()
    start(tournament=tournament, by=None)
    evening(tournament, 1, tuple(range(1, 10)))
    evening(tournament, 2, (1, 2, 3, 4, 5, 6, 7, 8))
    shown = numbers_of(text_of(client.get(address(tournament, "standings"))))
    assert len(shown) == 9
    assert all(re.fullmatch(format_of_all, one) for one in shown)


def test_the_lot_is_shown_where_it_decided(client: Client, event: Event) -> None:
    tournament = event(6, format="club-evenings", pace="desk", format_options={"table_size": 3}, tiebreaks=["lot"])
    start(tournament=tournament, by=None)
    evening(tournament, 1, (1, 2, 3))
    evening(tournament, 2, (4, 5, 6, 1))
    figures = {
        row.entrant.number: row.figures[0].value
        for row in Standings(tournament, sheet_of(tournament), entrants_of(tournament, AnonymousUser())).rows
    }
    points = {row.entry: row.points for row in sheet_of(tournament).rows}
    level = {entry for entry, own in points.items() if list(points.values()).count(own) > 1}
    assert {entry for entry, value in figures.items() if value} == level
    assert client.get(address(tournament, "standings")).status_code == 200


def test_a_lot_that_decided_nothing_has_no_column(client: Client, event: Event) -> None:
    tournament = event(3, format="club-evenings", pace="desk", format_options={"table_size": 3}, tiebreaks=["lot"])
    start(tournament=tournament, by=None)
    evening(tournament, 1, (1, 2, 3))
    assert Standings(tournament, sheet_of(tournament), entrants_of(tournament, AnonymousUser())).columns.tiebreaks == ()


def test_a_dot_for_each_night_tells_whether_it_counts(client: Client, season: Tournament) -> None:
    page = text_of(client.get(address(season, "club-nights")))
    rows = page.partition("<tbody>")[2].partition("</tbody>")[0]
    assert (rows.count('class="dot counts"'), rows.count('class="dot dropped"')) == (11, 3)
    assert [address(season, "round", number) in page for number in (1, 2, 3)] == [True] * 3
