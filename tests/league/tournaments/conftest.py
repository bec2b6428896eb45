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
    from tests.league.tournaments.cast import account_named

    return account_named("Morag")


@pytest.fixture
def hamish(db: None) -> Account:
    from tests.league.tournaments.cast import account_named

    return account_named("Hamish")


@pytest.fixture
def senga(db: None) -> Account:
    from tests.league.tournaments.cast import account_named

    return account_named("Senga")


@pytest.fixture
def club(morag: Account, hamish: Account) -> Club:
    from tests.league.tournaments.cast import club_of

    return club_of(morag, hamish)


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
