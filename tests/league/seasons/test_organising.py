"""Organising a league: forms sent twice or too late, cancelled divisions, merged players."""

import re
from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from league.accounts.models import Account, Player
from league.clubs.models import Club
from league.competition.promotion import MoveKind
from league.seasons.errors import SeasonMoved
from league.seasons.models import Season
from league.seasons.presenters import league_url, season_page
from league.seasons.promotion import promotion_of
from league.seasons.queries import is_draft, is_over, seasons_of
from league.seasons.services import discard_season, set_moves, start_season
from league.tournaments.services.deadlines import Deadlines, end_of, set_deadlines
from league.tournaments.services.entries import enter_guest, enter_players
from league.tournaments.services.lifecycle import advance, cancel
from tests.factories import browser_of
from tests.league.seasons.factories import begun, divisions_in, entered, first_season, followed, league_of, played
from tests.league.tournaments.factories import People, open_legs, play_open_legs, play_out, report_result

pytestmark = [pytest.mark.slow, pytest.mark.django_db]


def filled(club: Club, people: People) -> Season:
    """A season of two divisions that could start."""
    season = first_season(league_of(club))
    for division in divisions_in(season):
        enter_players(tournament=division.tournament, players=people(4), by=None)
    return season


def next_door(season: Season) -> str:
    return reverse("seasons:next-season", args=[season.league.public_id])


INPUT = re.compile(r'<input type="(?:hidden|text)" name="([^"]+)" value="([^"]*)"')
SELECT = re.compile(r'<select name="([^"]+)".*?<option value="([^"]*)" selected', re.DOTALL)


def form_on(page: str) -> dict[str, str]:
    """What the form of the next season sends if nobody changes anything."""
    form = page[page.index('name="seen"') - 100 :]
    return dict(INPUT.findall(form)) | dict(SELECT.findall(form))


def test_the_next_season_sent_twice_is_the_same_season(club: Club, people: People, morag: Account) -> None:
    season = played(begun(club, people))
    browser = browser_of(morag)
    sent = form_on(browser.get(next_door(season)).content.decode())
    answers = [browser.post(next_door(season), sent) for _ in range(2)]
    made = season.league.seasons.get(number=2)
    assert [answer.headers["Location"] for answer in answers] == [league_url(season.league, made)] * 2


def test_who_sent_a_plan_that_changed_meanwhile_sees_the_new_one(club: Club, people: People, morag: Account) -> None:
    season = played(begun(club, people))
    browser = browser_of(morag)
    sent = form_on(browser.get(next_door(season)).content.decode())
    best = divisions_in(season)[0].tournament.entries.order_by("number")[0]
    club.memberships.get(player=best.player).delete()
    refused = browser.post(next_door(season), sent).content.decode()
    assert "standings have changed" in refused
    again = form_on(refused)
    assert again[f"to-{best.public_id}"] == ""
    assert browser.post(next_door(season), again).status_code == 302
    assert best.player.name not in [name for one in divisions_in(Season.objects.get(number=2)) for name in entered(one)]


def test_a_season_goes_on_without_a_division_called_off(club: Club, people: People, morag: Account) -> None:
    season = first_season(league_of(club))
    first, second = divisions_in(season)
    enter_players(tournament=first.tournament, players=people(4), by=None)
    enter_players(tournament=second.tournament, players=people(1), by=None)
    cancel(tournament=second.tournament, by=None)
    assert is_draft(Season.objects.get(pk=season.pk))
    assert "Start season" in browser_of(morag).get(league_url(season.league)).content.decode()
    start_season(season=season, by=None)
    assert not is_draft(Season.objects.get(pk=season.pk))
    played(season)
    assert is_over(Season.objects.get(pk=season.pk))
    assert [len(entered(one)) for one in divisions_in(followed(season))] == [4, 1]


def test_a_draft_with_a_division_called_off_can_still_be_put_away(club: Club, people: People) -> None:
    made = followed(played(begun(club, people)))
    cancel(tournament=divisions_in(made)[1].tournament, by=None)
    discard_season(season=made, by=None)
    assert Season.objects.count() == 1


def test_the_other_divisions_are_started_from_the_league_page(club: Club, people: People, morag: Account) -> None:
    season = filled(club, people)
    browser_of(morag).post(reverse("tournaments:start", args=[divisions_in(season)[0].tournament.public_id]))
    assert [one.tournament.is_running for one in divisions_in(season)] == [True, False]
    assert "Start remaining divisions" in browser_of(morag).get(league_url(season.league)).content.decode()
    start_season(season=season, by=None)
    assert all(one.tournament.is_running for one in divisions_in(season))


def test_the_organiser_changes_how_many_move_on_the_page(club: Club, people: People, morag: Account) -> None:
    season = filled(club, people)
    page = reverse("seasons:promotions", args=[season.league.public_id])
    assert browser_of(morag).post(page, {"down-1": "2", "up-2": "3"}).status_code == 302
    assert [(one.up, one.down) for one in divisions_in(season)] == [(0, 2), (3, 0)]


def test_a_season_that_was_put_away_cannot_be_started(club: Club, people: People) -> None:
    made = followed(played(begun(club, people)))
    held = Season.objects.get(pk=made.pk)
    discard_season(season=made, by=None)
    with pytest.raises(SeasonMoved):
        start_season(season=held, by=None)


def test_divisions_keep_deadlines_set_before_the_start(club: Club, people: People, morag: Account) -> None:
    season = filled(club, people)
    day = end_of(timezone.localdate() + timedelta(days=9), club.time_zone)
    set_deadlines(tournament=divisions_in(season)[1].tournament, deadlines=Deadlines(day), by=None)
    door = reverse("seasons:start", args=[season.league.public_id])
    browser_of(morag).post(door, {"first": "", "every_days": "7", "reminder_days": "3"})
    assert [one.tournament.first_due_at for one in divisions_in(season)] == [None, day]
    assert divisions_in(season)[1].tournament.rounds.get(number=1).due_at == day


def test_the_events_of_a_season_are_held_by_id_before_any_of_them_starts(club: Club, people: People) -> None:
    season = filled(club, people)
    with CaptureQueriesContext(connection) as queries:
        start_season(season=season, by=None)
    league, events = [query["sql"] for query in queries if "FOR UPDATE" in query["sql"]][:2]
    assert "seasons_league" in league
    held = r'ORDER BY "seasons_division"."tournament_id" ASC FOR UPDATE OF .*"tournaments_tournament"'
    assert re.search(held, events)


def test_nobody_has_won_a_division_that_was_called_off(club: Club, people: People) -> None:
    season = begun(club, people)
    first, second = divisions_in(season)
    for division in (first, second):
        legs = open_legs(division.tournament)
        report_result(leg=legs[0], points=[9, 4], by=None)
    cancel(tournament=second.tournament, by=None)
    play_out(first.tournament)
    advance(tournament_id=first.tournament_id)
    seasons = seasons_of(season.league)
    page = season_page(season.league, seasons, seasons[0], AnonymousUser())
    assert [any(line.is_first for line in one.lines) for one in page.divisions] == [True, False]


def test_where_nothing_was_played_the_organiser_is_told_to_decide(club: Club, people: People) -> None:
    season = begun(club, people)
    cancel(tournament=divisions_in(season)[1].tournament, by=None)
    moves = [move for move in promotion_of(season).moves if move.before == 2]
    assert [move.level_with_next for move in moves] == [True, False, False, False]


def test_two_are_level_also_with_somebody_between_them_who_does_not_go_on(club: Club, people: People) -> None:
    season = begun(club, people, sizes=(5, 4))
    set_moves(season=season, moves={1: (0, 2)}, by=None)
    play_open_legs(divisions_in(season)[0].tournament, lambda seats: [5] * len(seats))
    club.memberships.get(player=promotion_of(season).moves[3].player).delete()
    moves = promotion_of(season).moves[:5]
    assert [move.kind for move in moves] == [
        MoveKind.STAYS,
        MoveKind.STAYS,
        MoveKind.SPARED,
        MoveKind.OUT,
        MoveKind.DOWN,
    ]
    assert [move.level_with_next for move in moves] == [False, False, True, False, False]


def test_two_entries_that_are_one_person_by_now_become_one(club: Club, people: People) -> None:
    season = first_season(league_of(club, ("Only",)))
    (only,) = divisions_in(season)
    members = people(3)
    enter_players(tournament=only.tournament, players=members, by=None)
    guests = [enter_guest(tournament=only.tournament, name=name, by=None).player for name in ("Effie", "Isla", "Rory")]
    start_season(season=season, by=None)
    played(season)
    Player.objects.filter(pk=guests[0].pk).update(merged_into=members[0])
    Player.objects.filter(pk=guests[1].pk).update(merged_into=guests[2])
    (following,) = divisions_in(followed(season))
    assert sorted(entered(following)) == sorted([*(one.name for one in members), "Rory"])


def test_the_page_of_tournaments_leads_to_the_leagues_of_clubs_that_the_reader_sees(club: Club, morag: Account) -> None:
    league_of(club, name="Orchard league")
    assert reverse("seasons:list") in browser_of().get(reverse("tournaments:list")).content.decode()
    page = " ".join(browser_of().get(reverse("seasons:list")).content.decode().split())
    assert "Orchard league" in page
    assert f"{club.name}</a>: 2026 · Draft · 2 divisions" in page
    Club.objects.filter(pk=club.pk).update(is_public=False)
    assert "Orchard league" not in browser_of().get(reverse("seasons:list")).content.decode()
    assert "Orchard league" in browser_of(morag).get(reverse("seasons:list")).content.decode()
