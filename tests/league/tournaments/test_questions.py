"""How many questions the public pages ask of the database, in a small club and in one of twice the size."""

import re

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from league.clubs.models import Club
from league.tournaments.models import Tournament
from league.tournaments.queries import standings_cache
from league.tournaments.seed_data import Size, seed_club
from league.tournaments.services.entries import set_phase
from league.tournaments.services.withdrawals import withdraw
from tests.factories import browser_of
from tests.league.assertions import queries_of
from tests.league.tournaments.browser import address, desk, second_step, text_of
from tests.league.tournaments.factories import Event, fresh, play_open_legs
from tests.league.tournaments.rounds import drawn, published, started

pytestmark = [pytest.mark.slow, pytest.mark.django_db, pytest.mark.usefixtures("redis_url")]

SMALL = Size(players=12, games=20, swiss_players=8, swiss_rounds=2, season_players=8, evenings=1, reports=1)
TWICE = Size(players=24, games=60, swiss_players=16, swiss_rounds=3, season_players=12, evenings=2, reports=3)

MOST = {
    "leaderboards": 4,
    "leaderboard": 8,
    "stakes": 8,
    "why": 9,
    "player": 15,
    "clubs": 5,  # one for the tournaments on the cards, two for leaderboards and leaders
    "club": 8,
    "events": 2,
    "first page": 10,  # two of them for the newest results of people and who sat there, one for the match that it shows
    "tournament": 9,
    "rounds": 9,
    "round": 9,
    "all-rounds": 7,
    "crosstable": 7,
    "standings": 7,
    "place-calculation": 7,
}
"""The most that a page asks for somebody without an account."""


def test_every_public_page_asks_as_many_questions_in_a_large_club_as_in_a_small_one(redis_url: str) -> None:
    small = a_club("Few", SMALL)
    few, many = asked_in(small), asked_in(a_club("Many", TWICE))
    assert {page: count for page, count in many.items() if count != few[page]} == {}
    assert {page: count for page, count in many.items() if count > MOST[page.split(": ")[-1]]} == {}
    member = small.memberships.exclude(player__account=None).order_by("pk")[0].player.account
    assert member is not None
    member.is_active = True
    member.save(update_fields=["is_active"])
    pages, browser = pages_of(small), browser_of(member)
    for page in ("leaderboard", "table-swiss: standings", "club-evenings: standings"):
        assert questions(browser, pages[page]) <= 12, page


def a_club(name: str, size: Size) -> Club:
    return seed_club(name=name, size=size, seed=1, report_progress=unheard)


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
        "why": reverse("ratings:calculation", args=[pool.slug, 3]),
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
            f"{event.format}: {tab}": reverse(f"tournaments:{tab}", args=[*place, 1])
            for tab in ("round", "place-calculation")
        }
    return pages


def questions(browser: Client, address: str) -> int:
    """How many it asks where nothing is kept of it."""
    standings_cache._read.cache_clear()
    cache.clear()
    return queries_of(browser, address)


def swiss_of(event: Event, players: int, rounds: int) -> Tournament:
    """A Swiss for two with its first round played."""
    swiss = started(event(players, format="swiss", pace="desk", format_options={"rounds": rounds}))
    published(swiss, 1)
    play_open_legs(swiss)
    return swiss


def note_of(page: str) -> str:
    """The one warning of a page."""
    notes: list[str] = re.findall(r'<div class="note warning".*?</div>', page, re.DOTALL)
    assert len(notes) == 1
    return notes[0]


def leave(swiss: Tournament, *numbers: int) -> None:
    for entry in swiss.entries.filter(number__in=numbers):
        withdraw(entry=entry, by=None)


def end(browser: Client, swiss: Tournament) -> str:
    """End it on its page, and read what everybody reads then."""
    browser.post(desk(swiss, "end"), {"note": ""})
    assert (fresh(swiss).status, swiss.ended_early) == ("finished", True)
    return text_of(browser.get(address(swiss, "tournament")))


# --- warnings beforehand -----------------------------------------------------------------------------------------
def test_the_wizard_warns_of_more_rounds_than_players_to_meet(as_morag: Client, club: Club) -> None:
    page = text_of(as_morag.get(second_step(club, format="swiss", players=4, rounds=5)))
    assert "after round 3" in note_of(page)
    page = text_of(as_morag.get(second_step(club, format="swiss", players=6, rounds=4)))
    assert "up to round 3" in note_of(page)


@pytest.mark.parametrize(("players", "rounds"), [(4, 2), (6, 3), (7, 3), (12, 6)])
def test_the_wizard_is_silent_if_rounds_are_certain(as_morag: Client, club: Club, players: int, rounds: int) -> None:
    page = text_of(as_morag.get(second_step(club, format="swiss", players=players, rounds=rounds)))
    assert 'class="note warning"' not in page


def test_the_desk_warns_before_the_start(event: Event, as_morag: Client) -> None:
    swiss = event(4, format="swiss", pace="desk", format_options={"rounds": 5})
    assert "after round 3" in note_of(text_of(as_morag.get(desk(swiss, "manage"))))
    set_phase(tournament=swiss, to="check-in", by=None)
    assert "after round 3" in note_of(text_of(as_morag.get(desk(swiss, "manage"))))


def test_a_test_run_says_that_rounds_are_missing_and_why(event: Event, as_morag: Client) -> None:
    swiss = event(4, format="swiss", pace="desk", format_options={"rounds": 5})
    page = text_of(as_morag.get(desk(swiss, "rehearsal"), {"players": "4", "rounds": "5"}))
    assert "Only 3 of 5 rounds could be paired." in note_of(page)
    assert "cannot be paired" in note_of(page)
    whole = text_of(as_morag.get(desk(swiss, "rehearsal"), {"players": "12", "rounds": "5"}))
    assert 'class="note warning"' not in whole


# --- players leave until nobody is left to meet ------------------------------------------------------------------


@pytest.mark.parametrize("gone", [(2, 3, 4), (1, 2, 3, 4)])
def test_with_too_few_left_it_ends_with_its_standings(event: Event, as_morag: Client, gone: tuple[int, ...]) -> None:
    swiss = swiss_of(event, 4, 3)
    leave(swiss, *gone)
    assert drawn(swiss).dead_end == "no-players"
    page = text_of(as_morag.get(desk(swiss, "manage-round", 2)))
    assert desk(swiss, "end") in page
    assert 'name="repeats"' not in page  # nobody is there to repeat a game with
    page = end(as_morag, swiss)
    assert "after round 1 of 3" in page
    assert 'class="winners"' in page


def test_too_few_players_for_a_table_is_a_dead_end_as_well(event: Event, as_morag: Client) -> None:
    swiss = started(event(8, format="table-swiss", pace="desk", format_options={"rounds": 3}))
    published(swiss, 1)
    play_open_legs(swiss)
    leave(swiss, *range(3, 9))
    assert drawn(swiss).dead_end == "no-players"
    assert "after round 1 of 3" in end(as_morag, swiss)
