"""A club of invented people: made once a name, the same every time, and in order all through."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from league.accounts.models import Player
from league.clubs.models import Club
from league.results.models import Pool, Report, Result
from league.tournaments.models import Evening, Tournament
from league.tournaments.queries.standings_cache import sheet_of

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
