"""Seasons of a league: divisions, promotion, play-offs and the next season."""

import pytest
from django.db import IntegrityError, transaction
from django.urls import reverse

from league.accounts.models import Account
from league.clubs.models import Club
from league.clubs.services.members import remove_member
from league.competition.promotion import MoveKind
from league.seasons.errors import LeagueRefused, SeasonMoved, SeasonNotOver
from league.seasons.models import Division, League, Season
from league.seasons.next_season import make_next_season, make_play_off
from league.seasons.presenters import league_url, name_after
from league.seasons.promotion import promotion_of
from league.seasons.services import Plan, discard_season, make_league, set_moves, start_season
from league.tournaments.errors import NotTheOrganiser
from league.tournaments.models import Tournament
from league.tournaments.services.creation import Settings, change_settings, make_tournament
from league.tournaments.services.entries import enter_guest, enter_players
from league.tournaments.services.lifecycle import advance, cancel, start
from league.tournaments.services.withdrawals import withdraw
from tests.factories import account_of, browser_of, joins
from tests.league.assertions import queries_of
from tests.league.seasons.factories import begun, divisions_in, entered, first_season, followed, league_of, played
from tests.league.tournaments.factories import People, play_open_legs, play_out

pytestmark = [pytest.mark.slow, pytest.mark.django_db]

QUERIES = 15  # signed in, with empty caches


def test_a_league_is_made_with_a_draft_for_every_division(club: Club) -> None:
    season = first_season(league_of(club))
    told = [(one.level, one.name, one.up, one.down, one.tournament.name) for one in divisions_in(season)]
    assert told == [(1, "First", 0, 1, "Glen league 2026: First"), (2, "Second", 1, 0, "Glen league 2026: Second")]


@pytest.mark.parametrize(
    ("plan", "field"),
    [
        (Plan("", ["First"], 1), "season"),
        (Plan("2" * 17, ["First"], 1), "season"),
        (Plan("2026", [" "], 1), "divisions"),
        (Plan("2026", ["First", "first"], 1), "divisions"),
        (Plan("2026", ["F" * 21], 1), "divisions"),
        (Plan("2026", [str(number) for number in range(11)], 1), "divisions"),
        (Plan("2026", ["First"], 21), "moves"),
    ],
)
def test_a_season_that_cannot_be_is_refused_and_nothing_is_kept(club: Club, plan: Plan, field: str) -> None:
    with pytest.raises(LeagueRefused) as refusal, transaction.atomic():
        make_league(club=club, name="Glen", game="kings-kilt", plan=plan, by=None, format="round-robin")
    assert refusal.value.field == field
    assert not League.objects.exists()


def test_a_club_has_one_league_of_a_name(club: Club) -> None:
    league_of(club)
    with pytest.raises(LeagueRefused, match="already has a league"):
        make_league(
            club=club, name="GLEN  league", game="kings-kilt", plan=Plan("1", ["A"], 0), by=None, format="round-robin"
        )


def test_nobody_but_organisers_does_any_of_it(club: Club) -> None:
    season = first_season(league_of(club))
    joins(hamish := account_of("Hamish"), club)
    for refused in (
        lambda: start_season(season=season, by=hamish),
        lambda: set_moves(season=season, moves={}, by=hamish),
        lambda: discard_season(season=season, by=hamish),
        lambda: make_next_season(season=season, name="2027", seen="", by=hamish),
    ):
        with pytest.raises(NotTheOrganiser):
            refused()


def test_a_season_starts_in_all_divisions_or_in_none(club: Club, people: People) -> None:
    season = first_season(league_of(club))
    first, second = divisions_in(season)
    enter_players(tournament=first.tournament, players=people(4), by=None)
    with pytest.raises(LeagueRefused, match="Second cannot start"), transaction.atomic():
        start_season(season=season, by=None)
    assert all(one.tournament.takes_entries for one in divisions_in(season))
    enter_players(tournament=second.tournament, players=people(2), by=None)
    start_season(season=season, by=None)
    start_season(season=season, by=None)
    assert all(one.tournament.is_running for one in divisions_in(season))


def test_the_next_season_has_everybody_where_the_tables_put_them(club: Club, people: People) -> None:
    season = played(begun(club, people))
    made = followed(season)
    names = [entered(one) for one in divisions_in(season)]
    assert [set(entered(one)) for one in divisions_in(made)] == [
        {*names[0][:3], names[1][0]},
        {names[0][3], *names[1][1:]},
    ]
    assert [one.tournament.format for one in divisions_in(made)] == ["round-robin", "round-robin"]
    assert followed(season) == made
    assert Season.objects.count() == 2


def test_a_season_that_is_not_over_has_no_next_one(club: Club, people: People) -> None:
    season = begun(club, people)
    play_out(divisions_in(season)[0].tournament)
    with pytest.raises(SeasonNotOver, match="Unfinished: Second"):
        followed(season)


def test_a_plan_that_nobody_looked_at_is_not_carried_out(club: Club, people: People) -> None:
    season = played(begun(club, people))
    with pytest.raises(SeasonMoved, match="standings have changed"):
        followed(season, seen="0123456789abcdef")


def test_the_organiser_may_decide_otherwise_and_bring_newcomers(club: Club, people: People) -> None:
    season = played(begun(club, people))
    plan = promotion_of(season)
    last = next(move for move in plan.moves if move.kind == MoveKind.DOWN)
    up = next(move for move in plan.moves if move.kind == MoveKind.UP)
    (new,) = people(1)
    instead: dict[str, int | None] = {last.entry: 1, up.entry: None}
    first, second = divisions_in(followed(season, instead=instead, newcomers={2: [new]}))
    assert last.player.name in entered(first)
    assert up.player.name not in entered(first) + entered(second)
    assert new.name in entered(second)
    with pytest.raises(LeagueRefused, match="no division 7"):
        followed(played_again(second.season), instead={first.tournament.entries.all()[0].public_id: 7}, name="2028")


def played_again(season: Season) -> Season:
    start_season(season=season, by=None)
    return played(season)


def test_who_left_the_event_or_the_club_does_not_go_on_and_their_place_is_filled(club: Club, people: People) -> None:
    season = begun(club, people)
    first, _second = divisions_in(season)
    best, other = (one.player for one in first.tournament.entries.order_by("number").select_related("player")[:2])
    withdraw(entry=first.tournament.entries.get(player=best), by=None)
    played(season)
    remove_member(membership=club.memberships.get(player=other), by=None)
    ways = {move.player: move.kind for move in promotion_of(season).moves}
    assert (ways[best], ways[other]) == (MoveKind.OUT, MoveKind.OUT)
    assert {MoveKind.SPARED, MoveKind.CALLED_UP} <= {*ways.values()}
    with pytest.raises(LeagueRefused, match="no longer a club member"), transaction.atomic():
        followed(season, instead={first.tournament.entries.get(player=other).public_id: 1})
    assert len(entered(divisions_in(followed(season))[0])) == 4


def test_a_guest_goes_on_as_a_guest(club: Club, people: People) -> None:
    season = first_season(league_of(club, ("Only",)))
    (only,) = divisions_in(season)
    enter_players(tournament=only.tournament, players=people(2), by=None)
    enter_guest(tournament=only.tournament, name="Visitor", by=None)
    start_season(season=season, by=None)
    (following,) = divisions_in(followed(played(season)))
    assert following.tournament.entries.get(player__name="Visitor").is_guest


def test_a_season_that_has_not_started_can_be_put_away_and_made_anew(club: Club, people: People) -> None:
    season = played(begun(club, people))
    discard_season(season=followed(season), by=None)
    assert followed(season, name="Spring").name == "Spring"
    with pytest.raises(SeasonMoved):
        discard_season(season=season, by=None)


def test_moves_can_be_changed_until_another_season_follows(club: Club, people: People) -> None:
    season = begun(club, people)
    set_moves(season=season, moves={1: (5, 2), 2: (2, 0)}, by=None)
    assert [(one.up, one.down) for one in divisions_in(season)] == [(0, 2), (2, 0)]
    followed(played(season))
    for refused in (
        lambda: set_moves(season=season, moves={1: (0, 1)}, by=None),
        lambda: start_season(season=season, by=None),
        lambda: make_play_off(season=season, level=1, place=1, by=None),
    ):
        with pytest.raises(SeasonMoved, match="next season already exists"):
            refused()


def test_moves_of_a_discarded_season_are_refused(club: Club, people: People) -> None:
    made = followed(played(begun(club, people)))
    opened = Season.objects.get(pk=made.pk)
    discard_season(season=made, by=None)
    with pytest.raises(SeasonMoved, match="no longer exists"):
        set_moves(season=opened, moves={1: (0, 1)}, by=None)


def test_nobody_is_relegated_from_the_lowest_division(club: Club) -> None:
    season = first_season(league_of(club))
    with pytest.raises(LeagueRefused, match="lowest division") as refusal, transaction.atomic():
        set_moves(season=season, moves={1: (0, 2), 2: (1, 1)}, by=None)
    assert refusal.value.field == "down-2"
    assert [(one.up, one.down) for one in divisions_in(season)] == [(0, 1), (1, 0)]


def test_two_who_are_level_after_every_tie_break_are_shown_to_the_organiser(club: Club, people: People) -> None:
    season = begun(club, people)
    first, second = divisions_in(season)
    play_open_legs(first.tournament, lambda seats: [5] * len(seats))
    play_out(second.tournament)
    moves = promotion_of(season).moves
    assert [move.level_with_next for move in moves] == [False, False, True, False, *[False] * 4]


def test_the_database_holds_one_division_a_level_and_none_above_the_highest(club: Club) -> None:
    season = first_season(league_of(club))
    first, second = divisions_in(season)
    for changed, values in (
        (first, {"up": 1}),
        (second, {"level": 1}),
        (second, {"level": 11}),
        (second, {"name": ""}),
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            Division.objects.filter(pk=changed.pk).update(**values)


@pytest.mark.parametrize(
    ("name", "following"),
    [("2026/27", "2027/28"), ("2026", "2027"), ("1998/99", "1999/00"), ("Spring 9", "Spring 10"), ("Winter", "2")],
)
def test_the_name_of_the_next_season_is_proposed(name: str, following: str) -> None:
    assert name_after(Season(number=1, name=name)) == following


def test_a_page_asks_as_much_for_three_divisions_as_for_one(club: Club, people: People, morag: Account) -> None:
    asked = []
    for name, sizes in (("One", (4,)), ("Three", (4, 4, 4))):
        season = played(begun(club, people, sizes))
        League.objects.filter(pk=season.league_id).update(name=name)
        address = league_url(League.objects.get(pk=season.league_id), season)
        browser = browser_of(morag)
        asked.append(queries_of(browser, address))
    assert asked[0] == asked[1] <= QUERIES


def test_the_page_of_the_club_leads_to_its_leagues_and_says_where_they_stand(club: Club, people: People) -> None:
    def told() -> str:
        return " ".join(browser_of().get(f"/clubs/{club.slug}/").content.decode().split())

    assert "Leagues" not in told()
    season = begun(club, people)
    assert "2026 · Running · 2 divisions" in told()
    followed(played(season))
    assert "2027 · Draft · 2 divisions" in told()
    discard_season(season=Season.objects.get(number=2), by=None)
    assert "2026 · Finished · 2 divisions" in told()


@pytest.mark.parametrize("name", ["Start", "Moves", "Next", "Put away", "!!!"])
def test_a_league_of_any_name_has_a_page_of_its_own(club: Club, name: str) -> None:
    league = league_of(club, name=name)
    assert f"<title>{name} 2026" in browser_of().get(league_url(league)).content.decode()


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
    page = browser_of(morag).get(reverse("seasons:next-season", args=[level.league.public_id])).content.decode()
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
    door = reverse("seasons:next-season", args=[level.league.public_id])
    assert "Create play-off" in browser.get(door).content.decode()
    made = browser.post(reverse("seasons:play-off", args=[level.league.public_id, 1, 1]), follow=True)
    assert "play-off for place 1 was created" in made.content.decode()
    page = browser.get(door).content.decode()
    assert "Create play-off" not in page
    assert "Play-off" in page
