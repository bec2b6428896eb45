"""A Swiss runs out of pairings: the wizard and the test run warn, and the organiser's page says how to continue."""

import re
from collections.abc import Callable
from itertools import combinations

import pytest
from django.test import Client

from league.clubs.models import Club
from league.tournaments.models import Tournament
from league.tournaments.services.registration import open_check_in
from league.tournaments.services.withdrawals import withdraw
from tests.league.tournaments.doors import address, desk, text_of
from tests.league.tournaments.playing import play_open_legs
from tests.league.tournaments.rounds import drawn, laid, published, started
from tests.league.tournaments.wizard import second_step

pytestmark = [pytest.mark.slow, pytest.mark.django_db, pytest.mark.usefixtures("redis_url")]

Event = Callable[..., Tournament]


def swiss_of(event: Event, players: int, rounds: int) -> Tournament:
    """A Swiss for two with its first round played."""
    swiss = started(event(players, format="swiss", pace="desk", format_options={"rounds": rounds}))
    published(swiss, 1)
    play_open_legs(swiss)
    return swiss


def play_round(swiss: Tournament, number: int) -> None:
    drawn(swiss)
    published(swiss, number)
    play_open_legs(swiss)


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
    swiss.refresh_from_db()
    assert (swiss.status, swiss.ended_early) == ("finished", True)
    return text_of(browser.get(address(swiss, "tournament")))


# --- warnings beforehand -----------------------------------------------------------------------------------------
def test_the_wizard_warns_of_more_rounds_than_players_to_meet(as_morag: Client, club: Club) -> None:
    page = text_of(as_morag.get(second_step(club, format="swiss", players=4, rounds=5)))
    assert "after round 3" in note_of(page)
    page = text_of(as_morag.get(second_step(club, format="swiss", players=6, rounds=4)))
    assert "up to round 3" in note_of(page)


@pytest.mark.parametrize(("players", "rounds"), [(4, 2), (6, 3), (7, 3), (12, 6)])
def test_the_wizard_is_silent_where_every_round_is_certain(
    as_morag: Client, club: Club, players: int, rounds: int
) -> None:
    page = text_of(as_morag.get(second_step(club, format="swiss", players=players, rounds=rounds)))
    assert 'class="note warning"' not in page


def test_the_desk_warns_before_the_start(event: Event, as_morag: Client) -> None:
    swiss = event(4, format="swiss", pace="desk", format_options={"rounds": 5})
    assert "after round 3" in note_of(text_of(as_morag.get(desk(swiss, "desk"))))
    open_check_in(tournament=swiss, by=None)
    assert "after round 3" in note_of(text_of(as_morag.get(desk(swiss, "desk"))))


def test_a_test_run_says_that_rounds_are_missing_and_why(event: Event, as_morag: Client) -> None:
    swiss = event(4, format="swiss", pace="desk", format_options={"rounds": 5})
    page = text_of(as_morag.get(desk(swiss, "rehearsal"), {"players": "4", "rounds": "5"}))
    assert "Only 3 of 5 rounds could be paired." in note_of(page)
    assert "cannot be paired" in note_of(page)
    whole = text_of(as_morag.get(desk(swiss, "rehearsal"), {"players": "12", "rounds": "5"}))
    assert 'class="note warning"' not in whole


# --- players leave until nobody is left to meet ------------------------------------------------------------------
def test_after_two_of_six_have_left_the_last_round_is_a_dead_end(event: Event, as_morag: Client) -> None:
    swiss = swiss_of(event, 6, 5)
    for number in (2, 3):
        play_round(swiss, number)
    leave(swiss, *two_that_leave_one_round(swiss))
    play_round(swiss, 4)
    assert drawn(swiss).dead_end == "no-pairing"
    page = text_of(as_morag.get(desk(swiss, "desk-round", 5)))
    assert desk(swiss, "end") in page
    assert 'name="repeats"' in page
    assert "after round 4 of 5" in end(as_morag, swiss)


@pytest.mark.parametrize("gone", [(2, 3, 4), (1, 2, 3, 4)])
def test_with_too_few_players_left_it_ends_with_its_standings(
    event: Event, as_morag: Client, gone: tuple[int, ...]
) -> None:
    swiss = swiss_of(event, 4, 3)
    leave(swiss, *gone)
    assert drawn(swiss).dead_end == "no-players"
    page = text_of(as_morag.get(desk(swiss, "desk-round", 2)))
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


def two_that_leave_one_round(swiss: Tournament) -> tuple[int, int]:
    """Two without whom the others have one round of new pairings left, and no second."""
    met = meetings_of(swiss)
    numbers = {one for pair in met for one in pair}
    for gone in combinations(sorted(numbers), 2):
        first, *others = sorted(numbers - set(gone))
        new = [one for one in others if not {frozenset((first, one)), frozenset({*others} - {one})} & met]
        if len(new) == 1:
            return gone
    raise AssertionError("No two do.")


def meetings_of(swiss: Tournament) -> set[frozenset[int]]:
    return {frozenset(seats) for round_ in swiss.rounds.all() for seats in laid(swiss, round_.number).values()}
