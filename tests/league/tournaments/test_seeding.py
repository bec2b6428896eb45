"""Invented clubs: that of `seed`, the same every time, and those of the demo, in the middle of everything."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from league.accounts.models import Account, Player
from league.clubs.models import Club
from league.results.models import Pool, Report, Result
from league.results.queries import chain_of
from league.seasons.models import League
from league.tournaments.models import Entry, Evening, Leg, RequestedBye, Tournament
from league.tournaments.queries.history import history_of
from league.tournaments.queries.standings_cache import sheet_of
from tests.factories import browser_of

pytestmark = pytest.mark.django_db(transaction=True)


def seed(*options: str) -> str:
    out = StringIO()
    call_command("seed", "--small", *options, stdout=out)
    return out.getvalue()


def standings() -> dict[str, list[tuple[int, str, int]]]:
    """Return the standings of the last club's tournaments: place, name and points."""
    club = Club.objects.order_by("-pk")[0]
    return {
        event.name: [
            (row.place, names[row.entry], row.points)
            for names in [dict(event.entries.values_list("number", "player__name"))]
            for row in sheet_of(event).rows
        ]
        for event in club.tournaments.all()
    }


@pytest.mark.long
def test_it_makes_a_club_whose_pages_open_and_whose_ratings_follow_from_its_ledger(redis_url: str) -> None:
    said = seed("--name", "The Bairns of Nowhere")

    club = Club.objects.get(name="The Bairns of Nowhere")
    assert "200 of 200 results." in said
    assert club.memberships.count() == 30
    assert max(map(len, Player.objects.values_list("name", flat=True))) <= 80
    assert Result.objects.filter(pool__club=club).count() > 200
    assert Report.objects.filter(club=club, status=Report.Status.DISPUTED).count() == 2
    assert Evening.objects.filter(tournament__club=club).exclude(closed_at=None).count() == 2
    checked = StringIO()
    call_command("refold", "--check", stdout=checked)
    assert "Differing: 0. Not folded yet: 0." in checked.getvalue()
    for address in addresses(club):
        assert Client().get(address).status_code == 200, address


def addresses(club: Club) -> list[str]:
    """Its page, its leaderboard, a player of it, and every tab of its events."""
    pages = [reverse("clubs:club", args=[club.slug])]
    pages += [reverse("ratings:leaderboard", args=[pool.slug]) for pool in Pool.objects.filter(club=club)]
    player = Player.objects.filter(memberships__club=club)[0]
    pages.append(reverse("ratings:player", args=[player.public_id, player.slug]))
    tabs = ("tournament", "rounds", "all-rounds", "crosstable", "standings")
    events = Tournament.objects.filter(club=club)
    return pages + [reverse(f"tournaments:{tab}", args=[one.public_id, one.slug]) for one in events for tab in tabs]


@pytest.mark.long
def test_the_same_seed_makes_the_same_people_and_standings_and_a_name_once(redis_url: str) -> None:
    seed("--name", "One", "--matches", "20")
    first, before = standings(), Result.objects.count()
    with pytest.raises(CommandError, match="One already exists"):
        seed("--name", "One", "--matches", "0")
    assert Result.objects.count() == before
    seed("--name", "Two", "--matches", "20")
    assert standings() == first
    seed("--name", "Three", "--matches", "20", "--seed", "2")
    assert standings() != first


@pytest.mark.parametrize("wrong", [("--players", "3"), ("--matches", "-1")])
def test_it_says_which_number_it_does_not_take(wrong: tuple[str, str]) -> None:
    with pytest.raises(CommandError, match=f"{wrong[0]} must be between"):
        seed(*wrong)
    assert not Club.objects.exists()


def season() -> Tournament:
    return Tournament.objects.get(format="club-evenings")


def weekend() -> Tournament:
    return Tournament.objects.get(format="table-swiss")


def a_club_is_in_mid_season() -> None:
    club = season().club
    evenings = list(season().evenings.all())
    came = [evening.presences.count() for evening in evenings]
    assert club.memberships.count() > 20
    assert all(evening.closed_at for evening in evenings)
    assert (len(evenings), len(set(came)) > 3, season().status) == (6, True, "running")
    assert season().entries.filter(is_guest=True).count() == 1


def its_games_were_played_on_its_evenings() -> None:
    for evening in season().evenings.all():
        subjects = Leg.objects.filter(pairing__round__evening=evening).values("subject")
        days = Result.objects.filter(subject__in=subjects, supersedes=None).values_list("played_at__date", flat=True)
        assert set(days) == {evening.day}


def one_table_is_disputed_one_result_corrected_and_somebody_joined_late() -> None:
    disputed = Report.objects.get(status=Report.Status.DISPUTED)
    assert disputed.subject in {leg.subject for leg in Leg.objects.filter(pairing__round__tournament=season())}
    corrected = Result.objects.exclude(supersedes=None).get()
    assert corrected.reason
    assert chain_of(corrected.subject).now == corrected
    assert Entry.objects.filter(tournament=season(), joined_round__gt=1).exists()
    assert Entry.objects.filter(tournament=weekend(), joined_round=2).count() == 1


def a_weekend_is_in_its_third_round() -> None:
    event = weekend()
    history = history_of(event.pk)
    third = [pairing for pairing in history.pairings if pairing.round == 3]
    assert [one.status for one in event.rounds.order_by("number")] == ["closed", "closed", "published"]
    assert 3 <= sum(pairing.decided for pairing in third) < len(third)
    assert event.entries.exclude(left_round=None).count() == 1
    assert event.entries.get(checked_in_at=None).joined_round == 2
    assert RequestedBye.objects.get(entry__tournament=event).round == 2
    assert event.club.shortens_names


def a_knockout_is_in_its_semi_finals() -> None:
    event = Tournament.objects.get(format="single-elimination")
    last = [pairing for pairing in history_of(event.pk).pairings if pairing.round == 3]
    assert sorted(pairing.decided for pairing in last) == [False, True]
    page = Client().get(reverse("tournaments:bracket", args=[event.public_id, event.slug])).content.decode()
    assert page.count('class="bracket-match ') == 14  # 6 + 4 + 2, the final and the match for third place
    assert page.count('class="bracket-match done') == 11


def every_game_of_the_house_has_results() -> None:
    games = set(Result.objects.values_list("pool__game", flat=True))
    assert games == {"lords-of-scotland", "kings-kilt", "highland-clans"}


def whoever_owns_the_place_owns_its_clubs_and_nobody_of_the_demo_runs_it() -> None:
    assert not Account.objects.filter(is_staff=True).exists()
    assert not Club.objects.filter(memberships__role="owner").exists()


def each_of_them_finds_something_to_do() -> None:
    texts = {}
    for role in ("secretary", "player", "arbiter"):
        browser = browser_of()
        browser.post(reverse("accounts:demo-sign-in", args=[role]))
        texts[role] = browser.get("/").content.decode()
    assert "Winter Evenings" in texts["secretary"]
    assert "Autumn Weekend" in texts["arbiter"]
    assert "Waiting for you" in texts["player"]
    assert "No game is set for you" not in texts["player"]


def a_league_is_in_mid_season() -> None:
    league = League.objects.get()
    page = Client().get(reverse("seasons:league", args=[league.public_id, league.slug])).content.decode()
    assert page.count("Round 4 of 5") == 2
    assert "promotion place" in page
    assert "relegation place" in page


@pytest.mark.long
def test_two_clubs_are_amid_everything_and_made_twice_are_the_same(redis_url: str, settings: Settings) -> None:
    settings.DEMO = True
    said = StringIO()
    call_command("demo", "--people", stdout=said)
    a_club_is_in_mid_season()
    its_games_were_played_on_its_evenings()
    one_table_is_disputed_one_result_corrected_and_somebody_joined_late()
    a_weekend_is_in_its_third_round()
    a_knockout_is_in_its_semi_finals()
    every_game_of_the_house_has_results()
    whoever_owns_the_place_owns_its_clubs_and_nobody_of_the_demo_runs_it()
    each_of_them_finds_something_to_do()
    a_league_is_in_mid_season()
    before = (Account.objects.count(), Player.objects.count(), Club.objects.count(), Result.objects.count())
    call_command("demo", "--people", stdout=said)
    assert (Account.objects.count(), Player.objects.count(), Club.objects.count(), Result.objects.count()) == before
    assert len(said.getvalue().splitlines()) == 1
    assert "Auchterbrae Games Club and Kinlarig Weekends" in said.getvalue()
