"""Standings by round: strips, and the places of the leaders after each decided round."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client

from league.tournaments.models import Tournament
from league.tournaments.presenters.by_round import places_by_round
from league.tournaments.queries.entrants import entrants_of
from league.tournaments.queries.standings_cache import sheet_of
from league.tournaments.services.lifecycle import start
from tests.league.tournaments.doors import address, text_of
from tests.league.tournaments.playing import play_open_legs, play_out

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_url")]


def test_after_two_rounds_the_overview_shows_places_by_round(client: Client, event: Callable[..., Tournament]) -> None:
    tournament = start(tournament=event(6, format="swiss", pace="round", format_options={"rounds": 3}), by=None)
    play_open_legs(tournament)
    assert places_by_round(sheet_of(tournament), entrants_of(tournament, AnonymousUser())) is None
    assert 'class="bump"' not in text_of(client.get(address(tournament, "tournament")))
    play_out(tournament)
    sheet = sheet_of(tournament)
    shown = places_by_round(sheet, entrants_of(tournament, AnonymousUser()))
    assert shown is not None
    assert [line.places[-1] for line in shown.lines] == [1, 2, 3, 4, 5, 6]
    assert shown.rounds == (1, 2, 3)
    assert 'class="bump"' in text_of(client.get(address(tournament, "tournament")))
    standings = text_of(client.get(address(tournament, "standings")))
    assert standings.count('class="strip"') == len(sheet.rows)


def test_a_knockout_has_neither(client: Client, event: Callable[..., Tournament]) -> None:
    tournament = start(tournament=event(4, format="single-elimination", tiebreaks=()), by=None)
    play_out(tournament)
    assert 'class="strip"' not in text_of(client.get(address(tournament, "standings")))
    assert 'class="bump"' not in text_of(client.get(address(tournament, "tournament")))
