"""The cast as fixtures. They import inside, because pytest reads this file before Django is set up."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from django.test import Client

    from league.accounts.models import Account
    from league.clubs.models import Club
    from league.tournaments.models import TableLink, Tournament
    from tests.league.tournaments.factories import Event, People


@pytest.fixture
def club(morag: Account, hamish: Account) -> Club:
    from tests.factories import glen_club, joins

    club = glen_club(morag)
    joins(hamish, club)
    return club


@pytest.fixture
def bots(club: Club) -> People:
    from tests.league.tournaments.factories import builtin_bots

    return builtin_bots


@pytest.fixture
def event(club: Club, people: People) -> Event:
    from tests.league.tournaments.factories import drafting

    return drafting(club, people)


@pytest.fixture
def as_hamish(hamish: Account) -> Client:
    from tests.factories import browser_of

    return browser_of(hamish)


@pytest.fixture
def as_senga(senga: Account) -> Client:
    from tests.factories import browser_of

    return browser_of(senga)


@pytest.fixture
def running(event: Event) -> Tournament:
    """A double round robin of five people whose first round is played."""
    from league.tournaments.services.lifecycle import start
    from tests.league.tournaments.factories import play_open_legs

    tournament = start(tournament=event(5, format_options={"cycles": 2}), by=None)
    play_open_legs(tournament)
    tournament.refresh_from_db()
    return tournament


@pytest.fixture
def hall(event: Event) -> Tournament:
    """Two tables of three."""
    from league.tournaments.services.lifecycle import start

    return start(tournament=event(6, format="table-round-robin"), by=None)


@pytest.fixture
def tables(event: Event) -> Tournament:
    """A round of three tables of four."""
    from league.tournaments.services.lifecycle import start

    return start(tournament=event(12, format="table-round-robin", format_options={"largest": 4}), by=None)


@pytest.fixture
def season(club: Club) -> Tournament:
    """A season of club nights."""
    from league.tournaments.services.creation import make_tournament

    return make_tournament(
        club=club, name="Thursdays", game="lords-of-scotland", format="club-evenings", pace="desk", by=None
    )


@pytest.fixture
def link(hall: Tournament) -> TableLink:
    """The link of the first of them."""
    from tests.league.tournaments.phones import laid

    return laid(hall)[0]
