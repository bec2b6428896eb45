"""Players who are level where their division splits meet once more, in an event that is made in one step."""

import pytest
from django.urls import reverse

from league.accounts.models import Account
from league.clubs.models import Club
from league.seasons.errors import SeasonMoved
from league.seasons.models import Season
from league.seasons.next_season import make_play_off
from league.tournaments.models import Tournament
from league.tournaments.services.creation import Settings, change_settings, make_tournament
from league.tournaments.services.lifecycle import advance, cancel, start
from tests.factories import browser_of
from tests.league.seasons.factories import begun, divisions_in, followed
from tests.league.tournaments.factories import People, play_open_legs, play_out

pytestmark = [pytest.mark.slow, pytest.mark.django_db]


@pytest.fixture
def level(club: Club, people: People) -> Season:
    """A season that is over; in its first division everybody is level, and one of four goes down."""
    season = begun(club, people)
    first, second = divisions_in(season)
    play_open_legs(first.tournament, lambda seats: [5] * len(seats))
    play_out(second.tournament)
    for division in (first, second):
        advance(tournament_id=division.tournament_id)
    return season


def names_in(event: Tournament) -> set[str]:
    return set(event.entries.values_list("player__name", flat=True))


def test_whoever_shares_the_place_at_a_line_plays_for_it(level: Season, morag: Account) -> None:
    first, _second = divisions_in(level)
    event = make_play_off(season=level, level=1, place=1, by=morag)
    assert (event.name, event.format) == ("Glen league 2026: First, play-off for place 1", "round-robin")
    assert (event.game, event.scoring) == (first.tournament.game, first.tournament.scoring)
    assert names_in(event) == names_in(first.tournament)
    assert start(tournament=event, by=morag).is_running
    assert followed(level).number == 2


def test_made_twice_it_is_one_event_and_called_off_it_is_made_anew(level: Season) -> None:
    event = make_play_off(season=level, level=1, place=1, by=None)
    assert make_play_off(season=level, level=1, place=1, by=None) == event
    cancel(tournament=event, by=None)
    assert make_play_off(season=level, level=1, place=1, by=None) != event


def test_a_play_off_that_was_renamed_is_not_made_again(level: Season, morag: Account) -> None:
    event = make_play_off(season=level, level=1, place=1, by=morag)
    change_settings(tournament=event, settings=Settings("The great decider"), by=morag)
    assert make_play_off(season=level, level=1, place=1, by=morag) == event
    page = browser_of(morag).get(reverse("seasons:next", args=[level.league.public_id])).content.decode()
    assert "Play-off" in page
    assert "Create play-off" not in page


def test_an_event_that_only_bears_the_name_is_no_play_off(level: Season, club: Club) -> None:
    name = "Glen league 2026: First, play-off for place 1"
    other = make_tournament(club=club, name=name, game="lords-of-scotland", format="round-robin", by=None)
    assert make_play_off(season=level, level=1, place=1, by=None) != other


def test_where_nobody_is_level_there_is_none(level: Season) -> None:
    for division, place in ((1, 2), (2, 1), (3, 1)):
        with pytest.raises(SeasonMoved):
            make_play_off(season=level, level=division, place=place, by=None)


def test_before_the_season_is_over_there_is_none(club: Club, people: People) -> None:
    season = begun(club, people)
    play_open_legs(divisions_in(season)[0].tournament, lambda seats: [5] * len(seats))
    with pytest.raises(SeasonMoved):
        make_play_off(season=season, level=1, place=1, by=None)


def test_the_organiser_makes_it_on_the_page_of_the_next_season(level: Season, morag: Account) -> None:
    browser = browser_of(morag)
    door = reverse("seasons:next", args=[level.league.public_id])
    assert "Create play-off" in browser.get(door).content.decode()
    made = browser.post(reverse("seasons:play-off", args=[level.league.public_id, 1, 1]), follow=True)
    assert "play-off for place 1 was created" in made.content.decode()
    page = browser.get(door).content.decode()
    assert "Create play-off" not in page
    assert "Play-off" in page
