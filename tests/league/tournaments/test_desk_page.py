"""The organiser's page of a tournament: its state, the one next step, and links to the other pages."""

from collections.abc import Callable

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from league.tournaments.models import Tournament
from league.tournaments.services.lifecycle import start
from tests.league.tournaments.doors import address, desk, sign_of_round, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_url")]

Event = Callable[..., Tournament]


def test_the_desk_names_one_next_step(as_morag: Client, event: Event) -> None:
    assert "Enter players" in text_of(as_morag.get(desk(event(0), "desk")))
    full = event(4, name="Summer")
    assert "Start tournament" in text_of(as_morag.get(desk(full, "desk")))
    start(tournament=full, by=None)
    assert "Start tournament" not in text_of(as_morag.get(desk(full, "desk")))


def test_while_a_round_is_played_the_step_is_its_results(as_morag: Client, event: Event) -> None:
    played = event(4)
    assert desk(played, "results", 1) not in text_of(as_morag.get(desk(played, "desk")))
    start(tournament=played, by=None)
    assert desk(played, "results", 1) in text_of(as_morag.get(desk(played, "desk")))


def test_a_round_on_the_board_has_the_sign_of_what_goes_on(as_morag: Client, event: Event) -> None:
    played = event(4)
    start(tournament=played, by=None)
    desk_page = desk(played, "desk")
    assert sign_of_round(text_of(as_morag.get(desk_page)), f"{desk_page}?round=1") == "live"


def test_only_those_who_work_there_find_the_desk(as_morag: Client, as_senga: Client, event: Event) -> None:
    draft = event(4)
    assert desk(draft, "desk") in text_of(as_morag.get(address(draft, "tournament")))
    assert desk(draft, "desk") not in text_of(as_senga.get(address(draft, "tournament")))
    assert as_senga.get(desk(draft, "desk")).status_code == 403


def test_an_event_called_desk_keeps_its_own_page(as_morag: Client, event: Event) -> None:
    draft = event(2, name="Desk")
    assert "Rules of the tournament" in text_of(as_morag.get(address(draft, "tournament")))


def test_a_full_desk_asks_no_more_than_an_empty_one(
    as_morag: Client, event: Event, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for players in (2, 40):
        draft = event(players, name=f"Of {players}")
        with django_assert_max_num_queries(24):
            as_morag.get(desk(draft, "desk"))
