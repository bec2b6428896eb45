"""The last rounds of a tournament: who has won, and the results that each player needs, on its pages."""

import pytest
from django.test import Client

from league.tournaments.services.lifecycle import start
from league.tournaments.services.withdrawals import withdraw
from tests.league.tournaments.browser import address, text_of
from tests.league.tournaments.factories import Event, play_open_legs
from tests.league.tournaments.rounds import drawn, published, started

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_url")]


def test_before_the_last_round_it_says_what_each_needs(client: Client, event: Event) -> None:
    tournament = start(tournament=event(4, format_options={"order": "list"}), by=None)
    play_open_legs(tournament)
    play_open_legs(tournament)
    page = text_of(client.get(address(tournament, "standings")))
    assert "Ailsa needs at least a tie." in page
    assert "Bruce needs to win, and Ailsa and Catriona must not win." in page
    assert "Catriona needs to win, and " in page
    assert "1 player cannot come first any more." in page


def test_at_the_beginning_and_at_the_end_it_says_nothing(client: Client, event: Event) -> None:
    tournament = start(tournament=event(6), by=None)
    play_open_legs(tournament)
    assert "Title race" not in text_of(client.get(address(tournament, "tournament")))
    while play_open_legs(tournament):
        pass
    assert "Title race" not in text_of(client.get(address(tournament, "standings")))


def test_who_cannot_be_caught_has_won_already(client: Client, event: Event) -> None:
    options = {"order": "list", "cycles": 2}
    tournament = start(tournament=event(3, format_options=options), by=None)
    for _ in range(5):
        play_open_legs(tournament)
    page = text_of(client.get(address(tournament, "tournament")))
    assert "Ailsa is certain of 1st place." in page
    assert "2 players cannot come first any more." in page


def test_who_leaves_before_a_later_round_may_still_catch_up_until_then(client: Client, event: Event) -> None:
    tournament = started(event(4, format_options={"order": "list", "cycles": 2}, pace="desk"))
    for number in range(1, 5):
        published(tournament, number)
        play_open_legs(tournament)
        if number < 4:
            drawn(tournament)
    withdraw(entry=tournament.entries.get(number=2), by=None, from_round=6)
    page = text_of(client.get(address(tournament, "standings")))
    assert "Ailsa is certain of 1st place" not in page
    assert "Ailsa can still come first." in page
    assert "Bruce can still come first." in page
    withdraw(entry=tournament.entries.get(number=2), by=None)
    assert "Ailsa is certain of 1st place." in text_of(client.get(address(tournament, "standings")))
