"""Morag's club, in whose league people play. Models are imported late: pytest reads this before Django is set up."""

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from league.accounts.models import Account
    from league.clubs.models import Club
    from tests.league.seasons.leagues import People


@pytest.fixture
def morag() -> "Account":
    from tests.factories import account_of

    return account_of("Morag")


@pytest.fixture
def club(morag: "Account") -> "Club":
    from tests.factories import glen_club

    return glen_club(morag)


@pytest.fixture
def people(club: "Club") -> "People":
    from tests.league.tournaments.cast import admitting

    return admitting(club)
