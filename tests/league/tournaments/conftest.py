"""The cast as fixtures. They import inside, because pytest reads this file before Django is set up."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from django.test import Client

    from league.accounts.models import Account, Player
    from league.clubs.models import Club
    from league.tournaments.models import TableLink, Tournament


@pytest.fixture
def morag(db: None) -> Account:
    from tests.factories import account_of

    return account_of("Morag")


@pytest.fixture
def hamish(db: None) -> Account:
    from tests.factories import account_of

    return account_of("Hamish")


@pytest.fixture
def senga(db: None) -> Account:
    from tests.factories import account_of

    return account_of("Senga")


@pytest.fixture
def club(morag: Account, hamish: Account) -> Club:
    from tests.factories import glen_club, joins

    club = glen_club(morag)
    joins(hamish, club)
    return club


@pytest.fixture
def people(club: Club) -> Callable[[int], list[Player]]:
    from tests.league.tournaments.cast import admitting

    return admitting(club)


@pytest.fixture
def bots(club: Club) -> Callable[[int], list[Player]]:
    from tests.league.tournaments.cast import builtin_bots

    return builtin_bots


@pytest.fixture
def event(club: Club, people: Callable[[int], list[Player]]) -> Callable[..., Tournament]:
    from tests.league.tournaments.cast import drafting

    return drafting(club, people)


@pytest.fixture
def as_morag(morag: Account) -> Client:
    from tests.factories import browser_of

    return browser_of(morag)


@pytest.fixture
def as_hamish(hamish: Account) -> Client:
    from tests.factories import browser_of

    return browser_of(hamish)


@pytest.fixture
def as_senga(senga: Account) -> Client:
    from tests.factories import browser_of

    return browser_of(senga)


@pytest.fixture
def running(event: Callable[..., Tournament]) -> Tournament:
    """A double round robin of five people whose first round is played."""
    from league.tournaments.services.lifecycle import start
    from tests.league.tournaments.playing import play_open_legs

    tournament = event(5, format_options={"cycles": 2})
    start(tournament=tournament, by=None)
    play_open_legs(tournament)
    tournament.refresh_from_db()
    return tournament


@pytest.fixture
def hall(event: Callable[..., Tournament]) -> Tournament:
    """Two tables of three."""
    from league.tournaments.services.lifecycle import start

    return start(tournament=event(6, format="table-round-robin"), by=None)


@pytest.fixture
def link(hall: Tournament) -> TableLink:
    """The link of the first of them."""
    from tests.league.tournaments.phones import laid

    return laid(hall)[0]
