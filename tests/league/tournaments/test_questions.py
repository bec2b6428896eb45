"""How many questions the public pages ask of the database, in a small club and in one of twice the size."""

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from league.clubs.models import Club
from league.tournaments.queries import standings_cache
from league.tournaments.seed_data import Size, seed_club
from tests.factories import browser_of
from tests.league.assertions import queries_of

pytestmark = [pytest.mark.slow, pytest.mark.django_db]

SMALL = Size(players=12, games=20, swiss_players=8, swiss_rounds=2, season_players=8, evenings=1, reports=1)
TWICE = Size(players=24, games=60, swiss_players=16, swiss_rounds=3, season_players=12, evenings=2, reports=3)

MOST = {
    "leaderboards": 4,
    "leaderboard": 8,
    "stakes": 8,
    "why": 9,
    "player": 15,
    "clubs": 3,
    "club": 8,
    "events": 2,
    "first page": 10,  # two of them for the newest results of people and who sat there, one for the match that it shows
    "tournament": 9,
    "rounds": 9,
    "round": 9,
    "all-rounds": 7,
    "crosstable": 7,
    "standings": 7,
    "reckoning": 7,
}
"""The most that a page asks for somebody without an account."""


def test_every_public_page_asks_as_many_questions_in_a_large_club_as_in_a_small_one(redis_url: str) -> None:
    few, many = (asked_in(a_club(name, size)) for name, size in (("Few", SMALL), ("Many", TWICE)))
    assert {page: count for page, count in many.items() if count != few[page]} == {}
    assert {page: count for page, count in many.items() if count > MOST[page.split(": ")[-1]]} == {}


def a_club(name: str, size: Size) -> Club:
    return seed_club(name=name, size=size, seed=1, told=unheard)


def unheard(_sentence: str) -> None:
    """Nobody listens how far it is."""


def asked_in(club: Club) -> dict[str, int]:
    return {page: questions(Client(), address) for page, address in pages_of(club).items()}


def pages_of(club: Club) -> dict[str, str]:
    """Every page that everybody may read of a club, its people and its events."""
    pool, player = club.pools.get(), club.memberships.order_by("pk")[0].player
    pages = {
        "leaderboards": reverse("ratings:leaderboards"),
        "leaderboard": reverse("ratings:leaderboard", args=[pool.slug]),
        "stakes": reverse("ratings:stakes", args=[pool.slug]) + f"?player={player.public_id}",
        "why": reverse("ratings:why", args=[pool.slug, 3]),
        "player": reverse("ratings:player", args=[player.public_id, player.slug]),
        "clubs": reverse("clubs:list"),
        "club": reverse("clubs:club", args=[club.slug]),
        "events": reverse("tournaments:list"),
        "first page": "/",
    }
    for event in club.tournaments.all():
        place = [event.public_id, event.slug]
        tabs = ("tournament", "rounds", "all-rounds", "crosstable", "standings")
        pages |= {f"{event.format}: {tab}": reverse(f"tournaments:{tab}", args=place) for tab in tabs}
        pages |= {
            f"{event.format}: {tab}": reverse(f"tournaments:{tab}", args=[*place, 1]) for tab in ("round", "reckoning")
        }
    return pages


def questions(browser: Client, address: str) -> int:
    """How many it asks where nothing is kept of it."""
    standings_cache._read.cache_clear()
    cache.clear()
    return queries_of(browser, address)


def test_the_pages_that_are_read_most_ask_twelve_questions_at_most_of_a_member_too(redis_url: str) -> None:
    club = a_club("Few", SMALL)
    member = club.memberships.exclude(player__account=None).order_by("pk")[0].player.account
    assert member is not None
    member.is_active = True
    member.save(update_fields=["is_active"])
    pages, browser = pages_of(club), browser_of(member)
    for page in ("leaderboard", "table-swiss: standings", "club-evenings: standings"):
        assert questions(browser, pages[page]) <= 12
