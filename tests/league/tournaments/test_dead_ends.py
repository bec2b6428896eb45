"""A Swiss runs out of pairings: the wizard and the test run warn, and the organiser's page says how to continue."""

import re

import pytest
from django.test import Client

from league.clubs.models import Club
from league.tournaments.models import Tournament
from league.tournaments.services.arrangements import withdraw
from league.tournaments.services.entries import set_phase
from tests.league.tournaments.browser import address, desk, second_step, text_of
from tests.league.tournaments.factories import Event, fresh, play_open_legs
from tests.league.tournaments.rounds import drawn, published, started

pytestmark = [pytest.mark.slow, pytest.mark.django_db, pytest.mark.usefixtures("redis_url")]


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
    assert "after round 3" in note_of(text_of(as_morag.get(desk(swiss, "desk"))))
    set_phase(tournament=swiss, to="check-in", by=None)
    assert "after round 3" in note_of(text_of(as_morag.get(desk(swiss, "desk"))))


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
