"""The cast as fixtures. They import inside, because pytest reads this file before Django is set up."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from league.clubs.models import Club
    from league.members.models import Account, Player
    from league.tournaments.models import Tournament


@pytest.fixture
def morag(db: None) -> Account:
    from tests.cast import account_of

    return account_of("Morag")


@pytest.fixture
def hamish(db: None) -> Account:
    from tests.cast import account_of

    return account_of("Hamish")


@pytest.fixture
def senga(db: None) -> Account:
    from tests.cast import account_of

    return account_of("Senga")


@pytest.fixture
def club(morag: Account, hamish: Account) -> Club:
    from tests.cast import glen_club, joins

    club = glen_club(morag)
    joins(hamish, club)
    return club


@pytest.fixture
def people(club: Club) -> Callable[[int], list[Player]]:
    from tests.league.tournaments.cast import admitting

    return admitting(club)


@pytest.fixture
def bots(club: Club) -> Callable[[int], list[Player]]:
    from tests.league.tournaments.cast import house_bots

    return house_bots


@pytest.fixture
def event(club: Club, people: Callable[[int], list[Player]]) -> Callable[..., Tournament]:
    from tests.league.tournaments.cast import drafting

    return drafting(club, people)
